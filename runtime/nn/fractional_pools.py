"""Fractional pooling over random regions."""

from __future__ import annotations

from typing import Any, NamedTuple

from runtime.apply import apply_op
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.named_results import named_after
from runtime.tensors.tensor import Tensor


class FractionalPooling(NamedTuple):
    """The pooled images, and where the regions of rows and columns begin and end."""

    output: Tensor
    row_pooling_sequence: Tensor
    col_pooling_sequence: Tensor


def ratios(pooling_ratio: Any) -> list[float]:
    """Four ratios: of batch, rows, columns and channels.

    Raises:
      ValueError: for ratios below 1, or others than 1 for batch and channels.
    """
    if isinstance(pooling_ratio, (int, float)):
        found = [1.0, float(pooling_ratio), float(pooling_ratio), 1.0]
    else:
        found = [float(each) for each in pooling_ratio]
    if len(found) == 1:
        found = [1.0, found[0], found[0], 1.0]
    if any(each < 1 for each in found):
        raise ValueError(
            "`pooling_ratio` elements should be >= 1.0. Received: "
            f"pooling_ratio={pooling_ratio}"
        )
    if len(found) != 4 or found[0] != 1 or found[-1] != 1:
        raise ValueError(
            "`pooling_ratio` should have first and last elements with value 1.0. "
            f"Received: pooling_ratio={pooling_ratio}"
        )
    return found


def _pooled(
    op: str, value: Any, ratios: list[float], flags: tuple[bool, bool], seed: Any
) -> FractionalPooling:
    attrs = {
        "pooling_ratio": ratios,
        "pseudo_random": flags[0],
        "overlapping": flags[1],
        "deterministic": bool(seed),
        "seed": int(seed or 0),
        "seed2": int(seed or 0),
    }
    images = convert_to_tensor(value, name="value")
    return named_after(op, FractionalPooling)(*apply_op(op, [images], attrs))


def fractional_max_pool(
    value: TensorLike,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalPooling:
    """The largest elements of random regions of [batch, height, width, channels].

    ``pooling_ratio`` is the divisor of the sizes: one number for rows and columns, or a
    list of four. A nonzero seed determines the regions, which differ from TensorFlow's.

    >>> tf.nn.fractional_max_pool(tf.ones([1, 6, 6, 1]), 1.5).output.shape
    TensorShape([1, 4, 4, 1])

    Raises:
      ValueError: for ratios below 1, or others than 1 for batch and channels.
    """
    flags = pseudo_random, overlapping
    return _pooled("FractionalMaxPool", value, ratios(pooling_ratio), flags, seed)


def fractional_avg_pool(
    value: TensorLike,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalPooling:
    """The means of random regions of [batch, height, width, channels].

    ``pooling_ratio`` has the divisors of the four sizes. A nonzero seed determines the
    regions, which differ from TensorFlow's.

    >>> ratios = [1.0, 1.5, 2.0, 1.0]
    >>> tf.nn.fractional_avg_pool(tf.ones([1, 6, 6, 1]), ratios).output.shape
    TensorShape([1, 4, 3, 1])

    Raises:
      TypeError: if the ratios are no list.
      ValueError: for ratios below 1, or others than 1 for batch and channels.
    """
    if not isinstance(pooling_ratio, (list, tuple)):
        raise TypeError(
            "Expected list for 'pooling_ratio' argument to 'fractional_avg_pool' Op, "
            f"not {pooling_ratio}."
        )
    flags = pseudo_random, overlapping
    return _pooled("FractionalAvgPool", value, ratios(pooling_ratio), flags, seed)
