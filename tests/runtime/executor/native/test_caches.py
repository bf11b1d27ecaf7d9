"""Compiled code is shared in memory, and kept on disk where that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.executor.native import engine
from tests.runtime.executor.native.regions import code_of, graph_of

X = np.arange(5, dtype=np.float32)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was compiled yet."""
    monkeypatch.setattr(engine, "_LINKED", {})


def result_of(op: str) -> Any:
    code = code_of(graph_of(op, [X]), [X])
    return code(X)[1][0]


def test_equal_regions_share_code(fresh: None) -> None:
    first, second = (code_of(graph_of("Exp", [X]), [X]).code for _ in range(2))
    assert first is second


def test_code_is_kept_on_disk(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", str(tmp_path))
    expected = result_of("Tanh")
    (file,) = tmp_path.glob("*.o")
    engine._LINKED.clear()
    monkeypatch.setattr(engine._Engine, "object_code", None)
    np.testing.assert_array_equal(result_of("Tanh"), expected)
    assert file.exists()


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign", "empty"])
def test_damaged_files_count_as_missing(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", str(tmp_path))
    expected = result_of("Sigmoid")
    (file,) = tmp_path.glob("*.o")
    content = file.read_bytes()
    middle = len(content) // 2
    damaged = {
        "cut": content[:middle],
        "changed": content[:middle] + b"\0\1\2" + content[middle + 3 :],
        "foreign": b"something else",
        "empty": b"",
    }[damage]
    file.write_bytes(damaged)
    engine._LINKED.clear()
    np.testing.assert_array_equal(result_of("Sigmoid"), expected)
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_passed_over(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", str(file / "folder"))
    np.testing.assert_allclose(result_of("Exp"), np.exp(X), rtol=1e-6)
