"""Public functions that scatter updates into tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.shapes import Shape
from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_argument, convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


def scatter_nd(
    indices: TensorLike,
    updates: TensorLike,
    shape: ShapeLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """A tensor of zeros with ``updates`` added at the index vectors ``indices``.

    >>> tf.scatter_nd([[1], [3]], [5, 6], [4]).numpy().tolist()
    [0, 5, 0, 6]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    with op_scope(name, "ScatterNd") as scope:
        hint = shape.dtype if isinstance(shape, Tensor) else None
        picks = convert_to_tensor(indices, None, hint, name="indices")
        values = convert_to_tensor(updates, name="updates")
        sizes = _sizes_like(shape, picks)
        attrs = {
            "bad_indices_policy": text_attr(bad_indices_policy, "bad_indices_policy")
        }
        return apply_single("ScatterNd", [picks, values, sizes], attrs, scope)


def _sizes_like(shape: Any, picks: Tensor) -> Tensor:
    """A shape in the dtype of the indices; tensors stay, for the op to compare."""
    if isinstance(shape, (Shape, np.ndarray)):
        shape = np.array(shape).astype(picks.dtype.numpy_dtype)
    return convert_argument(shape, picks.dtype, name="shape")


def _tensor_scatter(
    op: str, tensor: Any, indices: Any, updates: Any, name: Any, policy: Any = ""
) -> Tensor:
    with op_scope(name, op) as scope:
        values = convert_to_tensor(tensor, name="tensor")
        picks = convert_to_tensor(indices, name="indices")
        new = convert_to_tensor(updates, None, values.dtype, name="updates")
        attrs = {"bad_indices_policy": text_attr(policy, "bad_indices_policy")}
        return apply_single(op, [values, picks, new], attrs, scope)


def tensor_scatter_nd_update(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Tensor:
    """A copy of the tensor with the slices at the index vectors replaced.

    >>> tf.tensor_scatter_nd_update([0, 0, 0], [[1]], [9]).numpy().tolist()
    [0, 9, 0]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    return _tensor_scatter("TensorScatterUpdate", tensor, indices, updates, name)


def tensor_scatter_nd_add(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """The tensor with updates added at the places the index vectors name.

    >>> tf.tensor_scatter_nd_add([1, 1], [[0], [0]], [2, 3]).numpy().tolist()
    [6, 1]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    policy = bad_indices_policy
    return _tensor_scatter("TensorScatterAdd", tensor, indices, updates, name, policy)


def tensor_scatter_nd_sub(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """The tensor with updates subtracted at the places the index vectors name.

    >>> tf.tensor_scatter_nd_sub([5, 5], [[0]], [2]).numpy().tolist()
    [3, 5]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    policy = bad_indices_policy
    return _tensor_scatter("TensorScatterSub", tensor, indices, updates, name, policy)


def tensor_scatter_nd_max(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """The larger of element and update at the places the index vectors name.

    >>> tf.tensor_scatter_nd_max([5, 5], [[0], [1]], [2, 9]).numpy().tolist()
    [5, 9]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    policy = bad_indices_policy
    return _tensor_scatter("TensorScatterMax", tensor, indices, updates, name, policy)


def tensor_scatter_nd_min(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """The smaller of element and update at the places the index vectors name.

    >>> tf.tensor_scatter_nd_min([5, 5], [[0], [1]], [2, 9]).numpy().tolist()
    [2, 5]

    Raises:
      InvalidArgumentError: for an index out of range or shapes that do not fit.
    """
    policy = bad_indices_policy
    return _tensor_scatter("TensorScatterMin", tensor, indices, updates, name, policy)
