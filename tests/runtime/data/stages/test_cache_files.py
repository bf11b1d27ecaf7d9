"""Elements cached in a file, once a pass is complete."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import runtime as tf


def counted(calls: list[int]) -> Any:
    def note(x: Any) -> Any:
        calls.append(int(x))
        return x

    made = tf.data.Dataset.range(4)
    return made.map(lambda x: tf.py_function(note, [x], tf.int64))


def test_a_whole_pass_writes_the_file_and_later_ones_read_it(tmp_path: Path) -> None:
    calls: list[int] = []
    name = str(tmp_path / "kept")
    for _ in range(2):
        assert [int(x) for x in counted(calls).cache(name)] == [0, 1, 2, 3]
    assert calls == [0, 1, 2, 3]
    assert Path(f"{name}.elements").exists()


def test_a_pass_in_part_leaves_no_file(tmp_path: Path) -> None:
    calls: list[int] = []
    cached = counted(calls).cache(str(tmp_path / "kept"))
    assert [int(x) for x in cached.take(2)] == [0, 1]
    assert list(tmp_path.iterdir()) == []
    assert [int(x) for x in cached] == [0, 1, 2, 3]
    assert calls == [0, 1, 0, 1, 2, 3]


def test_who_knows_the_number_need_not_ask_for_the_end(tmp_path: Path) -> None:
    cached = tf.data.Dataset.range(2).cache(str(tmp_path / "kept"))
    iterator = iter(cached)
    assert [int(next(iterator)), int(next(iterator))] == [0, 1]
    del iterator
    assert (tmp_path / "kept.elements").exists()


def test_a_restored_iterator_goes_on_in_the_file(tmp_path: Path) -> None:
    cached = tf.data.Dataset.range(5).cache(str(tmp_path / "kept"))
    assert len(list(cached)) == 5
    first = iter(cached)
    next(first), next(first)
    again = iter(cached)
    again._restore_from_tensors(first._serialize_to_tensors())
    assert [int(x) for x in again] == [2, 3, 4]
