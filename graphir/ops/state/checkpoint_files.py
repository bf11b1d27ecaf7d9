"""Tensors in checkpoints by name; the kernels are the runtime's."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import UNKNOWN, Shape


class CheckpointOp(Op):
    """An op that reads or writes the files of a checkpoint."""

    compute = needs_runtime
    input_gradients = not_differentiable
    kernel_package = "runtime.checkpoints.kernels"

    def infer_shape(self) -> Any:
        return []


class SaveV2(
    CheckpointOp,
    signature="""
        SaveV2(prefix: string, tensor_names: string, shape_and_slices: string,
        tensors: list(dtypes)) -> ()
        | dtypes: list(type) >= 1
        | stateful
    """,
    traits="writes_files",
):
    """Writes a checkpoint; a slice that is no empty text says where a part lies."""

    path_argument = "prefix"


class SaveSlices(
    CheckpointOp,
    signature="""
        SaveSlices(filename: string, tensor_names: string, shapes_and_slices: string,
        data: list(T)) -> ()
        | T: list(type) >= 1
        | stateful
    """,
    traits="writes_files",
):
    """Writes a checkpoint of version 1, one file."""

    path_argument = "filename"


class Save(
    CheckpointOp,
    signature="""
        Save(filename: string, tensor_names: string, data: list(T)) -> ()
        | T: list(type) >= 1
        | stateful
    """,
    traits="writes_files",
):
    """Writes a checkpoint of version 1 of whole tensors."""

    path_argument = "filename"


class MergeV2Checkpoints(
    CheckpointOp,
    signature="""
        MergeV2Checkpoints(checkpoint_prefixes: string, destination_prefix: string)
        -> ()
        | delete_old_dirs: bool = True; allow_missing_files: bool = False
        | stateful
    """,
    traits="writes_files",
):
    """Makes several checkpoints one: their data files become its parts."""

    path_argument = "destination_prefix"


class RestoreV2(
    CheckpointOp,
    signature="""
        RestoreV2(prefix: string, tensor_names: string, shape_and_slices: string)
        -> (tensors: list(dtypes))
        | dtypes: list(type) >= 1
        | stateful
    """,
    traits="reads_files",
):
    """The tensors of a checkpoint by name, whole or in part."""

    path_argument = "prefix"

    def infer_shape(self) -> Any:
        return [UNKNOWN] * len(self.dtypes)


class Restore(
    CheckpointOp,
    signature="""
        Restore(file_pattern: string, tensor_name: string) -> (tensor: dt)
        | dt: type; preferred_shard: int = -1
        | stateful
    """,
    traits="reads_files",
):
    """One tensor of a checkpoint."""

    path_argument = "file_pattern"

    def infer_shape(self) -> Shape:
        return UNKNOWN


class RestoreSlice(
    CheckpointOp,
    signature="""
        RestoreSlice(file_pattern: string, tensor_name: string,
        shape_and_slice: string) -> (tensor: dt)
        | dt: type; preferred_shard: int = -1
        | stateful
    """,
    traits="reads_files",
):
    """A part of a tensor of a checkpoint."""

    path_argument = "file_pattern"

    def infer_shape(self) -> Shape:
        return UNKNOWN
