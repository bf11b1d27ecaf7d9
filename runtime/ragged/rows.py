"""Row partitions as tensors: splits, lengths, row ids.

Row splits are the starts of all rows and the end of the last row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def cast(x: Any, dtype: DType) -> Any:
    """The numbers in another dtype."""
    return x if x.dtype is dtype else apply_op("Cast", [x], {"DstT": dtype})


def number(value: int, dtype: DType) -> Tensor:
    """A constant integer."""
    return constant_of(np.array(value, dtype.numpy_dtype)[()], dtype)


def size_of(x: Any, axis: int = 0, dtype: DType = dtypes.int64) -> Tensor:
    """The size of a tensor along an axis, as a scalar tensor."""
    if x.shape.rank is not None and x.shape[axis] is not None:
        return number(x.shape[axis], dtype)
    result: Tensor = apply_op("Shape", [x], {"out_type": dtype})[axis]
    return result


def count_up(end: Any) -> Any:
    """The numbers from 0 to, without, the end."""
    return apply_op("Range", [number(0, end.dtype), end, number(1, end.dtype)])


def take(x: TensorLike, positions: TensorLike) -> Tensor:
    """Rows of a tensor by position."""
    return apply_single("GatherV2", [x, positions, 0])


def index_tensor(value: TensorLike, name: str, label: str | None = None) -> Tensor:
    """Splits, lengths and the like as int32 or int64.

    Raises:
      ValueError: for another dtype.
    """
    if isinstance(value, Tensor):
        tensor: Any = value
    elif isinstance(value, (list, tuple)) and any(
        isinstance(each, Tensor) for each in value
    ):
        tensor = _wide(convert_to_tensor(value, name=name))
    else:
        array = np.asarray(value)
        is_int32 = isinstance(value, np.ndarray) and array.dtype == np.int32
        if not is_int32 and (array.dtype.kind == "i" or not array.size):
            array = array.astype(np.int64)
        tensor = convert_to_tensor(array, name=name)
    if tensor.dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"{label or name} must have dtype int32 or int64")
    result: Tensor = tensor
    return result


def _wide(packed: Tensor) -> Tensor:
    """Numbers that Python counted as int64, as those of an array are."""
    if packed.dtype != dtypes.int32:
        return packed
    return apply_single("Cast", [packed], {"DstT": dtypes.int64})


def lengths_of(splits: Any) -> Any:
    """The length of each row."""
    return splits[1:] - splits[:-1]


def splits_of(lengths: Any) -> Tensor:
    """Row splits from row lengths."""
    ends = apply_op("Cumsum", [lengths, 0])
    return apply_single("ConcatV2", [[_zero_vector(lengths.dtype), ends], 0])


def _zero_vector(dtype: DType) -> Tensor:
    return constant_of(np.zeros(1, dtype.numpy_dtype), dtype)


def row_numbers(splits: Any) -> Tensor:
    """The number of the row of each value."""
    places = count_up(splits[-1])
    attrs = {"out_type": splits.dtype}
    rows = [apply_op("ExpandDims", [each, 0]) for each in (splits, places)]
    found = apply_op("UpperBound", rows, attrs)
    result: Tensor = apply_op("Squeeze", [found], {"squeeze_dims": [0]}) - 1
    return result


def splits_of_row_numbers(rows: Any, count: Any) -> Tensor:
    """Row splits from ascending row ids."""
    ends = [apply_op("ExpandDims", [each, 0]) for each in (rows, count_up(count + 1))]
    found = apply_op("LowerBound", ends, {"out_type": rows.dtype})
    return apply_single("Squeeze", [found], {"squeeze_dims": [0]})


def spans(starts: TensorLike, lengths: TensorLike) -> Tensor:
    """The concatenated positions of several runs."""
    splits = splits_of(lengths)
    shift = take(starts - splits[:-1], row_numbers(splits))
    result: Tensor = shift + count_up(splits[-1])
    return result


def known(x: TensorLike) -> Any:
    """The value of a tensor as an array if it is known now, else None."""
    return x.constant_value() if isinstance(x, Tensor) else np.asarray(x)
