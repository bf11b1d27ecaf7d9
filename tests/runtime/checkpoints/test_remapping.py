"""Rows of a checkpoint for another vocabulary, and the files and places refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf


def test_vocabularies_are_remapped(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    new.write_text("a\nb\nc\nd\n")
    old.write_text("c\nx\na\nq\n")
    remap = tf.raw_ops.GenerateVocabRemapping
    files = {"new_vocab_file": str(new), "old_vocab_file": str(old)}
    places, count = remap(**files, new_vocab_offset=0, num_new_vocab=3)
    assert (places.numpy().tolist(), count.numpy()) == ([2, -1, 0], 2)
    places, count = remap(
        **files, new_vocab_offset=1, num_new_vocab=3, old_vocab_size=2
    )
    assert (places.numpy().tolist(), count.numpy()) == ([-1, 0, -1], 1)
    with pytest.raises(tf.errors.InvalidArgumentError):
        remap(**files, new_vocab_offset=2, num_new_vocab=3)


def test_a_matrix_of_a_checkpoint_is_remapped(tmp_path: Path) -> None:
    path = str(tmp_path / "saved")
    matrix = tf.reshape(tf.range(12.0), [4, 3])
    tf.raw_ops.SaveV2(
        prefix=path, tensor_names=["m"], shape_and_slices=[""], tensors=[matrix]
    )
    given = {
        "ckpt_path": path,
        "old_tensor_name": "m",
        "row_remapping": np.array([2, -1, 0]),
        "col_remapping": np.array([1, 0]),
        "initializing_values": [9.0, 8.0],
        "num_rows": 3,
        "num_cols": 2,
    }
    load = tf.raw_ops.LoadAndRemapMatrix
    assert load(**given).numpy().tolist() == [[7, 6], [9, 8], [1, 0]]
    with pytest.raises(tf.errors.InvalidArgumentError):
        load(**{**given, "initializing_values": [1.0]})
    twice = {"row_remapping": np.array([2, 2, 0]), "initializing_values": []}
    with pytest.raises(tf.errors.UnimplementedError):
        load(**{**given, **twice})


def remapped(
    folder: Path, new: bytes, old: bytes, first: int = 0, size: int = -1
) -> list[int]:
    """The old lines of two words."""
    (folder / "new").write_bytes(new)
    (folder / "old").write_bytes(old)
    places, count = tf.raw_ops.GenerateVocabRemapping(
        new_vocab_file=str(folder / "new"),
        old_vocab_file=str(folder / "old"),
        new_vocab_offset=first,
        num_new_vocab=2,
        old_vocab_size=size,
    )
    found: list[int] = places.numpy().tolist()
    assert count.numpy() == sum(each >= 0 for each in found)
    return found


@pytest.mark.parametrize(
    ("new", "old", "wanted"),
    [
        (b"a\r\nb\r\n", b"b\na\n", [1, 0]),
        (b"a\nb", b"b\na", [1, 0]),
        (b"a\rb\nc\n", b"c\nab\na\n", [-1, 0]),
        (b"a\rb\nc\n", b"c\na\rb\na\n", [1, 0]),
        (b"a\x0cb\nc\x0b\n", b"c\x0b\na\x0cb\n", [1, 0]),
        (b"a\na\n", b"b\na\n", [1, 1]),
        (b"a \n b\n", b"b\na \n", [1, -1]),
    ],
)
def test_words_are_whole_lines(
    tmp_path: Path, new: bytes, old: bytes, wanted: list[int]
) -> None:
    assert remapped(tmp_path, new, old) == wanted


@pytest.mark.parametrize(
    ("new", "old", "size", "kind", "text"),
    [
        (b"a\n\nb\n", b"a\n", -1, tf.errors.InvalidArgumentError, "Line 1 of .*new"),
        (b"a\nb\n", b"\na\n", -1, tf.errors.InvalidArgumentError, "Line 0 of .*old"),
        (b"a\nb\n", b"a\nb\n", 5, tf.errors.InvalidArgumentError, "vocab_size"),
        (b"a\nb\n", b"a\nb\na\n", -1, tf.errors.FailedPreconditionError, "0 and 2"),
    ],
)
def test_files_that_are_no_vocabularies_are_refused(
    tmp_path: Path, new: bytes, old: bytes, size: int, kind: Any, text: str
) -> None:
    with pytest.raises(kind, match=text):
        remapped(tmp_path, new, old, size=size)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.NotFoundError, match="absent"):
        tf.raw_ops.GenerateVocabRemapping(
            new_vocab_file=str(tmp_path / "absent"),
            old_vocab_file=str(tmp_path / "absent"),
            new_vocab_offset=0,
            num_new_vocab=1,
        )


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A checkpoint with a matrix, one without rows, a vector and integers."""
    path = str(tmp_path_factory.mktemp("remapping") / "saved")
    matrix = tf.reshape(tf.range(12.0), [4, 3])
    tensors = [matrix, tf.zeros([0, 3]), tf.range(3.0), tf.ones([2, 3], tf.int32)]
    tf.raw_ops.SaveV2(
        prefix=path,
        tensor_names=["matrix", "empty", "vector", "integers"],
        shape_and_slices=[""] * 4,
        tensors=tensors,
    )
    return path


