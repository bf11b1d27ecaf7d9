"""Tables filled from text files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf

INDEX = tf.lookup.TextFileIndex
LINES = [b"a", b"b", b"c"]


def exported(initializer: Any, default: Any) -> dict[Any, Any]:
    keys, values = tf.lookup.StaticHashTable(initializer, default).export()
    return dict(zip(keys.numpy().tolist(), values.numpy().tolist()))


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "words.txt"
    file.write_bytes(b"\n".join(LINES) + b"\n")
    return str(file)


@pytest.mark.parametrize("offset", [0, 1, -1, 10])
def test_offset_is_added_to_line_numbers_as_values(path: str, offset: int) -> None:
    words = tf.string, INDEX.WHOLE_LINE, tf.int64, INDEX.LINE_NUMBER
    file = tf.lookup.TextFileInitializer(path, *words, value_index_offset=offset)
    expected = {word: place + offset for place, word in enumerate(LINES)}
    assert exported(file, -1) == expected


@pytest.mark.parametrize("offset", [0, 1, -1, 10])
def test_offset_is_added_to_line_numbers_as_keys(path: str, offset: int) -> None:
    words = tf.int64, INDEX.LINE_NUMBER, tf.string, INDEX.WHOLE_LINE
    file = tf.lookup.TextFileInitializer(path, *words, value_index_offset=offset)
    expected = {place + offset: word for place, word in enumerate(LINES)}
    assert exported(file, "?") == expected


def test_offset_leaves_the_number_of_lines_alone(path: str) -> None:
    words = tf.string, INDEX.WHOLE_LINE, tf.int64, INDEX.LINE_NUMBER
    file = tf.lookup.TextFileInitializer(
        path, *words, vocab_size=3, value_index_offset=5
    )
    assert exported(file, -1) == {b"a": 5, b"b": 6, b"c": 7}
