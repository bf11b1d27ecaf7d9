"""tf.dtypes: the element types, and functions on them."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import (
    DType,
    as_dtype,
    bfloat16,
    bool_,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    qint8,
    qint16,
    qint32,
    quint8,
    quint16,
    resource,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)

half = float16
double = float64

_FUNCTIONS = ("cast", "complex", "saturate_cast")


def __getattr__(name: str) -> Any:
    if name == "bool":
        return bool_
    if name in _FUNCTIONS:
        import runtime

        return getattr(runtime, name)
    raise AttributeError(f"module 'tf.dtypes' has no attribute {name!r}")


__all__ = [
    "DType",
    "as_dtype",
    "bfloat16",
    "bool_",
    "complex64",
    "complex128",
    "double",
    "float16",
    "float32",
    "float64",
    "half",
    "int8",
    "int16",
    "int32",
    "int64",
    "qint8",
    "qint16",
    "qint32",
    "quint8",
    "quint16",
    "resource",
    "string",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "variant",
]
