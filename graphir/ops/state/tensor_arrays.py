"""TensorArray ops of TensorFlow 1 graphs, the mutable predecessors of tensor lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel, Op, needs_runtime
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


class _New(ArrayOp):
    """An op that gives an array and a flow; the earlier ones give the array alone."""

    def infer_shape(self) -> Any:
        return [Shape([2]), SCALAR][: len(self.declared().outputs)]

    @classmethod
    def _bound(cls, attrs: Mapping[str, Attr]) -> Kernel:
        kernel = super()._bound(attrs)
        if len(cls.declared().outputs) == 2:
            return kernel
        return lambda *arguments: kernel(*arguments)[0]


class TensorArrayV3(
    _New,
    signature="""
        TensorArrayV3(size: int32) -> (handle: resource, flow: float)
        | dtype: type; element_shape: shape = unknown_rank; dynamic_size: bool = False;
          clear_after_read: bool = True; identical_element_shapes: bool = False;
          tensor_array_name: string = ''
        | stateful
    """,
    earlier_name="TensorArrayV2 TensorArray",
):
    """A new array of that size."""


class TensorArrayWriteV3(
    ArrayOp,
    signature="""
        TensorArrayWriteV3(handle: resource, index: int32, value: T, flow_in: float)
        -> (flow_out: float) | T: type
        | stateful
    """,
    earlier_name="TensorArrayWriteV2 TensorArrayWrite",
):
    """Writes one element."""


class TensorArrayReadV3(
    ArrayOp,
    signature="""
        TensorArrayReadV3(handle: resource, index: int32, flow_in: float)
        -> (value: dtype) | dtype: type
        | stateful
    """,
    earlier_name="TensorArrayReadV2 TensorArrayRead",
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
    earlier_name="TensorArrayGatherV2 TensorArrayGather",
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
    earlier_name="TensorArrayScatterV2 TensorArrayScatter",
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
    earlier_name="TensorArrayConcatV2 TensorArrayConcat",
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
    earlier_name="TensorArraySplitV2 TensorArraySplit",
):
    """Writes pieces of a tensor, cut along its first axis."""


class TensorArraySizeV3(
    ArrayOp,
    signature="""
        TensorArraySizeV3(handle: resource, flow_in: float) -> (size: int32) | stateful
    """,
    earlier_name="TensorArraySizeV2 TensorArraySize",
):
    """How many elements there are."""


class TensorArrayCloseV3(
    ArrayOp,
    signature="TensorArrayCloseV3(handle: resource) -> () | stateful",
    earlier_name="TensorArrayCloseV2 TensorArrayClose",
):
    """Forgets the elements."""

    def infer_shape(self) -> Any:
        return []


class TensorArrayGradV3(
    _New,
    signature="""
        TensorArrayGradV3(handle: resource, flow_in: float)
        -> (grad_handle: resource, flow_out: float) | source: string
        | stateful
    """,
    earlier_name="TensorArrayGradV2 TensorArrayGrad",
):
    """The array that collects the gradients of this one's elements."""


class TensorArrayGradWithShape(
    _New,
    signature="""
        TensorArrayGradWithShape(handle: resource, flow_in: float,
        shape_to_prepend: int32) -> (grad_handle: resource, flow_out: float)
        | source: string
        | stateful
    """,
):
    """TensorArrayGradV3 for gradients with additional leading axes."""


class TensorArrayPack(
    ArrayOp,
    signature="""
        TensorArrayPack(handle: ref string, flow_in: float) -> (value: dtype)
        | dtype: type; element_shape: shape = unknown_rank
    """,
):
    """All elements as the rows of one tensor."""

    def infer_shape(self) -> Any:
        shape: Shape = self.element_shape
        return Shape([None]).concatenate(shape)


class TensorArrayUnpack(
    ArrayOp,
    signature="""
        TensorArrayUnpack(handle: ref string, value: T, flow_in: float)
        -> (flow_out: float) | T: type
    """,
):
    """Writes the rows of a tensor as the elements."""
