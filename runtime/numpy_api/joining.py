"""Concatenation, stacking and splitting of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.apply import apply_single
from runtime.arrays import joining
from runtime.numpy_api.conversion import as_tensor, promoted
from runtime.numpy_api.shaping import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    moveaxis,
    ravel,
)
from runtime.numpy_api.weak_tensors import as_strong
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _listed(arrays: Any) -> list[Any]:
    return list(arrays) if isinstance(arrays, (list, tuple)) else [arrays]


def _strong(arrays: Any) -> list[Any]:
    return [as_strong(each) for each in promoted(*_listed(arrays))]


def concatenate(arys: Any, axis: int = 0) -> Tensor:
    """Concatenates arrays along an existing axis.

    >>> tf.experimental.numpy.concatenate([[1], [2.5]]).numpy()
    array([1. , 2.5])

    Raises:
      ValueError: if there are no arrays.
    """
    if not isinstance(arys, (list, tuple)):
        arys = [arys]
    if not arys:
        raise ValueError("Need at least one array to concatenate.")
    return joining.concat(_strong(arys), axis)


def stack(arrays: Any, axis: int = 0) -> Tensor:
    """Stacks arrays along a new axis.

    >>> tf.experimental.numpy.stack([[1, 2], [3, 4]]).shape
    TensorShape([2, 2])
    """
    if not isinstance(arrays, (list, tuple)):
        tensor = as_strong(as_tensor(arrays))
        return moveaxis(tensor, 0, axis)
    return joining.stack(_strong(arrays), axis)


def _as_arrays(values: Any) -> list[Any]:
    """Each as an array of its own dtype, before they are brought to one."""
    return [as_tensor(each) for each in values]


def _rows(tup: Any, at_least: Any) -> list[Any]:
    return [at_least(each) for each in _strong(_as_arrays(_listed(tup)))]


def vstack(tup: Any) -> Tensor:
    """Stacks arrays along the first axis; vectors become rows.

    >>> tf.experimental.numpy.vstack([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 2], [3, 4]]
    """
    return joining.concat(_rows(tup, atleast_2d), 0)


def hstack(tup: Any) -> Tensor:
    """Concatenates arrays along the second axis, vectors along their only axis.

    >>> tf.experimental.numpy.hstack([[1, 2], [3]]).numpy()
    array([1, 2, 3])
    """
    rows = _rows(tup, atleast_1d)
    return joining.concat(rows, 0 if rows[0].shape.rank == 1 else 1)


def dstack(tup: Any) -> Tensor:
    """Stacks arrays along the third axis.

    >>> tf.experimental.numpy.dstack([[1, 2], [3, 4]]).shape
    TensorShape([1, 2, 2])
    """
    return joining.concat(_rows(tup, atleast_3d), 2)


def append(arr: Any, values: Any, axis: Any = None) -> Tensor:
    """Values behind an array; without an axis both as vectors.

    >>> tf.experimental.numpy.append([1, 2], 3).numpy()
    array([1, 2, 3])
    """
    if axis is not None:
        return concatenate([arr, values], axis)
    return concatenate(
        [ravel(each) for each in promoted(*_as_arrays([arr, values]))], 0
    )


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """Splits an array into equal parts, or into the parts between indices.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.split([1, 2, 3], [1])]
    [[1], [2, 3]]

    Raises:
      ValueError: if the parts cannot be equal.
    """
    tensor = as_strong(as_tensor(ary))
    if isinstance(indices_or_sections, (int, np.integer)):
        return list(joining.split(tensor, int(indices_or_sections), axis))
    size: Any = tensor.shape.as_list()[axis]
    ends = [*_positions(indices_or_sections, size), size]
    parts, start = [], 0
    for end in ends:
        parts.append(_part(tensor, start, max(start, end), axis))
        start = end
    return parts


def _positions(indices: Sequence[Any], size: int) -> list[int]:
    return [min(max(each + size if each < 0 else each, 0), size) for each in indices]


def _part(tensor: Any, start: int, end: int, axis: int) -> Tensor:
    rank = tensor.shape.rank
    begin = [0] * rank
    sizes = [-1] * rank
    begin[axis], sizes[axis] = start, end - start
    return apply_single("Slice", [tensor, begin, sizes])


def vsplit(ary: TensorLike, indices_or_sections: Any) -> list[Any]:
    """Parts along the first axis.

    >>> len(tf.experimental.numpy.vsplit([[1], [2]], 2))
    2
    """
    return split(ary, indices_or_sections, 0)


def hsplit(ary: TensorLike, indices_or_sections: Any) -> list[Any]:
    """Splits an array along the second axis, a vector along its only axis.

    >>> len(tf.experimental.numpy.hsplit([1, 2], 2))
    2
    """
    tensor = as_tensor(ary)
    return split(tensor, indices_or_sections, 0 if tensor.shape.rank == 1 else 1)


def dsplit(ary: TensorLike, indices_or_sections: Any) -> list[Any]:
    """Parts along the third axis.

    >>> len(tf.experimental.numpy.dsplit([[[1, 2]]], 2))
    2
    """
    return split(ary, indices_or_sections, 2)
