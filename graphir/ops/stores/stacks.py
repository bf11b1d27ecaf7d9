"""Stacks of tensors, in which version 1 loops kept values for their gradients."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect
from graphir.shapes import UNKNOWN, Shape


class StackV2(
    Op,
    signature="""
        StackV2(max_size: int32) -> (handle: resource)
        | elem_type: type; stack_name: string = ''
        | stateful
    """,
):
    """A new stack of at most ``max_size`` tensors, unlimited if it is negative."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([2])


class Stack(
    Op,
    signature="""
        Stack() -> (handle: ref string)
        | elem_type: type; stack_name: string = ''
        | stateful
    """,
):
    """A new stack, which grows as needed; its handle is a reference."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([2])


class StackPushV2(
    Op,
    signature="""
        StackPushV2(handle: resource, elem: T) -> (output: T)
        | T: type; swap_memory: bool = False
        | stateful
    """,
    handles="stack",
    earlier_name="StackPush",
):
    """Pushes a tensor onto a stack, and returns the tensor."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.elem.shape
        return shape


class StackPopV2(
    Op,
    signature="""
        StackPopV2(handle: resource) -> (elem: elem_type)
        | elem_type: type
        | stateful
    """,
    handles="stack",
    earlier_name="StackPop",
):
    """Pops the tensor on top of a stack."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return UNKNOWN


class StackCloseV2(
    Effect,
    signature="""
        StackCloseV2(handle: resource) -> ()
        | stateful
    """,
    handles="stack",
    earlier_name="StackClose",
):
    """Forgets the elements of a stack."""
