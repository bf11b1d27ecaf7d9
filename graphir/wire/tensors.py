"""Tensor values: ``TensorProto`` to arrays and back.

A message holds its elements as raw bytes or in a list of its kind of number; a list
that is too short repeats its last element. Memory grows with the size of the message
only: one repeated element becomes a view.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.builder import constant_tensor
from graphir.dtypes import DType, as_dtype
from graphir.errors import InvalidGraphError
from graphir.wire import messages
from graphir.wire.elements import LIST_FIELDS, read_content, read_list, string_array
from graphir.wire.shapes import dtype_of

Array = np.ndarray[Any, Any]
Message = Any

MAX_BYTES: Final = 1 << 31
"""The largest constant that is read; no message can hold more anyway."""

MAX_RANK: Final = 64
"""NumPy's limit."""

_ALWAYS_LISTED: Final = frozenset(
    [
        "bool",
        "string",
        "complex64",
        "complex128",
        "uint16",
        "int4",
        "uint4",
        "int2",
        "uint2",
    ]
)
"""Types that TensorFlow never writes as raw bytes."""

_NEVER_LISTED: Final = frozenset(
    ("float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2fnuz")
)
"""Types for which TensorFlow knows raw bytes only."""


def to_tensor_proto(value: Any, dtype: Any = None) -> Message:
    """The message of a ``TensorValue``, an array, or a Python value.

    Python floats become float32 and ints int32 unless ``dtype`` is set. One element,
    and one element repeated (an array that ``np.broadcast_to`` made), are written as
    one number, more elements as raw bytes, as TensorFlow does.

    >>> to_tensor_proto(np.int32(0)).int_val[0]
    0
    >>> to_tensor_proto(np.array([1, 2], np.int8)).tensor_content
    b'\\x01\\x02'

    Raises:
      TypeError: if there is no tensor dtype for the array's.
    """
    message = messages.get("TensorProto")()
    if not isinstance(value, TensorValue):
        value = constant_tensor(value, None if dtype is None else as_dtype(dtype))
    fill_tensor_proto(message, value)
    return message


def to_tensor_bytes(tensor: TensorValue) -> bytes:
    """The serialized message of a tensor, with raw bytes unless it has strings.

    In a graph, elements of some dtypes are written as lists; ``SerializeTensor`` writes
    only raw bytes.

    >>> raw = to_tensor_bytes(TensorValue(np.array([True, False]), dtypes.bool_))
    >>> messages.parse("TensorProto", raw).tensor_content
    b'\\x01\\x00'
    """
    message = to_tensor_proto(tensor)
    if tensor.dtype is not dtypes.string:
        message.ClearField(LIST_FIELDS[tensor.dtype.name])
        little = tensor.array.astype(tensor.array.dtype.newbyteorder("<"))
        message.tensor_content = little.tobytes()
    data: bytes = message.SerializeToString()
    return data


def fill_tensor_proto(message: Message, tensor: TensorValue) -> None:
    """Writes a tensor into an empty message."""
    if tensor.raw is not None:
        message.MergeFromString(tensor.raw)
        return
    array, name = tensor.array, tensor.dtype.base_dtype.name
    message.dtype = tensor.dtype.number
    # set even when empty: a scalar's shape is there, with no dimensions
    message.tensor_shape.SetInParent()
    for size in array.shape:
        message.tensor_shape.dim.add(size=size)
    if not array.size:
        return
    if _is_repeated(array):
        array = array[(slice(0, 1),) * array.ndim]
    in_bytes = array.size > 1 and name not in _ALWAYS_LISTED
    if in_bytes or name in _NEVER_LISTED:
        message.tensor_content = _little_endian(array).tobytes()
    else:
        _fill_list(message, array, name)


def _is_repeated(array: Array) -> bool:
    return array.size > 1 and all(
        not stride or size == 1
        for stride, size in zip(array.strides, array.shape, strict=True)
    )


