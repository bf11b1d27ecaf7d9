"""Tensor lists, in which loops accumulate results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from graphir.compute.array_pool import new_array
from graphir.errors import InvalidArgumentError
from graphir.ops.arrays.tensor_list_values import TensorList, as_element_shape
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import UNKNOWN, Shape

SCALAR = Shape([])


class OnList(Op):
    """An op on a list, and what its arguments and results say of the elements."""

    elements: ClassVar[tuple[str, ...]] = ()
    """The arguments and results that are an element."""
    rows: ClassVar[tuple[str, ...]] = ()
    """Those whose rows are elements."""
    joined: ClassVar[tuple[str, ...]] = ()
    """Those that are elements one after the other, of sizes of their own."""

    def element_shapes(self) -> Iterator[Shape]:
        """What the call says of the shape of an element; the rank is known."""
        for name in self.elements:
            yield from _known(getattr(self, name).shape)
        for names, first in ((self.rows, []), (self.joined, [None])):
            for name in names:
                for shape in _known(getattr(self, name).shape):
                    yield Shape([*first, *shape.as_list()[1:]])


def _known(shape: Shape) -> list[Shape]:
    return [] if shape.rank is None else [shape]


class ListOp(OnList):
    """An op whose only result is a list."""

    def infer_shape(self) -> Shape:
        return SCALAR


def _asked_shape(call: Op, name: str = "element_shape") -> Shape:
    sizes = call.constant(name)
    if sizes is not None:
        return as_element_shape(sizes)
    if getattr(call, name).shape.rank == 1:
        return call.constant_as_shape(name)
    return UNKNOWN


class BlankList(ListOp):
    """An op that makes a list whose elements come later."""


class EmptyTensorList(
    BlankList,
    signature="""
        EmptyTensorList(element_shape: shape_type, max_num_elements: int32)
        -> (handle: variant) | element_dtype: type; shape_type: type in [int32,int64]
    """,
):
    """A list without elements."""

    input_gradients = not_differentiable

    def compute(self, element_shape: Any, max_num_elements: Any) -> Any:
        shape = as_element_shape(element_shape)
        return TensorList(self.element_dtype, shape, [], int(max_num_elements))


class TensorListReserve(
    BlankList,
    signature="""
        TensorListReserve(element_shape: shape_type, num_elements: int32)
        -> (handle: variant) | element_dtype: type; shape_type: type in [int32,int64]
    """,
):
    """A list of elements that are still to be written."""

    input_gradients = not_differentiable

    def compute(self, element_shape: Any, num_elements: Any) -> Any:
        count = int(num_elements)
        if count < 0:
            raise InvalidArgumentError(
                "The num_elements to reserve must be a non negative number, got "
                f"{count}"
            )
        shape = as_element_shape(element_shape)
        return TensorList(self.element_dtype, shape, [None] * count)


def _with_whole_rows(tensor: Any) -> Any:
    """The tensor, copied if its rows lie scattered, as those of a transposed one do.

    Each row is read on its own in a loop, and native code would copy it each time.
    """
    is_scattered = (
        tensor.ndim > 1 and len(tensor) > 1 and not tensor[0].flags.c_contiguous
    )
    return tensor.copy(order="C") if is_scattered else tensor


class TensorListFromTensor(
    ListOp,
    signature="""
        TensorListFromTensor(tensor: element_dtype, element_shape: shape_type)
        -> (output_handle: variant)
        | element_dtype: type; shape_type: type in [int32,int64]
    """,
):
    """The rows of a tensor as a list."""

    rows = ("tensor",)

    def infer_shape(self) -> Shape:
        self.tensor.shape.with_rank_at_least(1)
        return SCALAR

    def compute(self, tensor: Any, element_shape: Any) -> Any:
        if np.ndim(tensor) == 0:
            raise InvalidArgumentError(
                "Tensor must be at least a vector, but saw shape: []"
            )
        shape = as_element_shape(element_shape)
        if not shape.is_compatible_with(Shape(np.shape(tensor)[1:])):
            raise InvalidArgumentError(
                f"Specified a list with shape {shape} from a tensor with shape "
                f"{list(np.shape(tensor)[1:])}"
            )
        return TensorList(self.element_dtype, shape, list(_with_whole_rows(tensor)))

    def input_gradients(self, d_output_handle: Any) -> Any:
        if d_output_handle is None:
            return None, None
        rows = self.tensor.shape
        count = rows[0] if rows.rank else None
        sizes = self.op.Shape(self.tensor)
        row_sizes = self.op.StridedSlice(sizes, [1], [0], [1], end_mask=1)
        d_tensor = self.op.TensorListStack(
            d_output_handle,
            row_sizes,
            element_dtype=self.element_dtype,
            num_elements=-1 if count is None else count,
        )
        return d_tensor, None


class TensorListStack(
    OnList,
    signature="""
        TensorListStack(input_handle: variant, element_shape: int32)
        -> (tensor: element_dtype) | element_dtype: type; num_elements: int = -1
    """,
    handles="list",
):
    """The elements as the rows of one tensor."""

    rows = ("tensor",)

    def infer_shape(self) -> Shape:
        rows = None if self.num_elements < 0 else self.num_elements
        return Shape([rows]).concatenate(_asked_shape(self))

    def compute(self, input_handle: Any, element_shape: Any) -> Any:
        elements = input_handle.elements()
        expected = self.num_elements
        if expected not in (-1, len(elements)):
            raise InvalidArgumentError(
                f"Operation expected a list with {expected} elements but got a list "
                f"with {len(elements)} elements."
            )
        asked = as_element_shape(element_shape)
        return _stacked(input_handle, elements, asked)

    def input_gradients(self, d_tensor: Any) -> Any:
        return _list_from_rows(self, d_tensor), None


def _stacked(source: TensorList, elements: list[Any], asked: Shape) -> Any:
    shape = source.known_element_shape(asked, elements)
    if any(each is None for each in elements):
        elements = source.filled(elements, shape)
    if elements:
        return _in_one_array(source, elements)
    if not shape.is_fully_defined():
        raise InvalidArgumentError(
            "Tried to stack elements of an empty list with non-fully-defined "
            f"element_shape: {shape}"
        )
    return np.zeros((0, *shape.as_ints()), source.dtype.numpy_dtype)


def _in_one_array(source: TensorList, elements: list[Any]) -> Any:
    """The elements, which are of one shape, as rows; quicker than ``np.stack``."""
    if not source.dtype.has_numpy or source.dtype.name == "string":
        return np.stack(elements)  # arrays of objects would become objects in arrays
    shape = elements[0].shape
    if not shape:
        return np.array(elements, source.dtype.numpy_dtype)
    rows = new_array((len(elements), *shape), source.dtype.numpy_dtype)
    together = (len(elements) * shape[0], *shape[1:])
    np.concatenate(elements, out=rows.reshape(together))
    return rows


def _list_from_rows(call: Op, d_rows: Any) -> Any:
    op = call.op
    row_sizes = op.StridedSlice(op.Shape(d_rows), [1], [0], [1], end_mask=1)
    return op.TensorListFromTensor(d_rows, row_sizes)


class TensorListPushBack(
    ListOp,
    signature="""
        TensorListPushBack(input_handle: variant, tensor: element_dtype)
        -> (output_handle: variant) | element_dtype: type
    """,
    handles="list",
):
    """The list with one element more at its end."""

    elements = ("tensor",)

    def compute(self, input_handle: Any, tensor: Any) -> Any:
        return input_handle.push(tensor)

    def input_gradients(self, d_output_handle: Any) -> Any:
        return self.op.TensorListPopBack(
            d_output_handle,
            self.op.Shape(self.tensor),
            element_dtype=self.element_dtype,
        )


class TensorListPopBack(
    OnList,
    signature="""
        TensorListPopBack(input_handle: variant, element_shape: int32)
        -> (output_handle: variant, tensor: element_dtype) | element_dtype: type
    """,
    handles="list",
):
    """The list without its last element, and that element."""

    elements = ("tensor",)

    def infer_shape(self) -> list[Shape]:
        return [SCALAR, _asked_shape(self)]

    def compute(self, input_handle: Any, element_shape: Any) -> Any:
        shorter, last = input_handle.pop()
        if input_handle.is_exactly(last, element_shape):
            return shorter, last
        asked = as_element_shape(element_shape)
        (element,) = input_handle.filled([last], asked)
        return shorter, element

    def input_gradients(self, d_output_handle: Any, d_tensor: Any) -> Any:
        op = self.op
        if d_output_handle is None:
            sizes = op.TensorListElementShape(
                self.output_handle, shape_type=self.element_shape.dtype
            )
            # as long as the list: where that is read elsewhere, the two are added
            length = op.TensorListLength(self.output_handle)
            d_output_handle = op.TensorListReserve(
                sizes, length, element_dtype=self.element_dtype
            )
        if d_tensor is None:
            d_tensor = op.ZerosLike(self.tensor)
        return op.TensorListPushBack(d_output_handle, d_tensor), None


class TensorListLength(
    OnList,
    signature="TensorListLength(input_handle: variant) -> (length: int32)",
    handles="list",
):
    """How many elements a list has."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, input_handle: Any) -> Any:
        return np.int32(input_handle.length())


