"""Const, Placeholder, Identity and relatives: where values enter or pass unchanged."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.contract.families import Unary, elementwise
from graphir.shapes import Shape


class Const(Op, signature="Const() -> (output: dtype) | value: tensor; dtype: type"):
    """A constant tensor."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.value.shape
        return shape

    def compute(self) -> Any:
        return self.value.array


class Placeholder(
    Op,
    signature="""
        Placeholder() -> (output: dtype) | dtype: type; shape: shape = unknown_rank
    """,
    traits="repeatable",
):
    """A tensor fed when the graph runs; an error if it is not fed."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.shape
        return shape


class FakeParam(
    Op, signature="FakeParam() -> (output: dtype) | dtype: type; shape: shape"
):
    """Stands for a value that a branch does not have; nobody reads its elements."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.shape
        return shape

    def compute(self) -> Any:
        shape = Shape(self.shape)
        sizes = shape.as_ints() if shape.is_fully_defined() else ()
        return np.zeros(sizes, self.dtype.numpy_dtype)


class Identity(
    Unary,
    signature="Identity(input: T) -> (output: T) | T: type",
    traits="value_preserving precision_neutral alias for_each_element keeps_zero",
):
    """The tensor itself."""

    def compute(self, input: Any) -> Any:
        return input

    def input_gradients(self, d_output: Any) -> Any:
        return (d_output,)


class Relayout(
    Op,
    signature="Relayout(input: T) -> (output: T) | layout: string; T: type",
    traits="precision_neutral alias",
):
    """The tensor itself, distributed over a mesh of devices by ``layout``."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any) -> Any:
        return input

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.RelayoutLike(d_output, self.input),)


class RelayoutLike(
    Op,
    signature="""
        RelayoutLike(input: T, layout_input: U) -> (output: T) | T: type; U: type
    """,
    traits="precision_neutral layout_of_last_argument",
):
    """The tensor itself, which lies on a mesh of devices as another one does."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any, layout_input: Any) -> Any:
        return input

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.RelayoutLike(d_output, self.input), None)


class NoOp(Op, signature="NoOp() -> ()"):
    """Nothing; carries control edges."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return []

    def compute(self) -> tuple[()]:
        return ()


class IdentityN(
    Op,
    signature="IdentityN(input: list(T)) -> (output: list(T)) | T: list(type) >= 1",
    traits="value_preserving precision_neutral for_each_element",
):
    """The tensors themselves."""

    def infer_shape(self) -> list[Shape]:
        return [value.shape for value in self.input]

    def compute(self, input: Any) -> Any:
        return tuple(input)

    def input_gradients(self, d_output: Any) -> Any:
        return (d_output,)


class StopGradient(
    Unary,
    signature="StopGradient(input: T) -> (output: T) | T: type",
    traits="precision_neutral alias for_each_element keeps_zero",
):
    """The tensor itself, which no gradient passes.

    Not value-preserving for the optimizer: gradients are made of optimized graphs.
    """

    compute = elementwise(lambda input: input)
    input_gradients = not_differentiable


class PreventGradient(
    Unary,
    signature="""
        PreventGradient(input: T) -> (output: T) | T: type; message: string = ''
    """,
    traits="alias",
):
    """The tensor itself; asking for its gradient is an error."""

    compute = elementwise(lambda input: input)

    def input_gradients(self, d_output: Any) -> Any:
        raise LookupError(f"Gradient explicitly disabled. Reason: {self.message!r}")
