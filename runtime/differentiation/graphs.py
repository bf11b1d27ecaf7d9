"""tf.gradients: gradients of the graph that is being traced."""

from __future__ import annotations

from typing import Any, Final

from runtime.context import current_trace, name_scope
from runtime.differentiation import functional, loops, sparse
from runtime.differentiation.requests import (
    UnconnectedGradients,
    checked_choice,
    connected,
    source_of,
    target_of,
    weights_of,
)
from runtime.differentiation.reverse_accumulation import accumulate, calls_of_nodes
from runtime.indexed_slices import flatten_gradients

RULES: Final = functional, loops, sparse
"""Imported for the gradient rules that they register."""


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> list[Any]:
    """The sum of the derivatives of ``ys`` by each of ``xs``, in a graph.

    >>> @tf.function
    ... def slope(x):
    ...     return tf.gradients(x * x, x)[0]
    >>> slope(tf.constant(3.0))
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>

    Raises:
      RuntimeError: outside of a graph.
      LookupError: if an op in between has no gradient.
    """
    trace = current_trace()
    if trace is None:
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use "
            "tf.GradientTape instead."
        )
    unconnected = checked_choice(unconnected_gradients)
    targets = [target_of(each) for each in flatten_gradients(ys)]
    sources = [source_of(each) for each in flatten_gradients(xs)]
    stops = [source_of(each) for each in flatten_gradients(stop_gradients or [])]
    with name_scope(name or "gradients"):
        calls = calls_of_nodes(trace.graph.nodes, trace.tensor_of)
        weights = weights_of(targets, grad_ys)
        found = accumulate(calls, targets, weights, sources, stops)
        return [
            connected(gradient, source, unconnected)
            for gradient, source in zip(found, flatten_gradients(xs))
        ]
