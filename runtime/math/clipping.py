"""Clipping of values and norms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.math.reductions import reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def clip_by_value(
    t: Any,
    clip_value_min: TensorLike,
    clip_value_max: TensorLike,
    name: str | None = None,
) -> Any:
    """t, but no less than the minimum and no greater than the maximum.

    Takes real numbers of one dtype; the limits broadcast to the shape of ``t``. Of
    ``IndexedSlices`` the stored rows are clipped, each by itself.

    >>> print(tf.clip_by_value([1, 5, 9], 2, 6).numpy())
    [2 5 6]

    Raises:
      InvalidArgumentError: if the limits have other dtypes or don't broadcast.
      ValueError: if they would make the result larger than ``t``.
    """
    with op_scope(name, "clip_by_value") as scope:
        given, t = t, _entries(t)
        below = applied("Minimum", t, clip_value_max)
        t.shape.assert_is_compatible_with(below.shape)
        maximum = convert_to_tensor(
            clip_value_min, dtype_hint=t.dtype.base_dtype, name="y"
        )
        clipped = apply_op("Maximum", [below, maximum], None, scope)
        t.shape.assert_is_compatible_with(clipped.shape)
        return _like(given, clipped)


def clip_by_norm(
    t: Any,
    clip_norm: TensorLike,
    axes: TensorLike | None = None,
    name: str | None = None,
) -> Any:
    """t, scaled down where needed so that its L2 norm is at most ``clip_norm``.

    Takes floats. The norm is computed over ``axes``, by default over all axes; of
    ``IndexedSlices`` over the stored rows.

    >>> print(tf.clip_by_norm([3.0, 4.0], 1.0).numpy())
    [0.6 0.8]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    with op_scope(name, "clip_by_norm") as scope:
        given, t = t, _entries(t)
        squares = reduce_sum(t * t, axes, keepdims=True)
        is_positive = squares > 0
        # the root's slope is infinite at 0: keep it out of the gradient
        ones = apply_op("OnesLike", [squares])
        safe = apply_op("SelectV2", [is_positive, squares, ones])
        root = apply_op("Sqrt", [safe])
        norm = apply_op("SelectV2", [is_positive, root, squares])
        scaled = t * clip_norm
        scaled.shape.assert_is_compatible_with(t.shape)
        largest = applied("Maximum", norm, clip_norm)
        clipped = apply_op("Identity", [scaled / largest], None, scope)
        return _like(given, clipped)


def global_norm(t_list: Any, name: str | None = None) -> Tensor:
    """The L2 norm of several tensors together; None entries are ignored.

    >>> from runtime.math.clipping import global_norm
    >>> global_norm([[3.0], [4.0]]).numpy().item()
    5.0

    Raises:
      TypeError: if ``t_list`` is no sequence.
    """
    if not isinstance(t_list, Sequence) or isinstance(t_list, str):
        raise TypeError(
            f"`t_list` should be a sequence of tensors. Received {t_list!r}."
        )
    with op_scope(name, "global_norm"):
        squares = [
            reduce_sum(applied("Square", _entries(t))) for t in t_list if t is not None
        ]
        if not squares:  # nothing has norm 0
            return convert_to_tensor(0.0)
        total = apply_op("Pack", [squares], {"axis": 0})
        return applied("Sqrt", reduce_sum(total), default="global_norm")


def clip_by_global_norm(
    t_list: Sequence[Any],
    clip_norm: TensorLike,
    use_norm: Any = None,
    name: str | None = None,
) -> tuple[list[Any], Any]:
    """Tensors scaled down together so that their global norm is at most ``clip_norm``.

    Returns the scaled tensors, and the global norm before scaling. ``use_norm`` is this
    norm if the caller knows it. With an infinite or NaN norm all elements become NaN.

    >>> clipped, norm = tf.clip_by_global_norm([[3.0], [4.0]], 1.0)
    >>> print(clipped[0].numpy(), norm.numpy())
    [0.6] 5.0

    Raises:
      TypeError: if ``t_list`` is no sequence.
    """
    norm: Any = global_norm(t_list) if use_norm is None else convert_to_tensor(use_norm)
    with op_scope(name, "clip_by_global_norm"):
        limit = convert_to_tensor(clip_norm, norm.dtype.base_dtype, name="clip_norm")
        scale = limit * applied("Minimum", 1.0 / norm, 1.0 / limit)
        # adds NaN for a norm that is not finite, 0 for others
        scale = scale + (norm - norm)
        clipped = [
            None if t is None else _like(t, _entries(t) * cast_like(scale, _entries(t)))
            for t in t_list
        ]
        return clipped, norm


def _entries(t: Any) -> Any:
    """The elements of a tensor, or the stored ones of slices."""
    return t.values if isinstance(t, IndexedSlices) else convert_to_tensor(t, name="t")


def _like(given: Any, entries: Any) -> Any:
    """A value of the same kind with other elements: slices stay slices."""
    if isinstance(given, IndexedSlices):
        return given.with_values(entries)
    return entries


def cast_like(value: Any, like: TensorLike) -> Any:
    """The value in the dtype of another tensor.

    >>> from runtime.math.clipping import cast_like
    >>> cast_like(tf.constant(1.0), tf.constant(2.0)).dtype
    tf.float32
    """
    target = convert_to_tensor(like).dtype.base_dtype
    if value.dtype.base_dtype is target:
        return value
    return apply_op("Cast", [value], {"DstT": target})
