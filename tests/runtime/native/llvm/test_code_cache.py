"""Compiled code in memory: shared, freed with its functions, bounded by bytes."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import numpy as np
import pytest

from runtime.native.llvm import engine
from runtime.native.llvm.code_cache import Code, CodeCache
from tests.runtime.native.small_regions import code_of, graph_of

X = np.arange(5, dtype=np.float32)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was compiled yet."""
    monkeypatch.setattr(engine, "_LINKED", CodeCache())


def test_equal_regions_share_code(fresh: None) -> None:
    first, second = (code_of(graph_of("Exp", [X]), [X]).code for _ in range(2))
    assert first is second


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
