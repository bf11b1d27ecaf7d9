"""Variables by reference: ops that make, read and forward references."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import AssignVariableOp, VarHandleOp
from graphir.shapes import UNKNOWN, Shape


class VariableV2(
    VarHandleOp,
    signature="""
        VariableV2() -> (ref: ref dtype)
        | shape: shape; dtype: type; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="held_by_servers",
):
    """A reference of a variable, which is found by its name."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.shape
        return shape


class Variable(
    VarHandleOp,
    signature="""
        Variable() -> (ref: ref dtype)
        | shape: shape; dtype: type; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="held_by_servers",
):
    """VariableV2 as it was called before; shape [] means an unknown shape."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.shape
        return shape if shape.rank else UNKNOWN


class TemporaryVariable(
    VarHandleOp,
    signature="""
        TemporaryVariable() -> (ref: ref dtype)
        | shape: shape; dtype: type; var_name: string = ''
        | stateful
    """,
):
    """A variable for one run, which ``DestroyTemporaryVariable`` ends."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.shape
        return shape


class _Value(Op, handles="variable"):
    """An op that gives a value of the first reference's shape."""

    compute = needs_runtime

    def infer_shape(self) -> Shape:
        shape: Shape = self._inputs[0].shape
        return shape

    def input_gradients(self, d_value: Any) -> Any:
        return (d_value,)


class DestroyTemporaryVariable(
    _Value,
    signature="""
        DestroyTemporaryVariable(ref: ref T) -> (value: T)
        | T: type; var_name: string
    """,
):
    """The last value of a temporary variable, which is forgotten."""


class _ReadReference(
    _Value, signature="_ReadReference(ref: ref T) -> (value: T) | T: type"
):
    """The value of a reference, where an op takes a tensor; added before a run."""


class RefIdentity(
    _Value,
    signature="RefIdentity(input: ref T) -> (output: ref T) | T: type",
    handles="any",
):
    """Passes a reference on."""


class RefSelect(
    Op,
    signature="""
        RefSelect(index: int32, inputs: ref N*T) -> (output: ref T)
        | T: type; N: int >= 1
    """,
    handles="any",
):
    """One of several references."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shapes = [each.shape for each in self.inputs]
        same: Shape = shapes[0]
        return same if all(shape == same for shape in shapes) else UNKNOWN


class Assign(
    AssignVariableOp,
    signature="""
        Assign(ref: ref T, value: T) -> (output_ref: ref T)
        | T: type; validate_shape: bool = True; use_locking: bool = True
    """,
):
    """Assigns a value to a variable, of its shape if ``validate_shape``."""

    def infer_shape(self) -> list[Shape]:
        if not self.validate_shape:
            return [self.value.shape]
        merged: Shape = self.ref.shape.merge_with(self.value.shape)
        return [merged]
