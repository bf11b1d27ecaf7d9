"""Attaches the kernels of summaries as strings, when imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr, TensorValue
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError, ParseError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.ranks import text_of
from graphir.ops.state import serialized_summaries as ops
from graphir.wire import messages
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.summary.encoding import (
    field,
    integer_field,
    summary_value,
    tensor_proto,
)
from runtime.summary.kernels import audio_summary, histogram_summary, image_summary

_RED: Final = np.array([255, 0, 0, 255], np.uint8)
"""The color of pixels that are not finite, unless an attribute has another color."""


@kernel(ops.ScalarSummary)
def _scalars(tags: Any, values: Any) -> bytes:
    if np.shape(tags) != np.shape(values):
        raise InvalidArgumentError(
            f"tags and values are not the same shape: {list(np.shape(tags))} != "
            f"{list(np.shape(values))}"
        )
    names = np.ravel(np.asarray(tags, object)).tolist()
    numbers = np.ravel(np.asarray(values).astype("<f4"))
    parts = zip(names, numbers)
    return b"".join(
        summary_value(name, b"\x15" + number.tobytes()) for name, number in parts
    )


@kernel(ops.HistogramSummary)
def _histogram(tag: Any, values: Any) -> bytes:
    return histogram_summary(tag, values)


@kernel_factory(ops.ImageSummary)
def _images(attrs: Mapping[str, Attr]) -> Kernel:
    given = attrs.get("bad_color")
    color = given.array if isinstance(given, TensorValue) else _RED
    return lambda tag, tensor: image_summary(tag, tensor, color, attrs["max_images"])


@kernel_factory(ops.AudioSummary)
def _sounds(attrs: Mapping[str, Attr]) -> Kernel:
    rate, most = attrs["sample_rate"], attrs["max_outputs"]
    return lambda tag, tensor: audio_summary(tag, tensor, rate, most)


@kernel_factory(ops.AudioSummaryV2)
def _sounds_at_rate(attrs: Mapping[str, Attr]) -> Kernel:
    most = attrs["max_outputs"]
    return lambda tag, tensor, rate: audio_summary(tag, tensor, rate, most)


@kernel_factory(ops.TensorSummary)
def _named_tensor(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["T"]
    if not dtype.has_numpy:
        raise InvalidArgumentError(f"A tensor of {dtype.name} cannot be written.")
    # the node's name, which its kernel does not know; its op's is the usual one
    name = field(7, ops.TensorSummary.__name__.encode())
    return lambda tensor: field(1, name + field(8, whole_proto(tensor, dtype)))


@kernel_factory(ops.TensorSummaryV2)
def _tensor(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["T"]
    if not dtype.has_numpy:
        raise InvalidArgumentError(f"A tensor of {dtype.name} cannot be written.")

    def summary(tag: Any, tensor: Any, metadata: Any) -> bytes:
        about = text_of(metadata, "serialized_summary_metadata")
        name = text_of(tag, "tag")
        value = field(1, name) + field(8, whole_proto(tensor, dtype)) + field(9, about)
        return field(1, value)

    return summary


def whole_proto(array: Any, dtype: DType) -> bytes:
    """A TensorProto with all bytes of the elements, as these summaries have them."""
    if dtype.name == "string":
        return tensor_proto(array, dtype)
    sizes = [field(2, integer_field(1, size)) for size in np.shape(array)]
    content = np.ascontiguousarray(array).tobytes()
    return (
        integer_field(1, dtype.number) + field(2, b"".join(sizes)) + field(4, content)
    )


@kernel(ops.MergeSummary)
def _merged(*inputs: Any) -> bytes:
    # as an array of bytes, a text would lose zeros at its end
    arrays = [np.asarray(each, object) for each in inputs]
    texts = [text for each in arrays for text in each.ravel().tolist()]
    seen: set[str] = set()
    for text in texts:
        try:
            summary = messages.parse("Summary", text)
        except ParseError:
            raise InvalidArgumentError(
                "Could not parse one of the summary inputs"
            ) from None
        for value in summary.value:
            if value.tag in seen:
                raise InvalidArgumentError(
                    f"Duplicate tag {value.tag} found in summary inputs"
                )
            seen.add(value.tag)
    return b"".join(texts)
