"""`tf.dtypes`: the dtypes, and functions on them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

from graphir import dtypes as graphir_dtypes
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

QUANTIZED_DTYPES: Final = frozenset({qint8, quint8, qint16, quint16, qint32})
"""The element types of quantized numbers."""

experimental: Final = SimpleNamespace(
    float4_e2m1fn=graphir_dtypes.float4_e2m1fn,
    float8_e4m3b11fnuz=graphir_dtypes.float8_e4m3b11fnuz,
    float8_e4m3fn=graphir_dtypes.float8_e4m3fn,
    float8_e4m3fnuz=graphir_dtypes.float8_e4m3fnuz,
    float8_e5m2=graphir_dtypes.float8_e5m2,
    float8_e5m2fnuz=graphir_dtypes.float8_e5m2fnuz,
    int2=graphir_dtypes.int2,
    int4=graphir_dtypes.int4,
    uint2=graphir_dtypes.uint2,
    uint4=graphir_dtypes.uint4,
)
"""Element types of few bits."""

_FUNCTIONS = ("cast", "complex", "saturate_cast")


def __getattr__(name: str) -> Any:
    if name == "bool":
        return bool_
    if name in _FUNCTIONS:
        import runtime

        return getattr(runtime, name)
    raise AttributeError(f"module 'tf.dtypes' has no attribute {name!r}")


__all__ = [
    "QUANTIZED_DTYPES",
    "DType",
    "as_dtype",
    "bfloat16",
    "bool_",
    "complex64",
    "complex128",
    "double",
    "experimental",
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
