"""Files as strings; their kernels are the runtime's, so that nothing folds them."""

from __future__ import annotations

from graphir.ops.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import Shape


class ReadFile(Op, signature="ReadFile(filename: string) -> (contents: string)"):
    """All bytes of a file."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        self.filename.shape.with_rank(0)
        return Shape([])


class WriteFile(
    Op, signature="WriteFile(filename: string, contents: string) -> () | stateful"
):
    """Makes a file of these bytes, and the folders it needs."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return []


class MatchingFiles(
    Op, signature="MatchingFiles(pattern: string) -> (filenames: string)"
):
    """The names of files that match one of the patterns."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([None])
