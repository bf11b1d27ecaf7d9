"""Conversion of element types and tensors between ONNX and this package."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.dtypes import DType
from graphir.errors import ParseError
from graphir.node import Node
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package

_NAMES: Final = {
    "FLOAT": "float32",
    "DOUBLE": "float64",
    "FLOAT16": "float16",
    "BFLOAT16": "bfloat16",
    "FLOAT8E4M3FN": "float8_e4m3fn",
    "FLOAT8E4M3FNUZ": "float8_e4m3fnuz",
    "FLOAT8E5M2": "float8_e5m2",
    "FLOAT8E5M2FNUZ": "float8_e5m2fnuz",
    "FLOAT4E2M1": "float4_e2m1fn",
    "STRING": "string",
    "BOOL": "bool",
    "COMPLEX64": "complex64",
    "COMPLEX128": "complex128",
    **{f"INT{bits}": f"int{bits}" for bits in (2, 4, 8, 16, 32, 64)},
    **{f"UINT{bits}": f"uint{bits}" for bits in (2, 4, 8, 16, 32, 64)},
}
"""Name of an element type there -> name here."""


@cache
def _to_ours() -> dict[int, DType]:
    numbers = onnx_package().TensorProto.DataType
    return {
        numbers.Value(name): dtypes.as_dtype(ours)
        for name, ours in _NAMES.items()
        if name in numbers.keys()  # noqa: SIM118, an enumeration has no other way
    }


@cache
def _to_theirs() -> dict[str, int]:
    return {ours.name: number for number, ours in _to_ours().items()}


def dtype_of(number: int) -> DType:
    """The dtype of an ONNX element type.

    Raises:
      UnsupportedOpError: for an element type without a dtype.
    """
    found = _to_ours().get(number)
    if found is None:
        names = {
            each: name for name, each in onnx_package().TensorProto.DataType.items()
        }
        name = names.get(number, f"the element type {number}")
        raise UnsupportedOpError(f"There is no dtype for {name}.")
    return found


def element_type_of(dtype: DType) -> int:
    """The ONNX element type of a dtype.

    Raises:
      UnsupportedOpError: for one that ONNX has not.
    """
    found = _to_theirs().get(dtype.base_dtype.name)
    if found is None:
        raise UnsupportedOpError(f"ONNX has no element type for {dtype.name}.")
    return found


def utf8(text: bytes, what: str) -> str:
    """A text as ONNX has it.

    Raises:
      UnsupportedOpError: if the bytes are not UTF-8.
    """
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise UnsupportedOpError(f"{what} is not UTF-8: {text!r}.") from error


def attr_of(node: Node, name: str, default: Any = None) -> Any:
    """An attribute of a node of ours as ONNX has it; texts as ``str``.

    Raises:
      UnsupportedOpError: if it is a text of other bytes than UTF-8.
    """
    found = node.attrs.get(name, default)
    return utf8(found, name) if isinstance(found, bytes) else found


def array_of(tensor: Any, folder: str = "") -> np.ndarray[Any, Any]:
    """The array of a ``TensorProto``; strings as bytes.

    Raises:
      ParseError: if its bytes are not those of its shape, or stand in a file that is
        missing, too short, or in another folder.
    """
    dtype = dtype_of(tensor.data_type)
    sizes = tuple(tensor.dims)
    if any(size < 0 for size in sizes):
        raise ParseError(f"The tensor {tensor.name!r} is of the shape {sizes}.")
    if dtype.name == "string":
        # the package would decode them, and they may be any bytes
        texts = np.empty(len(tensor.string_data), object)
        texts[:] = list(tensor.string_data)
        if len(texts) != math.prod(sizes):
            raise ParseError(
                f"The tensor {tensor.name!r} of the shape {sizes} has {len(texts)} "
                "texts."
            )
        return texts.reshape(sizes)
    onnx = onnx_package()
    try:
        array: np.ndarray[Any, Any] = onnx.numpy_helper.to_array(tensor, folder)
    except (onnx.checker.ValidationError, ValueError) as error:
        raise ParseError(f"The tensor {tensor.name!r}: {error}") from error
    return array.astype(dtype.numpy_dtype, copy=False)


def tensor_value_of(tensor: Any, folder: str = "") -> TensorValue:
    """A ``TensorProto`` as the value of a Const."""
    return TensorValue(array_of(tensor, folder), dtype_of(tensor.data_type))


def tensor_proto_of(array: Any, name: str, dtype: DType) -> Any:
    """An array as a ``TensorProto``."""
    onnx = onnx_package()
    kind = element_type_of(dtype)
    array = np.asarray(array)
    if dtype.name == "string":
        flat = [bytes(each) for each in array.ravel().tolist()]
        # the package's own function takes zeros off the ends of texts
        return onnx.TensorProto(
            name=name, data_type=kind, dims=array.shape, string_data=flat
        )
    made = onnx.numpy_helper.from_array(array, name)
    made.data_type = kind
    return made
