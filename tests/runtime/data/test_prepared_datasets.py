"""`tensorflow_datasets` reads a prepared directory offline, where it is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import runtime as tf

PROGRAM = """\
import sys
import tensorflow as tf
import tensorflow_datasets as tfds

datasets, info = tfds.load(
    name='mnist', with_info=True, as_supervised=True, data_dir=sys.argv[1],
    download=False,
)
mnist_train, mnist_test = datasets['train'], datasets['test']

def scale(image, label):
    image = tf.cast(image, tf.float32)
    image /= 255
    return image, label

train_data = mnist_train.map(scale).shuffle(10).batch(4).take(2)
image_batch, label_batch = next(iter(train_data))
print(image_batch.shape, image_batch.dtype.name, len(mnist_train))
print(sorted(int(label) for _, label in mnist_train))
print(info.splits['test'].num_examples, [int(x[0, 0, 0]) for x, _ in mnist_test])
whole = tfds.load(
    'mnist', split='train[:3]', data_dir=sys.argv[1], download=False, batch_size=-1
)
print({name: value.shape for name, value in tfds.as_numpy(whole).items()})
"""

SHOWN = """\
(4, 28, 28, 1) float32 12
[0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9]
2 [100, 101]
{'image': (3, 28, 28, 1), 'label': (3,)}
"""


def prepared(folder: Path) -> Path:
    """A directory as `download_and_prepare` leaves it, of made-up images."""
    place = folder / "mnist" / "3.0.1"
    place.mkdir(parents=True)
    splits = []
    for name, count, first in (("train", 12, 0), ("test", 2, 100)):
        path = place / f"mnist-{name}.tfrecord-00000-of-00001"
        with tf.io.TFRecordWriter(str(path)) as writer:
            for number in range(count):
                image = np.full((28, 28, 1), first + number, np.uint8)
                feature = {
                    "image": _bytes(tf.io.encode_png(image).numpy()),
                    "label": _int64(number % 10),
                }
                features = tf.train.Features(feature=feature)
                writer.write(tf.train.Example(features=features).SerializeToString())
        splits.append(
            {
                "filepathTemplate": "{DATASET}-{SPLIT}.{FILEFORMAT}-{SHARD_X_OF_Y}",
                "name": name,
                "numBytes": str(path.stat().st_size),
                "shardLengths": [str(count)],
            }
        )
    keys = [{"featureKey": "image"}, {"featureKey": "label"}]
    info = {
        "fileFormat": "tfrecord",
        "name": "mnist",
        "splits": splits,
        "supervisedKeys": {"tuple": {"items": keys}},
        "version": "3.0.1",
    }
    (place / "dataset_info.json").write_text(json.dumps(info))
    return folder


def _bytes(value: bytes) -> tf.train.Feature:
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))


def _int64(value: int) -> tf.train.Feature:
    return tf.train.Feature(int64_list=tf.train.Int64List(value=[value]))


@pytest.mark.skipif(
    find_spec("tensorflow_datasets") is None, reason="tensorflow_datasets is not here"
)
def test_a_prepared_directory_is_read(tmp_path: Path) -> None:
    """As the guide loads the digits, under the name of TensorFlow."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    folder = prepared(tmp_path / "data")
    command = [sys.executable, "-m", "runtime", str(program), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout == SHOWN
