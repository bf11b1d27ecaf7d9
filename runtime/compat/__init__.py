"""`tf.compat`: names of TensorFlow 1 that people still use.

Layers: v1.
"""

from __future__ import annotations

from runtime.compat import v1

__all__ = ["v1"]
