"""``tf.autodiff``: derivatives forwards and backwards."""

from __future__ import annotations

from runtime.autodiff.forward_accumulator import ForwardAccumulator
from runtime.autodiff.tape import GradientTape

__all__ = ["ForwardAccumulator", "GradientTape"]
