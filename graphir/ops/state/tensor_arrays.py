"""TensorArray ops of TensorFlow 1 graphs, the mutable predecessors of tensor lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel, Op, needs_runtime
from graphir.shapes import UNKNOWN, Shape

SCALAR = Shape([])


def _sizes(shape: Shape) -> Any:
    """A shape as the argument that ops on lists take; -1 is unknown."""
    if shape.rank is None:
        return np.int32(-1)
    return np.array([-1 if size is None else size for size in shape], np.int32)


class ArrayOp(Op, handles="array"):
    """An op on the array behind a resource; ``flow`` only carries the order."""

    compute = needs_runtime

    def infer_shape(self) -> Any:
        return SCALAR

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...] | None:
        """The results, by ops on the list that the flow is, in place of the array.

        None if lists have no such op. ``array`` is the call that made the array.
        """
        return None

    @classmethod
    def has_list_form(cls) -> bool:
        """Whether ops on lists do the same."""
        return cls.on_list is not ArrayOp.on_list

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

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        made = self.op.TensorListReserve(
            _sizes(self.element_shape), self.size, element_dtype=self.dtype
        )
        return made, made


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

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        grows = array.dynamic_size
        made = self.op.TensorListSetItem(
            self.flow_in, self.index, self.value, resize_if_index_out_of_bounds=grows
        )
        return (made,)


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

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        sizes = _sizes(array.element_shape)
        made = self.op.TensorListGetItem(
            self.flow_in, self.index, sizes, element_dtype=array.dtype
        )
        return (made,)


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

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        asked: Shape = self.element_shape
        shape = array.element_shape if asked.rank is None else asked
        made = self.op.TensorListGather(
            self.flow_in, self.indices, _sizes(shape), element_dtype=array.dtype
        )
        return (made,)


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

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        made = self.op.TensorListScatterIntoExistingList(
            self.flow_in, self.value, self.indices
        )
        return (made,)


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

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        made: tuple[object, ...] = self.op.TensorListConcatV2(
            self.flow_in,
            _sizes(array.element_shape),
            np.zeros(0, np.int64),
            element_dtype=array.dtype,
        )
        return made


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

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        sizes = _sizes(UNKNOWN)
        return (self.op.TensorListSplit(self.value, sizes, self.lengths),)


class TensorArraySizeV3(
    ArrayOp,
    signature="""
        TensorArraySizeV3(handle: resource, flow_in: float) -> (size: int32) | stateful
    """,
    earlier_name="TensorArraySizeV2 TensorArraySize",
):
    """How many elements there are."""

    def on_list(self, array: TensorArrayV3) -> tuple[object, ...]:
        return (self.op.TensorListLength(self.flow_in),)


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