def _little_endian(array: Array) -> Array:
    if array.dtype.byteorder == ">":
        return array.astype(array.dtype.newbyteorder("<"))
    return array


def _fill_list(message: Message, array: Array, name: str) -> None:
    flat = np.ravel(array)
    field = LIST_FIELDS.get(name)
    if field is None:
        message.float8_val = flat.tobytes()
        return
    if name == "string":
        elements: Any = map(_as_bytes, flat.tolist())
    elif field == "half_val":
        elements = _little_endian(flat).view(np.uint16).tolist()
    elif flat.dtype.kind == "c":
        elements = flat.view(flat.real.dtype).tolist()
    elif field == "int_val":
        # types of ml_dtypes list as themselves, which protobuf refuses
        elements = flat.astype(np.int32).tolist()
    else:
        elements = flat.tolist()
    getattr(message, field).extend(elements)


def fill_list(message: Message, tensor: TensorValue) -> None:
    """Writes the elements of a tensor as separate numbers, without a shape."""
    if tensor.array.size:
        _fill_list(message, tensor.array, tensor.dtype.base_dtype.name)


def _as_bytes(element: Any) -> bytes:
    return element if isinstance(element, bytes) else str(element).encode()


def from_tensor_proto(message: Message) -> TensorValue:
    """The tensor that a message holds; its array is read-only.

    A resource or variant keeps its message's bytes in ``raw``.

    >>> from_tensor_proto(to_tensor_proto([[1.5, 2.5]], "float32")).array
    array([[1.5, 2.5]], dtype=float32)

    Raises:
      InvalidGraphError: for an unknown dtype, a negative or absurd size, or a number of
        bytes that does not fit the shape.
    """
    dtype = dtype_of(message.dtype).base_dtype
    shape = _sizes(message.tensor_shape, dtype)
    if not dtype.has_numpy:
        nothing = np.broadcast_to(np.array(None, object), shape)
        return TensorValue(nothing, dtype, message.SerializeToString())
    content = message.tensor_content
    read = _from_content if content else _from_list
    array = read(content or message, shape, dtype)
    array.flags.writeable = False
    return TensorValue(array, dtype)


def _sizes(message: Message, dtype: DType) -> tuple[int, ...]:
    """The shape of a constant, known to be small enough."""
    sizes = tuple(dim.size for dim in message.dim)
    if not sizes:
        return ()
    if min(sizes) < 0:
        raise InvalidGraphError(
            f"A constant has the shape {list(sizes)}: sizes cannot be negative."
        )
    # a size of 0 hides no overflow: the others must fit by themselves
    count = math.prod(size or 1 for size in sizes)
    item_bytes = dtype.numpy_dtype.itemsize if dtype.has_numpy else 8
    if len(sizes) > MAX_RANK or count * item_bytes > MAX_BYTES:
        raise InvalidGraphError(
            f"A constant has the shape {list(sizes)} of {dtype.name}: at most "
            f"{MAX_RANK} axes and {MAX_BYTES} bytes are read. Make large tensors "
            "when the graph runs, with Fill."
        )
    return sizes


def _from_content(content: bytes, shape: tuple[int, ...], dtype: DType) -> Array:
    return read_content(content, math.prod(shape), dtype).reshape(shape)


def _from_list(message: Message, shape: tuple[int, ...], dtype: DType) -> Array:
    count = math.prod(shape)
    given = read_list(message, dtype)[:count]
    if given.size == count:
        shaped = given.reshape(shape)
        # a scalar of its own is smaller than a view of a vector
        return shaped.copy() if count == 1 else shaped
    if not given.size:
        given = _nothing(dtype)
    if given.size == 1:
        return np.broadcast_to(given.reshape(()), shape)
    full = np.full(count, given[-1], given.dtype)
    full[: given.size] = given
    return full.reshape(shape)


def _nothing(dtype: DType) -> Array:
    """The element that a message without elements repeats."""
    if dtype is dtypes.string:
        return string_array([b""])
    return np.zeros(1, dtype.numpy_dtype)
