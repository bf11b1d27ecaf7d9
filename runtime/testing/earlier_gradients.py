"""`tf.compat.v1.test.compute_gradient`: of tensors of a graph, by both ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from runtime.compat.v1.control import gradients
from runtime.compat.v1.inputs import placeholder
from runtime.compat.v1.sessions import get_default_session
from runtime.tensors.tensor import Tensor

Array: TypeAlias = "np.ndarray[Any, Any]"
Jacobians: TypeAlias = Any
"""A pair of arrays, theoretical and numeric; for a list of inputs a list of pairs."""


def compute_gradient(
    x: Tensor | Sequence[Tensor],
    x_shape: Sequence[int] | Sequence[Sequence[int]],
    y: Tensor,
    y_shape: Sequence[int],
    x_init_value: Array | Sequence[Array] | None = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: dict[Any, Any] | None = None,
) -> Jacobians:
    """The Jacobian of a tensor by others: of gradients, and of differences.

    Args:
      x: the tensor, or a list of tensors, of a graph whose session is entered.
      x_shape: its shape, or the list of shapes.
      y: the result, of shape ``y_shape``.
      x_init_value: where the Jacobian is taken; drawn from 0 to 1 by default.
      delta: the step of the differences.
      init_targets: operations that are run first.
      extra_feed_dict: what else is fed.

    Returns:
      Two arrays [elements of x, elements of y], or such a pair for each of a list.

    Raises:
      ValueError: outside of a session's ``with`` block.
    """
    session = get_default_session()
    if session is None:
        raise ValueError("compute_gradient needs a session: with session.as_default():")
    for each in init_targets or ():
        session.run(each)
    is_list = isinstance(x, (list, tuple))
    tensors: list[Any] = list(x) if is_list else [x]
    shapes: list[Any] = list(x_shape) if is_list else [x_shape]
    given: list[Any] = (
        [None] * len(tensors)
        if x_init_value is None
        else list(x_init_value)
        if is_list
        else [x_init_value]
    )
    starts = [
        np.random.random_sample(shape).astype(each.dtype.numpy_dtype)
        if value is None
        else np.asarray(value, each.dtype.numpy_dtype)
        for each, shape, value in zip(tensors, shapes, given)
    ]
    feeds = {**dict(zip(tensors, starts)), **(extra_feed_dict or {})}
    found = [
        (
            _theoretical(session, each, y, feeds),
            _numeric(session, each, y, feeds, delta),
        )
        for each in tensors
    ]
    return found if is_list else found[0]


def _theoretical(session: Any, x: Any, y: Any, feeds: dict[Any, Any]) -> Array:
    value = session.run(y, feeds)
    with session.graph.as_default():
        weights = np.zeros_like(value)
        placed = placeholder(weights.dtype, weights.shape)
        (slope,) = gradients(y, x, grad_ys=placed)
    result = np.zeros((feeds[x].size, value.size), feeds[x].dtype)
    if slope is None:
        return result
    for place in range(value.size):
        weights.flat[place] = 1
        found = session.run(slope, {**feeds, placed: weights})
        result[:, place] = _dense(found, feeds[x].shape).ravel()
        weights.flat[place] = 0
    return result


def _dense(found: Any, shape: Any) -> Array:
    if not hasattr(found, "indices"):
        return np.asarray(found)
    whole = np.zeros(shape, found.values.dtype)
    np.add.at(whole, found.indices, found.values)
    return whole


def _numeric(
    session: Any, x: Any, y: Any, feeds: dict[Any, Any], delta: float
) -> Array:
    start = feeds[x]
    columns = []
    for place in range(start.size):
        ends = []
        for sign in (1, -1):
            moved = start.copy()
            moved.flat[place] += sign * delta
            ends.append(np.ravel(session.run(y, {**feeds, x: moved})))
        columns.append((ends[0] - ends[1]) / (2 * delta))
    return np.array(columns, start.dtype).reshape(start.size, -1)


def compute_gradient_error(
    x: Tensor | Sequence[Tensor],
    x_shape: Sequence[int] | Sequence[Sequence[int]],
    y: Tensor,
    y_shape: Sequence[int],
    x_init_value: Array | Sequence[Array] | None = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: dict[Any, Any] | None = None,
) -> float:
    """The largest difference between both Jacobians of `compute_gradient`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float64, [2])
    ...     error = tf.compat.v1.test.compute_gradient_error(x, [2], x * x, [2])
    >>> error < 1e-6
    True

    Raises:
      ValueError: outside of a session's ``with`` block.
    """
    found = compute_gradient(
        x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict
    )
    pairs = [found] if isinstance(found, tuple) else found
    return max(float(np.fabs(one - other).max(initial=0.0)) for one, other in pairs)


__all__ = ["compute_gradient", "compute_gradient_error"]
