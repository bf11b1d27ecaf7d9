"""Tensor arrays: mutable lists behind resources, as TensorFlow 1 graphs use them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import integer_of
from graphir.ops.state import tensor_arrays as ops
from graphir.shapes import Shape
from runtime.stateful_kernels.attaching import (
    kernel,
    kernel_factory,
)

FLOW: Final = np.float32(0)
"""The value of the flow, which only orders reads and writes."""


@handle_class("array")
class TensorArrayStorage:
    """The elements of one tensor array."""

    __slots__ = (
        "can_grow",
        "dtype",
        "element_shape",
        "elements",
        "gradients",
        "is_sum",
    )

    shape = (2,)
    """The shape of the handle."""

    def __init__(
        self, dtype: DType, element_shape: Shape, size: int, can_grow: bool
    ) -> None:
        self.dtype = dtype
        self.element_shape = element_shape
        self.elements: list[Any] = [None] * size
        self.can_grow = can_grow
        self.gradients: dict[bytes, TensorArrayStorage] = {}
        self.is_sum = False
        """Whether a second write adds to the first, as gradients need."""

    def write(self, index: int, value: Any) -> None:
        """Puts an element.

        Raises:
          InvalidArgumentError: for an index out of range, a second write, or a shape
            that does not fit.
        """
        if index < 0 or (index >= len(self.elements) and not self.can_grow):
            raise InvalidArgumentError(
                f"Tried to write to index {index} but array is not resizeable and size "
                f"is: {len(self.elements)}"
            )
        if not self.element_shape.is_compatible_with(Shape(np.shape(value))):
            raise InvalidArgumentError(
                f"Could not write to TensorArray index {index} because the value shape "
                f"is {list(np.shape(value))} which is incompatible with the "
                f"TensorArray's element shape: {self.element_shape}."
            )
        missing = index + 1 - len(self.elements)
        self.elements.extend([None] * missing)
        if self.elements[index] is not None:
            if not self.is_sum:
                raise InvalidArgumentError(
                    f"Could not write to TensorArray index {index} because it has "
                    "already been written to."
                )
            value = self.elements[index] + value
        self.elements[index] = value

    def read(self, index: int) -> Any:
        """An element; zeros for an unwritten element of known shape.

        Raises:
          InvalidArgumentError: otherwise.
        """
        if not 0 <= index < len(self.elements):
            raise InvalidArgumentError(
                f"Tried to read from index {index} but array size is: "
                f"{len(self.elements)}"
            )
        value = self.elements[index]
        if value is not None:
            return value
        if not self.element_shape.is_fully_defined():
            raise InvalidArgumentError(
                f"Could not read index {index} twice because it was cleared after a "
                "previous read, or it was never written."
            )
        zero: Any = b"" if self.dtype.name == "string" else 0
        return np.full(self.element_shape.as_ints(), zero, self.dtype.numpy_dtype)

    def gradient(self, source: bytes, front: list[int]) -> TensorArrayStorage:
        """The array of gradients for a source; elements have leading axes ``front``."""
        found = self.gradients.get(source)
        if found is None:
            shape = Shape(front).concatenate(self.element_shape)
            found = TensorArrayStorage(self.dtype, shape, len(self.elements), False)
            found.is_sum = True
            self.gradients[source] = found
        return found


@kernel_factory(ops.TensorArrayV3)
def _make(attrs: Mapping[str, Attr]) -> Kernel:
    dtype, shape = attrs["dtype"], attrs["element_shape"]
    can_grow = bool(attrs["dynamic_size"])

    def make(size: Any) -> Any:
        count = integer_of(size, "size")
        if count < 0:
            raise InvalidArgumentError(f"Size should be >= 0, not {count}.")
        return TensorArrayStorage(dtype, shape, count, can_grow), FLOW

    return make


@kernel(ops.TensorArrayWriteV3)
def _write(handle: Any, index: Any, value: Any, flow_in: Any) -> Any:
    handle.write(integer_of(index, "index"), value)
    return flow_in


@kernel(ops.TensorArrayReadV3)
def _read(handle: Any, index: Any, flow_in: Any) -> Any:
    return handle.read(integer_of(index, "index"))


@kernel_factory(ops.TensorArrayGatherV3)
def _gather(attrs: Mapping[str, Attr]) -> Kernel:
    asked = attrs["element_shape"]

    def gather(handle: Any, indices: Any, flow_in: Any) -> Any:
        return _stacked(handle, np.ravel(indices).tolist(), asked)

    return gather


@kernel_factory(ops.TensorArrayPack)
def _pack(attrs: Mapping[str, Attr]) -> Kernel:
    asked = attrs["element_shape"]

    def pack(handle: Any, flow_in: Any) -> Any:
        return _stacked(handle, range(len(handle.elements)), asked)

    return pack


def _stacked(handle: Any, places: Iterable[int], asked: Shape) -> Any:
    elements = [handle.read(index) for index in places]
    if elements:
        return np.stack(elements)
    shape = handle.element_shape.merge_with(asked)
    if not shape.is_fully_defined():
        raise InvalidArgumentError(
            "TensorArray has size zero, but element shape "
            f"{shape} is not fully defined."
        )
    return np.zeros((0, *shape.as_ints()), handle.dtype.numpy_dtype)


@kernel(ops.TensorArrayUnpack)
def _unpack(handle: Any, value: Any, flow_in: Any) -> Any:
    for index, row in enumerate(value):
        handle.write(index, row)
    return flow_in


@kernel(ops.TensorArrayScatterV3)
def _scatter(handle: Any, indices: Any, value: Any, flow_in: Any) -> Any:
    for index, row in zip(np.ravel(indices).tolist(), value, strict=True):
        handle.write(index, row)
    return flow_in


@kernel(ops.TensorArrayConcatV3)
def _concat(handle: Any, flow_in: Any) -> Any:
    elements = [handle.read(index) for index in range(len(handle.elements))]
    lengths = np.array([len(each) for each in elements], np.int64)
    if not elements:
        return np.zeros((0,), handle.dtype.numpy_dtype), lengths
    return np.concatenate(elements), lengths


@kernel(ops.TensorArraySplitV3)
def _split(handle: Any, value: Any, lengths: Any, flow_in: Any) -> Any:
    ends = np.cumsum(lengths)
    if int(ends[-1] if len(ends) else 0) != len(value):
        raise InvalidArgumentError(
            f"Expected sum of lengths to be equal to values.shape[0] = {len(value)}, "
            f"but they are {np.asarray(lengths).tolist()}."
        )
    for index, piece in enumerate(np.split(value, ends[:-1])):
        handle.write(index, piece)
    return flow_in


@kernel(ops.TensorArraySizeV3)
def _size(handle: Any, flow_in: Any) -> Any:
    return np.int32(len(handle.elements))


@kernel(ops.TensorArrayCloseV3)
def _close(handle: Any) -> None:
    handle.elements = []


@kernel_factory(ops.TensorArrayGradV3)
def _gradient(attrs: Mapping[str, Attr]) -> Kernel:
    source = attrs["source"]

    return lambda handle, flow_in: (handle.gradient(source, []), flow_in)


@kernel_factory(ops.TensorArrayGradWithShape)
def _gradient_with_shape(attrs: Mapping[str, Attr]) -> Kernel:
    source = attrs["source"]

    def gradient(handle: Any, flow_in: Any, shape_to_prepend: Any) -> Any:
        return handle.gradient(source, np.ravel(shape_to_prepend).tolist()), flow_in

    return gradient
