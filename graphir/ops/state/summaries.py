"""Summary writers of event files, and the ops that write summaries."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import SCALAR, Shape


class SummaryOp(Op, handles="writer"):
    """An op on a summary writer that is run for its effect."""

    compute = needs_runtime
    input_gradients = not_differentiable
    kernel_package = "runtime.summary.kernels"

    def infer_shape(self) -> list[Shape]:
        return []


class SummaryWriter(
    SummaryOp,
    signature="""
        SummaryWriter() -> (writer: resource)
        | shared_name: string = ''; container: string = ''
        | stateful
    """,
):
    """A writer without a file; of a shared name there is one."""

    def infer_shape(self) -> list[Shape]:
        return [SCALAR]


class CreateSummaryFileWriter(
    SummaryOp,
    signature="""
        CreateSummaryFileWriter(writer: resource, logdir: string, max_queue: int32,
        flush_millis: int32, filename_suffix: string) -> ()
        | stateful
    """,
    traits="writes_files",
):
    """Creates the event file of a summary writer, unless the writer has one."""

    path_argument = "logdir"


class FlushSummaryWriter(
    SummaryOp, signature="FlushSummaryWriter(writer: resource) -> () | stateful"
):
    """Writes buffered events to the file."""


class CloseSummaryWriter(
    SummaryOp, signature="CloseSummaryWriter(writer: resource) -> () | stateful"
):
    """Ends the file; the writer cannot be used any more."""


class WriteSummary(
    SummaryOp,
    signature="""
        WriteSummary(writer: resource, step: int64, tensor: T, tag: string,
        summary_metadata: string) -> ()
        | T: type
        | stateful
    """,
):
    """Writes a tensor, with metadata that say which page shows it."""


class WriteRawProtoSummary(
    SummaryOp,
    signature="""
        WriteRawProtoSummary(writer: resource, step: int64, tensor: string) -> ()
        | stateful
    """,
):
    """Writes Summary messages, one event per message."""


class ImportEvent(
    SummaryOp,
    signature="ImportEvent(writer: resource, event: string) -> () | stateful",
):
    """Writes an Event message as it is."""


class WriteGraphSummary(
    SummaryOp,
    signature="""
        WriteGraphSummary(writer: resource, step: int64, tensor: string) -> ()
        | stateful
    """,
):
    """Writes a GraphDef message."""


class WriteScalarSummary(
    SummaryOp,
    signature="""
        WriteScalarSummary(writer: resource, step: int64, tag: string, value: T) -> ()
        | T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64]
        | stateful
    """,
):
    """Writes a number, as TensorFlow 1 did."""


class WriteHistogramSummary(
    SummaryOp,
    signature="""
        WriteHistogramSummary(writer: resource, step: int64, tag: string, values: T)
        -> ()
        | T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64,bool] = float
        | stateful
    """,
):
    """Writes how often values occur, in buckets that grow by a tenth."""


class WriteImageSummary(
    SummaryOp,
    signature="""
        WriteImageSummary(writer: resource, step: int64, tag: string, tensor: T,
        bad_color: uint8) -> ()
        | max_images: int >= 1 = 3; T: type in [uint8,double,float,half] = float
        | stateful
    """,
):
    """Writes images as PNG files: floats are scaled, non-finite pixels are marked."""


class WriteAudioSummary(
    SummaryOp,
    signature="""
        WriteAudioSummary(writer: resource, step: int64, tag: string, tensor: float,
        sample_rate: float) -> ()
        | max_outputs: int >= 1 = 3
        | stateful
    """,
):
    """Writes sounds as WAV files."""
