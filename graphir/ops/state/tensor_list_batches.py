"""Ops that read or write many elements of a tensor list at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from graphir.ops.arrays.tensor_list_values import TensorList, as_element_shape
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.handles import require_kind
from graphir.ops.state.tensor_lists import OnList
from graphir.shapes import UNKNOWN, Shape

SCALAR = Shape([])


class TensorListGather(
    OnList,
    signature="""
        TensorListGather(input_handle: variant, indices: int32, element_shape: int32)
        -> (values: element_dtype) | element_dtype: type
    """,
    handles="list",
):
    """The elements at the indices as the rows of one tensor."""

    rows = ("values",)

    def infer_shape(self) -> Shape:
        sizes = self.constant("element_shape")
        shape = UNKNOWN if sizes is None else as_element_shape(sizes)
        rows: Shape = self.indices.shape
        return rows.concatenate(shape)

    def compute(self, input_handle: Any, indices: Any, element_shape: Any) -> Any:
        asked = as_element_shape(element_shape)
        elements = [input_handle.element(index) for index in np.ravel(indices).tolist()]
        shape = input_handle.known_element_shape(asked, elements)
        if not elements:
            if not shape.is_fully_defined():
                raise InvalidArgumentError(
                    "Tried to gather 0-elements from a list with non-fully-defined "
                    f"shape: {shape}"
                )
            return np.zeros((0, *shape.as_ints()), self.element_dtype.numpy_dtype)
        return np.stack(input_handle.filled(elements, shape))

    def input_gradients(self, d_values: Any) -> Any:
        op = self.op
        d_list = op.TensorListScatterV2(
            d_values,
            self.indices,
            self.element_shape,
            op.TensorListLength(self.input_handle),
        )
        return d_list, None, None


def _scattered(elements: list[Any], indices: Any, rows: Any) -> list[Any]:
    positions = np.ravel(indices).tolist()
    if len(positions) != len(rows):
        raise InvalidArgumentError(
            "Specified indices must have the same number of elements as rows of the "
            f"tensor: {len(positions)} and {len(rows)}."
        )
    for position, row in zip(positions, rows, strict=True):
        if position < 0:
            raise InvalidArgumentError(
                "Indices in TensorListScatter must all be non-negative, got "
                f"{position}."
            )
        if position >= len(elements):
            elements.extend([None] * (position + 1 - len(elements)))
        elements[position] = row
    return elements


class TensorListScatter(
    OnList,
    signature="""
        TensorListScatter(tensor: element_dtype, indices: int32,
                          element_shape: shape_type)
        -> (output_handle: variant)
        | element_dtype: type; shape_type: type in [int32,int64]
    """,
):
    """A list with the rows of a tensor at the indices."""

    rows = ("tensor",)

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, tensor: Any, indices: Any, element_shape: Any) -> Any:
        elements = _scattered([], indices, tensor)
        return TensorList(self.element_dtype, as_element_shape(element_shape), elements)

    def input_gradients(self, d_output_handle: Any) -> Any:
        return _gathered_rows(self, d_output_handle), None, None


def _gathered_rows(call: Op, d_list: Any) -> Any:
    op = call.op
    row_sizes = op.StridedSlice(op.Shape(call.tensor), [1], [0], [1], end_mask=1)
    return op.TensorListGather(
        d_list, call.indices, row_sizes, element_dtype=call.element_dtype
    )


class TensorListScatterV2(
    OnList,
    signature="""
        TensorListScatterV2(tensor: element_dtype, indices: int32,
                            element_shape: shape_type, num_elements: int32)
        -> (output_handle: variant)
        | element_dtype: type; shape_type: type in [int32,int64]
    """,
):
    """A list with rows of a tensor at indices, at least ``num_elements`` long."""

    rows = ("tensor",)

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(
        self, tensor: Any, indices: Any, element_shape: Any, num_elements: Any
    ) -> Any:
        elements = _scattered([None] * max(0, int(num_elements)), indices, tensor)
        return TensorList(self.element_dtype, as_element_shape(element_shape), elements)

    def input_gradients(self, d_output_handle: Any) -> Any:
        return _gathered_rows(self, d_output_handle), None, None, None


class TensorListScatterIntoExistingList(
    OnList,
    signature="""
        TensorListScatterIntoExistingList(input_handle: variant, tensor: element_dtype,
                                          indices: int32)
        -> (output_handle: variant) | element_dtype: type
    """,
    handles="list",
):
    """The list with rows of a tensor put at the indices."""

    rows = ("tensor",)

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, input_handle: Any, tensor: Any, indices: Any) -> Any:
        elements = _scattered(input_handle.elements(), indices, tensor)
        return input_handle.with_elements(elements)

    def input_gradients(self, d_output_handle: Any) -> Any:
        op = self.op
        d_tensor = _gathered_rows(self, d_output_handle)
        zeros = op.ZerosLike(self.tensor)
        rest = op.TensorListScatterIntoExistingList(
            d_output_handle, zeros, self.indices
        )
        return rest, d_tensor, None


class TensorListConcatV2(
    OnList,
    signature="""
        TensorListConcatV2(input_handle: variant, element_shape: shape_type,
                           leading_dims: int64)
        -> (tensor: element_dtype, lengths: int64)
        | element_dtype: type; shape_type: type in [int32,int64]
    """,
    handles="list",
):
    """The elements one after another along their first axis, and their lengths."""

    joined = ("tensor",)

    def infer_shape(self) -> list[Shape]:
        sizes = self.constant("element_shape")
        shape = UNKNOWN if sizes is None else as_element_shape(sizes)
        if shape.rank is None:
            return [UNKNOWN, Shape([None])]
        return [Shape([None, *shape[1:]]), Shape([None])]

    def compute(self, input_handle: Any, element_shape: Any, leading_dims: Any) -> Any:
        asked = as_element_shape(element_shape)
        return _concatenated(input_handle, asked)

    def input_gradients(self, d_tensor: Any, d_lengths: Any) -> Any:
        op = self.op
        d_list = op.TensorListSplit(
            d_tensor,
            op.TensorListElementShape(self.input_handle, shape_type=self.shape_type),
            self.lengths,
        )
        return d_list, None, None


def _concatenated(source: TensorList, asked: Shape) -> Any:
    elements = source.elements()
    written = [each for each in elements if each is not None]
    if len(written) < len(elements):
        elements = source.filled(elements, asked)
    if any(np.ndim(each) == 0 for each in elements):
        raise InvalidArgumentError(
            "Concat requires elements to be at least vectors, found scalars instead."
        )
    lengths = np.array([len(each) for each in elements], np.int64)
    if elements:
        try:
            return np.concatenate(elements), lengths
        except ValueError as error:
            raise InvalidArgumentError(
                f"Elements of a list cannot be concatenated: {error}"
            ) from None
    shape = source.known_element_shape(asked, [])
    tail = shape[1:] if shape.rank else shape
    if not tail.is_fully_defined():
        raise InvalidArgumentError(
            "All except the first dimension must be fully defined when concating an "
            f"empty tensor list. element_shape: {shape}"
        )
    return np.zeros((0, *tail.as_ints()), source.dtype.numpy_dtype), lengths


class TensorListSplit(
    OnList,
    signature="""
        TensorListSplit(tensor: element_dtype, element_shape: shape_type,
                        lengths: int64)
        -> (output_handle: variant)
        | element_dtype: type; shape_type: type in [int32,int64]
    """,
):
    """A tensor cut along its first axis into a list of pieces of these lengths."""

    joined = ("tensor",)

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, tensor: Any, element_shape: Any, lengths: Any) -> Any:
        ends = np.cumsum(lengths)
        if int(ends[-1] if len(ends) else 0) != len(tensor):
            raise InvalidArgumentError(
                f"Invalid lengths {np.asarray(lengths).tolist()}: they must add up to "
                f"the {len(tensor)} rows of the tensor."
            )
        pieces = np.split(tensor, ends[:-1]) if len(ends) else []
        return TensorList(self.element_dtype, as_element_shape(element_shape), pieces)

    def input_gradients(self, d_output_handle: Any) -> Any:
        op = self.op
        d_tensor, _ = op.TensorListConcatV2(
            d_output_handle,
            self.element_shape,
            self.lengths,
            element_dtype=self.element_dtype,
        )
        return d_tensor, None, None


class TensorListConcatLists(
    OnList,
    signature="""
        TensorListConcatLists(input_a: variant, input_b: variant) -> (output: variant)
        | element_dtype: type
    """,
    handles="list",
):
    """The elements of one list, then the elements of another."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, input_a: Any, input_b: Any) -> Any:
        return input_a.with_elements(input_a.elements() + input_b.elements())


