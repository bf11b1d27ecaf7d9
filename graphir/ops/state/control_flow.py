"""Functional control flow: If, Case, While, and function calls."""

from __future__ import annotations

from collections.abc import Sequence

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import UNKNOWN, Shape


class _Branching(Op):
    """The results have the shapes that ``output_shapes`` tells, if it does."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Sequence[Shape]:
        if len(self.output_shapes) == len(self.Tout):
            shapes: list[Shape] = self.output_shapes
            return shapes
        return [UNKNOWN] * len(self.Tout)


class If(
    _Branching,
    signature="""
        If(cond: Tcond, input: list(Tin)) -> (output: list(Tout))
        | Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0;
          then_branch: func; else_branch: func; output_shapes: list(shape) = []
        | stateful
    """,
    traits="if_else branching calls_functions",
):
    """The results of one of two functions, which may have effects."""


class StatelessIf(
    _Branching,
    signature="""
        StatelessIf(cond: Tcond, input: list(Tin)) -> (output: list(Tout))
        | Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0;
          then_branch: func; else_branch: func; output_shapes: list(shape) = []
    """,
    traits="if_else branching calls_functions",
):
    """The results of one of two functions without effects."""


class Case(
    _Branching,
    signature="""
        Case(branch_index: int32, input: list(Tin)) -> (output: list(Tout))
        | Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1;
          output_shapes: list(shape) = []
        | stateful
    """,
    traits="branching calls_functions",
):
    """The results of the function with that index, of the last if out of range."""


class StatelessCase(
    _Branching,
    signature="""
        StatelessCase(branch_index: int32, input: list(Tin)) -> (output: list(Tout))
        | Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1;
          output_shapes: list(shape) = []
    """,
    traits="branching calls_functions",
):
    """The results of the function with that index, for functions without effects."""


class _Looping(Op):
    """Results are the arguments of the same position after the last iteration."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Sequence[Shape]:
        if len(self.output_shapes) == len(self.T):
            shapes: list[Shape] = self.output_shapes
            return shapes
        return [UNKNOWN] * len(self.T)


class While(
    _Looping,
    signature="""
        While(input: list(T)) -> (output: list(T))
        | T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = [];
          parallel_iterations: int = 10
        | stateful
    """,
    traits="looping calls_functions",
):
    """Applies ``body`` as long as ``cond``; both may have effects."""


class StatelessWhile(
    _Looping,
    signature="""
        StatelessWhile(input: list(T)) -> (output: list(T))
        | T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = [];
          parallel_iterations: int = 10
    """,
    traits="looping calls_functions",
):
    """Applies ``body`` as long as ``cond``; neither has effects."""


class _Call(Op):
    """The shapes of the results are those of the function."""

    compute = needs_runtime
    input_gradients = not_differentiable


class PartitionedCall(
    _Call,
    signature="""
        PartitionedCall(args: list(Tin)) -> (output: list(Tout))
        | Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = '';
          config_proto: string = ''; executor_type: string = ''
    """,
    traits="calls_functions",
):
    """The results of a function without effects."""


class StatefulPartitionedCall(
    _Call,
    signature="""
        StatefulPartitionedCall(args: list(Tin)) -> (output: list(Tout))
        | Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = '';
          config_proto: string = ''; executor_type: string = ''
        | stateful
    """,
    traits="calls_functions",
):
    """The results of a function that may have effects."""
