"""`tf.compat.v1`: functions that TensorFlow 2 has no other name for."""

from __future__ import annotations

from runtime.compat.v1 import nn
from runtime.compat.v1.inputs import placeholder

__all__ = ["nn", "placeholder"]
