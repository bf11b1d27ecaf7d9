"""Reductions with the arguments of TensorFlow 1: `keep_dims`, `reduction_indices`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphir import dtypes
from runtime.math import reductions, statistics
from runtime.tensors.elementwise import Reduction
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor

_NOT_GIVEN: Final = object()


def _either(new: Any, old: Any, names: tuple[str, str]) -> Any:
    """The argument, under its new name or its old one.

    Raises:
      ValueError: if both `axis` and `dimension` are passed.
    """
    if old is _NOT_GIVEN or old is None:
        return new
    if new is not None:
        raise ValueError(f"Cannot specify both '{names[1]}' and '{names[0]}'.")
    return old


def _reduction(function: Reduction) -> Callable[..., Any]:
    def reduce(
        input_tensor: TensorLike,
        axis: TensorLike | None = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: TensorLike | None = None,
        keep_dims: bool | None = None,
    ) -> Tensor:
        axis = _either(axis, reduction_indices, ("axis", "reduction_indices"))
        keepdims = _either(keepdims, keep_dims, ("keepdims", "keep_dims"))
        return function(input_tensor, axis, bool(keepdims), name)

    reduce.__name__ = function.__name__
    reduce.__doc__ = (
        f"`tf.{function.__name__}`; `reduction_indices` and `keep_dims` are the old "
        "names of its arguments."
    )
    return reduce


reduce_all = _reduction(reductions.reduce_all)
reduce_any = _reduction(reductions.reduce_any)
reduce_max = _reduction(reductions.reduce_max)
reduce_mean = _reduction(reductions.reduce_mean)
reduce_min = _reduction(reductions.reduce_min)
reduce_prod = _reduction(reductions.reduce_prod)
reduce_sum = _reduction(reductions.reduce_sum)
reduce_logsumexp = _reduction(statistics.reduce_logsumexp)


def argmax(
    input: TensorLike,
    axis: TensorLike | None = None,
    name: str | None = None,
    dimension: TensorLike | None = None,
    output_type: DTypeLike = dtypes.int64,
) -> Tensor:
    """`tf.argmax`; `dimension` is the old name of `axis`.

    >>> tf.compat.v1.argmax([[1, 3], [2, 0]], dimension=1).numpy()
    array([1, 0])

    Raises:
      ValueError: if both `axis` and `dimension` are passed.
    """
    axis = _either(axis, dimension, ("axis", "dimension"))
    result: Tensor = statistics.argmax(
        input, 0 if axis is None else axis, output_type, name
    )
    return result


def argmin(
    input: TensorLike,
    axis: TensorLike | None = None,
    name: str | None = None,
    dimension: TensorLike | None = None,
    output_type: DTypeLike = dtypes.int64,
) -> Tensor:
    """`tf.argmin`; `dimension` is the old name of `axis`.

    >>> tf.compat.v1.argmin([[1, 3], [2, 0]], dimension=1).numpy()
    array([0, 1])

    Raises:
      ValueError: if both `axis` and `dimension` are passed.
    """
    axis = _either(axis, dimension, ("axis", "dimension"))
    result: Tensor = statistics.argmin(
        input, 0 if axis is None else axis, output_type, name
    )
    return result
