"""Folders that `save` and `snapshot` write: TensorFlow's format, read both ways."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

Dataset = tf.data.Dataset


RECORDED = json.loads((Path(__file__).parents[1] / "saved_folders.json").read_text())


def elements(dataset: Any) -> list[Any]:
    return [np.asarray(x).tolist() for x in dataset.as_numpy_iterator()]


@pytest.mark.parametrize("compression", [None, "GZIP", "SNAPPY"])
def test_what_is_saved_is_loaded(tmp_path: Path, compression: Any) -> None:
    """Records larger than a block of Snappy, too."""
    rows = np.arange(3 * 50_000, dtype=np.float32).reshape(3, 50_000)
    given = Dataset.from_tensor_slices({"row": rows, "name": ["a", "", "ccc"]})
    path = str(tmp_path / "saved")
    given.save(path, compression=compression, shard_func=lambda x: np.int64(5))
    assert [each.name for each in Path(path).glob("*/*.shard")] == ["00000005.shard"]
    found = Dataset.load(path, compression=compression)
    assert found.element_spec == given.element_spec
    for one, two in zip(found, given, strict=True):
        assert one["name"] == two["name"]
        np.testing.assert_array_equal(one["row"], two["row"])


def test_files_have_the_bytes_of_tensorflow(tmp_path: Path) -> None:
    """A record for each number, in two shards; the spec of the elements."""
    path = tmp_path / "saved"
    Dataset.range(7).save(str(path), shard_func=lambda x: x % 2)
    for name, content in RECORDED.items():
        folder, _, rest = name.partition("/")
        if folder != "shard" or rest == "snapshot.metadata":
            continue
        pattern = rest if rest.endswith(".pb") else "*/" + rest.partition("/")[2]
        (found,) = path.glob(pattern)
        assert found.read_bytes() == base64.b64decode(content)


@pytest.mark.parametrize("shard_func", [lambda x: "a", lambda x: tf.constant(0)])
def test_a_shard_is_a_scalar_int64(tmp_path: Path, shard_func: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="scalar int64"):
        Dataset.range(5).save(str(tmp_path / "saved"), shard_func=shard_func)


def test_a_save_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = str(tmp_path / "saved")
    Dataset.range(3).save(path)
    failing = Dataset.range(3).map(lambda x: 6 // (x - 2))
    with pytest.raises(tf.errors.InvalidArgumentError):
        failing.save(path)
    assert elements(Dataset.load(path)) == [0, 1, 2]
    assert not list(tmp_path.rglob("*.partial"))


# --- snapshots


def counted() -> tuple[Any, list[int]]:
    calls: list[int] = []

    def noted(x: Any) -> Any:
        calls.append(int(x))
        return x

    made = Dataset.range(7).map(lambda x: tf.py_function(noted, [x], tf.int64))
    return made.map(lambda x: tf.ensure_shape(x, [])), calls


KILLED = """
import os, signal, sys
import runtime as tf

def write(x):
    if int(x) == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return x

numbers = tf.data.Dataset.range(9).map(lambda x: tf.py_function(write, [x], tf.int64))
numbers = numbers.map(lambda x: tf.ensure_shape(x, []))
how, path = sys.argv[1:]
if how == "save":
    numbers.save(path)
elif how == "snapshot":
    list(numbers.snapshot(path))
else:
    list(numbers.cache(os.path.join(path, "kept")))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
@pytest.mark.parametrize("how", ["save", "snapshot", "cache"])
def test_a_write_that_is_killed_is_found_incomplete(tmp_path: Path, how: str) -> None:
    """And made anew."""
    command = [sys.executable, "-c", KILLED, how, str(tmp_path)]
    done = subprocess.run(command, timeout=300, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert any(tmp_path.rglob("*")), "nothing was begun"
    if how == "save":
        with pytest.raises(tf.errors.NotFoundError, match="incomplete"):
            Dataset.load(str(tmp_path))
        Dataset.range(3).save(str(tmp_path))
        assert elements(Dataset.load(str(tmp_path))) == [0, 1, 2]
        return
    source, calls = counted()
    name = str(tmp_path) if how == "snapshot" else os.path.join(tmp_path, "kept")
    kept = source.snapshot(name) if how == "snapshot" else source.cache(name)
    assert elements(kept) == elements(kept) == list(range(7))
    assert calls == list(range(7))
