"""Base classes of dataset ops, with the shapes of their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import SCALAR, UNKNOWN, Shape


class PipelineOp(Op, handles="dataset"):
    """An op whose kernel is in ``runtime.data``."""

    compute = needs_runtime
    input_gradients: Any = not_differentiable
    kernel_package = "runtime.data.kernels"


def known_number(value: Any) -> int | None:
    """An argument that is one number, if it is a constant."""
    constant = value.constant_value()
    return None if constant is None else int(constant)


class OfScalars(PipelineOp):
    """Every result is a scalar: a dataset, a resource, a number."""

    parallel_form: ClassVar[str | None] = None
    """The op of the same results that takes ``num_parallel_calls`` too."""

    def changes_nothing(self) -> bool:
        """Whether it yields the elements of its first input, unchanged and in order."""
        return False

    def infer_shape(self) -> Sequence[Shape]:
        return [SCALAR] * len(self.declared().outputs)


class MakesDataset(OfScalars, traits="makes_dataset"):
    """An op whose result is a dataset, which computes nothing before it is iterated."""


class OfComponents(PipelineOp):
    """The results are the components of an element."""

    def infer_shape(self) -> Sequence[Shape]:
        if len(self.output_shapes) == len(self.output_types):
            shapes: list[Shape] = self.output_shapes
            return shapes
        return [UNKNOWN] * len(self.output_types)


class WithoutResult(PipelineOp):
    """There is no result: the op is run for its effect."""

    def infer_shape(self) -> Sequence[Shape]:
        return []
