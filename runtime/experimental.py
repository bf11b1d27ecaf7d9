"""`tf.experimental`: shapes of ragged tensors, and dtypes of few bits."""

from __future__ import annotations

from graphir.dtypes import (
    float8_e4m3b11fnuz,
    float8_e4m3fn,
    float8_e4m3fnuz,
    float8_e5m2,
    float8_e5m2fnuz,
    int4,
    uint4,
)
from runtime import dlpack
from runtime.ragged.dynamic_shapes import DynamicRaggedShape
from runtime.ragged.row_partitions import RowPartition

__all__ = [
    "DynamicRaggedShape",
    "RowPartition",
    "dlpack",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "int4",
    "uint4",
]
