"""Sparse tensors kept under numbers, which queues can hold."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Handle
from graphir.shapes import Shape


class AddSparseToTensorsMap(
    Handle,
    signature="""
        AddSparseToTensorsMap(sparse_indices: int64, sparse_values: T, sparse_shape:
        int64) -> (sparse_handle: int64)
        | T: type; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Stores a sparse tensor in a map, and returns its number there."""


class AddManySparseToTensorsMap(
    Op,
    signature="""
        AddManySparseToTensorsMap(sparse_indices: int64, sparse_values: T,
        sparse_shape: int64) -> (sparse_handles: int64)
        | T: type; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Stores the rows of a sparse tensor in a map, and returns their numbers there."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([None])


class TakeManySparseFromTensorsMap(
    Op,
    signature="""
        TakeManySparseFromTensorsMap(sparse_handles: int64) -> (sparse_indices: int64,
        sparse_values: dtype, sparse_shape: int64)
        | dtype: type; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """Removes sparse tensors from a map by number, and returns them as rows of one."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        rank = Shape([None])
        return [Shape([None, None]), Shape([None]), rank]
