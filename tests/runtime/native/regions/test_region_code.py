"""The code of a region: for one set of shapes, with a status beside its results."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from graphir.text.parser import parse_graph
from runtime.native.llvm.failures import MISMATCH, Unsupported
from runtime.native.regions.region import shapes_of
from runtime.native.regions.region_code import (
    LOCK_BYTES,
    code_text,
    generate,
    require_supported,
)
from tests.runtime.native.small_regions import code_of, region_of

SUM = "graph @g(%x: f32[?], %y: f32[?]) -> (%s, %x) { %s = AddV2(%x, %y) }"
X = np.float32([1, 2, 3])


@pytest.mark.parametrize("size", [1, 3, LOCK_BYTES])
def test_results_are_new_arrays(size: int) -> None:
    x = np.arange(size, dtype=np.float32)
    status, (total, same) = code_of(parse_graph(SUM), [x, x])(x, x)
    assert status == 0
    np.testing.assert_array_equal(total, x + x)
    np.testing.assert_array_equal(same, x)
    assert not np.shares_memory(same, x)


@pytest.mark.parametrize(
    "other",
    [X[:2], X.astype(np.float64), np.float32(1), X[::-1], X.tolist(), X[None]],
    ids=["size", "dtype", "number", "strides", "list", "rank"],
)
def test_other_arguments_are_a_mismatch(other) -> None:
    code = code_of(parse_graph(SUM), [X, X])
    status, _ = code(X, other)
    assert status == MISMATCH


def test_a_division_by_zero_has_the_status_of_its_place() -> None:
    graph = parse_graph("graph @g(%x: i32[2]) -> (%y) { %y = FloorDiv(%x, %x) }")
    code = code_of(graph, [np.int32([1, 0])])
    status, _ = code(np.int32([1, 0]))
    assert status == 1
    assert "division by zero" in str(code.sites.error(status))
    status, (quotient,) = code(np.int32([3, -4]))
    assert (status, quotient.tolist()) == (0, [1, 1])


def test_a_refusal_says_why() -> None:
    graph = parse_graph(
        "graph @g(%x: f32[3]) -> (%y) { %y = Unique(%x) : f32[?], i32[?] }"
    )
    with pytest.raises(Unsupported, match="op Unique is not covered"):
        require_supported(region_of(graph), shapes_of([X]))


def test_code_that_was_written_to_find_out_is_compiled_once() -> None:
    region = region_of(parse_graph(SUM))
    shapes = shapes_of([X, X])
    require_supported(region, shapes)
    assert shapes in region.written
    assert generate(region, shapes)(X, X)[0] == 0
    assert not region.written
    text = code_text(region, shapes, "llvm")
    assert "@run(" in text
    assert "fadd" in text
