"""Every element-wise op that native code covers gives what its kernel gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from graphir.ops.contract.registry import lookup
from runtime.native.functions.operations import OPERATIONS
from runtime.native.llvm.failures import Unsupported
from tests.runtime.native.small_regions import (
    graph_of,
    run_by_default,
    run_natively,
)

EXTRA = ["Pow", "LeakyRelu", "LeakyReluGrad", "Selu", "SeluGrad", "SelectV2", "BiasAdd"]
DIVISIONS = [
    "Div",
    "FloorDiv",
    "FloorMod",
    "TruncateDiv",
    "TruncateMod",
    "Mod",
    "RealDiv",
]
INTEGERS = [f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)]
DTYPES = ["float32", "float64", "bool", *INTEGERS]

ARITY = {"ClipByValue": 3, "SelectV2": 3}

# Units in the last place between native code and NumPy: what both are off by.
CLOSE = {
    "Cos": 2,
    "Elu": 4,
    "Erf": 12,
    "Erfc": 12,
    "Exp": 4,
    "Expm1": 4,
    "Log": 4,
    "Log1p": 4,
    "Pow": 4,
    "Selu": 6,
    "Sigmoid": 6,
    "Sin": 2,
    "Softplus": 6,
    "SoftplusGrad": 6,
    "Tanh": 5,
    "Xlog1py": 5,
    "Xlogy": 5,
}
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-40, 3e38, -2.5, 0.5]


def values(dtype: str, shape: tuple[int, ...], seed: int) -> Any:
    """Random numbers, and those at the ends of the type."""
    random = np.random.default_rng([seed, *dtype.encode()])
    size = int(np.prod(shape))
    kind = np.dtype(dtype)
    if kind.kind == "f":
        found = random.standard_normal(size) * random.choice([0.1, 1, 20], size)
        special = np.array(SPECIAL)
        where = random.integers(0, 4, size) == 0
        found = np.where(where, special[random.integers(0, len(special), size)], found)
    elif kind.kind == "b":
        found = random.integers(0, 2, size)
    else:
        limits = np.iinfo(kind)
        ends = np.array([limits.min, limits.max, 0, 1], kind)
        small = random.integers(max(-9, limits.min), 10, size)
        where = random.integers(0, 4, size) == 0
        found = np.where(where, ends[random.integers(0, 4, size)], small.astype(kind))
    return found.astype(kind).reshape(shape)


def assert_close(result: Any, expected: Any, units: int) -> None:
    """Equal, or for floats off by no more than so many units in the last place."""
    assert result.dtype == expected.dtype
    assert result.shape == np.shape(expected)
    if not units or result.dtype.kind != "f":
        np.testing.assert_array_equal(result, expected)
        return
    is_special = ~np.isfinite(expected) | ~np.isfinite(result)
    np.testing.assert_array_equal(result[is_special], expected[is_special])
    with np.errstate(all="ignore"):
        spacing = np.spacing(np.abs(np.where(is_special, 1, expected)))
        error = np.abs(np.where(is_special, 0, result - expected)) / spacing
    assert error.max(initial=0) <= units


def shapes_for(count: int) -> list[list[tuple[int, ...]]]:
    """Shapes of the operands: alike, broadcast, odd, empty, single numbers."""
    if count == 1:
        return [[(37,)], [()], [(0,)], [(3, 5)]]
    same = [[shape] * count for shape in [(37,), (), (2, 0, 3)]]
    mixed = [[(3, 1), (17,), (17,)], [(), (5,), ()], [(4, 3), (), (3,)]]
    return same + [each[:count] for each in mixed]


@pytest.mark.parametrize("op", sorted({*OPERATIONS, *EXTRA, *DIVISIONS}))
def test_native_code_is_the_kernel(op: str) -> None:
    """For every dtype that both take, on shapes of every sort."""
    count = ARITY.get(op, len(lookup(op).declared().inputs))
    ran = 0
    every = shapes_for(count)
    for index, dtype in enumerate(DTYPES):
        # the main dtypes on all shapes, the others on one each
        chosen = every if index in (0, 3) else [every[index % len(every)]]
        ran += sum(check_shapes(op, dtype, shapes, count) for shapes in chosen)
    assert ran


def check_shapes(
    op: str, dtype: str, shapes: list[tuple[int, ...]], count: int
) -> bool:
    """Whether native code covers the op for these."""
    if op == "BiasAdd" or (op.endswith("Grad") and len(set(shapes)) > 1):
        shapes = [(4, 3), (3,)] if op == "BiasAdd" else [shapes[0]] * count
    arrays = [values(dtype, shape, i) for i, shape in enumerate(shapes)]
    return check(op, arrays)


def check(op: str, arrays: list[Any]) -> bool:
    """Runs one call both ways; whether native code covers it."""
    dtype = arrays[0].dtype
    if op == "SelectV2":
        arrays[0] = arrays[0].astype(bool)
    if op in DIVISIONS and dtype.kind in "iu":
        arrays[1] = np.where(arrays[1] == 0, dtype.type(3), arrays[1])
    if op == "ClipByValue":
        arrays = [arrays[0], dtype.type(0), dtype.type(1)]
    try:
        graph = graph_of(op, arrays)
    except (TypeError, ValueError):
        return False
    try:
        results = run_natively(graph, *arrays)
    except Unsupported:
        return False
    expected = run_by_default(graph, *arrays)
    assert_close(results[0], np.asarray(expected[0]), CLOSE.get(op, 0))
    return True
