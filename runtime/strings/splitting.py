"""String splitting at separators and into bytes; n-grams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import (
    convert_argument,
    convert_strictly,
    convert_to_tensor,
)
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def in_rows(function: Callable[[Any], Any], value: Any) -> Any:
    """Applies a function from a string vector to rows to strings of any rank.

    The result for a scalar is a vector, its only row.
    """
    if isinstance(value, RaggedTensor):
        return value.with_values(in_rows(function, value.values))
    rank = value.shape.rank
    if rank is None:
        raise ValueError("The rank of the strings must be known.")
    if rank == 0:
        row = function(apply_op("ExpandDims", [value, 0]))
        parts = row if isinstance(row, tuple) else (row,)
        vectors = tuple(each.values for each in parts)
        return vectors if isinstance(row, tuple) else vectors[0]
    if rank == 1:
        return function(value)
    return in_rows(function, RaggedTensor.from_tensor(value, ragged_rank=rank - 1))


def split(
    input: TensorLike,
    sep: TensorLike | None = None,
    maxsplit: int = -1,
    name: str | None = None,
) -> Any:
    """The parts of each string between separators, by default between white space.

    The result for a scalar is a vector, for a tensor a ragged tensor.

    >>> tf.strings.split(["a b", "c"])
    <tf.RaggedTensor [[b'a', b'b'], [b'c']]>
    >>> tf.strings.split("a,b", sep=",").numpy().tolist()
    [b'a', b'b']

    Raises:
      InvalidArgumentError: for a separator that is no scalar.
    """
    texts: Any = convert_to_tensor(input, dtypes.string, name="input")
    separator = convert_to_tensor("" if sep is None else sep, dtypes.string, name="sep")

    def rows(vector: Any) -> Any:
        places, values, shape = apply_op(
            "StringSplitV2", [vector, separator], {"maxsplit": maxsplit}, name
        )
        return RaggedTensor.from_value_rowids(
            values, places[:, 0], shape[0], validate=False
        )

    return in_rows(rows, texts)


def bytes_split(input: TensorLike, name: str | None = None) -> Any:
    """Splits strings into single bytes.

    >>> tf.strings.bytes_split("ab").numpy().tolist()
    [b'a', b'b']
    """
    texts: Any = convert_strictly(input, dtypes.string, name="input")

    def rows(vector: Any) -> Any:
        attrs = {"skip_empty": False}
        places, values, shape = apply_op("StringSplit", [vector, ""], attrs, name)
        return RaggedTensor.from_value_rowids(
            values, places[:, 0], shape[0], validate=False
        )

    return in_rows(rows, texts)


def ngrams(
    data: TensorLike,
    ngram_width: Any,
    separator: str = " ",
    pad_values: Any = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """The joined n-grams of each row, of one width or several.

    ``pad_values`` pad each row on both sides: one string, or one for each side.

    >>> tf.strings.ngrams(["a", "b", "c"], 2).numpy().tolist()
    [b'a b', b'b c']

    Raises:
      TypeError: for a width or padding that is none.
      ValueError: for a negative padding, or a width below 1.
    """
    left, right = _padding(pad_values)
    widths = (
        list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
    )
    if not all(isinstance(width, int) for width in widths):
        raise TypeError(
            f"ngram_width must be an integer or a list of them: {ngram_width}"
        )
    if padding_width is not None and not isinstance(padding_width, int):
        raise TypeError("Argument `padding_width` must be a Python int.")
    if padding_width is not None and padding_width < 0:
        raise ValueError("padding_width must be non-negative.")
    if any(width < 1 for width in widths):
        raise ValueError(f"All ngram_widths must be greater than 0. Got {ngram_width}")
    if pad_values is None:
        padding_width = 0
    attrs = {
        "separator": text_attr(separator, "separator"),
        "ngram_widths": widths,
        "left_pad": left,
        "right_pad": right,
        "pad_width": -1 if padding_width is None else padding_width,
        "preserve_short_sequences": preserve_short_sequences,
    }
    return _ngrams(convert_to_tensor(data, dtypes.string, name="data"), attrs, name)


def _padding(pad_values: Any) -> tuple[bytes, bytes]:
    if pad_values is None:
        return b"", b""
    if isinstance(pad_values, (list, tuple)):
        if len(pad_values) != 2 or not all(
            isinstance(x, (str, bytes)) for x in pad_values
        ):
            raise TypeError("pad_values must be a string, tuple of strings, or None.")
        left, right = pad_values
    elif isinstance(pad_values, (str, bytes)):
        left = right = pad_values
    else:
        raise TypeError("pad_values must be a string, tuple of strings, or None.")
    return tuple(x.encode() if isinstance(x, str) else x for x in (left, right))  # type: ignore[return-value]


def _ngrams(data: Any, attrs: dict[str, Any], name: str | None) -> Any:
    if isinstance(data, RaggedTensor):
        if data.values.shape.rank != 1:
            return data.with_values(_ngrams(data.values, attrs, name))
        values, splits = apply_op(
            "StringNGrams", [data.values, data.row_splits], attrs, name
        )
        return RaggedTensor.from_row_splits(values, splits, validate=False)
    rank = data.shape.rank
    if not rank:
        raise ValueError("ngrams needs strings with at least one axis.")
    if rank == 1:
        size = apply_op("Shape", [data], {"out_type": dtypes.int64})
        ends = apply_op("PadV2", [size, np.array([[1, 0]], np.int32), np.int64(0)])
        values, _ = apply_op("StringNGrams", [data, ends], attrs, name)
        return values
    rows = RaggedTensor.from_tensor(data, ragged_rank=rank - 1)
    return _ngrams(rows, attrs, name).to_tensor(default_value="")


def unsorted_segment_join(
    inputs: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    separator: str = "",
    name: str | None = None,
) -> Tensor:
    """The strings that share a segment number joined.

    >>> tf.strings.unsorted_segment_join(["a", "b", "c"], [1, 0, 1], 2).numpy().tolist()
    [b'b', b'ac']

    Raises:
      InvalidArgumentError: for a number out of range, or not one for each string.
    """
    texts = convert_argument(inputs, dtypes.string, name="inputs")
    attrs = {"separator": text_attr(separator, "separator")}
    parts = [texts, convert_to_tensor(segment_ids), convert_to_tensor(num_segments)]
    return apply_single("UnsortedSegmentJoin", parts, attrs, name)
