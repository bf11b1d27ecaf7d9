"""Fusion across reductions of the last axis, run over blocks of rows.

An example is a layer norm: means of rows, and element-wise operations on rows, on one
number per row and on one number per column. All operations run on a block of rows while
the block is in the cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphir.compute.array_pool import new_array
from graphir.node import Node
from runtime.executor.planning.blocks import (
    BLOCKWISE,
    LEAST_SIZE,
    Run,
    add_run,
    is_plain,
)
from runtime.executor.planning.plan import Plan

REDUCTIONS: Final[dict[str, Callable[[Any], Any]]] = {
    "Max": lambda rows: np.maximum.reduce(rows, 1, keepdims=True),
    "Mean": lambda rows: (
        np.add.reduce(rows, 1, keepdims=True) / rows.dtype.type(rows.shape[1])
    ),
    "Min": lambda rows: np.minimum.reduce(rows, 1, keepdims=True),
    "Prod": lambda rows: np.multiply.reduce(rows, 1, keepdims=True),
    "Sum": lambda rows: np.add.reduce(rows, 1, keepdims=True),
}
"""Op -> its reduction of the rows of a matrix, applicable to any block of rows."""
LONGEST_ROW: Final = 1 << 13
"""Longer rows leave no room in the cache for the other arrays of a block."""


def find_row_runs(plan: Plan, is_ufunc: Callable[[Node], bool]) -> dict[int, Run]:
    """Runs by rows, by their first step."""
    runs: dict[int, Run] = {}
    current = Run([])
    for index, node in enumerate(plan.steps):
        if node.op == "Const":
            continue
        shape = _row_shape(plan, node, is_ufunc)
        if current.steps and shape is not None and _continues(node, shape, current):
            current.steps.append(index)
            continue
        _add_row_run(plan, current, runs)
        current = Run([index] if shape else [], shape=shape)
    _add_row_run(plan, current, runs)
    return runs


def _row_shape(
    plan: Plan, node: Node, is_ufunc: Callable[[Node], bool]
) -> tuple[int, ...] | None:
    """The shape that a node iterates over by rows, or None if it cannot."""
    if len(node.outputs) != 1 or not node.inputs:
        return None
    value = node.inputs[0] if node.op in REDUCTIONS else node.output
    if not value.shape.is_fully_defined() or value.shape.rank in (0, 1):
        return None
    if not all(is_plain(each.dtype) for each in (value, *_arrays(node))):
        return None
    if value.dtype.size <= 2:  # which sums need a wider accumulator
        return None
    shape = tuple(value.shape.as_ints())
    if node.op in REDUCTIONS:
        return shape if _reduces_rows(plan, node, len(shape)) else None
    if not all(each.shape.is_fully_defined() for each in node.inputs):
        return None
    is_ufunc_call = node.has_trait("elementwise") and is_ufunc(node)
    return shape if is_ufunc_call or node.has_trait(BLOCKWISE) else None


def _arrays(node: Node) -> Sequence[Any]:
    return node.inputs[:1] if node.op in REDUCTIONS else node.inputs


def _reduces_rows(plan: Plan, node: Node, rank: int) -> bool:
    axes = plan.root(node.inputs[1]).constant_value()
    if axes is None or not node.attrs.get("keep_dims"):
        return False
    return [int(each) % rank for each in axes.reshape(-1)] == [rank - 1]


def _continues(node: Node, shape: tuple[int, ...], run: Run) -> bool:
    """Whether a node may join: each of its values is whole, a row's or every row's."""
    assert run.shape is not None
    whole, row = run.shape, (*run.shape[:-1], 1)
    if shape != whole and (shape != row or node.op in REDUCTIONS):
        return False
    kinds = ((), whole, row, whole[-1:])
    return all(tuple(each.shape.as_ints()) in kinds for each in _arrays(node))


def _add_row_run(plan: Plan, run: Run, runs: dict[int, Run]) -> None:
    if run.shape is None or math.prod(run.shape) < LEAST_SIZE:
        return
    first, *others = (plan.steps[index] for index in run.steps)
    if run.shape[-1] not in range(2, LONGEST_ROW):
        return
    if not _continues(first, run.shape, run):
        return
    if any(node.op in REDUCTIONS for node in (first, *others)):
        add_run(plan, run, runs)


def row_arrays(shapes: Sequence[tuple[int, ...]], *arrays: Any) -> list[Any] | None:
    """The arrays as matrices of rows; None unless contiguous and shaped so.

    >>> [each.shape for each in row_arrays([(2, 3, 4)], np.zeros((2, 3, 4)))]
    [(6, 4)]
    """
    for each, shape in zip(arrays, shapes, strict=True):
        # NumPy's scalars have a shape too, but are no arrays
        if getattr(each, "shape", None) != shape or not each.flags.c_contiguous:
            return None
    return [each.reshape(-1, each.shape[-1]) for each in arrays]


def row_result(array: Any, dtype: Any) -> Any:
    """An array with one number for each row of another, of any content."""
    return new_array((*array.shape[:-1], 1), dtype)
