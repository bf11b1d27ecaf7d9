"""Checkpoints edited and compared by their tensors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir import dtypes
from runtime.checkpoints.editing import (
    Edits,
    TensorDifference,
    damaged_tensors,
    differences,
    object_tree,
    write_edited,
)

VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"


@pytest.fixture
def prefix(tmp_path: Path) -> str:
    saved = tf.train.Checkpoint(a=tf.Variable([1.0, 2.0]), b=tf.Variable(3))
    path: str = saved.write(str(tmp_path / "one"))
    return path


def restored(prefix: str, **objects: Any) -> list[Any]:
    tf.train.Checkpoint(**objects).read(prefix).expect_partial()
    return [each.numpy().tolist() for each in objects.values()]


def test_a_renamed_and_cast_tensor_is_found_by_its_object(
    prefix: str, tmp_path: Path
) -> None:
    target = str(tmp_path / "folder" / "two")
    edits = Edits({f"a{VALUE}": "first"}, {f"a{VALUE}": dtypes.float64})
    assert write_edited(prefix, target, edits) == 3
    wide = tf.Variable([0.0, 0.0], dtype=tf.float64)
    assert restored(target, a=wide, b=tf.Variable(0)) == [[1.0, 2.0], 3]
    assert tf.train.load_checkpoint(target).has_tensor("first")


def test_what_is_left_out_stays_as_it_is(prefix: str, tmp_path: Path) -> None:
    target = str(tmp_path / "two")
    assert write_edited(prefix, target, Edits(left_out=frozenset([f"b{VALUE}"]))) == 2
    assert restored(target, a=tf.Variable([0.0, 0.0]), b=tf.Variable(7))[1] == 7
    assert list(differences(prefix, target)) == [
        TensorDifference(f"b{VALUE}", "only in the first")
    ]


@pytest.mark.parametrize(
    ("edits", "told"),
    [
        (Edits({"c": "d"}), "There is no tensor 'c'"),
        (Edits({f"a{VALUE}": f"b{VALUE}"}), "Two tensors would be called 'b/"),
        (Edits(cast={f"a{VALUE}": dtypes.string}), "cannot be cast from float32 to st"),
    ],
)
def test_refused_edits(prefix: str, tmp_path: Path, edits: Edits, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        write_edited(prefix, str(tmp_path / "two"), edits)


def test_differences_are_counted_and_measured(prefix: str, tmp_path: Path) -> None:
    other = tf.train.Checkpoint(a=tf.Variable([1.0, 2.5]), b=tf.Variable([3]))
    found = differences(prefix, other.write(str(tmp_path / "other")))
    assert list(found) == [
        TensorDifference(f"a{VALUE}", "1 of 2 elements", 0.5),
        TensorDifference(f"b{VALUE}", "shape [] -> [1]"),
    ]


def test_a_damaged_tensor_is_named(prefix: str) -> None:
    assert damaged_tensors(prefix) == {}
    data = Path(f"{prefix}.data-00000-of-00001")
    content = bytearray(data.read_bytes())
    content[0] ^= 1
    data.write_bytes(content)
    assert list(damaged_tensors(prefix)) == [f"a{VALUE}"]


def test_objects_are_shown_once_and_children_after_their_parents(prefix: str) -> None:
    rows: list[tuple[int, str, bool]] = []
    assert object_tree(prefix, lambda *row: rows.append((*row[:2], row[2] is None)))
    assert rows[0] == (0, "root", False)
    assert {(1, "a", False), (1, "b", False)} <= set(rows)
