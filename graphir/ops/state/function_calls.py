"""Calls of a function many times over, or on another device."""

from __future__ import annotations

from collections.abc import Sequence

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import UNKNOWN, Shape


class For(
    Op,
    signature="""
        For(start: int32, limit: int32, delta: int32, input: list(T))
        -> (output: list(T)) | T: list(type) >= 0; body: func
    """,
    calls="body(int32, T) -> T",
):
    """Applies ``body`` to a number and the values for each number of a range."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Sequence[Shape]:
        return [UNKNOWN] * len(self.T)


class MapDefun(
    Op,
    signature="""
        MapDefun(arguments: list(Targuments), captured_inputs: list(Tcaptured))
        -> (output: list(output_types))
        | Targuments: list(type) >= 1; Tcaptured: list(type) >= 0 = [];
          output_types: list(type) >= 1; output_shapes: list(shape) >= 1; f: func;
          max_intra_op_parallelism: int = 1
    """,
    calls="f(Targuments, Tcaptured) -> output_types",
):
    """The function of each slice along the first axis, stacked."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Sequence[Shape]:
        first = next((each.shape for each in self.arguments if each.shape.rank), None)
        count = Shape([None if first is None else first[0]])
        return [count.concatenate(Shape(each)) for each in self.output_shapes]


class RemoteCall(
    Op,
    signature="""
        RemoteCall(target: string, args: list(Tin)) -> (output: list(Tout))
        | Tin: list(type) >= 1; Tout: list(type) >= 1; f: func
        | stateful
    """,
    calls="f(Tin) -> Tout",
):
    """The results of a function on another device of this process."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Sequence[Shape]:
        return [UNKNOWN] * len(self.Tout)
