"""Good files of every kind, to be made bad: written once in each process."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

import runtime as tf
from graphir.files import save_graph_def


def _collatz(n: Any) -> Any:
    steps = tf.constant(0)
    while n != 1:
        n = tf.cond(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1)  # noqa: B023
        steps += 1
    return steps


def _dense(x: Any) -> Any:
    weights = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    return tf.nn.softmax(tf.reshape(x, [-1, 2]) @ weights), tf.strings.as_string(x)


@cache
def graph_defs() -> tuple[Any, ...]:
    """Messages of small graphs: with control flow and functions, and without."""
    dense = tf.function(_dense).get_concrete_function(tf.TensorSpec([2], tf.float32))
    loop = tf.function(_collatz).get_concrete_function(tf.TensorSpec([], tf.int32))
    return dense.graph.as_graph_def(), loop.graph.as_graph_def()


def _graph(format: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        for number, message in enumerate(graph_defs()):
            save_graph_def(message, folder / f"{number}.{format}")

    return write


def _checkpoint(folder: Path) -> None:
    state = tf.train.Checkpoint(
        x=tf.Variable(tf.range(40.0)), names=tf.Variable(["a", "bc"]), n=tf.Variable(3)
    )
    state.save(str(folder / "c"))


def _saved_model(folder: Path) -> None:
    model = tf.Module()
    model.weight = tf.Variable([1.0, 2.0])
    model.words = tf.lookup.StaticHashTable(
        tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1
    )

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
    def call(x: Any) -> Any:
        return {"y": x * model.weight, "n": model.words.lookup(tf.constant("b"))}

    model.call = call
    tf.saved_model.save(model, str(folder), signatures=call)


def _events(folder: Path) -> None:
    writer = tf.summary.create_file_writer(str(folder))
    with writer.as_default():
        for step in range(3):
            tf.summary.scalar("loss", step * 0.5, step=step)
            tf.summary.histogram("weights", tf.range(9.0), step=step)
            tf.summary.image("picture", tf.zeros([1, 4, 4, 3]), step=step)
    writer.close()


def _example() -> bytes:
    feature = {
        "a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2])),
        "b": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"xyz"])),
        "c": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5])),
    }
    made = tf.train.Example(features=tf.train.Features(feature=feature))
    return bytes(made.SerializeToString())


def _records(folder: Path) -> None:
    with tf.io.TFRecordWriter(str(folder / "plain")) as writer:
        for _ in range(3):
            writer.write(_example())
    with tf.io.TFRecordWriter(str(folder / "packed"), "GZIP") as writer:
        writer.write(_example())


def _snapshot(folder: Path) -> None:
    data = tf.data.Dataset.range(6).map(lambda x: {"a": x, "b": tf.as_string(x)})
    data.save(str(folder / "data"))


def kept_elements(folder: Path) -> Any:
    """A pipeline whose elements are kept in the folder: a snapshot and a cache."""
    data = tf.data.Dataset.range(6).map(lambda x: {"a": x, "b": tf.as_string(x)})
    return data.snapshot(str(folder / "kept")).cache(str(folder / "cache"))


def _kept(folder: Path) -> None:
    for _ in kept_elements(folder):
        pass


def _images(folder: Path) -> None:
    rng = np.random.default_rng(0)
    for channels in (1, 3, 4):
        pixels = rng.integers(0, 256, [7, 5, channels]).astype(np.uint8)
        png = tf.io.encode_png(pixels).numpy()
        (folder / f"{channels}.png").write_bytes(png)
    deep = rng.integers(0, 65536, [4, 4, 2]).astype(np.uint16)
    (folder / "deep.png").write_bytes(tf.io.encode_png(deep).numpy())
    head = (
        b"BM" + (54 + 48).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little")
    )
    sizes = (40).to_bytes(4, "little") + (4).to_bytes(4, "little") * 2
    rest = b"\1\0" + (24).to_bytes(2, "little") + bytes(24)
    (folder / "small.bmp").write_bytes(head + sizes + rest + bytes(range(48)))


def _jpeg(folder: Path) -> None:
    """Grey and coloured, of one scan and of several."""
    from PIL import Image

    rng = np.random.default_rng(0)
    for number, channels in enumerate((1, 3, 3)):
        pixels = rng.integers(0, 256, [9, 11, channels]).astype(np.uint8)
        picture = Image.fromarray(pixels.squeeze())
        picture.save(folder / f"{number}.jpg", progressive=number == 2)


SEEDS: Final[dict[str, Callable[[Path], None]]] = {
    "pb": _graph("pb"),
    "pbtxt": _graph("pbtxt"),
    "json": _graph("json"),
    "checkpoint": _checkpoint,
    "saved_model": _saved_model,
    "events": _events,
    "records": _records,
    "snapshot": _snapshot,
    "kept": _kept,
    "images": _images,
    "jpeg": _jpeg,
}


@cache
def seed_folder(name: str) -> Path:
    """The folder of good files of that kind."""
    folder = Path(tempfile.mkdtemp(prefix=f"seed_{name}_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    SEEDS[name](folder)
    return folder


def seed_files(name: str) -> list[Path]:
    """The files in it, in order, relative to it."""
    folder = seed_folder(name)
    found = [each for each in folder.rglob("*") if each.is_file()]
    return sorted(each.relative_to(folder) for each in found)


def copy_of_seed(name: str, folder: Path) -> None:
    """Copies the good files into a folder."""
    shutil.copytree(seed_folder(name), folder, dirs_exist_ok=True)