def loaded(path: str, rows: Any, columns: Any, initial: Any, **options: Any) -> Any:
    given = {"num_rows": 1, "num_cols": 3, "old_tensor_name": "matrix", **options}
    return tf.raw_ops.LoadAndRemapMatrix(
        ckpt_path=path,
        row_remapping=np.asarray(rows, np.int64),
        col_remapping=np.asarray(columns, np.int64),
        initializing_values=np.asarray(initial, np.float32),
        **given,
    ).numpy()


def test_each_negative_place_is_filled(checkpoint: str) -> None:
    found = loaded(checkpoint, [-5], [], [7, 8, 9])
    assert found.tolist() == [[7, 8, 9]]
    found = loaded(checkpoint, [0], [1, -9, 0], [5])
    assert found.tolist() == [[1, 5, 0]]
    found = loaded(checkpoint, [-1], [], [1, 2, 3], old_tensor_name="empty")
    assert found.tolist() == [[1, 2, 3]]
    assert loaded(checkpoint, [], [], [], num_rows=0).shape == (0, 3)


@pytest.mark.parametrize(
    ("rows", "columns", "initial", "options", "text"),
    [
        ([9], [], [], {}, "no place 9"),
        ([0], [0, 1, 3], [], {}, "no place 3"),
        ([0], [], [], {"old_tensor_name": "empty"}, "no place 0"),
        ([0], [], [], {"num_cols": 2}, "has 3 columns, and not 2"),
        ([0, 1], [], [], {}, "Size of row_remapping"),
        ([[0]], [], [], {}, "Size of row_remapping"),
        ([0], [0], [], {}, "Size of col_remapping"),
        ([0], [[0, 1, 2]], [], {}, "Size of col_remapping"),
        ([0], 0, [], {}, "Size of col_remapping"),
        ([-1], [], [1, 2, 3, 4], {}, "4 vs 3"),
        ([0], [], [], {"old_tensor_name": "vector"}, "rank 2"),
        ([0], [], [], {"old_tensor_name": "integers"}, "int32"),
    ],
)
def test_places_that_the_matrix_has_not_are_refused(
    checkpoint: str, rows: Any, columns: Any, initial: Any, options: Any, text: str
) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        loaded(checkpoint, rows, columns, initial, **options)


def test_a_name_of_any_bytes_is_looked_for(checkpoint: str) -> None:
    with pytest.raises(tf.errors.NotFoundError, match="not found"):
        loaded(checkpoint, [0], [], [], old_tensor_name=b"\xff\xfe")
