"""Tensors on the wire: what is written, what is read, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.shapes import Shape
from graphir.wire import messages
from graphir.wire.shapes import from_shape_proto, to_shape_proto
from graphir.wire.tensors import from_tensor_proto, to_tensor_proto
from graphir.wire.text import parse_text

NUMERIC = [dtype for dtype in dtypes.ALL if dtype.has_numpy]


def tensor(text: str) -> Any:
    return from_tensor_proto(parse_text("TensorProto", text))


def sample(dtype: DType, count: int) -> TensorValue:
    if dtype is dtypes.string:
        array = np.array([b"a\x00", b"", b"\xff", b"b"][:count], object)
    else:
        small = np.array([1, 0, 1, 1][:count])
        array = small.astype(dtype.numpy_dtype)
    return TensorValue(array, dtype)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
@pytest.mark.parametrize("dtype", NUMERIC, ids=lambda dtype: dtype.name)
def test_tensor_survives_the_wire(dtype: DType, count: int) -> None:
    value = sample(dtype, count)
    assert from_tensor_proto(to_tensor_proto(value)) == value


@pytest.mark.parametrize(
    ("dtype", "field"),
    [
        ("float32", "float_val"),
        ("float64", "double_val"),
        ("int32", "int_val"),
        ("uint8", "int_val"),
        ("uint16", "int_val"),
        ("qint32", "int_val"),
        ("int4", "int_val"),
        ("int64", "int64_val"),
        ("uint32", "uint32_val"),
        ("uint64", "uint64_val"),
        ("bool", "bool_val"),
        ("float16", "half_val"),
        ("bfloat16", "half_val"),
        ("complex64", "scomplex_val"),
        ("complex128", "dcomplex_val"),
        ("string", "string_val"),
        ("float8_e5m2", "float8_val"),
        ("float4_e2m1fn", "float8_val"),
        ("float8_e4m3fnuz", "tensor_content"),
    ],
)
def test_one_element_is_written_in_its_list(dtype: str, field: str) -> None:
    written = to_tensor_proto(sample(dtypes.as_dtype(dtype), 1))
    fields = [each.name for each, _ in written.ListFields()]
    assert fields == ["dtype", "tensor_shape", field]


@pytest.mark.parametrize(
    ("dtype", "field"),
    [
        ("float32", "tensor_content"),
        ("float16", "tensor_content"),
        ("bfloat16", "tensor_content"),
        ("float8_e5m2", "tensor_content"),
        ("bool", "bool_val"),
        ("uint16", "int_val"),
        ("complex64", "scomplex_val"),
        ("string", "string_val"),
    ],
)
def test_several_elements_are_written_as_tensorflow_does(
    dtype: str, field: str
) -> None:
    written = to_tensor_proto(sample(dtypes.as_dtype(dtype), 4))
    fields = [each.name for each, _ in written.ListFields()]
    assert fields == ["dtype", "tensor_shape", field]


def test_scalar_has_a_shape_without_dimensions() -> None:
    assert to_tensor_proto(np.float32(1)).HasField("tensor_shape")


def test_repeated_element_is_written_once() -> None:
    written = to_tensor_proto(np.broadcast_to(np.float32(3), (2, 1000)))
    assert list(written.float_val) == [3.0]


def test_big_endian_array_is_written_little_endian() -> None:
    written = to_tensor_proto(np.array([1, 2], ">i2"))
    assert written.tensor_content == b"\x01\x00\x02\x00"


def test_strided_array_is_written_in_its_own_order() -> None:
    written = to_tensor_proto(np.arange(6, dtype=np.int8).reshape(2, 3).T)
    assert written.tensor_content == bytes([0, 3, 1, 4, 2, 5])


def test_not_a_number_keeps_its_bits() -> None:
    bits = np.array([0x7FC00001, 0xFFC00002], np.uint32)
    value = TensorValue(bits.view(np.float32))
    assert from_tensor_proto(to_tensor_proto(value)) == value


def test_last_element_is_repeated() -> None:
    read = tensor("dtype: DT_FLOAT tensor_shape { dim { size: 4 } } float_val: [7, 8]")
    assert read.array.tolist() == [7.0, 8.0, 8.0, 8.0]


def test_single_element_is_repeated_without_memory() -> None:
    read = tensor("dtype: DT_INT8 tensor_shape { dim { size: 2000000000 } } int_val: 7")
    assert read.array.strides == (0,)


def test_no_element_means_zeros() -> None:
    read = tensor("dtype: DT_INT32 tensor_shape { dim { size: 2 } }")
    assert read.array.tolist() == [0, 0]


def test_no_string_means_empty_strings() -> None:
    read = tensor("dtype: DT_STRING tensor_shape { dim { size: 2 } }")
    assert read.array.tolist() == [b"", b""]


def test_elements_too_many_are_dropped() -> None:
    read = tensor("dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: [5, 6]")
    assert read.array.tolist() == [5]


def test_small_integers_wrap() -> None:
    assert tensor("dtype: DT_UINT8 tensor_shape { } int_val: 300").array == 44


def test_packed_strings_are_read() -> None:
    two = "dtype: DT_STRING tensor_shape { dim { size: 2 } }"
    read = tensor(two + r' tensor_content: "\001\002abc"')
    assert read.array.tolist() == [b"a", b"bc"]


def test_read_array_cannot_be_written_to() -> None:
    assert not tensor("dtype: DT_FLOAT tensor_shape { }").array.flags.writeable


def test_variant_keeps_its_message() -> None:
    message = parse_text(
        "TensorProto",
        'dtype: DT_VARIANT tensor_shape { } variant_val { type_name: "list" }',
    )
    assert to_tensor_proto(from_tensor_proto(message)) == message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dtype: DT_FLOAT tensor_shape { dim { size: -5 } }", "cannot be negative"),
        ("dtype: 77", "no dtype number 77"),
        ("tensor_shape { }", "no dtype number 0"),
        (
            'dtype: DT_FLOAT tensor_shape { dim { size: 4 } } tensor_content: "ab"',
            "needs 16 bytes, its message has 2",
        ),
        (
            'dtype: DT_INT8 tensor_shape { dim { size: 1 } } tensor_content: "ab"',
            "needs 1 bytes, its message has 2",
        ),
        (
            r'dtype: DT_BOOL tensor_shape { dim { size: 1 } } tensor_content: "\002"',
            "bytes other than 0 and 1",
        ),
        (
            "dtype: DT_FLOAT tensor_shape { dim { size: 4611686018427387904 } "
            "dim { size: 8 } }",
            "at most",
        ),
        (
            "dtype: DT_FLOAT tensor_shape { dim { size: 0 } "
            "dim { size: 4611686018427387904 } dim { size: 8 } }",
            "at most",
        ),
        ("dtype: DT_FLOAT tensor_shape { " + "dim { size: 1 } " * 65 + "}", "64 axes"),
        (
            "dtype: DT_STRING tensor_shape { dim { size: 2 } } "
            r'tensor_content: "\001z"',
            "damaged",
        ),
        (
            "dtype: DT_STRING tensor_shape { dim { size: 1 } } "
            r'tensor_content: "\377\377\377\377\377\377"',
            "damaged",
        ),
        (
            "dtype: DT_STRING tensor_shape { dim { size: 200000000 } } "
            r'tensor_content: "\000\000"',
            "damaged",
        ),
    ],
)
def test_damaged_tensor_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidGraphError, match=reason):
        tensor(text)


@pytest.mark.parametrize("shape", [Shape(None), Shape([]), Shape([2, None, 0])])
def test_shape_survives_the_wire(shape: Shape) -> None:
    read = from_shape_proto(to_shape_proto(shape))
    assert read.sizes == shape.sizes


def test_shape_below_minus_one_is_refused() -> None:
    message = messages.get("TensorShapeProto")()
    message.dim.add(size=-2)
    with pytest.raises(InvalidGraphError, match="negative size"):
        from_shape_proto(message)
