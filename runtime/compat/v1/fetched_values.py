"""Values of composite tensors in sessions: arrays that are fetched and fed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.ragged.construction import rows_of_lists
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import DTypeLike
from runtime.tensors.structure import flatten, is_nested, pack

Array: TypeAlias = "np.ndarray[Any, Any]"


class RaggedTensorValue:
    """A ragged tensor as arrays: its values, and where each row begins.

    >>> import numpy as np
    >>> value = tf.compat.v1.ragged.RaggedTensorValue(
    ...     np.array([1, 2, 3]), np.array([0, 1, 3]))
    >>> value.to_list(), value.shape
    ([[1], [2, 3]], (2, None))

    Raises:
      TypeError: for values or row splits that are no arrays.
    """

    def __init__(self, values: Array | RaggedTensorValue, row_splits: Array) -> None:
        if not _is_splits(row_splits):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        self.values = values
        self.row_splits = row_splits

    @property
    def flat_values(self) -> Array:
        """The innermost values."""
        inner = self.values
        return inner.flat_values if isinstance(inner, RaggedTensorValue) else inner

    @property
    def nested_row_splits(self) -> tuple[Array, ...]:
        """Where rows begin, from the outermost axis to the innermost."""
        inner = self.values
        rest = inner.nested_row_splits if isinstance(inner, RaggedTensorValue) else ()
        return (self.row_splits, *rest)

    @property
    def ragged_rank(self) -> int:
        """The number of axes whose rows may have different lengths."""
        return len(self.nested_row_splits)

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's dtype of the values."""
        return self.values.dtype

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The number of rows, and None for each ragged axis."""
        return (len(self.row_splits) - 1, None, *self.values.shape[1:])

    def to_list(self) -> list[Any]:
        """Nested lists."""
        inner = self.values
        items = (
            inner.to_list() if isinstance(inner, RaggedTensorValue) else inner.tolist()
        )
        bounds = self.row_splits.tolist()
        return [items[begin:end] for begin, end in pairwise(bounds)]

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return (
            f"tf.RaggedTensorValue(values={self.values!r}, "
            f"row_splits={self.row_splits!r})"
        )


def _is_splits(value: Any) -> bool:
    is_array = isinstance(value, np.ndarray) and value.ndim == 1
    return is_array and value.dtype in (np.int32, np.int64)


def constant_value(
    pylist: object,
    dtype: DTypeLike | type | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike = dtypes.int64,
) -> RaggedTensorValue | Array:
    """A value of nested lists, to be fed to a ragged placeholder.

    ``ragged_rank`` is the number of ragged axes, by default all but the innermost;
    ``inner_shape`` is the shape of the values inside the ragged axes. Without nesting,
    an array.

    >>> tf.compat.v1.ragged.constant_value([[1], [2, 3]]).row_splits
    array([0, 1, 3])

    Raises:
      ValueError: for lists of different depth, or of less depth than ``ragged_rank``.
    """
    kind: Any = (
        as_dtype(dtype).numpy_dtype if isinstance(dtype, dtypes.DType) else dtype
    )
    splits, flat, inner = rows_of_lists(pylist, ragged_rank, inner_shape)
    if inner is None:
        array: Array = np.array(flat, kind)
        return array
    splits_kind = as_dtype(row_splits_dtype).numpy_dtype
    result: RaggedTensorValue | Array = np.array(flat, kind).reshape(-1, *inner)
    for each in reversed(splits):
        result = RaggedTensorValue(result, each.astype(splits_kind))
    return result


class IndexedSlicesValue(NamedTuple):
    """Indexed slices as arrays."""

    values: Any
    indices: Any
    dense_shape: Any


# --- composite tensors in what is fetched and fed


def parts_of(thing: Any) -> list[Any]:
    """The tensors that make up what is fetched or fed: one, or those of a composite."""
    if isinstance(thing, RaggedTensor):
        return [thing.flat_values, *thing.nested_row_splits]
    if isinstance(thing, IndexedSlices):
        whole = [thing.values, thing.indices, thing.dense_shape]
        return whole[: 2 if thing.dense_shape is None else 3]
    return flatten(thing)


def fetched_value(thing: Any, values: Sequence[Any]) -> Any:
    """The value of what is fetched, of the values of its parts."""
    if isinstance(thing, RaggedTensor):
        result, *splits = values
        for each in reversed(splits):
            result = RaggedTensorValue(result, each)
        return result
    if isinstance(thing, SparseTensor):
        return SparseTensorValue(*values)
    if isinstance(thing, IndexedSlices):
        return IndexedSlicesValue(*values, *[None] * (3 - len(values)))
    return pack(thing, values)


def fed_parts(feeds: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Each tensor that is fed, with its value.

    A key may be a nesting of what is fed; its value is then nested too, in any lists.

    Raises:
      TypeError: if the feeds are no mapping.
      ValueError: for a value that has not as many parts as its key, and for something
        that is fed twice.
    """
    if not isinstance(feeds, Mapping):
        raise TypeError(f"'feed_dict' must be a mapping, not {type(feeds).__name__}.")
    seen = set()
    for thing, value in _single_feeds(feeds):
        if thing in seen:
            raise ValueError(
                f"Cannot flatten dict because this key is not unique: {thing}"
            )
        seen.add(thing)
        parts, values = parts_of(thing), _values_of_parts(thing, value)
        if len(parts) != len(values):
            raise ValueError(
                f"{thing} is fed {len(parts)} arrays, but its value has {len(values)}."
            )
        yield from zip(parts, values, strict=True)


def _single_feeds(feeds: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """What is fed, composites as a whole, with its value."""
    for key, value in feeds.items():
        if not is_nested(key, composites=False):
            yield key, value
            continue
        keys, values = flatten(key, composites=False), flatten(value, composites=False)
        if len(keys) != len(values):
            raise ValueError(
                f"Could not flatten dictionary. Key had {len(keys)} elements, but "
                f"value had {len(values)} elements. Key: {keys}, value: {values}."
            )
        yield from zip(keys, values, strict=True)


def _values_of_parts(thing: Any, value: Any) -> list[Any]:
    """The arrays for the parts of a composite, or the value of a tensor."""
    if isinstance(thing, RaggedTensor):
        return [value.flat_values, *value.nested_row_splits]
    if isinstance(thing, (SparseTensor, IndexedSlices)):
        return [each for each in value if each is not None]
    return [value]


__all__ = [
    "IndexedSlicesValue",
    "RaggedTensorValue",
    "constant_value",
    "fed_parts",
    "fetched_value",
    "parts_of",
]
