"""Reductions of tensors over some or all of their axes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.math.applying import applied
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_strictly, convert_to_tensor
from runtime.tensors.elementwise import reduction
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor

_EAGER_AXES: Final[dict[Any, Tensor]] = {}
"""Axes that were asked for before: one for each rank, and for small integers."""


def reduction_axes(x: Tensor, axis: TensorLike | None) -> Any:
    """The axes to reduce, as an argument of an op: all of them for None.

    >>> from runtime.math.reductions import reduction_axes
    >>> print(reduction_axes(tf.zeros([2, 3]), None).numpy())
    [0 1]
    """
    if axis is None or type(axis) is int:
        known = _eager_axes(x, axis)
        if known is not None:
            return known
    if axis is None:
        rank = x.shape.rank
        if rank:
            return convert_to_tensor(np.arange(rank, dtype=np.int32), name="Const")
        # of a scalar too, as in TensorFlow's graphs
        count = apply_op("Rank", [x]) if rank is None else _no_axes()
        return applied("Range", 0, count, 1, default="range")
    if isinstance(axis, (list, tuple)):
        return convert_to_tensor(axis, None, dtypes.int32, "reduction_indices")
    return axis


def _no_axes() -> Tensor:
    return convert_to_tensor(np.int32(0), name="Rank")


def _eager_axes(x: Tensor, axis: int | None) -> Tensor | None:
    if type(x) is not EagerTensor or current_trace() is not None:
        return None
    key = ("all", np.ndim(x._array)) if axis is None else axis
    found = _EAGER_AXES.get(key)
    if found is None and len(_EAGER_AXES) < 64:
        axes = np.arange(np.ndim(x._array)) if axis is None else np.array(axis)
        found = _EAGER_AXES[key] = convert_to_tensor(axes.astype(np.int32))
    return found


def reduce(
    op: str,
    input_tensor: TensorLike,
    axis: TensorLike | None,
    keepdims: bool | None,
    name: str | None,
) -> Tensor:
    """Applies one reduction op over axes; shared by the functions below.

    >>> from runtime.math.reductions import reduce
    >>> reduce("Sum", [1, 2], None, False, None).numpy().item()
    3
    """
    x = input_tensor
    is_logical = op in ("All", "Any") and not isinstance(x, CompositeTensor)
    if is_logical and isinstance(axis, (list, tuple)):
        x = convert_strictly(x, dtypes.bool_, name="input")  # or the op says so
    elif not isinstance(x, Tensor):
        x = convert_to_tensor(x, dtypes.bool_ if is_logical else None, name="input")
    attrs = {"keep_dims": bool(keepdims)}
    result = applied(op, x, reduction_axes(x, axis), name=name, attrs=attrs)
    if type(result) is not EagerTensor and axis is None and not keepdims:
        _make_scalar(result)
    return result


def _make_scalar(result: Any) -> None:
    """Says that everything was reduced, whatever the rank was."""
    if isinstance(result, Tensor) and result.shape.rank is None:
        result.set_shape(())


@reduction
def reduce_sum(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The sum over axes.

    Takes numbers; the result has the dtype of ``input_tensor``. Integers wrap around;
    the sum of nothing is 0. ``axis`` is an integer, a list of them, or None for all
    axes; they are removed unless ``keepdims``.

    >>> print(tf.reduce_sum([[1, 2], [3, 4]], axis=0).numpy())
    [4 6]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("Sum", input_tensor, axis, keepdims, name)


@reduction
def reduce_mean(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The mean over axes.

    Takes numbers; the result has the dtype of ``input_tensor``. The mean of integers is
    truncated towards zero; the mean of no floats is NaN. ``axis`` is an integer, a list
    of them, or None for all axes; they are removed unless ``keepdims``.

    >>> print(tf.reduce_mean([[1.0, 2.0], [3.0, 5.0]], axis=1).numpy())
    [1.5 4. ]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("Mean", input_tensor, axis, keepdims, name)


@reduction
def reduce_prod(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The product over axes.

    Takes numbers; the result has the dtype of ``input_tensor``. Integers wrap around;
    the product of nothing is 1. ``axis`` is an integer, a list of them, or None for all
    axes; they are removed unless ``keepdims``.

    >>> print(tf.reduce_prod([[1, 2], [3, 4]], axis=0).numpy())
    [3 8]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("Prod", input_tensor, axis, keepdims, name)


@reduction
def reduce_max(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The greatest element over axes.

    Takes real numbers; the result has the dtype of ``input_tensor``. NaN if any element
    is NaN; the least value of the dtype without elements. ``axis`` is an integer, a
    list of them, or None for all axes; they are removed unless ``keepdims``.

    >>> print(tf.reduce_max([[1, 2], [3, 4]], axis=0).numpy())
    [3 4]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("Max", input_tensor, axis, keepdims, name)


@reduction
def reduce_min(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The least element over axes.

    Takes real numbers; the result has the dtype of ``input_tensor``. NaN if any element
    is NaN; the greatest value of the dtype without elements. ``axis`` is an integer, a
    list of them, or None for all axes; they are removed unless ``keepdims``.

    >>> print(tf.reduce_min([[1, 2], [3, 4]], axis=0).numpy())
    [1 2]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("Min", input_tensor, axis, keepdims, name)


@reduction
def reduce_all(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """Whether all elements hold, over axes.

    Takes bool; the result has the dtype of ``input_tensor``. True without elements.
    ``axis`` is an integer, a list of them, or None for all axes; they are removed
    unless ``keepdims``.

    >>> print(tf.reduce_all([[True, False], [True, True]], axis=0).numpy())
    [ True False]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("All", input_tensor, axis, keepdims, name)


@reduction
def reduce_any(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """Whether some element holds, over axes.

    Takes bool; the result has the dtype of ``input_tensor``. False without elements.
    ``axis`` is an integer, a list of them, or None for all axes; they are removed
    unless ``keepdims``.

    >>> print(tf.reduce_any([[True, False], [False, False]], axis=1).numpy())
    [ True False]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("Any", input_tensor, axis, keepdims, name)


@reduction
def reduce_euclidean_norm(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The square root of the sum of squares over axes.

    Takes numbers; the result has the dtype of ``input_tensor``. The norm of integers is
    truncated to an integer. ``axis`` is an integer, a list of them, or None for all
    axes; they are removed unless ``keepdims``.

    >>> print(tf.math.reduce_euclidean_norm([[3.0, 4.0]], axis=1).numpy())
    [5.]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    return reduce("EuclideanNorm", input_tensor, axis, keepdims, name)
