"""Tensors that a session keeps from run to run, behind handles that are texts."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect
from graphir.shapes import SCALAR, UNKNOWN, Shape


class GetSessionHandle(
    Op,
    signature="""
        GetSessionHandle(value: T) -> (handle: string)
        | T: type
        | stateful
    """,
):
    """Keeps a tensor in the session, and returns the handle to get it with."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR


class GetSessionTensor(
    Op,
    signature="""
        GetSessionTensor(handle: string) -> (value: dtype)
        | dtype: type
        | stateful
    """,
    handles="any",
):
    """The tensor that the session keeps behind a handle."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return UNKNOWN


class DeleteSessionTensor(
    Effect,
    signature="""
        DeleteSessionTensor(handle: string) -> ()
        | stateful
    """,
    handles="any",
):
    """Forgets the tensor that the session keeps behind a handle."""
