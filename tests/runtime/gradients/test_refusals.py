"""What tapes, gradients, custom gradients and accumulators refuse, and how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import runtime as tf


class Refusal(NamedTuple):
    """A call that is wrong, and what it raises."""

    what: str
    call: Callable[[], Any]
    error: type[Exception]
    says: str


def recorded(persistent: bool = False) -> tuple[Any, Any, Any]:
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        y = x * x
    return tape, x, y


def gradient(target: Any = None, sources: Any = None, **options: Any) -> Any:
    tape, x, y = recorded()
    return tape.gradient(
        y if target is None else target, x if sources is None else sources, **options
    )


def watch_after_gradient() -> None:
    tape, x, y = recorded()
    tape.gradient(y, x)
    tape.watch(x)


def watched(thing: Any) -> None:
    with tf.GradientTape() as tape:
        tape.watch(thing)


def batch_jacobian(wrap: Callable[[Any], Any]) -> Any:
    x = tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.batch_jacobian(y, wrap(x))


TAPES = [
    Refusal(
        "watching after the gradients were given",
        watch_after_gradient,
        RuntimeError,
        "has computed its gradients",
    ),
    Refusal("watching a number", lambda: watched(1.0), ValueError, "type 'float'"),
    Refusal("watching a string", lambda: watched("a"), ValueError, "type 'str'"),
    Refusal("watching None", lambda: watched(None), ValueError, "'NoneType'"),
    Refusal(
        "watching an array",
        lambda: watched(np.ones(2)),
        ValueError,
        "type 'ndarray', not tf.Tensor or tf.Variable",
    ),
    Refusal("target: a number", lambda: gradient(1.0), TypeError, "not 1.0 of type"),
    Refusal("target: text", lambda: gradient("a"), TypeError, "'a' of type 'str'"),
    Refusal(
        "target: an array", lambda: gradient(np.ones(2)), TypeError, "type 'ndarray'"
    ),
    Refusal(
        "target: None in a list", lambda: gradient([None]), TypeError, "'NoneType'"
    ),
    Refusal("source: text", lambda: gradient(sources="x"), TypeError, "not 'x'"),
    Refusal(
        "weights of another dtype",
        lambda: gradient(output_gradients=tf.constant(1.0, tf.float64)),
        tf.errors.InvalidArgumentError,
        "dtype float64, its target of float32",
    ),
    Refusal(
        "weights of whole numbers",
        lambda: gradient(output_gradients=tf.constant(1)),
        tf.errors.InvalidArgumentError,
        "dtype int32",
    ),
    Refusal(
        "more weights than elements",
        lambda: gradient(output_gradients=tf.constant([1.0, 2.0])),
        tf.errors.InvalidArgumentError,
        r"shape \(2,\), its target \(\)",
    ),
    Refusal(
        "another choice for none",
        lambda: gradient(unconnected_gradients="zeros"),
        ValueError,
        "Unknown value for unconnected_gradients: 'zeros'",
    ),
    Refusal(
        "jacobian of a list",
        lambda: recorded()[0].jacobian([tf.constant(1.0)], tf.constant(1.0)),
        TypeError,
        "The target of a jacobian is one tensor",
    ),
    Refusal(
        "jacobian of None",
        lambda: recorded()[0].jacobian(None, tf.constant(1.0)),
        TypeError,
        "not None",
    ),
    Refusal(
        "batch_jacobian by a list",
        lambda: batch_jacobian(lambda x: [x]),
        TypeError,
        "The source of a jacobian is one tensor",
    ),
    Refusal(
        "batch_jacobian by other rows",
        lambda: batch_jacobian(lambda x: tf.ones([2, 2])),
        ValueError,
        r"first dimension of target shape \(\(1, 2\)\) and source shape \(\(2, 2\)\)",
    ),
]


def in_graph(build: Callable[[Any], Any]) -> Any:
    return tf.function(build, autograph=False)(tf.constant([2.0, 3.0]))


GRAPHS = [
    Refusal(
        "an op without gradient",
        lambda: in_graph(
            lambda x: tf.gradients(
                tf.raw_ops.Bincount(arr=[0, 1], size=2, weights=x), x
            )
        ),
        LookupError,
        r"No gradient defined for operation'Bincount' \(op type: Bincount\)",
    ),
    Refusal(
        "another number of weights",
        lambda: in_graph(lambda x: tf.gradients([x * x], [x], grad_ys=[x, x])),
        ValueError,
        "Length mismatch. Passed 2 grad_ys for 1 ys",
    ),
    Refusal(
        "more weights than elements",
        lambda: in_graph(lambda x: tf.gradients(x, x, grad_ys=tf.ones([3]))),
        ValueError,
        r"shape \(3,\), its target \(2,\)",
    ),
    Refusal(
        "weights of another dtype",
        lambda: in_graph(lambda x: tf.gradients(x, x, grad_ys=tf.constant([1, 2]))),
        TypeError,
        "dtype int32, its target of float32",
    ),
    Refusal(
        "source: None",
        lambda: in_graph(lambda x: tf.gradients(x * x, None)),
        TypeError,
        "not None",
    ),
]


def own(result: Any, slope: Any = None) -> Callable[[], Any]:
    """A call of a function whose gradient is not as it must be."""

    def call() -> Any:
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.custom_gradient(lambda x: result(x))(x)
        return tape.gradient(y, x)

    return call


V = tf.Variable(2.0)
OWN = [
    Refusal("no pair", own(lambda x: x * x), TypeError, "must return its result and"),
    Refusal("None", own(lambda x: None), TypeError, "not None"),
    Refusal("no function", own(lambda x: (x, x)), TypeError, "a gradient function"),
    Refusal(
        "too many gradients",
        own(lambda x: (x, lambda d: (d, d))),
        ValueError,
        "expected to return 1 gradients, but returned 2 instead",
    ),
    Refusal(
        "no keyword for variables",
        own(lambda x: (x * V, lambda d: d)),
        TypeError,
        "grad_fn must accept keyword argument 'variables', since function uses var",
    ),
    Refusal(
        "too many for variables",
        own(lambda x: (x * V, lambda d, variables: (d, [d, d]))),
        ValueError,
        "Must return gradient for each variable from @custom_gradient grad_fn",
    ),
    Refusal(
        "no list for variables",
        own(lambda x: (x * V, lambda d, variables: (d, d))),
        TypeError,
        "a list of those of the variables",
    ),
    Refusal(
        "None for the list of variables",
        own(lambda x: (x * V, lambda d, variables: (d, None))),
        TypeError,
        "a list of those of the variables",
    ),
]

FORWARDS = [
    Refusal(
        "a number",
        lambda: tf.autodiff.ForwardAccumulator(1.0, tf.constant(1.0)),
        TypeError,
        "not 1.0 of type 'float'",
    ),
    Refusal(
        "an array",
        lambda: tf.autodiff.ForwardAccumulator(np.ones(1), tf.constant([1.0])),
        TypeError,
        "type 'ndarray'",
    ),
    Refusal(
        "jvp of None",
        lambda: tf.autodiff.ForwardAccumulator(V, tf.constant(1.0)).jvp(None),
        TypeError,
        "not None",
    ),
    Refusal(
        "tangent of another dtype",
        lambda: tf.autodiff.ForwardAccumulator(V, tf.constant(1)),
        ValueError,
        "requested dtype float32 for Tensor with dtype int32",
    ),
]


@pytest.mark.parametrize("case", [*TAPES, *GRAPHS, *OWN, *FORWARDS], ids=lambda c: c[0])
def test_what_is_wrong_is_refused_in_words(case: Refusal) -> None:
    with pytest.raises(case.error, match=case.says):
        case.call()
