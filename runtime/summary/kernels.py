"""Attaches the kernels of summary writers, when imported."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import float32
from graphir.errors import DataLossError, InvalidArgumentError, ParseError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.ranks import integer_of, text_of
from graphir.ops.contract.registry import lookup
from graphir.ops.state import summaries as ops
from graphir.pictures.png import write_png
from graphir.wire import messages
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.variables import current_resources
from runtime.summary.encoding import (
    field,
    integer_field,
    summary_value,
    tensor_proto,
    tensor_summary,
)
from runtime.summary.histograms import histogram_proto
from runtime.summary.resources import SummaryResource


@kernel_factory(ops.SummaryWriter)
def _writer(attrs: Mapping[str, Attr]) -> Kernel:
    name, container = attrs.get("shared_name", b""), attrs.get("container", b"")

    def find() -> Any:
        if not name:
            return SummaryResource()
        return current_resources().find_or_make(
            container, name, SummaryResource, SummaryResource
        )

    return find


@kernel_factory(ops.CreateSummaryFileWriter)
def _create(attrs: Mapping[str, Attr]) -> Kernel:
    def create(
        writer: SummaryResource,
        logdir: Any,
        max_queue: Any,
        flush_millis: Any,
        filename_suffix: Any,
    ) -> None:
        folder = os.fsdecode(text_of(logdir, "logdir"))
        suffix = os.fsdecode(text_of(filename_suffix, "filename_suffix"))
        if "/" in suffix or "\0" in suffix:
            raise InvalidArgumentError(
                f"filename_suffix must be a part of a name, not {suffix!r}"
            )
        queue = integer_of(max_queue, "max_queue")
        millis = integer_of(flush_millis, "flush_millis")
        writer.create(folder, queue, millis, suffix)

    return create


@kernel(ops.FlushSummaryWriter)
def _flush(writer: SummaryResource) -> None:
    writer.flush()


@kernel(ops.CloseSummaryWriter)
def _close(writer: SummaryResource) -> None:
    writer.close()


@kernel_factory(ops.WriteSummary)
def _write(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["T"]
    if not dtype.has_numpy:
        raise InvalidArgumentError(f"A tensor of {dtype.name} cannot be written.")

    def write(
        writer: SummaryResource, step: Any, tensor: Any, tag: Any, metadata: Any
    ) -> None:
        number, name = integer_of(step, "step"), text_of(tag, "tag")
        about = checked_metadata(text_of(metadata, "summary_metadata"))
        if dtype is float32 and not np.ndim(tensor):
            content = np.asarray(tensor, "<f4").tobytes()
            writer.add_scalar(number, name, content, about)
            return
        tensor = tensor_proto(tensor, dtype)
        writer.add_summary(number, tensor_summary(name, tensor, about))

    return write


@lru_cache(maxsize=1024)
def checked_metadata(metadata: bytes) -> bytes:
    """The bytes of a SummaryMetadata message.

    Raises:
      InvalidArgumentError: if the bytes are no such message, and so would make the file
        unreadable.
    """
    try:
        messages.parse("SummaryMetadata", metadata)
    except ParseError as error:
        raise InvalidArgumentError(None, None, f"summary_metadata: {error}") from None
    return metadata


@kernel(ops.WriteRawProtoSummary)
def _write_raw(writer: SummaryResource, step: Any, tensor: Any) -> None:
    number = integer_of(step, "step")
    texts = np.asarray(tensor, object).ravel().tolist()
    for index, text in enumerate(texts):
        try:
            messages.parse("Summary", text)
        except ParseError:
            raise DataLossError(
                None,
                None,
                f"Bad tf.compat.v1.Summary binary proto tensor string at index {index}",
            ) from None
    for text in texts:
        writer.add_summary(number, text)


@kernel(ops.ImportEvent)
def _import_event(writer: SummaryResource, event: Any) -> None:
    text = text_of(event, "event")
    try:
        messages.parse("Event", text)
    except ParseError:
        raise DataLossError(None, None, "Bad tf.Event binary proto.") from None
    writer.add_event(text)


@kernel(ops.WriteGraphSummary)
def _write_graph(writer: SummaryResource, step: Any, tensor: Any) -> None:
    graph = text_of(tensor, "tensor")
    try:
        messages.parse("GraphDef", graph)
    except ParseError:
        raise DataLossError(None, None, "Bad tf.GraphDef binary proto.") from None
    writer.add_graph(integer_of(step, "step"), graph)


# --- summaries of TensorFlow 1


@kernel(ops.WriteScalarSummary)
def _write_scalar(writer: SummaryResource, step: Any, tag: Any, value: Any) -> None:
    if np.ndim(value):
        raise InvalidArgumentError(
            None, None, f"scalar summary value is not a scalar: {np.shape(value)}"
        )
    content = b"\x15" + np.asarray(value).astype("<f4").tobytes()
    summary = summary_value(text_of(tag, "tag"), content)
    writer.add_summary(integer_of(step, "step"), summary)


@kernel(ops.WriteHistogramSummary)
def _write_histogram(writer: SummaryResource, step: Any, tag: Any, values: Any) -> None:
    writer.add_summary(integer_of(step, "step"), histogram_summary(tag, values))


def histogram_summary(tag: Any, values: Any) -> bytes:
    """A summary with a histogram.

    Raises:
      InvalidArgumentError: for values that are not finite.
    """
    name = text_of(tag, "tag")
    numbers = np.asarray(values).astype(np.float64)
    for kind, is_kind in (("Nan", np.isnan), ("Infinity", np.isinf)):
        if is_kind(numbers).any():
            text = f"{kind} in summary histogram for: {name.decode(errors='replace')}"
            raise InvalidArgumentError(None, None, text)
    return summary_value(name, field(5, histogram_proto(numbers)))


@kernel_factory(ops.WriteImageSummary)
def _write_images(attrs: Mapping[str, Attr]) -> Kernel:
    most = attrs.get("max_images", 3)

    def write(
        writer: SummaryResource, step: Any, tag: Any, tensor: Any, bad_color: Any
    ) -> None:
        summary = image_summary(tag, tensor, bad_color, most)
        writer.add_summary(integer_of(step, "step"), summary)

    return write


def image_summary(tag: Any, tensor: Any, bad_color: Any, most: int) -> bytes:
    """A summary with at most ``most`` images.

    Raises:
      InvalidArgumentError: for a tensor that is no batch of images.
    """
    shape = np.shape(tensor)
    if len(shape) != 4 or shape[3] not in (1, 3, 4):
        raise InvalidArgumentError(
            None,
            None,
            "Tensor must be 4-D with last dim 1, 3, or 4, not "
            f"[{','.join(map(str, shape))}]",
        )
    if np.ndim(bad_color) != 1 or len(bad_color) < shape[3]:
        raise InvalidArgumentError(
            None,
            None,
            "expected bad_color to have one value for each of the "
            f"{shape[3]} channels, got shape {list(np.shape(bad_color))}",
        )
    name, count = text_of(tag, "tag"), min(most, shape[0])
    values = []
    for index in range(count):
        label = b"%s/image/%d" % (name, index) if most > 1 else name + b"/image"
        pixels = as_pixels(tensor[index], bad_color[: shape[3]])
        sizes = b"".join(map(integer_field, (1, 2, 3), pixels.shape))
        content = sizes + field(4, write_png(pixels))
        values.append(summary_value(label, field(4, content)))
    return b"".join(values)


def as_pixels(image: Any, bad_color: Any) -> Any:
    """An image [height, width, channels] as uint8.

    Floats from 0 up are scaled so that the largest is 255; if there are negative ones,
    0 becomes 127 and the farthest from it 0 or 254. Pixels that are not finite get the
    color for bad ones.
    """
    if image.dtype == np.uint8:
        return image
    numbers = image.astype(np.float32)
    is_bad = ~np.isfinite(numbers).all(axis=-1)
    good = numbers[~is_bad]
    lowest, highest = (good.min(), good.max()) if good.size else (0.0, 0.0)
    tiny = 1e-5
    if lowest < 0:
        largest = max(abs(lowest), abs(highest))
        scale, offset = (0.0 if largest < tiny else 127.0 / largest), 128.0
    else:
        scale, offset = (0.0 if highest < tiny else 255.0 / highest), 0.0
    scaled = np.where(is_bad[..., None], 0, numbers) * np.float32(scale)
    pixels = (scaled + np.float32(offset)).astype(np.uint8)
    pixels[is_bad] = bad_color
    return pixels


@kernel_factory(ops.WriteAudioSummary)
def _write_sounds(attrs: Mapping[str, Attr]) -> Kernel:
    most = attrs.get("max_outputs", 3)

    def write(
        writer: SummaryResource, step: Any, tag: Any, tensor: Any, sample_rate: Any
    ) -> None:
        summary = audio_summary(tag, tensor, sample_rate, most)
        writer.add_summary(integer_of(step, "step"), summary)

    return write


def audio_summary(tag: Any, tensor: Any, sample_rate: Any, most: int) -> bytes:
    """A summary with at most ``most`` sounds.

    Raises:
      InvalidArgumentError: for a tensor that is no batch of sounds.
    """
    encode = lookup("EncodeWav").bind({})
    if np.ndim(tensor) not in (2, 3):
        raise InvalidArgumentError(
            None, None, f"Tensor must be 3-D or 2-D, got: {list(np.shape(tensor))}"
        )
    name = text_of(tag, "tag")
    sounds = tensor[..., None] if np.ndim(tensor) == 2 else tensor
    rate = np.float32(sample_rate)
    values = []
    for index, sound in enumerate(sounds[:most]):
        label = b"%s/audio/%d" % (name, index) if most > 1 else name + b"/audio"
        frames, channels = sound.shape
        content = b"\x0d" + rate.astype("<f4").tobytes()
        content += integer_field(2, channels) + integer_field(3, frames)
        content += field(4, encode(sound, np.int32(rate)))
        content += field(5, b"audio/wav")
        values.append(summary_value(label, field(6, content)))
    return b"".join(values)


__all__ = [
    "as_pixels",
    "audio_summary",
    "checked_metadata",
    "histogram_summary",
    "image_summary",
]
