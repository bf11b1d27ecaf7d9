"""The levels of quantized numbers: to numbers and back, within a range."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.quantization.quantized_ranges import half_away


def limits_of(dtype: Any) -> tuple[int, int]:
    """The least and the greatest level of a quantized dtype."""
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def scalar_of(call: Any, name: str, value: Any) -> float:
    """The end of a range.

    Raises:
      InvalidArgumentError: for a tensor of several elements.
    """
    if np.size(value) != 1:
        raise call.invalid(f"{name} must be a scalar, but has shape {np.shape(value)}")
    return float(np.ravel(value)[0])


def _levels_per_unit(dtype: Any, low: float, high: float) -> tuple[float, int]:
    steps = float(2 ** (np.dtype(dtype).itemsize * 8))
    return steps / ((high - low) * (steps / (steps - 1))), int(steps)


def level_unclamped(value: Any, dtype: Any, low: float, high: float) -> Any:
    """The level of a number in a range, which may lie beyond the last one."""
    if low == high:
        return np.zeros(np.shape(value), np.int64)
    scale, _ = _levels_per_unit(dtype, low, high)
    least, _ = limits_of(dtype)
    found = half_away(np.asarray(value, np.float64) * scale) - half_away(low * scale)
    return (found + least).astype(np.int64)


def level_of(value: Any, dtype: Any, low: float, high: float) -> Any:
    """The level of a number in a range; the last one for numbers beyond it."""
    found = level_unclamped(value, dtype, low, high)
    return np.clip(found, *limits_of(dtype)).astype(dtype)


def number_of(levels: Any, low: float, high: float) -> Any:
    """Converts levels of a range to numbers."""
    dtype = np.asarray(levels).dtype
    if low == high:
        return np.full(np.shape(levels), low)
    scale, _ = _levels_per_unit(dtype, low, high)
    least, _ = limits_of(dtype)
    start = half_away(low * scale) / scale
    return start + (np.asarray(levels, np.float64) - least) / scale


def product_range(
    a: Any, b: Any, a_range: tuple[float, float], b_range: tuple[float, float]
) -> tuple[Any, Any]:
    """The range of 32 bit products of two kinds of levels."""
    units = [
        (high - low) / (limits_of(dtype)[1] - limits_of(dtype)[0])
        for dtype, (low, high) in ((a, a_range), (b, b_range))
    ]
    unit = np.float32(units[0]) * np.float32(units[1])
    least, greatest = limits_of(np.int32)
    return np.float32(unit * np.float32(least)), np.float32(unit * np.float32(greatest))
