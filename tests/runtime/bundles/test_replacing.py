"""A checkpoint in the place of another one: at each step one of the two is there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from runtime.bundles.bundle_writer import SavedTensor, write_shards
from tests.tensorflow_process import TensorFlowProcess

READ = """
result = []
for path in paths:
    reader = tf.train.load_checkpoint(path)
    keys = reader.get_variable_to_shape_map()
    result.append([reader.get_tensor(key)[0] for key in keys])
"""


def write(prefix: Path, value: float, shards: int) -> None:
    """A tensor in each of so many files, all of one value."""
    write_shards(
        str(prefix),
        [
            [SavedTensor(f"x{shard}", dtypes.float32, np.full(50, value, "f4"))]
            for shard in range(shards)
        ],
    )


def values(prefix: Path | str) -> set[float]:
    reader = tf.train.load_checkpoint(str(prefix))
    return {
        float(each)
        for key in reader.get_variable_to_shape_map()
        for each in reader.get_tensor(key)
    }


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Copies of the folder from before each call that changes its names."""
    found: list[Path] = []
    numbers = count()
    folder = tmp_path / "now"
    folder.mkdir()

    def noting(real: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*args: Any, **options: Any) -> Any:
            copy = tmp_path / f"step{next(numbers)}"
            shutil.copytree(folder, copy, symlinks=True)
            found.append(copy)
            return real(*args, **options)

        return changed

    for name in ("link", "replace", "unlink"):
        monkeypatch.setattr(os, name, noting(getattr(os, name)))
    yield found
    monkeypatch.undo()


COUNTS = [(1, 1), (3, 3), (1, 3), (3, 1), (2, 1), (1, 2)]


@pytest.mark.parametrize(("before", "after"), COUNTS)
def test_each_step_has_the_old_tensors_or_the_new(
    before: int, after: int, steps: list[Path], tmp_path: Path
) -> None:
    one = tmp_path / "now" / "one"
    write(one, 1.0, before)
    steps.clear()
    write(one, 2.0, after)
    found = [values(each / "one") for each in steps]
    assert found[0] == {1.0}
    assert values(one) == {2.0}
    turn = found.index({2.0}) if {2.0} in found else len(found)
    assert found == [{1.0}] * turn + [{2.0}] * (len(found) - turn)
    # whatever was cut off there, the next is written as if nothing had been
    for each in [*steps]:
        write(each / "one", 3.0, after)
        assert values(each / "one") == {3.0}
        if before == after:
            assert len([*each.glob("one.data-*")]) == after


@pytest.mark.parametrize("shards", [1, 2])
def test_nothing_of_the_way_is_left(shards: int, tmp_path: Path) -> None:
    write(tmp_path / "one", 1.0, shards)
    alone = sorted(each.name for each in tmp_path.iterdir())
    write(tmp_path / "one", 2.0, shards)
    assert sorted(each.name for each in tmp_path.iterdir()) == alone


def test_data_files_that_no_index_names_go(tmp_path: Path) -> None:
    write(tmp_path / "one", 1.0, 3)
    write(tmp_path / "one", 2.0, 1)
    names = sorted(each.name for each in tmp_path.iterdir())
    assert names == ["one.data-00000-of-00001", "one.index"]


def test_a_disk_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*args: Any, **options: Any) -> None:
        raise PermissionError("no links here")

    write(tmp_path / "one", 1.0, 2)
    monkeypatch.setattr(os, "link", link)
    write(tmp_path / "one", 2.0, 2)
    assert values(tmp_path / "one") == {2.0}
    assert len([*tmp_path.iterdir()]) == 3


def test_a_reader_keeps_what_it_opened(tmp_path: Path) -> None:
    write(tmp_path / "one", 1.0, 3)
    reader = tf.train.load_checkpoint(str(tmp_path / "one"))
    write(tmp_path / "one", 2.0, 3)
    assert {float(reader.get_tensor(f"x{shard}")[0]) for shard in range(3)} == {1.0}


def test_tensorflow_reads_each_step(
    steps: list[Path], tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    one = tmp_path / "now" / "one"
    write(one, 1.0, 2)
    steps.clear()
    write(one, 2.0, 2)
    found = tensorflow_python.run(READ, paths=[str(each / "one") for each in steps])
    assert {*map(tuple, found)} == {(1.0, 1.0), (2.0, 2.0)}
