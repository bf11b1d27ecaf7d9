"""`tf.compat.v1.nn`."""

from __future__ import annotations

from runtime.nn.normalization import fused_batch_norm

__all__ = ["fused_batch_norm"]