class TensorListElementShape(
    OnList,
    signature="""
        TensorListElementShape(input_handle: variant) -> (element_shape: shape_type)
        | shape_type: type in [int32,int64]
    """,
    handles="list",
):
    """The shape of the elements as sizes; -1 where it is not known."""

    input_gradients = not_differentiable

    def compute(self, input_handle: Any) -> Any:
        dims = input_handle.element_shape.sizes
        dtype = self.shape_type.numpy_dtype
        if dims is None:
            return dtype.type(-1)
        return np.array([-1 if size is None else size for size in dims], dtype)


class TensorListGetItem(
    OnList,
    signature="""
        TensorListGetItem(input_handle: variant, index: int32, element_shape: Tshape)
        -> (item: element_dtype)
        | element_dtype: type; Tshape: type in [int32,int64] = int32
    """,
    handles="list",
):
    """One element of a list; zeros if it was not written."""

    elements = ("item",)

    def infer_shape(self) -> Shape:
        return _asked_shape(self)

    def compute(self, input_handle: Any, index: Any, element_shape: Any) -> Any:
        element = input_handle.element(int(index))
        if element is not None:
            return element
        asked = as_element_shape(element_shape)
        # elements that were written tell the shape of those that were not
        shape = input_handle.known_element_shape(asked, input_handle.elements())
        return input_handle.filled([None], shape)[0]

    def input_gradients(self, d_item: Any) -> Any:
        op = self.op
        empty = op.TensorListReserve(
            # not the item's shape: the others may be of other sizes
            op.TensorListElementShape(
                self.input_handle, shape_type=self.element_shape.dtype
            ),
            op.TensorListLength(self.input_handle),
            element_dtype=self.element_dtype,
        )
        return op.TensorListSetItem(empty, self.index, d_item), None, None


