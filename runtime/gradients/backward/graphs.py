"""`tf.gradients`: gradients inside the graph that is being traced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from runtime.apply import apply_op
from runtime.context import name_scope, op_scope
from runtime.gradients.backward import functional, loops, recurrent, sparse
from runtime.gradients.backward.applier import APPLIER
from runtime.gradients.backward.requests import (
    UnconnectedGradients,
    check_source,
    checked_choice,
    connected,
    has_gradients,
    source_of,
    target_of,
    weights_of,
)
from runtime.gradients.backward.reverse_accumulation import accumulate, calls_of_nodes
from runtime.gradients.backward.rules import Call, call_without_gradient
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import flatten_gradients
from runtime.tracing.graph_trace import current_trace

RULES: Final = functional, loops, recurrent, sparse
"""Imported for the gradient rules that they register."""


def _ones(targets: Sequence[Any]) -> list[Any]:
    """The default gradients of targets, ones, with node names as in TensorFlow."""
    return [
        _filled(target, f"grad_ys_{index}") if has_gradients(target) else None
        for index, target in enumerate(targets)
    ]


def _filled(target: Any, name: str) -> Any:
    if not target.dtype.has_numpy:
        return None
    sizes = APPLIER.call("Shape", [target], {}, None)
    with op_scope(None, name) as scope:
        one = np.ones((), target.dtype.numpy_dtype)
        value = convert_to_tensor(one, target.dtype.base_dtype)
        return apply_op("Fill", [sizes, value], None, scope)


def _check_count(grad_ys: Any, targets: Sequence[Any]) -> None:
    if grad_ys is None:
        return
    count = len(flatten_gradients(grad_ys))
    if count != len(targets):
        raise ValueError(
            f"Length mismatch. Passed {count} grad_ys for {len(targets)} ys"
        )


def _naming_the_node(error: LookupError, calls: Sequence[Call]) -> LookupError:
    """The error for an op without gradient: this one, unless it is about another op."""
    call = call_without_gradient(error)
    if call is None or not any(each is call for each in calls):
        return error
    name = call.outputs[0].value.node.name
    return LookupError(
        f"No gradient defined for operation'{name}' (op type: {call.op}). Where "
        "its result counts as a constant, say so with `tf.stop_gradient`; where it "
        "does not, give the function that uses it a gradient with tf.custom_gradient."
    )


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients = UnconnectedGradients.NONE,
) -> list[Any]:
    """The sums of the derivatives of ``ys`` by ``xs``, in a graph.

    >>> @tf.function
    ... def slope(x):
    ...     return tf.gradients(x * x, x)[0]
    >>> slope(tf.constant(3.0))
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>

    Raises:
      RuntimeError: outside of a graph.
      LookupError: if an op in between has no gradient.
      ValueError: unless there are as many ``grad_ys`` as ``ys``.
      TypeError: for ``xs`` that are no tensors or variables.
    """
    trace = current_trace()
    if trace is None:
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use "
            "tf.GradientTape instead."
        )
    unconnected = checked_choice(unconnected_gradients)
    targets = [target_of(each) for each in flatten_gradients(ys)]
    for each in flatten_gradients(xs):
        check_source(each)
    sources = [source_of(each) for each in flatten_gradients(xs)]
    stops = [source_of(each) for each in flatten_gradients(stop_gradients or [])]
    _check_count(grad_ys, targets)
    with name_scope(name or "gradients") as scope:
        calls = calls_of_nodes(trace.graph.nodes, trace.tensor_of, scope)
        weights = weights_of(targets, _ones(targets) if grad_ys is None else grad_ys)
        try:
            found = accumulate(calls, targets, weights, sources, stops)
        except LookupError as error:
            raise _naming_the_node(error, calls) from None
        return [
            connected(gradient, source, unconnected)
            for gradient, source in zip(found, flatten_gradients(xs))
        ]
