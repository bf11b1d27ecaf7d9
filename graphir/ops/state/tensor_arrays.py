"""TensorArray ops of TensorFlow 1 graphs, the mutable predecessors of tensor lists."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime
from graphir.shapes import UNKNOWN, Shape

SCALAR = Shape([])


class ArrayOp(Op, handles="array"):
    """An op on the array behind a resource; ``flow`` only carries the order."""

    compute = needs_runtime

    def infer_shape(self) -> Any:
        return SCALAR

    def input_gradients(self, *_: Any) -> Any:
        raise LookupError(
            f"No gradient for {type(self).__name__}: use tensor lists, as "
            "tf.TensorArray does."
        )


class TensorArrayV3(
    ArrayOp,
    signature="""
        TensorArrayV3(size: int32) -> (handle: resource, flow: float)
        | dtype: type; element_shape: shape = unknown_rank; dynamic_size: bool = False;
          clear_after_read: bool = True; identical_element_shapes: bool = False;
          tensor_array_name: string = ''
        | stateful
    """,
):
    """A new array of that size."""

    def infer_shape(self) -> Any:
        return [Shape([2]), SCALAR]


class TensorArrayWriteV3(
    ArrayOp,
    signature="""
        TensorArrayWriteV3(handle: resource, index: int32, value: T, flow_in: float)
        -> (flow_out: float) | T: type
        | stateful
    """,
):
    """Writes one element."""


class TensorArrayReadV3(
    ArrayOp,
    signature="""
        TensorArrayReadV3(handle: resource, index: int32, flow_in: float)
        -> (value: dtype) | dtype: type
        | stateful
    """,
):
    """One element."""

    def infer_shape(self) -> Any:
        return UNKNOWN


class TensorArrayGatherV3(
    ArrayOp,
    signature="""
        TensorArrayGatherV3(handle: resource, indices: int32, flow_in: float)
        -> (value: dtype) | dtype: type; element_shape: shape = unknown_rank
        | stateful
    """,
):
    """The elements at the indices as the rows of one tensor."""

    def infer_shape(self) -> Any:
        rows: Shape = self.indices.shape
        return rows.concatenate(self.element_shape)


class TensorArrayScatterV3(
    ArrayOp,
    signature="""
        TensorArrayScatterV3(handle: resource, indices: int32, value: T, flow_in: float)
        -> (flow_out: float) | T: type
        | stateful
    """,
):
    """Writes the rows of a tensor at the indices."""


class TensorArrayConcatV3(
    ArrayOp,
    signature="""
        TensorArrayConcatV3(handle: resource, flow_in: float)
        -> (value: dtype, lengths: int64)
        | dtype: type; element_shape_except0: shape = unknown_rank
        | stateful
    """,
):
    """The elements one after another along their first axis, and their lengths."""

    def infer_shape(self) -> Any:
        tail: Shape = self.element_shape_except0
        return [Shape([None]).concatenate(tail), Shape([None])]


class TensorArraySplitV3(
    ArrayOp,
    signature="""
        TensorArraySplitV3(handle: resource, value: T, lengths: int64, flow_in: float)
        -> (flow_out: float) | T: type
        | stateful
    """,
):
    """Writes pieces of a tensor, cut along its first axis."""


class TensorArraySizeV3(
    ArrayOp,
    signature="""
        TensorArraySizeV3(handle: resource, flow_in: float) -> (size: int32) | stateful
    """,
):
    """How many elements there are."""


class TensorArrayCloseV3(
    ArrayOp, signature="TensorArrayCloseV3(handle: resource) -> () | stateful"
):
    """Forgets the elements."""

    def infer_shape(self) -> Any:
        return []


class TensorArrayGradV3(
    ArrayOp,
    signature="""
        TensorArrayGradV3(handle: resource, flow_in: float)
        -> (grad_handle: resource, flow_out: float) | source: string
        | stateful
    """,
):
    """The array that collects the gradients of this one's elements."""

    def infer_shape(self) -> Any:
        return [Shape([2]), SCALAR]
