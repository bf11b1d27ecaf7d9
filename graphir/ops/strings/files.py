"""File ops; their kernels are the runtime's, so that nothing folds them."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import Shape


class ReadFile(
    Op,
    signature="ReadFile(filename: string) -> (contents: string)",
    traits="reads_files",
):
    """All bytes of a file."""

    path_argument = "filename"

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        self.filename.shape.with_rank(0)
        return Shape([])


class WriteFile(
    Op,
    signature="WriteFile(filename: string, contents: string) -> () | stateful",
    traits="writes_files",
):
    """Makes a file of these bytes, and the folders it needs."""

    path_argument = "filename"

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return []


class MatchingFiles(
    Op,
    signature="MatchingFiles(pattern: string) -> (filenames: string)",
    traits="reads_files",
):
    """The names of files that match one of the patterns."""

    path_argument = "pattern"

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([None])
