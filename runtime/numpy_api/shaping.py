"""Array shapes and axis orders: reshapes, diagonals, flips, padding."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.arrays import rearranging, reshaping
from runtime.numpy_api.calls import called, rank_of, shape_of
from runtime.numpy_api.conversion import as_tensor
from runtime.numpy_api.weak_tensors import as_strong
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


def reshape(a: TensorLike, newshape: Any, order: str = "C") -> Tensor:
    """The elements in another shape; ``order`` "F" counts the first axis fastest.

    >>> tf.experimental.numpy.reshape([1, 2, 3, 4], (2, 2), order="F").numpy()
    array([[1, 3],
           [2, 4]])

    Raises:
      ValueError: for another order.
    """
    if order not in ("C", "F"):
        raise ValueError(f"Unsupported order argument {order}")
    sizes = [newshape] if isinstance(newshape, (int, np.integer)) else newshape
    if order == "C":
        return called(reshaping.reshape, a, sizes)
    backwards = [int(each) for each in sizes][::-1]
    return transpose(reshape(transpose(a), backwards))


def ravel(a: TensorLike) -> Tensor:
    """The elements as a vector.

    >>> tf.experimental.numpy.ravel([[1, 2], [3, 4]]).numpy()
    array([1, 2, 3, 4])
    """
    return called(reshaping.reshape, a, [-1])


def flatten(a: TensorLike, order: str = "C") -> Tensor:
    """The elements as a vector, by rows ("C") or by columns ("F").

    >>> tf.experimental.numpy.flatten([[1, 2], [3, 4]], "F").numpy()
    array([1, 3, 2, 4])

    Raises:
      ValueError: for another order.
    """
    if order not in ("C", "A", "K", "F"):
        raise ValueError(f"order not supported: {order}")
    result: Tensor = ravel(transpose(a) if order == "F" else a)
    return result


def transpose(a: TensorLike, axes: Any = None) -> Tensor:
    """Reorders the axes; reverses them by default.

    >>> tf.experimental.numpy.transpose([[1, 2]]).shape
    TensorShape([2, 1])
    """
    order = None if axes is None else list(axes)
    return called(reshaping.transpose, a, order)


def expand_dims(a: TensorLike, axis: int) -> Tensor:
    """Inserts an axis of size one.

    >>> tf.experimental.numpy.expand_dims([1, 2], 0).shape
    TensorShape([1, 2])
    """
    return called(reshaping.expand_dims, a, axis)


def squeeze(a: TensorLike, axis: TensorLike | None = None) -> Tensor:
    """Removes axes of size one: all, or the listed axes.

    >>> tf.experimental.numpy.squeeze([[1, 2]]).shape
    TensorShape([2])
    """
    return called(reshaping.squeeze, a, axis)


def moveaxis(a: TensorLike, source: Any, destination: Any) -> Tensor:
    """Moves axes to new positions; the other axes keep their order.

    >>> tf.experimental.numpy.moveaxis(tf.zeros([2, 3, 4]), 0, -1).shape
    TensorShape([3, 4, 2])

    Raises:
      ValueError: if ``source`` and ``destination`` have different lengths.
    """
    tensor = as_tensor(a)
    rank = rank_of(tensor)
    origins, places = (
        [each % rank for each in np.atleast_1d(given).tolist()]
        for given in (source, destination)
    )
    if len(origins) != len(places):
        raise ValueError("The lengths of source and destination must equal")
    order = [axis for axis in range(rank) if axis not in origins]
    for place, axis in sorted(zip(places, origins)):
        order.insert(place, axis)
    return transpose(tensor, order)


def swapaxes(a: TensorLike, axis1: int, axis2: int) -> Tensor:
    """Exchanges two axes.

    >>> tf.experimental.numpy.swapaxes(tf.zeros([2, 3, 4]), 0, 2).shape
    TensorShape([4, 3, 2])
    """
    tensor = as_tensor(a)
    order = list(range(rank_of(tensor)))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    result: Tensor = transpose(tensor, order)
    return result


def _flipped(tensor: Any, axes: list[int]) -> Tensor:
    return rearranging.reverse(tensor, axes)


def flip(m: TensorLike, axis: Any = None) -> Tensor:
    """Reverses the elements along axes, by default along all axes.

    >>> tf.experimental.numpy.flip([1, 2, 3]).numpy()
    array([3, 2, 1])
    """
    tensor = as_tensor(m)
    axes = (
        list(range(rank_of(tensor))) if axis is None else np.atleast_1d(axis).tolist()
    )
    return called(_flipped, tensor, axes)


def flipud(m: TensorLike) -> Tensor:
    """Reverses the order of the rows.

    >>> tf.experimental.numpy.flipud([[1], [2]]).numpy().tolist()
    [[2], [1]]
    """
    return flip(m, 0)


def fliplr(m: TensorLike) -> Tensor:
    """Reverses the order of the columns.

    >>> tf.experimental.numpy.fliplr([[1, 2]]).numpy().tolist()
    [[2, 1]]
    """
    return flip(m, 1)


def roll(a: TensorLike, shift: TensorLike, axis: TensorLike | None = None) -> Tensor:
    """The elements moved along axes; elements beyond the end move to the front.

    >>> tf.experimental.numpy.roll([1, 2, 3], 1).numpy()
    array([3, 1, 2])
    """
    tensor = as_tensor(a)
    if axis is not None:
        return called(rearranging.roll, tensor, shift, axis)
    result: Tensor = reshape(
        called(rearranging.roll, ravel(tensor), shift, 0), shape_of(tensor)
    )
    return result


def rot90(m: TensorLike, k: int = 1, axes: Any = (0, 1)) -> Tensor:
    """Turned by 90 degrees ``k`` times, from the first axis to the second.

    >>> tf.experimental.numpy.rot90([[1, 2], [3, 4]]).numpy().tolist()
    [[2, 4], [1, 3]]

    Raises:
      ValueError: if the axes are the same.
    """
    first, second = axes
    if first == second:
        raise ValueError("Axes must be different.")
    turns = k % 4
    if turns == 0:
        return as_tensor(m)
    if turns == 2:
        return flip(flip(m, first), second)
    if turns == 1:
        return swapaxes(flip(m, second), first, second)
    return flip(swapaxes(m, first, second), second)


def broadcast_to(array: Any, shape: ShapeLike) -> Tensor:
    """The elements repeated to a shape.

    >>> tf.experimental.numpy.broadcast_to([1, 2], (2, 2)).numpy().tolist()
    [[1, 2], [1, 2]]
    """
    sizes = [shape] if isinstance(shape, (int, np.integer)) else shape
    return reshaping.broadcast_to(as_strong(as_tensor(array)), sizes)


def broadcast_arrays(*args: Any, **kwargs: Any) -> list[Any]:
    """Broadcasts several arrays to their common shape.

    >>> found = tf.experimental.numpy.broadcast_arrays([1], [[2], [3]])
    >>> [x.shape.as_list() for x in found]
    [[2, 1], [2, 1]]

    Raises:
      ValueError: for ``subok=True``; shapes that do not fit.
    """
    if kwargs.get("subok"):
        raise ValueError("subok=True is not supported.")
    tensors = [as_strong(as_tensor(each)) for each in args]
    if not tensors:
        return []
    shape = shape_of(tensors[0])
    for each in tensors[1:]:
        shape = apply_op("BroadcastArgs", [shape, shape_of(each)])
    return [apply_op("BroadcastTo", [each, shape]) for each in tensors]


def tile(a: TensorLike, reps: Any) -> Tensor:
    """Repeats the array along each axis.

    >>> tf.experimental.numpy.tile([1, 2], 2).numpy()
    array([1, 2, 1, 2])
    """
    tensor = as_strong(as_tensor(a))
    counts = np.atleast_1d(np.asarray(reps)).tolist()
    rank = rank_of(tensor)
    if len(counts) > rank:
        axes = apply_op("ConcatV2", [[[1] * (len(counts) - rank), shape_of(tensor)], 0])
        tensor = apply_op("Reshape", [tensor, axes])
    return apply_single("Tile", [tensor, [1] * (rank - len(counts)) + counts])


def repeat(a: Any, repeats: Any, axis: Any = None) -> Tensor:
    """Repeats elements, along an axis or of all elements.

    >>> tf.experimental.numpy.repeat([1, 2], 2).numpy()
    array([1, 1, 2, 2])
    """
    return reshaping.repeat(as_strong(as_tensor(a)), repeats, axis)


def atleast_1d(*arys: Any) -> Tensor:
    """Arrays with at least one axis; the result for one array is no list.

    >>> tf.experimental.numpy.atleast_1d(1).shape
    TensorShape([1])
    """
    result: Tensor = _at_least(1, arys)
    return result


def atleast_2d(*arys: Any) -> Tensor:
    """Arrays of at least two axes, new axes in front.

    >>> tf.experimental.numpy.atleast_2d([1, 2]).shape
    TensorShape([1, 2])
    """
    result: Tensor = _at_least(2, arys)
    return result


def atleast_3d(*arys: Any) -> Tensor:
    """Arrays with at least three axes; a matrix gets its third axis at the end.

    >>> tf.experimental.numpy.atleast_3d([1, 2]).shape
    TensorShape([1, 2, 1])
    """
    result: Tensor = _at_least(3, arys)
    return result


def _at_least(rank: int, arrays: Any) -> Any:
    found = []
    for each in arrays:
        tensor = as_tensor(each)
        own = rank_of(tensor)
        for count in range(own, rank):
            behind = count == 2 or (rank == 3 and count == 2)
            tensor = expand_dims(tensor, -1 if behind else 0)
        found.append(tensor)
    return found[0] if len(found) == 1 else found


_MODES = {"constant": "CONSTANT", "reflect": "REFLECT", "symmetric": "SYMMETRIC"}


def pad(array: TensorLike, pad_width: Any, mode: str, **kwargs: Any) -> Tensor:
    """Adds elements before and after each axis: constant or mirrored elements.

    ``pad_width`` is one number, a pair, or a pair for each axis.

    >>> tf.experimental.numpy.pad([1, 2], 1, "constant").numpy()
    array([0, 1, 2, 0])

    Raises:
      ValueError: for another mode than constant, reflect and symmetric.
    """
    if mode not in _MODES:
        raise ValueError(f"Unsupported padding mode: {mode}")
    tensor = as_strong(as_tensor(array))
    widths = np.broadcast_to(np.asarray(pad_width), (rank_of(tensor), 2)).tolist()
    value = kwargs.get("constant_values", 0)
    return rearranging.pad(tensor, widths, _MODES[mode], value)


def shape(a: TensorLike) -> Shape:
    """The shape of an array.

    >>> tf.experimental.numpy.shape([[1, 2]])
    TensorShape([1, 2])
    """
    return as_tensor(a).shape


def ndim(a: TensorLike) -> Any:
    """The number of axes.

    >>> tf.experimental.numpy.ndim([[1, 2]])
    2
    """
    return as_tensor(a).shape.rank


def size(x: TensorLike, axis: TensorLike | None = None) -> Any:
    """The number of elements.

    >>> int(tf.experimental.numpy.size([[1, 2]]))
    2

    Raises:
      NotImplementedError: for ``axis``.
    """
    if axis is not None:
        raise NotImplementedError(
            "axis argument is not supported in the current `np.size` implementation"
        )
    tensor = as_tensor(x)
    count = tensor.shape.num_elements()
    if count is not None:
        return np.int64(count)
    return reshaping.size(as_strong(tensor))
