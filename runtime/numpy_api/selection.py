"""Selection by conditions and positions; sorting; differences."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays import indexing, rearranging
from runtime.math.casting import cast
from runtime.numpy_api.conversion import as_tensor, number, promoted
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.shaping import ravel
from runtime.numpy_api.weak_tensors import as_strong
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _condition(value: Any) -> Tensor:
    return cast(as_strong(as_tensor(value)), dtypes.bool_)


def where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None
) -> Any:
    """x where the condition holds, else y; without x and y the true positions.

    >>> tf.experimental.numpy.where([True, False], 1, 2.5).numpy()
    array([1. , 2.5])

    Raises:
      ValueError: for x without y, or y without x.
    """
    if x is None and y is None:
        return nonzero(_condition(condition))
    if x is None or y is None:
        raise ValueError("Both x and y must be ndarrays, or both must be None.")
    pair = [as_strong(each) for each in promoted(x, y)]
    return apply_single("SelectV2", [_condition(condition), *pair])


def nonzero(a: TensorLike) -> list[Any]:
    """The positions of non-zero elements, a vector for each axis.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.nonzero([0, 3, 4])]
    [[1, 2]]
    """
    tensor = as_strong(as_tensor(a))
    if tensor.shape.rank == 0:
        tensor = apply_op("Reshape", [tensor, [1]])
    places = apply_op("Where", [cast(tensor, dtypes.bool_)])
    return list(apply_op("Unpack", [places], {"num": tensor.shape.rank, "axis": 1}))


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Tensor:
    """The first choice with a true condition, else the default.

    >>> tf.experimental.numpy.select([[True, False]], [[1, 2]], 9).numpy()
    array([1, 9])

    Raises:
      ValueError: if choices and conditions differ in number, or are empty.
    """
    if len(condlist) != len(choicelist):
        raise ValueError("condlist must have length equal to choicelist")
    if not condlist:
        raise ValueError("condlist must be non-empty")
    *choices, found = (as_strong(each) for each in promoted(*choicelist, default))
    for condition, choice in zip(reversed(list(condlist)), reversed(choices)):
        found = apply_op("SelectV2", [_condition(condition), choice, found])
    return found


def compress(condition: TensorLike, a: TensorLike, axis: int | None = None) -> Tensor:
    """The elements, or slices along an axis, with a true condition.

    >>> tf.experimental.numpy.compress([True, False, True], [1, 2, 3]).numpy()
    array([1, 3])
    """
    kept = _condition(condition)
    tensor = as_strong(as_tensor(a))
    if axis is None:
        tensor, axis = ravel(tensor), 0
    count = kept.shape.as_list()[0]
    places = apply_op("Reshape", [apply_op("Where", [kept]), [-1]])
    if count is not None:
        size = tensor.shape.as_list()[axis]
        if size is not None and count > size:
            raise ValueError(f"The condition is longer than the axis: {count} > {size}")
    return indexing.gather(tensor, places, axis=axis)


def take(
    a: TensorLike,
    indices: TensorLike,
    axis: TensorLike | None = None,
    out: Any = None,
    mode: str = "clip",
) -> Tensor:
    """The elements at indices, along an axis or of all elements.

    ``mode`` "clip" takes the nearest for indices out of range, "wrap" counts on.

    >>> tf.experimental.numpy.take([1, 2, 3], [0, 9]).numpy()
    array([1, 3])

    Raises:
      ValueError: for ``out``, or another mode.
    """
    if out is not None:
        raise ValueError("out argument is not supported in take.")
    if mode not in ("raise", "clip", "wrap"):
        raise ValueError(f"Invalid mode {mode!r} for take.")
    tensor = as_strong(as_tensor(a))
    places = as_strong(as_tensor(indices))
    if axis is None:
        tensor, axis = ravel(tensor), 0
    size = cast(apply_op("Shape", [tensor])[axis], places.dtype)
    if mode == "clip":
        zero = number(0, places.dtype)
        least = apply_op("Minimum", [places, size - number(1, places.dtype)])
        places = apply_op("Maximum", [least, zero])
    elif mode == "wrap":
        places = apply_op("FloorMod", [places, size])
    return indexing.gather(tensor, places, axis=axis)


def take_along_axis(arr: TensorLike, indices: Any, axis: Any) -> Tensor:
    """Selects elements along an axis by an array of indices for every other position.

    >>> tf.experimental.numpy.take_along_axis([[3, 1, 2]], [[1, 2]], 1).numpy()
    array([[1, 2]])

    Raises:
      ValueError: if the numbers of axes differ.
    """
    tensor, places = as_strong(as_tensor(arr)), as_strong(as_tensor(indices))
    if axis is None:
        return take_along_axis(ravel(tensor), places, 0)
    if tensor.shape.rank != places.shape.rank:
        raise ValueError("Arrays and indices must have the same number of axes.")
    axis = axis % tensor.shape.rank
    size = cast(apply_op("Shape", [tensor])[axis], places.dtype)
    places = apply_op("FloorMod", [places, size])
    tensor, places = _broadcast_but(tensor, places, axis)
    grids = []
    shape = apply_op("Shape", [places])
    for each in range(tensor.shape.rank):
        if each == axis:
            grids.append(cast(places, dtypes.int64))
            continue
        sizes = [1] * tensor.shape.rank
        sizes[each] = -1
        numbers = apply_op("Range", [0, shape[each], 1])
        row = cast(apply_op("Reshape", [numbers, sizes]), dtypes.int64)
        grids.append(apply_op("BroadcastTo", [row, shape]))
    found = apply_op("Pack", [grids], {"axis": -1})
    return apply_single("GatherNd", [tensor, found])


def _broadcast_but(tensor: Any, places: Any, axis: int) -> tuple[Any, Any]:
    """Both in one shape but along the axis."""
    mark = np.zeros(tensor.shape.rank, bool)
    mark[axis] = True
    own, other = (apply_op("Shape", [each]) for each in (tensor, places))
    ones = apply_op("OnesLike", [own])
    shared = apply_op(
        "BroadcastArgs",
        [apply_op("SelectV2", [mark, ones, each]) for each in (own, other)],
    )
    return (
        apply_op("BroadcastTo", [tensor, apply_op("SelectV2", [mark, own, shared])]),
        apply_op("BroadcastTo", [places, apply_op("SelectV2", [mark, other, shared])]),
    )


def sort(a: Any, axis: Any = -1, kind: str = "quicksort", order: Any = None) -> Tensor:
    """Sorts the elements along an axis; with None the flattened array.

    >>> tf.experimental.numpy.sort([3, 1, 2]).numpy()
    array([1, 2, 3])

    Raises:
      ValueError: for another kind than quicksort and stable, or ``order``.
    """
    _check_kind(kind, order)
    tensor = as_strong(as_tensor(a))
    if axis is None:
        tensor, axis = ravel(tensor), 0
    return rearranging.sort(tensor, axis)


def argsort(
    a: Any, axis: Any = -1, kind: str = "quicksort", order: Any = None
) -> Tensor:
    """The indices that sort an array along an axis; with None the flattened array.

    >>> tf.experimental.numpy.argsort([3, 1, 2]).numpy()
    array([1, 2, 0])

    Raises:
      ValueError: for another kind than quicksort and stable, or ``order``.
    """
    _check_kind(kind, order)
    tensor = as_strong(as_tensor(a))
    if axis is None or tensor.shape.rank == 0:
        tensor, axis = ravel(tensor), 0
    found = rearranging.argsort(tensor, axis, stable=kind == "stable")
    return cast(found, SETTINGS.default_int)


def _check_kind(kind: str, order: Any) -> None:
    if kind not in ("quicksort", "stable"):
        raise ValueError(
            "Only the following sort kinds are supported: 'quicksort' and 'stable'."
            f" Received: kind={kind}"
        )
    if order is not None:
        raise ValueError("The 'order' argument to sort is not supported.")


def diff(a: TensorLike, n: int = 1, axis: int = -1) -> Tensor:
    """The differences of neighbours along an axis, ``n`` times over.

    >>> tf.experimental.numpy.diff([1, 4, 9]).numpy()
    array([3, 5])

    Raises:
      ValueError: for a negative ``n``, or a number without axes.
    """
    if n < 0:
        raise ValueError(f"Argument `order` must be a non-negative integer, not {n}.")
    tensor = as_strong(as_tensor(a))
    if not tensor.shape.rank:
        raise ValueError("diff requires an array with at least one axis.")
    for _ in range(n):
        before, behind = (_without_one(tensor, axis, place) for place in (1, 0))
        if tensor.dtype.is_bool:
            tensor = apply_op("NotEqual", [behind, before])
        else:
            tensor = behind - before
    return tensor


def _without_one(tensor: Any, axis: int, is_last: int) -> Tensor:
    entry = slice(None, -1) if is_last else slice(1, None)
    key: list[Any] = [slice(None)] * tensor.shape.rank
    key[axis] = entry
    result: Tensor = tensor[tuple(key)]
    return result