class TensorListSetItem(
    ListOp,
    signature="""
        TensorListSetItem(input_handle: variant, index: int32, item: element_dtype)
        -> (output_handle: variant)
        | element_dtype: type; resize_if_index_out_of_bounds: bool = False
    """,
    handles="list",
):
    """The list with one element replaced."""

    elements = ("item",)

    def compute(self, input_handle: Any, index: Any, item: Any) -> Any:
        return input_handle.with_element(
            int(index), item, self.resize_if_index_out_of_bounds
        )

    def input_gradients(self, d_output_handle: Any) -> Any:
        op = self.op
        d_item = op.TensorListGetItem(
            d_output_handle,
            self.index,
            op.Shape(self.item),
            element_dtype=self.element_dtype,
        )
        rest = op.TensorListSetItem(
            d_output_handle, self.index, op.ZerosLike(self.item)
        )
        return rest, None, d_item


class TensorListResize(
    ListOp,
    signature="""
        TensorListResize(input_handle: variant, size: int32) -> (output_handle: variant)
    """,
    handles="list",
):
    """The list cut off, or grown by elements still to be written."""

    def compute(self, input_handle: Any, size: Any) -> Any:
        count = int(size)
        if count < 0:
            raise InvalidArgumentError(
                f"TensorListSlice expects size to be non-negative. Got: {count}"
            )
        elements = input_handle.elements()[:count]
        return input_handle.with_elements(elements + [None] * (count - len(elements)))

    def input_gradients(self, d_output_handle: Any) -> Any:
        length = self.op.TensorListLength(self.input_handle)
        return self.op.TensorListResize(d_output_handle, length), None
