"""Functions that are dropped leave nothing behind: no origins, no texts of files."""

from __future__ import annotations

import gc
import linecache
import weakref
from pathlib import Path
from typing import Any

import runtime as tf
from autograph.syntax import source
from runtime.tracing import origins

TEXT = """
def step_{number}(x):
    total = x
    for i in tf.range(3):
        if total > {number}.0:
            total = total * 2.0
    return total
"""


def defined(folder: Path, number: int) -> Any:
    path = folder / f"module_{number}.py"
    path.write_text(TEXT.format(number=number))
    names: dict[str, Any] = {"tf": tf}
    exec(compile(path.read_text(), str(path), "exec"), names)
    return names[f"step_{number}"]


def test_code_and_origins_go_with_the_function(tmp_path: Path) -> None:
    tf.function(defined(tmp_path, 0))(tf.constant(1.0))
    gc.collect()
    before = len(origins._INTERNED)
    codes = []
    for number in range(1, 6):
        function = defined(tmp_path, number)
        codes.append(weakref.ref(function.__code__))
        assert tf.function(function)(tf.constant(7.0)) == 56.0
        del function
    gc.collect()
    assert [each() for each in codes] == [None] * 5
    assert len(origins._INTERNED) <= before


def test_texts_of_files_are_kept_up_to_a_number(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(source, "_MOST_FILES", 3)
    monkeypatch.setattr(source, "_READ", {})
    known = {each for each in linecache.cache if not each.startswith("<")}
    for number in range(8):
        tf.function(defined(tmp_path, number))(tf.constant(1.0))
    kept = [each for each in linecache.cache if each.startswith(str(tmp_path))]
    assert len(kept) <= 3
    assert known <= set(linecache.cache)


def test_a_file_that_was_forgotten_is_read_again(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(source, "_MOST_FILES", 1)
    monkeypatch.setattr(source, "_READ", {})
    first = defined(tmp_path, 1)
    tf.function(first)(tf.constant(1.0))
    tf.function(defined(tmp_path, 2))(tf.constant(1.0))
    assert tf.function(first)(tf.constant([1.0])[0]) == 1.0
