"""Running sums and products are those of NumPy, bit by bit."""

from __future__ import annotations

import numpy as np
import pytest

from tests.runtime.native.small_regions import (
    graph_of,
    run_by_default,
    run_natively,
)

pytest.importorskip("llvmlite")


@pytest.mark.parametrize("op", ["Cumsum", "Cumprod"])
@pytest.mark.parametrize("axis", [-1, 0])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint32"])
def test_running_totals(op: str, axis: int, dtype: str) -> None:
    """Bit for bit: they are added in the same order."""
    random = np.random.default_rng(2)
    for shape in [(7,), (5, 3, 37)]:
        x = (random.standard_normal(shape) * 3).astype(dtype)
        if x.dtype.kind == "f":
            x.flat[::5] = -0.0
        for exclusive in (False, True):
            for reverse in (False, True):
                ways = {"exclusive": exclusive, "reverse": reverse}
                graph = graph_of(op, [x, np.int32(axis)], (1,), **ways)
                (result,), (expected,) = (
                    run_natively(graph, x),
                    run_by_default(graph, x),
                )
                assert result.tobytes() == np.ascontiguousarray(expected).tobytes()
