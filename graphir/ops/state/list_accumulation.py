"""Sums that loops make in tensor lists, an element at a time.

The optimizer makes these ops of TensorFlow's own; a graph that was traced has none.
"""

from __future__ import annotations

from typing import Any

from graphir.errors import InvalidArgumentError
from graphir.ops.state.tensor_lists import ListOp


class _TensorListAddToItem(
    ListOp,
    signature="""
        _TensorListAddToItem(input_handle: variant, index: int32, item: element_dtype,
        like: variant) -> (output_handle: variant) | element_dtype: type
    """,
    handles="list",
):
    """The list with a tensor added to one element; one not written counts as zeros.

    The list and ``like`` are of one length; the tensor is one that ``like`` may hold.
    """

    elements = ("item",)

    def compute(self, input_handle: Any, index: Any, item: Any, like: Any) -> Any:
        like.check_element(item)
        count, place = like.length(), int(index)
        if not 0 <= place < count:
            raise InvalidArgumentError(
                f"Trying to modify element {place} in a list with {count} elements."
            )
        if input_handle.length() != count:
            raise InvalidArgumentError(
                "Trying to add two lists of tensors with different lengths. One is "
                f"size {input_handle.length()} and other is size {count}."
            )
        old = input_handle.element(place)
        return input_handle.with_element(place, item if old is None else old + item)

    def input_gradients(self, d_output_handle: Any) -> Any:
        d_item = self.op.TensorListGetItem(
            d_output_handle,
            self.index,
            self.op.Shape(self.item),
            element_dtype=self.element_dtype,
        )
        return d_output_handle, None, d_item, None
