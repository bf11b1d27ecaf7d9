"""Batches of structured tensors: their fields are stacked, and the rows follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.shapes import Shape
from runtime.extension_types.batching import ExtensionTypeBatchEncoder, encoder_of
from runtime.ragged.dynamic_shape_spec import DynamicRaggedShapeSpec
from runtime.ragged.row_partition_spec import RowPartitionSpec
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class StructuredEncoder(ExtensionTypeBatchEncoder):
    """Stacks and unstacks records; each field has tensors of its own."""

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of a stack of records."""
        known = spec._ragged_shape
        rank = known.rank or 0
        if rank == 0:
            shape = DynamicRaggedShapeSpec([], Shape([batch_size]), known.dtype)
        else:
            rows = [RowPartitionSpec(batch_size, dtype=known.dtype)]
            rows += [RowPartitionSpec(dtype=known.dtype)] * (rank - 1)
            shape = DynamicRaggedShapeSpec(rows, Shape([None]), known.dtype)
        return self._with(super().batch(_bare(spec), batch_size), shape)

    def unbatch(self, spec: Any) -> Any:
        """The spec of the records of a stack.

        Raises:
          ValueError: for a single record.
        """
        known = spec._ragged_shape
        rank = known.rank or 0
        if rank == 0:
            raise ValueError("A structured tensor of rank 0 has no rows.")
        inner = [] if rank == 1 else [None]
        rows = [RowPartitionSpec(dtype=known.dtype)] * max(0, rank - 2)
        shape = DynamicRaggedShapeSpec(rows, Shape(inner), known.dtype)
        return self._with(super().unbatch(_bare(spec)), shape)

    @staticmethod
    def _with(spec: Any, shape: DynamicRaggedShapeSpec) -> Any:
        return type(spec)(dict(spec._fields), shape)

    def encode(
        self, spec: Any, value: TensorLike, minimum_rank: int = 0
    ) -> list[Tensor]:
        """The tensors of the fields."""
        records: Any = value
        found: list[Tensor] = []
        for name in spec._fields:
            field, kind = records._fields[name], spec._fields[name]
            encoder = encoder_of(kind)
            if encoder is None:
                found.append(field)
            else:
                found += encoder.encode(kind, field, minimum_rank)
        return found

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        """The records of the tensors of their fields."""
        tensors: Sequence[Any] = list(encoded_value)
        fields = {}
        for name, kind in spec._fields.items():
            encoder = encoder_of(kind)
            count = 1 if encoder is None else len(encoder.encoding_specs(kind))
            mine, tensors = tensors[:count], tensors[count:]
            fields[name] = mine[0] if encoder is None else encoder.decode(kind, mine)
        return spec.value_type.from_fields_and_rank(
            fields, spec._ragged_shape.rank or 0, dtype=spec._ragged_shape.dtype
        )

    def encoding_specs(self, spec: Any) -> list[Any]:
        """The specs of the tensors of the fields."""
        found: list[Any] = []
        for kind in spec._fields.values():
            encoder = encoder_of(kind)
            found += [kind] if encoder is None else encoder.encoding_specs(kind)
        return found


def _bare(spec: Any) -> Any:
    """The spec of records without rows, of which only the fields are stacked."""
    shape = DynamicRaggedShapeSpec([], Shape([]), spec._ragged_shape.dtype)
    return type(spec)(dict(spec._fields), shape)


__all__ = ["StructuredEncoder"]
