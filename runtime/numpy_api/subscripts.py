"""``tensor[...]`` with NumPy's advanced indexing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op
from runtime.arrays import subscripts
from runtime.math.casting import cast
from runtime.numpy_api.conversion import number
from runtime.numpy_api.selection import nonzero
from runtime.numpy_api.weak_tensors import as_strong
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.variables.resource import ResourceVariable


def get_item(tensor: Any, key: Any) -> Any:
    """``tensor[...]`` by NumPy's rules; arrays in subscripts select elements.

    >>> from runtime.numpy_api.subscripts import get_item
    >>> x = tf.reshape(tf.range(6), [2, 3])
    >>> get_item(x, (slice(None), [0, 2])).numpy().tolist()
    [[0, 2], [3, 5]]

    Raises:
      IndexError: for a subscript that is none of these.
      InvalidArgumentError: out of range.
    """
    entries = list(key) if isinstance(key, tuple) else [key]
    entries = [_entry(each) for each in entries]
    for entry in entries:
        if isinstance(entry, (float, str)):
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) "
                f"and integer or boolean arrays are valid indices, got {entry!r}"
            )
    plain = as_strong(tensor)
    if not any(map(_is_array, entries)):
        return subscripts.get_item(plain, tuple(entries))
    return _select(plain, entries)


def _entry(given: Any) -> Any:
    """A tuple as the list, and a variable as the value, that choose in its place."""
    if isinstance(given, tuple):
        return list(given)
    return given.value() if isinstance(given, ResourceVariable) else given


def _is_array(entry: Any) -> bool:
    """Whether it has axes of its own, or is a truth value."""
    if isinstance(entry, (list, bool, np.bool_)):
        return True
    if isinstance(entry, (Tensor, np.ndarray)):
        return bool(entry.ndim != 0) or as_dtype(entry.dtype).is_bool
    return False


def _select(tensor: Any, entries: list[Any]) -> Any:
    entries = _with_positions(entries)
    entries = _without_ellipsis(entries, tensor.shape.rank)
    kept = [slice(None) if _chooses(each) else each for each in entries]
    sliced = subscripts.get_item(tensor, tuple(kept))
    # numbers leave no axis behind
    left = [each for each in entries if not _takes_axis(each)]
    axes = [axis for axis, each in enumerate(left) if _chooses(each)]
    indices = [left[axis] for axis in axes]
    found = _gathered(sliced, axes, indices)
    count = max(each.shape.rank or 0 for each in indices)
    if axes != list(range(axes[0], axes[-1] + 1)) or axes[0] == 0:
        return found  # apart from each other: what they choose comes first
    rank = found.shape.rank
    order = [*range(count, count + axes[0]), *range(count)]
    order += [axis for axis in range(rank) if axis not in order]
    return apply_op("Transpose", [found, order])


def _with_positions(entries: list[Any]) -> list[Any]:
    """Masks as the positions where they hold, an entry for each of their axes."""
    found: list[Any] = []
    for entry in entries:
        if not _is_array(entry):
            found.append(entry)
            continue
        is_empty = isinstance(entry, list) and not entry  # of integers, for NumPy too
        array = convert_to_tensor(np.array(entry, int) if is_empty else entry)
        if not array.dtype.is_bool:
            found.append(array)
        elif array.shape.rank == 0:
            raise ValueError("mask cannot be scalar.")
        else:
            found += nonzero(array)
    return found


def _without_ellipsis(entries: list[Any], rank: int) -> list[Any]:
    used = sum(1 for each in entries if each is not None and each is not Ellipsis)
    missing = [slice(None)] * (rank - used)
    places = [at for at, each in enumerate(entries) if each is Ellipsis]
    if not places:
        return entries + missing
    place = places[0]
    return entries[:place] + missing + entries[place + 1 :]


def _chooses(entry: Any) -> bool:
    """Whether it is an array; numbers take their axis away before arrays choose."""
    return isinstance(entry, Tensor) and entry.shape.rank != 0


def _takes_axis(entry: Any) -> bool:
    return entry is not None and not isinstance(entry, slice) and not _chooses(entry)


def _gathered(tensor: Any, axes: Sequence[int], indices: Sequence[Any]) -> Any:
    """What the indices choose along axes, in front of the other axes."""
    others = [axis for axis in range(tensor.shape.rank) if axis not in axes]
    front = apply_op("Transpose", [tensor, [*axes, *others]])
    sizes = cast(apply_op("Shape", [front]), dtypes.int64)
    wide = [cast(each, dtypes.int64) for each in indices]
    shape = apply_op("Shape", [wide[0]])
    for each in wide[1:]:
        shape = apply_op("BroadcastArgs", [shape, apply_op("Shape", [each])])
    places = []
    for position, each in enumerate(wide):
        zero = number(0, dtypes.int64)
        size = subscripts.get_item(sizes, position)
        counted = apply_op("SelectV2", [each < zero, each + size, each])
        places.append(apply_op("BroadcastTo", [counted, shape]))
    return apply_op("GatherNd", [front, apply_op("Pack", [places], {"axis": -1})])
