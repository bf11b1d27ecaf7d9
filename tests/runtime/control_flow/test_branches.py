"""Branches as functions of If and Case nodes."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir.attributes import FunctionRef


def nodes(function: Any, *specs: Any) -> dict[str, Any]:
    traced = tf.function(function, input_signature=specs, autograph=False)
    graph = traced.get_concrete_function().graph.ir
    return {node.op: node for node in graph}


BOOL, INT = tf.TensorSpec([], tf.bool), tf.TensorSpec([], tf.int32)


def test_without_effects_a_branch_is_stateless() -> None:
    pure = nodes(lambda p, x: tf.cond(p, lambda: x + 1, lambda: x - 1), BOOL, INT)
    assert "StatelessIf" in pure
    variable = tf.Variable(0)
    acting = nodes(
        lambda p: tf.cond(p, lambda: variable.assign(1), lambda: variable.value()), BOOL
    )
    assert "If" in acting
    node = acting["If"]
    assert isinstance(node.attrs["then_branch"], FunctionRef)
    assert node.attrs["_read_only_resource_inputs"] == []


def test_both_branches_take_what_either_captures() -> None:
    node = nodes(
        lambda p, x, y: tf.cond(p, lambda: x * 2, lambda: y * 3), BOOL, INT, INT
    )["StatelessIf"]
    functions = node.graph.functions
    inputs = [
        len(functions[node.attrs[role].name].body.inputs)
        for role in ("then_branch", "else_branch")
    ]
    assert inputs == [2, 2]
    assert len(node.inputs) == 3


def test_cases_have_a_function_each_and_the_last_is_the_default() -> None:
    @tf.function
    def chosen(index: Any) -> Any:
        return tf.switch_case(index, [lambda: 10, lambda: 20, lambda: 30])

    found = [int(chosen(tf.constant(n))) for n in (0, 1, 2, 7, -1)]
    assert found == [10, 20, 30, 30, 30]


def test_results_are_nested_as_the_branches_return_them() -> None:
    @tf.function
    def nested(p: Any) -> Any:
        return tf.cond(
            p,
            lambda: {"a": tf.constant(1), "b": (tf.constant("x"), None)},
            lambda: {"a": tf.constant(2), "b": (tf.constant("y"), None)},
        )

    found = nested(tf.constant(False))
    assert (int(found["a"]), found["b"][0].numpy(), found["b"][1]) == (2, b"y", None)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (lambda: (1, 2), "same number, type, and overall structure"),
        (lambda: 1.0, "return different dtypes: int32 .* and float32"),
        (lambda: object(), "must return tensors"),
    ],
)
def test_branches_that_do_not_agree(other: Any, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        tf.function(lambda p: tf.cond(p, lambda: 1, other))(tf.constant(True))


def test_shapes_of_both_are_joined() -> None:
    graph = nodes(
        lambda p: tf.cond(p, lambda: tf.zeros([2, 3]), lambda: tf.zeros([4, 3])), BOOL
    )
    assert graph["StatelessIf"].outputs[0].shape.as_list() == [None, 3]


def test_slices_with_ids_of_two_dtypes_are_brought_to_one() -> None:
    values = tf.constant([[1.0]])

    @tf.function
    def slices(p: Any) -> Any:
        return tf.cond(
            p,
            lambda: tf.IndexedSlices(values, tf.constant([1], tf.int32), [3, 1]),
            lambda: tf.IndexedSlices(values, tf.constant([2], tf.int64), [3, 1]),
        )

    found = [slices(tf.constant(p)).indices for p in (True, False)]
    assert [(each.dtype, each.numpy().tolist()) for each in found] == [
        (tf.int64, [1]),
        (tf.int64, [2]),
    ]


@pytest.mark.parametrize("is_case", [False, True])
def test_sparse_results_keep_the_shape_of_all_branches(is_case: bool) -> None:
    def choice(truth: Any, one: Any, other: Any) -> Any:
        if is_case:
            return tf.switch_case(tf.cast(truth, tf.int32), [one, other])
        return tf.cond(truth, one, other)

    @tf.function
    def shapes(x: Any, truth: Any) -> list[Any]:
        wider = tf.sparse.concat(1, [x, x])
        found.append(choice(truth, lambda: x, lambda: x.with_values(-x.values)).shape)
        found.append(choice(truth, lambda: x, lambda: wider).shape)
        return [choice(truth, lambda: x, lambda: wider)]

    found: list[Any] = []
    spec = tf.SparseTensorSpec([None, 3], tf.float32)
    shapes.get_concrete_function(spec, tf.TensorSpec([], tf.bool))
    assert found[0] == [None, 3]
    assert found[1].as_list() == [None, None]
