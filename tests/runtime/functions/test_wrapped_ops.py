"""Ops that take functions are called eagerly, as graphs of one node."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime import apply
from runtime.functions.wrapped_ops import wrapped_op

NUMBER = tf.TensorSpec([], tf.int32)
PAIR = tf.TensorSpec([2], tf.float32)


def concrete(function: Any, *specs: Any) -> Any:
    return tf.function(function).get_concrete_function(*specs)


TWICE = concrete(lambda x: (x * 2, tf.reduce_sum(x)), PAIR)
TYPES = [tf.float32, tf.float32]
GIVEN = tf.constant([1.0, 2.0])
CALLS = {
    "For": lambda: tf.raw_ops.For(
        start=3,
        limit=0,
        delta=-1,
        input=[GIVEN],
        body=concrete(lambda i, x: x + tf.cast(i, tf.float32), NUMBER, PAIR),
    ),
    "While": lambda: tf.raw_ops.While(
        input=[tf.constant(0), GIVEN],
        cond=concrete(lambda i, x: i < 3, NUMBER, PAIR),
        body=concrete(lambda i, x: (i + 1, x * 2), NUMBER, PAIR),
    ),
    "If": lambda: tf.raw_ops.If(
        cond=False, input=[GIVEN], Tout=TYPES, then_branch=TWICE, else_branch=TWICE
    ),
    "Case": lambda: tf.raw_ops.Case(
        branch_index=1, input=[GIVEN], Tout=TYPES, branches=[TWICE, TWICE]
    ),
    "PartitionedCall": lambda: tf.raw_ops.PartitionedCall(
        args=[GIVEN], Tout=TYPES, f=TWICE
    ),
    "RemoteCall": lambda: tf.raw_ops.RemoteCall(
        target="/device:CPU:0", args=[GIVEN], Tout=TYPES, f=TWICE
    ),
    "MapDefun": lambda: tf.raw_ops.MapDefun(
        arguments=[tf.reshape(tf.range(6.0), [3, 2])],
        captured_inputs=[],
        output_types=TYPES,
        output_shapes=[[2], []],
        f=TWICE,
    ),
}
EXPECTED: dict[str, list[Any]] = {
    "For": [[7.0, 8.0]],
    "While": [3, [8.0, 16.0]],
    "If": [[2.0, 4.0], 3.0],
    "Case": [[2.0, 4.0], 3.0],
    "PartitionedCall": [[2.0, 4.0], 3.0],
    "RemoteCall": [[2.0, 4.0], 3.0],
    "MapDefun": [[[0.0, 2.0], [4.0, 6.0], [8.0, 10.0]], [1.0, 5.0, 9.0]],
}


@pytest.mark.parametrize("op", CALLS)
def test_the_results_are_those_of_graphs(op: str) -> None:
    assert [each.numpy().tolist() for each in CALLS[op]()] == EXPECTED[op]
    inside = tf.function(CALLS[op])()
    assert [each.numpy().tolist() for each in inside] == EXPECTED[op]


def test_what_an_op_refuses_is_told() -> None:
    body = concrete(lambda i, x: x, NUMBER, PAIR)
    with pytest.raises(tf.errors.InvalidArgumentError, match="limit=3, delta=0"):
        tf.raw_ops.For(start=0, limit=3, delta=0, input=[GIVEN], body=body)


def test_tapes_see_the_call() -> None:
    with tf.GradientTape() as tape:
        tape.watch(GIVEN)
        total = CALLS["While"]()[1]
    np.testing.assert_array_equal(tape.gradient(total, GIVEN), [8.0, 8.0])


def test_a_call_is_traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def counted(op: str, attrs: Any) -> Any:
        made.append(op)
        return wrapped_op(op, attrs)

    monkeypatch.setattr(apply, "_WRAPPED", counted)
    doubled = concrete(lambda x: x * 2, tf.TensorSpec([None], tf.float32))
    for _ in range(3):
        tf.raw_ops.PartitionedCall(args=[GIVEN], Tout=[tf.float32], f=doubled)
    assert made == ["PartitionedCall"]


SINGLE = concrete(lambda x: x * 3.0, tf.TensorSpec([], tf.float32))


@pytest.mark.parametrize("mode", ["eager", "traced"])
@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda ops: ops.PartitionedCall(args=[1.5], Tout=[tf.int32], f=SINGLE), "->"),
        (lambda ops: ops.PartitionedCall(args=[1], Tout=[tf.float32], f=SINGLE), "int"),
        (lambda ops: ops.PartitionedCall(args=[1.5], Tout=[], f=SINGLE), r"\(\)"),
        (
            lambda ops: ops.StatefulPartitionedCall(
                args=[1.5, 2.0], Tout=[tf.float32], f=SINGLE
            ),
            r"\(float32, float32\) ->",
        ),
        (
            lambda ops: ops.MapDefun(
                arguments=[[1.5]],
                captured_inputs=[],
                output_types=[tf.int32],
                output_shapes=[[]],
                f=SINGLE,
            ),
            r"-> \(int32\)",
        ),
        (lambda ops: ops.While(input=[1.5], cond=TWICE, body=SINGLE), "-> one truth"),
        (
            lambda ops: ops.For(start=0, limit=3, delta=1, input=[1.5], body=SINGLE),
            r"\(int32, float32\) ->",
        ),
    ],
)
def test_a_function_of_other_types_is_refused(mode: str, call: Any, told: str) -> None:
    """A call gave an int32 tensor that held 4.5; too many arguments failed a pass."""
    run = tf.function(lambda: call(tf.raw_ops)) if mode == "traced" else None
    message = rf"calls '.*' as .*{told}.*but it is \("
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        call(tf.raw_ops) if run is None else run()
