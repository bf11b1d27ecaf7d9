"""TensorFlow 1's control flow: Switch, Merge, Enter, Exit, NextIteration.

The runtime's dataflow interpreter runs these ops; they have no kernel of their own.
"""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import UNKNOWN, Shape


class Lowered(Op):
    """An op that hands its first argument on."""

    compute = needs_runtime

    def infer_shape(self) -> Shape:
        shape: Shape = self._inputs[0].shape
        return shape

    def input_gradients(self, *_: Any) -> Any:
        raise LookupError(
            f"No gradient for {type(self).__name__}: differentiate before control flow "
            "is lowered to Switch and Merge."
        )


class Switch(
    Lowered,
    signature="""
        Switch(data: T, pred: bool) -> (output_false: T, output_true: T) | T: type
    """,
    traits="dataflow decides_run chooses_output",
):
    """Sends the data to one of two outputs; the other output is dead."""

    def infer_shape(self) -> Any:
        return [self.data.shape, self.data.shape]


class _SwitchN(
    Lowered,
    signature="""
        _SwitchN(data: T, output_index: int32) -> (outputs: num_outs*T)
        | num_outs: int >= 1; T: type
    """,
    traits="dataflow decides_run chooses_output",
):
    """Sends the data to one of several outputs, the last for an index out of range."""

    def infer_shape(self) -> Any:
        return [self.data.shape] * self.num_outs


class Merge(
    Lowered,
    signature="""
        Merge(inputs: N*T) -> (output: T, value_index: int32)
        | T: type; N: int >= 1
    """,
    traits="dataflow decides_run any_input_runs",
):
    """The first input that is not dead, and its index."""

    def infer_shape(self) -> Any:
        # an input that comes back from a loop may have any shape
        shapes = [value.shape for value in self.inputs]
        same = all(shape == shapes[0] for shape in shapes)
        return [shapes[0] if same else UNKNOWN, Shape([])]


class Enter(
    Lowered,
    signature="""
        Enter(data: T) -> (output: T)
        | T: type; frame_name: string; is_constant: bool = False;
          parallel_iterations: int = 10
    """,
    traits="dataflow decides_run of_frames enters_frame",
):
    """Brings a value into a loop."""


class Exit(
    Lowered,
    signature="Exit(data: T) -> (output: T) | T: type",
    traits="dataflow decides_run of_frames leaves_frame",
):
    """Passes a value from a loop's frame to the enclosing frame."""


class NextIteration(
    Lowered,
    signature="NextIteration(data: T) -> (output: T) | T: type",
    traits="dataflow decides_run of_frames next_iteration",
):
    """Passes a value to the next iteration of a loop."""


class LoopCond(
    Lowered,
    signature="LoopCond(input: bool) -> (output: bool)",
    traits="dataflow decides_run of_frames",
):
    """Whether a loop runs another iteration."""


class ControlTrigger(Op, signature="ControlTrigger() -> ()", traits="decides_run"):
    """Nothing; runs whether its control inputs are dead or not."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return []

    def compute(self) -> tuple[()]:
        return ()
