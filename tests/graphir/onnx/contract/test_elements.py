"""Element types and tensors, to ONNX and back."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("onnx", reason="the extra onnx is not installed")


from graphir import dtypes
from graphir.errors import ParseError
from graphir.onnx.contract.elements import (
    array_of,
    dtype_of,
    element_type_of,
    tensor_proto_of,
    tensor_value_of,
    utf8,
)
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package

NAMES = "float32 float64 float16 bfloat16 int8 uint8 int16 int32 int64 uint64 bool"


@pytest.mark.parametrize("name", NAMES.split())
def test_there_and_back(name: str) -> None:
    dtype = dtypes.as_dtype(name)
    assert dtype_of(element_type_of(dtype)) is dtype
    array = np.array([[0, 1], [1, 0]]).astype(dtype.numpy_dtype)
    proto = tensor_proto_of(array, "t", dtype)
    assert (proto.name, list(proto.dims)) == ("t", [2, 2])
    found = tensor_value_of(proto)
    assert found.dtype is dtype
    assert found.array.tolist() == array.tolist()


def test_texts_may_be_any_bytes() -> None:
    array = np.array([[b"a", b"\xff\x00"]], object)
    proto = tensor_proto_of(array, "t", dtypes.string)
    assert array_of(proto).tolist() == array.tolist()
    assert utf8("ä".encode(), "the text") == "ä"
    with pytest.raises(UnsupportedOpError, match="the text is not UTF-8"):
        utf8(b"\xff", "the text")


def test_types_that_one_side_lacks() -> None:
    with pytest.raises(
        UnsupportedOpError, match="ONNX has no element type for resource"
    ):
        element_type_of(dtypes.resource)
    with pytest.raises(UnsupportedOpError, match="There is no dtype for"):
        dtype_of(0)
    with pytest.raises(UnsupportedOpError, match="the element type 999"):
        dtype_of(999)


@pytest.mark.parametrize(
    ("kind", "sizes", "texts"),
    [
        ("STRING", [3], [b"a"]),
        ("STRING", [-3], [b"a"]),
        ("STRING", [-1], [b"a"]),
        ("STRING", [], []),
        ("FLOAT", [-1], []),
    ],
)
def test_a_tensor_that_is_not_of_its_shape_is_refused(
    kind: str, sizes: list[int], texts: list[bytes]
) -> None:
    onnx = onnx_package()
    number = getattr(onnx.TensorProto, kind)
    tensor = onnx.TensorProto(name="t", data_type=number, dims=sizes, string_data=texts)
    if not texts:
        tensor.float_data.append(1.0)
    with pytest.raises(ParseError, match="'t'"):
        array_of(tensor)
