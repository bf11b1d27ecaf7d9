"""Compiled code is shared in memory, and kept on disk where that is asked for."""

from __future__ import annotations

import ctypes
import gc
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.llvm import engine
from runtime.native.llvm.code_cache import Code, CodeCache
from tests.runtime.native.regions import code_of, graph_of

X = np.arange(5, dtype=np.float32)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was compiled yet."""
    monkeypatch.setattr(engine, "_LINKED", CodeCache())


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


def test_code_is_freed_with_its_functions(
    fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = CodeCache(kept_bytes=0)
    monkeypatch.setattr(engine, "_LINKED", cache)
    code = code_of(graph_of("Exp", [X]), [X])
    assert len(cache) == 1
    np.testing.assert_allclose(code(X)[1][0], np.exp(X), rtol=1e-6)
    del code
    gc.collect()
    assert len(cache) == 0


def test_code_that_nothing_uses_is_bounded_by_bytes() -> None:
    size = Code({}, None).bytes
    cache = CodeCache(kept_bytes=3 * size)
    used = Code({}, None)
    cache.add("used", used)
    for number in range(10):
        cache.add(str(number), Code({}, None))
    assert len(cache) == 4
    assert cache.find("9") is not None
    assert cache.find("used") is used
    assert cache.find("0") is None


@pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="memory is not told here"
)
def test_compiling_leaves_nothing_behind(fresh: None) -> None:
    text = "define i64 @entry(i64 %x) {{\n %y = add i64 %x, {}\n ret i64 %y\n}}\n"

    def compile_some(first: int) -> int:
        made = engine.engine()
        for number in range(first, first + 128):
            made.link(made.object_code(text.format(number)), ["entry"], ())
        gc.collect()
        pages = Path("/proc/self/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    before = compile_some(0)
    # 69 KB for each would be 8.8 MB
    assert compile_some(1000) - before < 2 << 20


def bytes_in_use() -> int:
    """What the C library has given out; to the byte, unlike pages."""
    gc.collect()
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = _Mallinfo
    return int(mallinfo().uordblks)


class _Mallinfo(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(ctypes.pythonapi, "gnu_get_libc_version")
    or not hasattr(ctypes.pythonapi, "mallinfo2"),
    reason="the C library does not tell its memory",
)
def test_what_a_compilation_leaves_is_llvmlites_pass_builder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_LINKED", CodeCache(kept_bytes=0))
    made = engine.engine()

    def make_builders(count: int) -> None:
        for _ in range(count):
            made._dispose(made._passes(0)[0])

    def compile_some(first: int, count: int) -> None:
        for number in range(first, first + count):

            def distinct(x: Any, number: int = number) -> Any:
                return tf.exp(x) * float(number) + tf.sin(x + float(number))

            tf.function(distinct, jit_compile=True)(tf.constant([1.0, 2.0]))

    count = 2 * engine._PER_LINKER
    compile_some(0, count)
    make_builders(10)
    before = bytes_in_use()
    make_builders(count)
    of_builders = bytes_in_use() - before
    before = bytes_in_use()
    compile_some(10_000, count)
    of_ours = bytes_in_use() - before - of_builders
    # 1,488 are llvmlite 0.50's; a context for all modules would keep 300 more
    assert of_builders <= 2048 * count
    assert of_ours <= 128 * count


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="memory is not told here"
)
def test_functions_compiled_and_dropped_leave_little_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_LINKED", CodeCache(kept_bytes=0))

    def compile_some(first: int, count: int) -> int:
        for number in range(first, first + count):

            def distinct(x: Any, number: int = number) -> Any:
                return tf.exp(x) * float(number) + tf.sin(x + float(number))

            tf.function(distinct, jit_compile=True)(tf.constant([1.0, 2.0]))
        gc.collect()
        pages = Path("/proc/self/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    before = compile_some(0, 48)
    # 184 KB for each would be 12 MB; 1.5 KB are left, by llvmlite
    assert compile_some(1000, 64) - before < 2 << 20
