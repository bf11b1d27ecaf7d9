"""`tf.linalg.experimental`."""

from __future__ import annotations

from runtime.linalg.operators.conjugate_gradients import conjugate_gradient

__all__ = ["conjugate_gradient"]
