"""`tf.TensorArray`: a list of tensors, read and written by index, eagerly or in loops.

Eagerly it is a Python list; while tracing, a tensor list in the graph (its flow), so
that each write returns a new TensorArray.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError, OutOfRangeError
from graphir.shapes import UNKNOWN, Shape
from runtime.apply import apply_op, apply_single
from runtime.context import name_scope, op_scope
from runtime.tensor_arrays.tensor_array_state import ArrayState, shape_vector_of
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class TensorArray(ArrayState):
    """Tensors of one dtype, by index.

    >>> array = tf.TensorArray(tf.float32, size=2)
    >>> array = array.write(0, 1.0).write(1, 2.0)
    >>> array.stack().numpy()
    array([1., 2.], dtype=float32)
    """

    def identity(self) -> TensorArray:
        """The same elements."""
        same: TensorArray = self.with_components([self._flow])
        return same

    def close(self, name: str | None = None) -> None:
        """Forgets the elements of an eager array."""
        if self._items is not None:
            self._items.clear()

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements, int32."""
        if self._items is not None:
            return convert_to_tensor(len(self._items))
        if self._static_size >= 0:
            return convert_to_tensor(self._static_size)
        with name_scope(name or "TensorArrayV2Size"):
            count: Tensor = apply_op("TensorListLength", [self._flow])
        return count

    # --- one element

    def read(self, index: Any, name: str | None = None) -> Tensor:
        """Reads an element; eagerly clears it unless ``clear_after_read`` is False.

        Raises:
          OutOfRangeError: for an index out of range (traced: InvalidArgumentError).
          InvalidArgumentError: if the element was cleared by an earlier read.
          ValueError: if the element was not written and its shape is not known.
        """
        if self._items is None:
            with op_scope(name, "TensorArrayV2Read"):
                inputs = [self._flow, index, shape_vector_of(self._element_shape)]
                attrs = {"element_dtype": self._dtype}
                return apply_single("TensorListGetItem", inputs, attrs)
        place = int(index)
        if place < 0:
            raise OutOfRangeError(
                None,
                None,
                f"Reading from negative indices (index {place}) is not allowed.",
            )
        if place >= len(self._items):
            raise OutOfRangeError(
                None,
                None,
                f"Tried to read from index {place} but array size is: "
                f"{len(self._items)}",
            )
        element = self._element(place)
        if self._is_cleared:
            self._cleared.add(place)
        return element

    def _element(self, place: int) -> Tensor:
        assert self._items is not None
        if place in self._cleared:
            raise InvalidArgumentError(
                None,
                None,
                f"Could not read index {place} twice because it was cleared after a "
                "previous read (perhaps try setting clear_after_read = false?)",
            )
        if self._items[place] is None:
            sizes = self._element_shape.as_ints()
            zeros = np.zeros(sizes, self._dtype.numpy_dtype)
            self._items[place] = convert_to_tensor(zeros, self._dtype)
        element: Tensor = self._items[place]
        return element

    def write(
        self, index: Any, value: TensorLike, name: str | None = None
    ) -> TensorArray:
        """Returns a TensorArray with one element replaced, which must be used instead.

        Raises:
          OutOfRangeError: for an index out of range (traced: InvalidArgumentError).
          InvalidArgumentError: for a value of another dtype.
          ValueError: for a shape that does not fit that of the elements.
        """
        tensor = self._value(value)
        if self._items is None:
            self._check_shape(tensor)
            with op_scope(name, "TensorArrayV2Write"):
                attrs = {
                    "element_dtype": tensor.dtype,
                    "resize_if_index_out_of_bounds": self._can_grow,
                }
                inputs = [self._flow, index, tensor]
                flow = apply_op("TensorListSetItem", inputs, attrs)
                written: TensorArray = self._like(flow)
                return written
        self._put(int(index), tensor)
        return self

    def _value(self, value: Any) -> Tensor:
        """The value to write, with a check of its dtype."""
        tensor = convert_to_tensor(value, dtype_hint=self._dtype, name="value")
        if tensor.dtype is not self._dtype:
            raise InvalidArgumentError(
                None,
                None,
                f"TensorArray dtype is {self._dtype.name} but Op is trying to write "
                f"dtype {tensor.dtype.name}",
            )
        return tensor

    def _put(self, place: int, tensor: Tensor) -> None:
        self._make_room(place)
        self._check_shape(tensor)
        assert self._items is not None
        self._items[place] = tensor

    def _make_room(self, place: int) -> None:
        assert self._items is not None
        if place < 0:
            raise OutOfRangeError(
                None,
                None,
                f"Writing to negative indices (index {place}) is not allowed.",
            )
        if place >= len(self._items):
            if not self._can_grow:
                raise OutOfRangeError(
                    None,
                    None,
                    f"Tried to write to index {place} but array is not resizeable and "
                    f"size is: {len(self._items)}",
                )
            self._items += [None] * (place + 1 - len(self._items))

    def _check_shape(self, tensor: Tensor) -> None:
        fits = self._element_shape.is_compatible_with(tensor.shape)
        if not fits and self._items is None:
            raise ValueError(
                f"Inconsistent shapes: saw {tensor.shape} but expected "
                f"{self._element_shape} "
            )
        if not fits:
            raise ValueError(
                f"Incompatible shape for value ({tensor.shape}), expected "
                f"({self._element_shape})"
            )
        if self._infers:
            self._learn_shape(tensor.shape)

    # --- many elements

    def stack(self, name: str | None = None) -> Tensor:
        """All elements along a new first axis.

        Raises:
          InvalidArgumentError: if their shapes differ.
          ValueError: if none was written and their shape is not known.
        """
        if self._items is None:
            count = self._static_size
            attrs = {"element_dtype": self._dtype, "num_elements": count}
            with name_scope(name or "TensorArrayV2Stack"):
                inputs = [self._flow, shape_vector_of(self._element_shape)]
                stacked: Tensor = apply_op("TensorListStack", inputs, attrs)
            return stacked
        return self._packed(range(len(self._items)), name)

    def gather(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Some elements along a new first axis.

        Raises:
          InvalidArgumentError: for an index out of range.
        """
        if self._items is None:
            attrs = {"element_dtype": self._dtype}
            inputs = [self._flow, indices, shape_vector_of(self._element_shape)]
            return apply_single("TensorListGather", inputs, attrs, name)
        places = np.ravel(convert_to_tensor(indices).constant_value()).tolist()
        for place in places:
            if not 0 <= place < len(self._items):
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Tried to gather index {place} but array size is: "
                    f"{len(self._items)}",
                )
        return self._packed(places, name)

    def _packed(self, places: Any, name: str | None) -> Tensor:
        elements = [self._element(place) for place in places]
        if elements:
            return apply_single("Pack", [elements], {"axis": 0}, name)
        sizes = [
            0,
            *(self._element_shape.as_list() if self._element_shape.rank else []),
        ]
        empty = np.zeros([size or 0 for size in sizes], self._dtype.numpy_dtype)
        return convert_to_tensor(empty, self._dtype)

    def concat(self, name: str | None = None) -> Tensor:
        """Concatenates all elements along their first axis.

        Raises:
          InvalidArgumentError: for scalars, or shapes that differ in other axes.
        """
        if self._items is None:
            rest = self._element_shape[1:] if self._element_shape.rank else UNKNOWN
            rows = Shape([None]).concatenate(rest)
            attrs = {"element_dtype": self._dtype, "shape_type": dtypes.int32}
            # a tensor already: TensorFlow's graphs show it under a name of its own
            leading = convert_to_tensor(np.zeros(0, np.int64))
            inputs = [self._flow, shape_vector_of(rows), leading]
            found: Tensor
            found, _ = apply_op("TensorListConcatV2", inputs, attrs, name)
            return found
        elements = [self._element(place) for place in range(len(self._items))]
        if len(elements) == 1:
            return elements[0]
        return apply_single("ConcatV2", [elements, 0], None, name)

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """A TensorArray of the slices of a tensor along its first axis.

        Raises:
          ValueError: for a scalar, or slices that do not fit the element shape.
        """
        tensor = self._value(value)
        rows = tensor.shape.with_rank_at_least(1)
        element = rows[1:] if rows.rank else UNKNOWN
        if self._items is None:
            shape = self._element_shape.merge_with(element)
            attrs = {"element_dtype": tensor.dtype, "shape_type": dtypes.int32}
            with name_scope(name or "TensorArrayUnstack"):
                inputs = [tensor, shape_vector_of(shape)]
                flow = apply_op("TensorListFromTensor", inputs, attrs)
            result: TensorArray = self._like(flow)
            result._element_shape = shape
            return result
        parts = apply_op("Unpack", [tensor], {"num": rows.as_ints()[0], "axis": 0})
        self._items = [None] * len(parts)
        self._cleared.clear()
        for place, part in enumerate(parts):
            self._put(place, part)
        return self

    def scatter(
        self, indices: TensorLike, value: TensorLike, name: str | None = None
    ) -> TensorArray:
        """The TensorArray with a tensor's slices at ``indices``.

        Raises:
          OutOfRangeError: for an index out of range (traced: InvalidArgumentError).
        """
        tensor = self._value(value)
        if self._items is None:
            attrs = {"element_dtype": tensor.dtype}
            with name_scope(name or "TensorArrayScatter"):
                inputs = [self._flow, tensor, indices]
                op = "TensorListScatterIntoExistingList"
                result: TensorArray = self._like(apply_op(op, inputs, attrs))
            return result
        places = np.ravel(convert_to_tensor(indices).constant_value()).tolist()
        parts = apply_op("Unpack", [tensor], {"num": len(places), "axis": 0})
        for place, part in zip(places, parts):
            self._put(place, part)
        return self

    def split(
        self, value: TensorLike, lengths: TensorLike, name: str | None = None
    ) -> TensorArray:
        """A TensorArray of parts of a tensor, of ``lengths`` along its first axis.

        Raises:
          InvalidArgumentError: if the lengths do not sum up to that of the tensor.
        """
        tensor = self._value(value)
        counts = convert_to_tensor(lengths, dtype_hint=dtypes.int64, name="lengths")
        if counts.dtype is not dtypes.int64:
            counts = apply_op("Cast", [counts], {"DstT": dtypes.int64})
        if self._items is None:
            attrs = {"element_dtype": tensor.dtype, "shape_type": dtypes.int32}
            rest = tensor.shape[1:] if tensor.shape.rank else UNKNOWN
            rows = Shape([None]).concatenate(rest)
            with name_scope(name or "TensorArraySplit"):
                inputs = [tensor, shape_vector_of(rows), counts]
                flow = apply_op("TensorListSplit", inputs, attrs)
            result: TensorArray = self._like(flow)
            result._element_shape = rows
            return result
        sizes = np.ravel(counts.constant_value()).tolist()
        if sum(sizes) != tensor.shape.as_ints()[0]:
            raise InvalidArgumentError(
                None,
                None,
                "Expected sum of lengths to be equal to values.shape[0], but sum of "
                f"lengths is {sum(sizes)} and value's shape is: "
                f"{list(tensor.shape.as_ints())}",
            )
        self._items = apply_op("SplitV", [tensor, counts, 0], {"num_split": len(sizes)})
        self._cleared.clear()
        self._element_shape = Shape([None]).concatenate(tensor.shape[1:])
        return self
