"""`tf.compat.v1.io`: `tf.io`, and what reads record files without a data set."""

from __future__ import annotations

from typing import Any

from runtime import io
from runtime.io.record_reading import tf_record_iterator as tf_record_iterator
from runtime.io.records import TFRecordCompressionType as TFRecordCompressionType


def __getattr__(name: str) -> Any:
    return getattr(io, name)
