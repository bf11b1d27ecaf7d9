"""``ragged[...]``: rows by index and slice, and slices of every row."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.ragged.gathering import gather
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import cast, count_up, known, number, spans, splits_of
from runtime.tensors.tensor import Tensor


def get_item(ragged: Any, key: Any) -> Any:
    """The part that the subscript names.

    >>> rows = tf.ragged.constant([[1, 2, 3], [4]])
    >>> rows[0].numpy().tolist(), rows[:, :2]
    ([1, 2, 3], <tf.RaggedTensor [[1, 2], [4]]>)

    Raises:
      IndexError: for a row that does not exist.
      ValueError: for an integer index on an axis of rows of different lengths.
      TypeError: for a subscript that is none.
    """
    keys = list(key) if isinstance(key, (list, tuple)) else [key]
    return _part(ragged, _without_ellipsis(keys, ragged))


def _without_ellipsis(keys: list[Any], ragged: Any) -> list[Any]:
    places = [index for index, each in enumerate(keys) if each is Ellipsis]
    if not places:
        return keys
    place, rank = places[0], ragged.shape.rank
    given = sum(each is not None and each is not Ellipsis for each in keys)
    if rank is None:
        raise ValueError("An ellipsis needs a tensor of known rank.")
    filled = [slice(None)] * (rank - given)
    return [*keys[:place], *filled, *keys[place + 1 :]]


def _part(ragged: Any, keys: list[Any]) -> Any:
    if not keys:
        return ragged
    if not isinstance(ragged, RaggedTensor):
        return ragged[tuple(keys)]
    first, *rest = keys
    if first is None:
        inner = _part(ragged, rest)
        return _in_one_row(inner)
    if isinstance(first, slice):
        rows = _rows(ragged, first)
        return _in_rows(rows, rest) if rest else rows
    return _part(_row(ragged, first), rest)


def _in_one_row(value: Any) -> Any:
    if not isinstance(value, RaggedTensor):
        return value[None]
    splits = apply_op(
        "Pack",
        [[number(0, value.row_splits.dtype), value.nrows()]],
        {"axis": 0},
    )
    return RaggedTensor._make(value, splits, value.shape[0])


def _row(ragged: RaggedTensor, key: Any) -> Any:
    index = _index(key)
    count = ragged.shape[0]
    if isinstance(index, int):
        if count is not None and not -count <= index < count:
            raise IndexError(f"Row key {index} out of bounds")
        if index < 0:
            index = index + (count if count is not None else ragged.nrows())
    splits = ragged.row_splits
    return ragged.values[splits[index] : splits[index + 1]]


def _index(key: Any) -> Any:
    if isinstance(key, bool) or not hasattr(key, "__index__"):
        raise _refused(key)
    if isinstance(key, Tensor):
        if key.shape.rank != 0 or not key.dtype.is_integer:
            raise _refused(key)
        value = known(key)
        return key if value is None else int(value)
    if getattr(key, "ndim", 0):
        raise _refused(key)
    return key.__index__()


def _refused(key: Any) -> TypeError:
    return TypeError(
        "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
        f"tf.int32/tf.int64 tensors are valid indices, got {key!r}"
    )


def _rows(ragged: RaggedTensor, key: slice) -> Any:
    if key == slice(None):
        return ragged
    if key.step in (None, 1):
        starts, limits = ragged.row_splits[:-1][key], ragged.row_splits[1:][key]
        zero = ragged.row_splits[:1]
        # no rows, no start: the values then are none, too
        first = apply_op("ConcatV2", [[starts, zero], 0])[0]
        splits = apply_op("ConcatV2", [[first[None], limits], 0])
        values = ragged.values[first : splits[-1]]
        return RaggedTensor._make(values, splits - first, ragged._uniform)
    places = count_up(ragged.nrows())[key]
    return gather(ragged, places)


def _in_rows(ragged: Any, keys: list[Any]) -> Any:
    """The subscripts after the first, for every row."""
    if not keys or not isinstance(ragged, RaggedTensor):
        every_row = (slice(None), *keys)
        return ragged if not keys else ragged[every_row]
    first, *rest = keys
    if first is None:
        inner = _in_rows(ragged, rest)
        count = inner.nrows() if isinstance(inner, RaggedTensor) else None
        size = count if count is not None else apply_op("Shape", [inner])[0]
        return RaggedTensor._make(inner, count_up(cast(size, dtypes.int64) + 1), 1)
    if isinstance(first, slice):
        sliced = _slice_rows(ragged, first)
        return sliced.with_values(_in_rows(sliced.values, rest)) if rest else sliced
    if ragged._uniform is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    index = _index(first)
    start = (
        index if not isinstance(index, int) or index >= 0 else index + ragged._uniform
    )
    picked = gather(ragged.values, ragged.row_starts() + start)
    return _in_rows(picked, rest) if rest else picked


def _slice_rows(ragged: RaggedTensor, key: slice) -> Any:
    """A slice of every row."""
    if key == slice(None):
        return ragged
    step = 1 if key.step is None else _index(key.step)
    lengths = ragged.row_lengths()
    zeros = apply_op("ZerosLike", [lengths])
    is_forward = not isinstance(step, int) or step > 0
    low, high = (zeros, lengths) if is_forward else (zeros - 1, lengths - 1)
    start = low if is_forward else high
    limit = high if is_forward else low
    if key.start is not None:
        start = _clipped(_index(key.start), lengths, low, high)
    if key.stop is not None:
        limit = _clipped(_index(key.stop), lengths, low, high)
    starts = ragged.row_starts()
    if step == 1:
        count = apply_op("Maximum", [limit - start, zeros])
        return RaggedTensor._make(
            gather(ragged.values, spans(starts + start, count)), splits_of(count)
        )
    steps = zeros + step
    splits, places = apply_op(
        "RaggedRange",
        [starts + start, starts + limit, steps],
        {"Tsplits": ragged.row_splits.dtype},
    )
    return RaggedTensor._make(gather(ragged.values, places), splits)


def _clipped(index: Any, lengths: Any, low: Any, high: Any) -> Any:
    zeros = apply_op("ZerosLike", [lengths])
    place = (
        zeros + cast(index, zeros.dtype) if isinstance(index, Tensor) else zeros + index
    )
    from_end = apply_op("SelectV2", [apply_op("Less", [place, 0]), lengths, zeros])
    place = place + from_end
    return apply_op("Maximum", [apply_op("Minimum", [place, high]), low])
