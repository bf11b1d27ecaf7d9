"""Dropout: random elements are zeroed, the others scaled up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import shape
from runtime.context import op_scope
from runtime.random.sampling import uniform
from runtime.random.stateless import stateless_uniform
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


def dropout(
    x: TensorLike,
    rate: TensorLike,
    noise_shape: ShapeLike | None = None,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Sets a random share ``rate`` of the elements to zero, divides others by 1 - rate.

    ``noise_shape`` broadcasts to the shape of ``x``: along its axes of size 1 all
    elements share their fate.

    >>> tf.nn.dropout([1.0, 2.0], rate=0).numpy()
    array([1., 2.], dtype=float32)

    Raises:
      ValueError: if ``x`` is no float, or the rate not in [0, 1).
    """

    def draw(sizes: Any, dtype: Any) -> Tensor:
        return uniform(sizes, dtype=dtype, seed=seed)

    return general_dropout(x, rate, draw, noise_shape, name or "dropout")


def stateless_dropout(
    x: TensorLike,
    rate: TensorLike,
    seed: Any,
    rng_alg: Any = None,
    noise_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The same with a seed, two integers, that determines the result.

    >>> tf.nn.experimental.stateless_dropout([1.0, 2.0], 0.5, [1, 0]).shape
    TensorShape([2])

    Raises:
      ValueError: if ``x`` is no float, or the rate not in [0, 1).
    """

    def draw(sizes: Any, dtype: Any) -> Tensor:
        return stateless_uniform(sizes, seed, dtype=dtype, alg=rng_alg or "auto_select")

    return general_dropout(x, rate, draw, noise_shape, name or "stateless_dropout")


def general_dropout(
    x: TensorLike,
    rate: Any,
    uniform_sampler: Callable[..., Tensor],
    noise_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """The same with a function of shape and dtype that draws numbers in [0, 1).

    >>> tf.nn.experimental.general_dropout(
    ...     [1.0, 2.0], 0.25, lambda shape, dtype: tf.zeros(shape, dtype)).numpy()
    array([0., 0.], dtype=float32)

    Raises:
      ValueError: if ``x`` is no float, or the rate not in [0, 1).
    """
    is_number = isinstance(rate, (int, float))
    if is_number and not 0 <= rate < 1:
        raise ValueError(
            f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: "
            f"rate={rate}"
        )
    with op_scope(name, "dropout") as scope:
        value = convert_to_tensor(x, name="x")
        if not value.dtype.is_floating:
            raise ValueError(
                "`x.dtype` must be a floating point tensor as `x` will be scaled. "
                f"Received: x.dtype={value.dtype!r}"
            )
        if is_number and rate == 0:
            return value
        share = convert_to_tensor(rate, value.dtype, name="rate")
        sizes = _noise_sizes(value, noise_shape)
        drawn = uniform_sampler(sizes, dtype=value.dtype)
        keeps = apply_op("GreaterEqual", [drawn, share])
        scale = apply_op("RealDiv", [1.0, apply_op("Sub", [1.0, share])])
        scaled = apply_op("Mul", [value, scale])
        return apply_single("SelectV2", [keeps, scaled, 0.0], None, scope)


def _noise_sizes(value: Tensor, noise_shape: Any) -> Any:
    if noise_shape is None:
        return shape(value)
    if isinstance(noise_shape, (list, tuple)) and None in noise_shape:
        known = value.shape.as_list()
        return [
            known[axis] if size is None else size
            for axis, size in enumerate(noise_shape)
        ]
    return noise_shape
