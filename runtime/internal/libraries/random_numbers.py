"""Random numbers by names that only libraries use."""

from __future__ import annotations

from graphir import dtypes
from runtime.apply import apply_op
from runtime.compat.v1.distributions.given_parameters import next_seed
from runtime.context import op_scope
from runtime.random.seeds import op_seeds
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def parameterized_truncated_normal(
    shape: TensorLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal numbers within limits, with parameters for each entry of the first axis.

    Raises:
      InvalidArgumentError: for limits or deviations that are none.
    """
    with op_scope(name, "parameterized_truncated_normal"):
        values = [
            convert_to_tensor(each, dtype)
            for each in (means, stddevs, minvals, maxvals)
        ]
        sizes = convert_to_tensor(shape, dtype_hint=dtypes.int32)
        found: Tensor = apply_op(
            "ParameterizedTruncatedNormal", [sizes, *values], op_seeds(seed)
        )
        return found


def gen_new_seed(seed: int | None, salt: str) -> int | None:
    """Another seed, made of one and a text; None without one.

    >>> gen_new_seed(1, "layer"), gen_new_seed(None, "layer")
    (1173730091, None)
    """
    return next_seed(seed, salt)


__all__ = ["gen_new_seed", "parameterized_truncated_normal"]
