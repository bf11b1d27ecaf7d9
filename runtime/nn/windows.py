"""Arguments of sliding windows: strides, sizes, padding, data format."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import reshape, shape
from runtime.tensors.arguments import text_attr, text_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_FORMATS = {
    1: ("NWC", "NCW"),
    2: ("NHWC", "NCHW"),
    3: ("NDHWC", "NCDHW"),
}


def channels_first(data_format: str | None) -> bool:
    """Whether the channels are the second axis, not the last."""
    return data_format is not None and text_of(data_format, "data_format").startswith(
        "NC"
    )


def format_of(spatial: int, data_format: str | None) -> str:
    """The data format; the default depends on the number of spatial axes.

    Raises:
      ValueError: for an unknown format with one spatial axis; ops refuse other formats.
    """
    allowed = _FORMATS[spatial]
    if data_format is None:
        return allowed[0]
    if spatial == 1 and data_format not in allowed:
        raise ValueError(
            f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}"
        )
    return data_format


def per_axis(value: Any, spatial: int, data_format: str, name: str) -> list[int]:
    """One entry per axis, from one number, one per spatial axis, or one per axis.

    Raises:
      ValueError: for any other number of entries.
    """
    if value is None:
        value = [1]
    if hasattr(value, "numpy"):
        value = value.numpy().tolist()
    # whatever has a length counts, as in TensorFlow: sets and views of dicts too
    entries = list(value) if hasattr(type(value), "__len__") else [value]
    if any(isinstance(each, (str, bytes)) for each in entries):
        raise TypeError(f"`{name}` takes integers, not {value!r}.")
    count = len(entries)
    if count == spatial + 2:
        return [int(each) for each in entries]
    if count not in (1, spatial):
        raise ValueError(
            f"`{name}` should be of length 1, {spatial} or {spatial + 2}. Received: "
            f"{name}={value} of length {count}"
        )
    inner = [int(each) for each in entries] * (spatial if count == 1 else 1)
    return [1, 1, *inner] if channels_first(data_format) else [1, *inner, 1]


def check_steps(strides: list[int], rates: list[int]) -> None:
    """Refuses dilated windows with strides other than 1.

    Raises:
      ValueError: for these, and for dilations below 1.
    """
    if min(rates) < 1:
        raise ValueError(
            "all values of `dilation_rate` must be positive. Received: "
            f"dilation_rate={np.array(rates)}"
        )
    if max(strides) > 1 and max(rates) > 1:
        raise ValueError(
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`. "
            f"Received: strides={np.array(strides)} and "
            f"dilation_rate={np.array(rates)}"
        )


def padding_attrs(padding: Any) -> dict[str, Any]:
    """The attributes for "SAME", "VALID" or a list of pairs, one for each axis.

    Raises:
      ValueError: for a list whose entries are no pairs.
    """
    if isinstance(padding, str):
        return {"padding": text_attr(padding, "padding")}
    pairs = [list(each) for each in padding]
    if any(len(each) != 2 for each in pairs):
        raise ValueError(
            "If padding is a list, each element of padding must be a list/tuple of "
            f"size 2. Received: padding={padding}"
        )
    flat = [int(each) for pair in pairs for each in pair]
    return {"padding": b"EXPLICIT", "explicit_paddings": flat}


def with_flat_batch(value: Tensor, inner_rank: int, function: Any) -> Tensor:
    """Applies a function of [batch, ...] to a tensor with any number of batch axes."""
    rank = value.shape.rank
    if rank is None or rank <= inner_rank + 1:
        result: Tensor = function(value)
        return result
    sizes = shape(value)
    inner = apply_op("StridedSlice", [sizes, [-inner_rank], [0], [1]], {"end_mask": 1})
    flat = reshape(value, apply_op("ConcatV2", [[[-1], inner], 0]))
    found = function(flat)
    batch = apply_op(
        "StridedSlice", [sizes, [0], [-inner_rank], [1]], {"begin_mask": 1}
    )
    found_inner = apply_op(
        "StridedSlice", [shape(found), [1], [0], [1]], {"end_mask": 1}
    )
    return reshape(found, apply_op("ConcatV2", [[batch, found_inner], 0]))


def with_extra_axis(value: TensorLike, axis: int) -> Tensor:
    """The tensor with an axis of size 1 inserted."""
    return apply_single("ExpandDims", [convert_to_tensor(value), axis])


def without_axis(value: Tensor, axis: int) -> Tensor:
    """The tensor without an axis of size 1."""
    return apply_single("Squeeze", [value], {"squeeze_dims": [axis]})
