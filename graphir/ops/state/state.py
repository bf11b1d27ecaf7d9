"""Ops on variables, and assertions and prints; the runtime has their kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.attributes import Attr
from graphir.ops.contract.declaration import (
    Kernel,
    Op,
    needs_runtime,
    not_differentiable,
)
from graphir.shapes import UNKNOWN, Shape

SCALAR = Shape([])


def _behind(handle: Any) -> Shape:
    """The static shape of the value behind a resource."""
    data = getattr(handle, "handle_data", ())
    return data[0][1] if data else UNKNOWN


class Effect(Op):
    """An op that changes state: without results, or with its reference as the result.

    TensorFlow 1 has most ops that change a variable twice: on its resource, and under
    an earlier name on a reference to it, which is then the result.
    """

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [self._inputs[0].shape] if self.declared().outputs else []

    @classmethod
    def _bound(cls, attrs: Mapping[str, Attr]) -> Kernel:
        kernel = super()._bound(attrs)
        return _handing_on(kernel) if cls.declared().outputs else kernel


def _handing_on(kernel: Kernel) -> Kernel:
    def run(reference: Any, *others: Any) -> Any:
        kernel(reference, *others)
        return reference

    return run


class Handle(Op):
    """An op whose result is a handle of a stateful resource, or a number about it."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR


class VarHandleOp(
    Handle,
    signature="""
        VarHandleOp() -> (resource: resource)
        | container: string = ''; shared_name: string = ''; debug_name: string = '';
          dtype: type; shape: shape; allowed_devices: list(string) = []
        | stateful
    """,
    traits="held_by_servers unordered shared_by_name repeatable",
):
    """A variable, found by its name or made without a value."""


class ReadVariableOp(
    Op,
    signature="""
        ReadVariableOp(resource: resource) -> (value: dtype) | dtype: type | stateful
    """,
    traits="reads_resource reads_pass repeatable",
    handles="variable",
):
    """The value that a variable has now."""

    compute = needs_runtime

    def infer_shape(self) -> Shape:
        return _behind(self.resource)

    def input_gradients(self, d_value: Any) -> Any:
        return (d_value,)


class AssignVariableOp(
    Effect,
    signature="""
        AssignVariableOp(resource: resource, value: dtype) -> ()
        | dtype: type; validate_shape: bool = False
        | stateful
    """,
    handles="variable",
):
    """Assigns a value to a variable."""


class AssignAddVariableOp(
    Effect,
    signature="""
        AssignAddVariableOp(resource: resource, value: dtype) -> ()
        | dtype: type
        | stateful
    """,
    handles="variable",
    earlier_name="AssignAdd",
):
    """Adds to the value of a variable."""


class AssignSubVariableOp(
    Effect,
    signature="""
        AssignSubVariableOp(resource: resource, value: dtype) -> ()
        | dtype: type
        | stateful
    """,
    handles="variable",
    earlier_name="AssignSub",
):
    """Subtracts from the value of a variable."""


class VarIsInitializedOp(
    Handle,
    signature="""
        VarIsInitializedOp(resource: resource) -> (is_initialized: bool) | stateful
    """,
    traits="reads_resource reads_pass",
    handles="any",
    earlier_name="IsVariableInitialized",
):
    """Whether a variable has a value."""


class VariableShape(
    Op,
    signature="""
        VariableShape(input: resource) -> (output: out_type)
        | out_type: type in [int32,int64] = int32
        | stateful
    """,
    traits="reads_resource reads_pass",
    handles="variable",
):
    """The shape of the value of a variable, as sizes."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([_behind(self.input).rank])


class DestroyResourceOp(
    Effect,
    signature="""
        DestroyResourceOp(resource: resource) -> ()
        | ignore_lookup_error: bool = True
        | stateful
    """,
    handles="any",
):
    """Forgets the value of a variable."""


class DisableCopyOnRead(
    Effect,
    signature="DisableCopyOnRead(resource: resource) -> () | stateful",
    handles="variable",
):
    """Requests reads of a variable without a copy; here, no read copies."""


class ResourceGather(
    Op,
    signature="""
        ResourceGather(resource: resource, indices: Tindices) -> (output: dtype)
        | batch_dims: int = 0; validate_indices: bool = True; dtype: type;
          Tindices: type in [int32,int64]
        | stateful
    """,
    traits="reads_resource reads_pass gathers",
    handles="variable",
):
    """Rows of a variable, by index."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        variable, start = _behind(self.resource), int(self.batch_dims)
        indices: Shape = self.indices.shape
        if variable.rank is None or indices.rank is None:
            return UNKNOWN
        return indices.concatenate(variable[start + 1 :])


class ResourceGatherNd(
    Op,
    signature="""
        ResourceGatherNd(resource: resource, indices: Tindices) -> (output: dtype)
        | dtype: type; Tindices: type in [int32,int64]
        | stateful
    """,
    traits="reads_resource reads_pass",
    handles="variable",
):
    """Elements or slices of a variable, by index vectors."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        variable, indices = _behind(self.resource), self.indices.shape
        if variable.rank is None or indices.rank is None or indices[-1] is None:
            return UNKNOWN
        result: Shape = indices[:-1].concatenate(variable[indices[-1] :])
        return result


class ResourceCountUpTo(
    Op,
    signature="""
        ResourceCountUpTo(resource: resource) -> (output: T)
        | limit: int; T: type in [int32,int64]
        | stateful
    """,
    handles="variable",
    earlier_name="CountUpTo",
):
    """The value of a variable, which is one more afterwards; an error at the limit."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR


class Assert(
    Effect,
    signature="""
        Assert(condition: bool, data: list(T)) -> ()
        | T: list(type) >= 1; summarize: int = 3
        | stateful
    """,
):
    """Stops with an error that shows the data unless the condition holds."""


class PrintV2(
    Effect,
    signature="""
        PrintV2(input: string) -> ()
        | output_stream: string = 'stderr'; end: string = '\\n'
        | stateful
    """,
    traits="writes_files",
):
    """Writes a string to a stream or a file."""


class Print(
    Op,
    signature="""
        Print(input: T, data: list(U)) -> (output: T)
        | T: type; U: list(type) >= 0; message: string = ''; first_n: int = -1;
          summarize: int = 3
        | stateful
    """,
    traits="passing_check",
):
    """The tensor itself; the data is written to the standard error."""

    compute = needs_runtime

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def input_gradients(self, d_output: Any) -> Any:
        return d_output, [None] * len(self.data)
