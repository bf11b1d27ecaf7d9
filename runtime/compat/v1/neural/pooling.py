"""Pools with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.compat.v1.neural.given import either
from runtime.nn import pools
from runtime.nn.fractional_pools import FractionalPooling, ratios
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def max_pool_with_argmax(
    input: TensorLike,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    Targmax: Any = None,
    name: str | None = None,
    output_dtype: Any = None,
    include_batch_in_index: bool = False,
) -> Any:
    """The largest element of each window, and where it was (int64).

    >>> found = tf.compat.v1.nn.max_pool_with_argmax(
    ...     [[[[1.0], [2.0]]]], [1, 1, 2, 1], [1, 1, 2, 1], "VALID")
    >>> found.output.numpy().item(), found.argmax.numpy().item()
    (2.0, 1)

    Raises:
      ValueError: for another data format, or both names of the dtype.
    """
    if data_format != "NHWC":
        raise ValueError(
            "`data_format` values other than 'NHWC' are not supported. "
            f"Got {data_format}"
        )
    places = either(output_dtype=output_dtype, Targmax=Targmax) or dtypes.int64
    return pools.max_pool_with_argmax(
        input,
        ksize,
        strides,
        padding,
        data_format,
        places,
        include_batch_in_index,
        name,
    )


def pool(
    input: TensorLike,
    window_shape: int | Sequence[int],
    pooling_type: str,
    padding: str | Sequence[Sequence[int]],
    dilation_rate: int | Sequence[int] | None = None,
    strides: int | Sequence[int] | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """The mean ("AVG") or maximum ("MAX") of each window.

    >>> tf.compat.v1.nn.pool([[[1.0], [3.0]]], [2], "AVG", "VALID").numpy().item()
    2.0

    Raises:
      ValueError: if both `dilations` and `dilation_rate` are passed.
    """
    spread = either(dilations=dilations, dilation_rate=dilation_rate)
    return pools.pool(
        input, window_shape, pooling_type, strides, padding, data_format, spread, name
    )


def fractional_max_pool(
    value: TensorLike,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> FractionalPooling:
    """The largest element of regions of uneven sizes, and where regions begin."""
    flags = (pseudo_random, overlapping, deterministic)
    return _pooled(
        "FractionalMaxPool", value, pooling_ratio, flags, (seed, seed2), name
    )


def fractional_avg_pool(
    value: TensorLike,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> FractionalPooling:
    """The mean of regions of uneven sizes, and where regions begin."""
    flags = (pseudo_random, overlapping, deterministic)
    return _pooled(
        "FractionalAvgPool", value, pooling_ratio, flags, (seed, seed2), name
    )


def _pooled(
    op: str,
    value: TensorLike,
    pooling_ratio: Any,
    flags: tuple[bool, bool, bool],
    seeds: tuple[int, int],
    name: str | None,
) -> FractionalPooling:
    attrs = {
        "pooling_ratio": ratios(pooling_ratio),
        "pseudo_random": flags[0],
        "overlapping": flags[1],
        "deterministic": flags[2],
        "seed": seeds[0],
        "seed2": seeds[1],
    }
    return FractionalPooling(*apply_op(op, [convert_to_tensor(value)], attrs, name))


__all__ = [
    "fractional_avg_pool",
    "fractional_max_pool",
    "max_pool_with_argmax",
    "pool",
]
