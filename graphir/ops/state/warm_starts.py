"""Rows of a checkpoint for a vocabulary that has changed since."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import SCALAR, Shape


class GenerateVocabRemapping(
    Op,
    signature="""
        GenerateVocabRemapping(new_vocab_file: string, old_vocab_file: string)
        -> (remapping: int64, num_present: int32)
        | new_vocab_offset: int >= 0; num_new_vocab: int >= 0;
          old_vocab_size: int >= -1 = -1
    """,
    traits="reads_files",
):
    """For each word of a new vocabulary its line in the old one, or -1."""

    compute = needs_runtime
    input_gradients = not_differentiable
    kernel_package = "runtime.checkpoints.remapping"
    path_argument = "new_vocab_file old_vocab_file"

    def infer_shape(self) -> list[Shape]:
        return [Shape([self.num_new_vocab]), SCALAR]


class LoadAndRemapMatrix(
    Op,
    signature="""
        LoadAndRemapMatrix(ckpt_path: string, old_tensor_name: string,
            row_remapping: int64, col_remapping: int64, initializing_values: float)
        -> (output_matrix: float)
        | num_rows: int >= 0; num_cols: int >= 1; max_rows_in_memory: int = -1
        | stateful
    """,
    traits="reads_files",
):
    """A matrix of a checkpoint in other rows and columns; values for those of none."""

    compute = needs_runtime
    input_gradients = not_differentiable
    kernel_package = "runtime.checkpoints.remapping"
    path_argument = "ckpt_path"

    def infer_shape(self) -> Shape:
        return Shape([self.num_rows, self.num_cols])
