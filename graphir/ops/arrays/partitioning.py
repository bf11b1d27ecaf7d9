"""DynamicPartition and DynamicStitch: slices sorted into tensors, and merged again."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Shape


class DynamicPartition(
    Op,
    signature="""
        DynamicPartition(data: T, partitions: int32) -> (outputs: num_partitions*T)
        | num_partitions: int >= 1; T: type
    """,
):
    """The slices of ``data`` dealt out by the numbers in ``partitions``."""

    def infer_shape(self) -> list[Shape]:
        data, partitions = self.data.shape, self.partitions.shape
        count = int(self.num_partitions)
        if data.rank is None or partitions.rank is None:
            return [UNKNOWN] * count
        data[: partitions.rank].merge_with(partitions)
        return [Shape([None]).concatenate(data[partitions.rank :])] * count

    def compute(self, data: Any, partitions: Any) -> Any:
        array, numbers = np.asarray(data), np.asarray(partitions)
        if array.shape[: numbers.ndim] != numbers.shape:
            raise self.invalid(
                "data.shape must start with partitions.shape, got data.shape = "
                f"{in_brackets(array.shape)}, partitions.shape = "
                f"{in_brackets(numbers.shape)}"
            )
        bad = (numbers < 0) | (numbers >= self.num_partitions)
        if bad.any():
            where = np.argwhere(bad)[0].tolist()
            raise self.invalid(
                f"partitions{in_brackets(where) if where else ''} = "
                f"{numbers[tuple(where)]} is not in [0, {self.num_partitions})"
            )
        return tuple(array[numbers == each] for each in range(self.num_partitions))

    def input_gradients(self, d_outputs: Any) -> Any:
        op = self.op
        shape = op.Shape(self.partitions)
        places = op.Reshape(op.Range(0, op.Prod(shape, [0]), 1), shape)
        parts = op.DynamicPartition(
            places, self.partitions, num_partitions=self.num_partitions
        )
        filled = [
            op.ZerosLike(output) if gradient is None else gradient
            for gradient, output in zip(d_outputs, self.outputs)
        ]
        stitched = op.DynamicStitch(list(parts), filled)
        return op.Reshape(stitched, op.Shape(self.data)), None


class Stitching(Op):
    """The slices of all ``data`` in one tensor, each at the position of its index."""

    def infer_shape(self) -> Shape:
        rest = UNKNOWN
        highest: int | None = -1
        for indices, data in zip(self.indices, self.data, strict=True):
            if indices.shape.rank is not None and data.shape.rank is not None:
                data.shape[: indices.shape.rank].merge_with(indices.shape)
                rest = rest.merge_with(data.shape[indices.shape.rank :])
            value = indices.constant_value()
            if value is None or highest is None:
                highest = None
            else:
                highest = max([highest, *np.ravel(value).tolist()])
        return Shape([None if highest is None else highest + 1]).concatenate(rest)

    def compute(self, indices: Any, data: Any) -> Any:
        rest = np.shape(data[0])[np.ndim(indices[0]) :]
        for position, (places, slices) in enumerate(zip(indices, data)):
            expected = (*np.shape(places), *rest)
            if np.shape(slices) != expected:
                raise self.invalid(
                    f"data[{position}].shape = {in_brackets(np.shape(slices))} does "
                    f"not start with indices[{position}].shape = "
                    f"{in_brackets(np.shape(places))}, or the rest differs"
                )
        length = 1 + max(
            (int(np.max(each)) for each in indices if np.size(each)), default=-1
        )
        dtype = np.asarray(data[0]).dtype
        merged = np.full((length, *rest), b"" if dtype.kind == "O" else 0, dtype)
        for position, (places, slices) in enumerate(zip(indices, data)):
            if np.size(places) and np.min(places) < 0:
                raise self.invalid(f"indices[{position}] is out of range")
            merged[places] = slices
        return merged

    def input_gradients(self, d_merged: Any) -> Any:
        op = self.op
        gathered = [
            op.GatherV2(d_merged, indices, np.int32(0)) for indices in self.indices
        ]
        return [None] * len(self.indices), gathered


class DynamicStitch(
    Stitching,
    signature="""
        DynamicStitch(indices: N*int32, data: N*T) -> (merged: T)
        | N: int >= 1; T: type
    """,
):
    """Merges slices by index; of several for one index the last counts."""


class ParallelDynamicStitch(
    Stitching,
    signature="""
        ParallelDynamicStitch(indices: N*int32, data: N*T) -> (merged: T)
        | N: int >= 1; T: type
    """,
):
    """Like DynamicStitch, with an unspecified order of slices for one index."""
