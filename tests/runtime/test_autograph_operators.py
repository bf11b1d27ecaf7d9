"""AutoGraph's operators on tensors: nodes while tracing, Python's meaning otherwise."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.autograph_operators import TensorStage, install

I32 = tf.TensorSpec([], tf.int32)


def ops_of(function: Any, *specs: Any) -> set[str]:
    traced = tf.function(function, input_signature=specs or [I32])
    return {
        node.op for node in traced.get_concrete_function().graph.as_graph_def().node
    }


@pytest.mark.parametrize(
    ("function", "op", "answers"),
    [
        (lambda x: x > 1 and x < 4, "StatelessIf", [False, True, False]),
        (lambda x: x < 1 or x > 4, "StatelessIf", [True, False, True]),
        (lambda x: not x > 1, "LogicalNot", [True, False, False]),
        (lambda x: 10 if x > 2 else 20, "StatelessIf", [20, 10, 10]),
    ],
)
def test_expressions_on_symbolic_tensors_are_nodes(
    function: Any, op: str, answers: list[Any]
) -> None:
    assert op in ops_of(function)
    traced = tf.function(function)
    assert [traced(tf.constant(x)).numpy() for x in (0, 3, 5)] == answers


def test_eager_tensors_decide_in_python() -> None:
    stage = TensorStage()
    assert not stage.owns(tf.constant(True))
    seen = []

    @tf.function
    def traced(x: Any) -> Any:
        seen.extend([stage.owns(x), stage.owns(tf.constant(1)), stage.owns(3)])
        return x

    traced(tf.constant(1))
    assert seen == [True, True, False]


def test_a_case_of_true_is_the_tensor_and_numbers_have_none() -> None:
    @tf.function
    def chosen(value: Any) -> Any:
        match value:
            case True:
                return tf.constant("true")
            case False:
                return tf.constant("false")
        return tf.constant("number")

    found = [chosen(tf.constant(each)).numpy() for each in (True, False, 1)]
    assert found == [b"true", b"false", b"number"]


def test_an_assert_carries_its_data() -> None:
    feature = tf.autograph.experimental.Feature.ASSERT_STATEMENTS

    @tf.function(experimental_autograph_options=feature)
    def checked(x: Any) -> Any:
        assert x > 0, ("wrong", x)
        return x

    assert int(checked(tf.constant(2))) == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="(?s)wrong.*-3"):
        checked(tf.constant(-3))


def test_installing_again_does_nothing() -> None:
    assert install() is install() is None
