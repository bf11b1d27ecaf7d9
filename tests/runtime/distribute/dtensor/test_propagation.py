"""Layouts of an op's results, found by its shape rule: sizes, and axes by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.shapes import Shape
from runtime.distribute.dtensor.propagation import Argument, known_sizes, results_of

U = "unsharded"


def laid(sizes: tuple[int, ...], *specs: str) -> Argument:
    return Argument(dtypes.float32, sizes, specs)


def listed(*sizes: int) -> Argument:
    return Argument(dtypes.int32, (len(sizes),), (U,), sizes)


ROWS, COLUMNS, BOTH = (
    laid((4, 6), *specs) for specs in (("x", U), (U, "y"), ("x", "y"))
)
WHOLE, LINE = laid((4, 6), U, U), laid((6,), "y")


@pytest.mark.parametrize(
    ("op", "arguments", "attrs", "expected"),
    [
        ("Relu", [BOTH], {}, ((4, 6), ("x", "y"))),
        ("AddV2", [ROWS, COLUMNS], {}, ((4, 6), ("x", "y"))),
        ("AddV2", [ROWS, WHOLE], {}, ((4, 6), ("x", U))),
        ("AddV2", [WHOLE, LINE], {}, ((4, 6), (U, "y"))),
        ("MatMul", [ROWS, laid((6, 8), U, "y")], {}, ((4, 8), ("x", "y"))),
        # the axis that is summed over is in no result
        ("MatMul", [COLUMNS, laid((6, 8), "y", U)], {}, ((4, 8), (U, U))),
        ("MatMul", [WHOLE, laid((6, 8), "y", U)], {}, ((4, 8), (U, U))),
        # one axis of the mesh divides one axis of a tensor
        ("MatMul", [ROWS, ROWS], {"transpose_b": True}, ((4, 4), (U, U))),
        ("Softmax", [ROWS], {}, ((4, 6), ("x", U))),
        ("L2Loss", [BOTH], {}, ((), ())),
    ],
)
def test_results_are_divided_as_the_arguments_are(
    op: str, arguments: Any, attrs: Any, expected: Any
) -> None:
    assert results_of(op, arguments, [None] * len(arguments), attrs) == [expected]


def test_transposed_axes_follow_the_permutation() -> None:
    order = Argument(dtypes.int32, (2,), (U,), (1, 0))
    found = results_of("Transpose", [BOTH, order], [None, np.int32([1, 0])], {})
    assert found == [((6, 4), ("y", "x"))]


@pytest.mark.parametrize(
    ("argument", "sizes", "expected"),
    [
        (ROWS, (4, 3, 2), ((4, 3, 2), ("x", U, U))),
        (ROWS, (-1, 6), ((4, 6), ("x", U))),
        (laid((4, 3, 2), "x", U, U), (4, 6), ((4, 6), ("x", U))),
    ],
)
def test_told_sizes_grow_with_the_axis(
    argument: Argument, sizes: Any, expected: Any
) -> None:
    values = [None, np.int32(sizes)]
    assert results_of("Reshape", [argument, listed(*sizes)], values, {}) == [expected]


def test_each_result_has_its_axes() -> None:
    found = results_of("Unpack", [BOTH], [None], {"num": 4, "axis": 0})
    assert found == [((6,), ("y",))] * 4


def test_a_variable_s_handle_is_divided_as_its_value() -> None:
    handle = Argument(dtypes.resource, (), ("x", U), None, ((dtypes.float32, (4, 6)),))
    assert handle.axes() == (4, 6)
    found = results_of("ReadVariableOp", [handle], [None], {"dtype": dtypes.float32})
    assert found == [((4, 6), ("x", U))]


def test_arguments_that_the_op_refuses_have_no_results() -> None:
    assert results_of("MatMul", [ROWS, ROWS], [None, None], {}) == []


def test_sizes_are_known_all_or_none() -> None:
    assert known_sizes(Shape([2, 3])) == (2, 3)
    assert known_sizes(Shape([])) == ()
    assert known_sizes(Shape([2, None])) is None
    assert known_sizes(Shape(None)) is None
