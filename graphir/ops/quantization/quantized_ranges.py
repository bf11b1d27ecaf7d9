"""Ranges of quantized numbers, shared by quantization and dequantization."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable

MODES: Final = "mode: string in ['MIN_COMBINED','MIN_FIRST','SCALED'] = 'MIN_COMBINED'"
TYPES: Final = "type in [qint8,quint8,qint32,qint16,quint16]"


def half_away(x: Any) -> Any:
    """Rounded, halves away from 0."""
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def steps_per_unit(bits: int, low: Any, high: Any) -> Any:
    """All steps over the range, which reaches one step further than the last."""
    count = float(2**bits)
    return count / ((high - low) * (count / (count - 1)))


class Quantization(Op):
    """Steps between the ends of a range: for all elements, or along an axis."""

    input_gradients = not_differentiable

    def _ends(self) -> tuple[int, int]:
        """The least and the greatest integer of the quantized dtype."""
        info = np.iinfo(self.T.numpy_dtype)
        return int(info.min), int(info.max)

    def _ranges(self, rank: int, *limits: Any) -> list[Any]:
        """The limits as arrays that broadcast with the tensor."""
        wide = np.float64 if self.T.size == 4 else np.float32
        if self.axis == -1:
            if any(np.size(each) != 1 for each in limits):
                raise self.invalid("min_range and max_range must be scalars")
            return [wide(np.reshape(each, ())) for each in limits]
        shape = [1] * rank
        if not -rank <= self.axis < rank:
            raise self.invalid(f"axis {self.axis} is not below the rank {rank}")
        shape[self.axis] = -1
        return [np.asarray(each, wide).reshape(shape) for each in limits]
