"""Bodies of functions: arrays on the stack, and how much code is written out."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.native.llvm.failures import Unsupported
from tests.runtime.native.small_regions import code_of

pytest.importorskip("llvmlite")


def both(function: Any, *args: Any) -> tuple[Any, Any]:
    """What native code gives, and the default executor."""
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*args), default(*args)


def test_parts_put_together_in_a_loop() -> None:
    """Arrays of few elements, that are written in parts and read as a whole."""

    def mixed(x: Any, n: Any) -> Any:
        for i in tf.range(n):
            low, high = tf.split(x, 2)
            x = tf.concat([low + high + high, high * 0.5 + tf.cast(i, x.dtype)], 0)
        return x

    for size in (2, 4, 8, 32):
        x = tf.constant(np.linspace(0, 1, size, dtype=np.float32))
        native, default = both(mixed, x, tf.constant(3))
        np.testing.assert_array_equal(native, default)


def test_deep_expressions_need_no_deep_stack() -> None:
    def deep(x: Any) -> Any:
        for _ in range(1500):
            x = x * 1.001 + 0.1
        return x

    x = tf.constant(np.linspace(0, 1, 20, dtype=np.float32))
    native, default = both(deep, x)
    np.testing.assert_array_equal(native, default)


def test_code_that_doubles_at_each_call_is_not_written_out() -> None:
    """Twenty functions, each of which calls the one before it twice."""
    names = [f"@f{number}" for number in range(21)]
    types = "i32[]"
    functions = [
        f"func {name}(%x: {types}) -> (r = %b) {{\n"
        f"  %a = PartitionedCall(%x) {{f = {below}, Tout = [i32]}} : {types}\n"
        f"  %b = PartitionedCall(%a) {{f = {below}, Tout = [i32]}} : {types}\n}}\n"
        for below, name in pairwise(names)
    ]
    graph = parse_graph(
        f"graph @g(%x: {types}) -> (%y) {{\n"
        f"  %y = PartitionedCall(%x) {{f = {names[20]}, Tout = [i32]}} : {types}\n}}\n"
        f"func {names[0]}(%x: {types}) -> (r = %y) {{\n"
        f"  %one = Const() {{value = 1 : {types}}} : {types}\n"
        f"  %y = AddV2(%x, %one) : {types}\n}}\n" + "".join(functions)
    )
    with pytest.raises(Unsupported, match="too many places"):
        code_of(graph, [np.int32(0)])