class TensorListConcat(
    OnList,
    signature="""
        TensorListConcat(input_handle: variant)
        -> (tensor: element_dtype, lengths: int64)
        | element_dtype: type; element_shape: shape = unknown_rank
    """,
    handles="list",
):
    """The elements one after another, by their shape, which is an attribute."""

    joined = ("tensor",)

    def infer_shape(self) -> list[Shape]:
        shape = Shape(self.element_shape)
        if shape.rank is None:
            return [UNKNOWN, Shape([None])]
        return [Shape([None, *shape[1:]]), Shape([None])]

    def compute(self, input_handle: Any) -> Any:
        return _concatenated(input_handle, Shape(self.element_shape))

    def input_gradients(self, d_tensor: Any, d_lengths: Any) -> Any:
        op = self.op
        sizes = op.TensorListElementShape(self.input_handle, shape_type=dtypes.int32)
        return (op.TensorListSplit(d_tensor, sizes, self.lengths),)


class TensorListPushBackBatch(
    Op,
    signature="""
        TensorListPushBackBatch(input_handles: variant, tensor: element_dtype)
        -> (output_handles: variant) | element_dtype: type
    """,
    handles="any",
):
    """Each list of a batch with a row of a tensor at its end."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.input_handles.shape
        return shape

    def compute(self, input_handles: Any, tensor: Any) -> Any:
        lists = np.asarray(input_handles, object)
        rows = tensor.shape[: lists.ndim]
        if lists.shape != rows:
            raise self.invalid(
                "Expected tensor.shape[0] == input_handles.size, but saw "
                f"{in_brackets(tensor.shape)} vs. {in_brackets(lists.shape)}"
            )
        found = np.empty(lists.shape, object)
        for place in np.ndindex(lists.shape):
            require_kind(type(self).__name__, lists[place], "list")
            found[place] = lists[place].push(tensor[place])
        return found
