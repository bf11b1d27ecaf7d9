"""Runs of element-wise operations over large arrays give what single steps give."""

from __future__ import annotations

import gc
import threading
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from graphir.compute.array_pool import new_array
from graphir.text.parser import parse_graph
from runtime.executor import compile_graph
from runtime.executor.planning.blocks import BLOCK_BYTES, LEAST_SIZE

BINARY = {
    "AddV2": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "Maximum": np.maximum,
}
UNARY = {"Neg": np.negative, "Tanh": np.tanh, "Sqrt": np.sqrt, "Relu": None}
SIZES = (LEAST_SIZE - 1, LEAST_SIZE + 5, 5 * BLOCK_BYTES // 4 + 5)
"""Too small, one block, and so many that threads share them."""

operations = st.one_of(
    st.tuples(st.sampled_from(sorted(BINARY)), st.integers(0, 9), st.integers(0, 9)),
    st.tuples(st.sampled_from(sorted(UNARY)), st.integers(0, 9)),
)


def chain_text(body: list[Any], outputs: list[int], shape: str) -> str:
    names = ["x", "y", "c"]
    lines = ["%c = Const() {value = 0.75 : f32[]} : f32[]"]
    for number, (op, *operands) in enumerate(body):
        inputs = ", ".join(f"%{names[each % len(names)]}" for each in operands)
        lines.append(f"%t{number} = {op}({inputs})")
        names.append(f"t{number}")
    results = ", ".join(f"%{names[each % len(names)]}" for each in outputs)
    newline = "\n  "
    return (
        f"graph @main(%x: f32[{shape}], %y: f32[{shape}]) -> ({results}) {{\n"
        f"  {newline.join(lines)}\n}}\n"
    )


def interpret(body: list[Any], outputs: list[int], x: Any, y: Any) -> list[Any]:
    values = [x, y, np.float32(0.75)]
    for op, *operands in body:
        given = [values[each % len(values)] for each in operands]
        if op == "Relu":
            values.append(np.maximum(given[0], np.float32(0)))
        else:
            values.append((BINARY | UNARY)[op](*given))
    return [values[each % len(values)] for each in outputs]


def sample(size: int, seed: int) -> Any:
    array = np.random.RandomState(seed).standard_normal(size).astype(np.float32)
    array[::1001] = np.nan
    array[1::1001] = np.inf
    array[2::1001] = -0.0
    return array


@settings(deadline=None)
@given(
    st.lists(operations, min_size=2, max_size=8),
    st.lists(st.integers(0, 12), min_size=1, max_size=3),
    st.sampled_from(SIZES),
    st.sampled_from(["fixed", "?", "*"]),
)
def test_blocks_give_what_single_steps_give(
    body: list[Any], outputs: list[int], size: int, shape: str
) -> None:
    shape = str(size) if shape == "fixed" else shape
    graph = parse_graph(chain_text(body, outputs, shape))
    program = compile_graph(graph, graph.inputs, graph.outputs)
    x, y = sample(size, 1), sample(size, 2)
    before = x.copy(), y.copy()
    first = program(x, y)
    kept = [np.array(each) for each in first]
    program(y, x)
    with np.errstate(all="ignore"):
        expected = interpret(body, outputs, x, y)
    for result, again, wanted in zip(first, kept, expected, strict=True):
        np.testing.assert_array_equal(again, wanted)
        np.testing.assert_array_equal(np.signbit(again), np.signbit(wanted))
        # a later call must not have written into a result that is held
        np.testing.assert_array_equal(result, again)
    np.testing.assert_array_equal(x, before[0])
    np.testing.assert_array_equal(y, before[1])


CHAIN = "graph @main(%x: f32[*], %y: f32[*]) -> (%b) {\n  %a = Mul(%x, %y)\n" + (
    "  %b = AddV2(%a, %x)\n}\n"
)


def chained() -> Any:
    graph = parse_graph(CHAIN)
    return compile_graph(graph, graph.inputs, graph.outputs)


def test_arrays_of_different_shapes_still_broadcast() -> None:
    x, y = np.ones((300, 300), np.float32), np.arange(300, dtype=np.float32)
    np.testing.assert_array_equal(chained()(x, y)[0], x * y + x)


def test_strided_arrays_are_read_in_their_order() -> None:
    x = np.arange(400 * 300, dtype=np.float32).reshape(400, 300)
    y = np.ascontiguousarray(x.T)
    np.testing.assert_array_equal(chained()(x.T, y)[0], x.T * y + x.T)


def test_many_threads_get_results_of_their_own() -> None:
    program, failures = chained(), []

    def work(seed: int) -> None:
        x = np.full(400_000, seed, np.float32)
        for _ in range(20):
            (result,) = program(x, x)
            view = result[10:]
            del result
            program(x + 1, x)
            if not (view == seed * seed + seed).all():
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_pool_does_not_hand_out_memory_that_is_viewed() -> None:
    first = new_array((1 << 20,), np.dtype(np.float32))
    first[:] = 7
    view = first.reshape(1024, 1024)[3:]
    memory = memoryview(first)
    del first
    gc.collect()
    second = new_array((1 << 20,), np.dtype(np.float32))
    second[:] = 0
    assert (view == 7).all()
    del view
    third = new_array((1 << 20,), np.dtype(np.float32))
    third[:] = 1
    assert memory[0] == 7


def test_pool_gives_memory_again() -> None:
    first = new_array((3 << 20,), np.dtype(np.float32))
    place = first.ctypes.data
    del first
    gc.collect()
    assert new_array((3 << 20,), np.dtype(np.float32)).ctypes.data == place


def test_a_loop_may_give_its_variable_the_result_of_a_run() -> None:
    """The old value dies in the run that makes the new one, under the same name."""
    graph = parse_graph(
        """graph @g(%x: f32[?], %n: i32[]) -> (%w) {
          %zero = Const() {value = 0 : i32[]}
          %w, %i, %m = StatelessWhile(%x, %zero, %n) {cond = @c, body = @b,
            output_shapes = []} : f32[?], i32[], i32[]
        }
        func @c(%x: f32[?], %i: i32[], %n: i32[]) -> (%r) { %r = Less(%i, %n) }
        func @b(%x: f32[?], %i: i32[], %n: i32[]) -> (%y, %j, %n) {
          %t = Tanh(%x)
          %half = Const() {value = 0.5 : f32[]}
          %y = AddV2(%t, %half)
          %one = Const() {value = 1 : i32[]}
          %j = AddV2(%i, %one)
        }"""
    )
    program = compile_graph(graph, graph.inputs, graph.outputs)
    for size in SIZES:
        x = np.linspace(-1, 1, size, dtype=np.float32)
        expected = np.tanh(np.tanh(x) + np.float32(0.5)) + np.float32(0.5)
        np.testing.assert_array_equal(program(x, np.int32(2))[0], expected)
