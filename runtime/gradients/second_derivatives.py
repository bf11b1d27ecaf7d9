"""`tf.hessians`: second derivatives inside the graph that is being traced."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op
from runtime.arrays.marking import one_hot
from runtime.context import name_scope
from runtime.gradients.backward.graphs import gradients
from runtime.gradients.backward.requests import source_of
from runtime.gradients.backward.reverse_accumulation import accumulate, calls_of_nodes
from runtime.mapping.elements import map_fn
from runtime.tensors.indexed_slices import flatten_gradients
from runtime.tracing.graph_trace import current_trace


class AggregationMethod:
    """The ways to sum gradients of one tensor; all give the same sum here."""

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


def hessians(
    ys: Any,
    xs: Any,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    name: str = "hessians",
) -> list[Any]:
    """The second derivatives of the sum of ``ys`` by ``xs``, in a graph.

    Each has the shape of its ``x``, followed by the same shape again.

    >>> @tf.function
    ... def curvature(x):
    ...     return tf.hessians(tf.reduce_sum(x ** 3), x)[0]
    >>> curvature(tf.constant([1.0, 2.0])).numpy()
    array([[ 6.,  0.],
           [ 0., 12.]], dtype=float32)

    Raises:
      RuntimeError: outside of a graph.
      LookupError: if an op in between has no gradient.
      ValueError: where the first derivative does not depend on ``x``.
    """
    if current_trace() is None:
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled, nor is "
            "tf.hessians. Use tf.GradientTape.jacobian of a gradient instead."
        )
    with name_scope(name or "hessians"):
        return [_hessian(ys, source_of(x)) for x in flatten_gradients(xs)]


def _hessian(ys: Any, x: Any) -> Any:
    """The derivatives of each element of the gradient, found in a loop."""
    slope = gradients(ys, x)[0]
    _require(slope, x, "does not depend on it")
    trace = current_trace()
    assert trace is not None
    calls = calls_of_nodes(list(trace.graph.nodes), trace.tensor_of, "hessian")
    shape = apply_op("Shape", [slope])
    size = apply_op("Prod", [shape, [0]])

    def row(index: Any) -> Any:
        chosen = one_hot(index, size, dtype=slope.dtype)
        weight = apply_op("Reshape", [chosen, shape])
        found = accumulate(calls, [slope], [weight], [x])[0]
        _require(found, x, "depends on it only linearly")
        return apply_op("Reshape", [found, shape])

    rows = map_fn(row, apply_op("Range", [0, size, 1]), fn_output_signature=slope.dtype)
    twice = apply_op("ConcatV2", [[shape, shape], 0])
    found = apply_op("Reshape", [rows, twice])
    if slope.shape.rank is not None:
        found.set_shape(slope.shape.concatenate(slope.shape))
    return found


def _require(gradient: Any, x: Any, reason: str) -> None:
    if gradient is None:
        raise ValueError(
            "None values not supported: there is no second derivative with respect to "
            f"{x.name!r}, since the differentiated tensor {reason}."
        )
