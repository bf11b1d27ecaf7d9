"""Ops of TensorFlow 1 that return serialized summaries; no op writes them to a file."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import SCALAR, Shape


class SerializedSummary(Op):
    """An op whose result is a serialized summary."""

    compute = needs_runtime
    input_gradients = not_differentiable
    kernel_package = "runtime.summary.serialized"

    def infer_shape(self) -> Shape:
        return SCALAR


class ScalarSummary(
    SerializedSummary,
    signature="""
        ScalarSummary(tags: string, values: T) -> (summary: string)
        | T: type in
          [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,uint32,uint64]
    """,
):
    """A number under each tag."""


class HistogramSummary(
    SerializedSummary,
    signature="""
        HistogramSummary(tag: string, values: T) -> (summary: string)
        | T: type in
          [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,uint32,uint64]
          = float
    """,
):
    """A histogram of the values."""


class ImageSummary(
    SerializedSummary,
    signature="""
        ImageSummary(tag: string, tensor: T) -> (summary: string)
        | max_images: int >= 1 = 3; T: type in [uint8,float,half,double] = float;
          bad_color: tensor = tensor
    """,
):
    """Images, as PNG."""

    def infer_shape(self) -> Shape:
        self.tensor.shape.with_rank(4)
        return SCALAR


class AudioSummary(
    SerializedSummary,
    signature="""
        AudioSummary(tag: string, tensor: float) -> (summary: string)
        | sample_rate: float; max_outputs: int >= 1 = 3
    """,
):
    """Sounds, as WAV files."""


class AudioSummaryV2(
    SerializedSummary,
    signature="""
        AudioSummaryV2(tag: string, tensor: float, sample_rate: float) -> (summary:
        string)
        | max_outputs: int >= 1 = 3
    """,
):
    """Sounds, as WAV files, at a rate that is a tensor."""


class TensorSummaryV2(
    SerializedSummary,
    signature="""
        TensorSummaryV2(tag: string, tensor: T, serialized_summary_metadata: string)
        -> (summary: string)
        | T: type
    """,
):
    """A tensor, with its metadata."""


class TensorSummary(
    SerializedSummary,
    signature="""
        TensorSummary(tensor: T) -> (summary: string)
        | T: type; description: string = ''; labels: list(string) = [];
          display_name: string = ''
    """,
):
    """A tensor; its description is not written, as in TensorFlow."""


class MergeSummary(
    SerializedSummary,
    signature="""
        MergeSummary(inputs: N*string) -> (summary: string)
        | N: int >= 1
    """,
):
    """The values of several summaries in one."""
