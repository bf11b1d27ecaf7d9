"""Names of what a program's text refers to."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.errors import MissingKernelError
from graphir.text.parser import parse_graph
from runtime.executor.source.global_names import GlobalNames

GRAPH = parse_graph(
    """
    graph @g(%x: f32[2], %i: i32[2]) -> (%a) {
      %one = Const() {value = 1.5 : f32[]} : f32[]
      %same = Const() {value = 1.5 : f32[]} : f32[]
      %many = Const() {value = [1.5, 2.5] : f32[2]} : f32[2]
      %a = Exp(%x)
      %b = Exp(%a)
      %c = Neg(%i)
      %d = Neg(%x)
      %odd = Mystery(%x) : f32[2]
    }
    """
)


def node(name: str):
    return GRAPH.node(name)


def test_constants_of_one_number_are_scalars() -> None:
    names = GlobalNames()
    one, same, many = (names.constant(node(each)) for each in ("one", "same", "many"))
    assert len({one, same, many}) == 3
    scalar = names.scalar(one)
    assert names.scalar(same) == scalar
    assert names.namespace[scalar] == np.float32(1.5)
    assert names.scalar(many) == many
    assert names.scalar("x + y") == "x + y"


def test_equal_calls_share_a_kernel() -> None:
    names = GlobalNames()
    kernel = [names.kernel(node(each), {}, True) for each in "abcd"]
    assert kernel[0] == kernel[1]
    assert kernel[2] != kernel[0]
    assert callable(names.namespace[kernel[0]])


def test_a_missing_kernel_is_an_error_where_it_must_run() -> None:
    names = GlobalNames()
    with pytest.raises(MissingKernelError, match="Mystery"):
        names.kernel(node("odd"), {}, must_run=True)
    later = GlobalNames()
    name = later.kernel(node("odd"), {}, must_run=False)
    with pytest.raises(MissingKernelError, match="Mystery"):
        later.namespace[name](1)


def test_functions_and_dtypes_have_one_name() -> None:
    names = GlobalNames()
    assert names.fixed_name(np.empty) == names.fixed_name(np.empty) == "empty"
    assert names.dtype_name(dtypes.float32) == names.dtype_name(dtypes.float32)
    assert names.namespace[names.dtype_name(dtypes.int8)] == np.int8
    first, second = names.add("thing", 1), names.add("thing", 2)
    assert (names.namespace[first], names.namespace[second]) == (1, 2)
