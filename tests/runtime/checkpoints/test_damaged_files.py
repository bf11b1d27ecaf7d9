"""Small files with a byte changed, or cut: refused clearly, or read as before, soon."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import runtime as tf
from graphir.errors import GraphirError

MOST_SECONDS = 0.05
"""Of the processor, for one reading, on average: some readings make Python collect."""


class Scale(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable([1.0, 2.0])
        pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
        self.words = tf.lookup.StaticHashTable(pairs, -1)

    @tf.function(input_signature=[tf.TensorSpec([2])])
    def call(self, x: Any) -> Any:
        return {"y": x * self.w, "n": self.words.lookup(tf.constant("b"))}


def checkpoint(folder: Path) -> Callable[[], Any]:
    path = str(folder / "c")
    values = {"x": tf.range(40.0), "names": tf.constant(["a", "bc"]), "n": 3}
    tf.train.Checkpoint(**{k: tf.Variable(v) for k, v in values.items()}).write(path)

    def read() -> Any:
        reader = tf.train.load_checkpoint(path)
        names = sorted(reader.get_variable_to_shape_map())
        return [(name, str(reader.get_tensor(name))) for name in names]

    return read


def model(folder: Path) -> Callable[[], Any]:
    tf.saved_model.save(Scale(), str(folder))

    def read() -> Any:
        loaded = tf.saved_model.load(str(folder))
        held = getattr(loaded, "w", None)
        state = held.numpy().tolist() if isinstance(held, tf.Variable) else None
        return state, str(type(getattr(loaded, "signatures", None)))

    return read


def events(folder: Path) -> Callable[[], Any]:
    with tf.summary.create_file_writer(str(folder)).as_default():
        for step in range(3):
            tf.summary.scalar("loss", step * 0.5, step=step)
    [path] = folder.iterdir()

    def read() -> Any:
        found = tf.compat.v1.train.summary_iterator(path)
        return [each.SerializeToString() for each in found]

    return read


def damaged(content: bytes, step: int) -> Iterator[tuple[str, bytes]]:
    """The content with each so-many-th byte changed, and cut before it."""
    for place in range(0, len(content), step):
        changed = bytearray(content)
        changed[place] ^= 0x5A
        yield "changed", bytes(changed)
        yield "cut", content[:place]


def with_blocks(content: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """The content with random bytes in place of a random part of it."""
    random = Random(len(content))
    for _ in range(count):
        begin = random.randrange(len(content))
        end = min(begin + random.randint(1, 64), len(content))
        block = random.randbytes(end - begin)
        yield "changed", content[:begin] + block + content[end:]


def check(
    tmp_path: Path,
    name: str,
    damages: Callable[[bytes], Iterator[tuple[str, bytes]]],
) -> None:
    write, pattern = FILES[name]
    read = write(tmp_path)
    whole = read()
    [path] = tmp_path.glob(pattern)
    begin, count = time.process_time(), 0
    for what, content in damages(path.read_bytes()):
        path.write_bytes(content)
        count += 1
        try:
            found = read()
        except tf.errors.DataLossError:
            continue
        except (GraphirError, tf.errors.OpError):
            # a graph and its names have no checksums
            assert name == "graph"
            continue
        if name == "events" and what == "cut":
            # between two events, or in the head of the next, as in TensorFlow
            assert found == whole[: len(found)]
        else:
            assert found == whole or name == "graph"
    assert (time.process_time() - begin) / count < MOST_SECONDS


FILES = {
    "index": (checkpoint, "c.index"),
    "data": (checkpoint, "c.data-*"),
    "variables_index": (model, "variables/*.index"),
    "variables": (model, "variables/*.data-*"),
    "graph": (model, "saved_model.pb"),
    "events": (events, "*"),
}


@pytest.mark.parametrize("name", FILES)
def test_some_damaged_bytes(name: str, tmp_path: Path) -> None:
    check(tmp_path, name, partial(damaged, step=199 if name == "graph" else 29))


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_damaged_byte(name: str, tmp_path: Path) -> None:
    check(tmp_path, name, partial(damaged, step=3 if name == "graph" else 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_random_blocks(name: str, tmp_path: Path) -> None:
    check(tmp_path, name, partial(with_blocks, count=300))


def test_damaged_fingerprint_changes_no_model(tmp_path: Path) -> None:
    read = model(tmp_path)
    whole, path = read(), tmp_path / "fingerprint.pb"
    for _, content in damaged(path.read_bytes(), 5):
        path.write_bytes(content)
        assert read() == whole
        try:
            tf.saved_model.experimental.read_fingerprint(str(tmp_path))
        except tf.errors.DataLossError:
            continue
