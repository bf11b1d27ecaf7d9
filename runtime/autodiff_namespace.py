"""``tf.autodiff``: derivatives forwards and backwards."""

from __future__ import annotations

from runtime.forward_accumulator import ForwardAccumulator
from runtime.tape import GradientTape

__all__ = ["ForwardAccumulator", "GradientTape"]
