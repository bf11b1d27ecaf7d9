"""Ops on protocol buffers; their kernels are the runtime's, which look up the types."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import UNKNOWN, Shape


class DecodeProtoV2(
    Op,
    signature="""
        DecodeProtoV2(bytes: string) -> (sizes: int32, values: list(output_types))
        | message_type: string; field_names: list(string);
        output_types: list(type) >= 0; descriptor_source: string = 'local://';
        message_format: string = 'binary'; sanitize: bool = False
    """,
    traits="reads_files",
):
    """How often fields occur in messages, and their values, padded."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        batch = self.bytes.shape
        counts = batch.concatenate(Shape([len(self.field_names)]))
        values = batch.concatenate(Shape([None]))
        return [counts, *[values for _ in self.output_types]]


class EncodeProto(
    Op,
    signature="""
        EncodeProto(sizes: int32, values: list(Tinput_types)) -> (bytes: string)
        | field_names: list(string); message_type: string;
        descriptor_source: string = 'local://'; Tinput_types: list(type) >= 1
    """,
    traits="reads_files",
):
    """A message for each row of the values of its fields."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        sizes = self.sizes.shape
        return UNKNOWN if sizes.rank is None else Shape(sizes[:-1])
