"""Approximate top k."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.arrays.reshaping import transpose
from runtime.math.ranking import top_k
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class ApproxTopK(NamedTuple):
    """Elements and their indices."""

    values: Any
    indices: Any


def approx_max_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The k greatest elements along an axis, and their indices; all are found here.

    >>> values, indices = tf.math.approx_max_k([1.0, 5.0, 3.0], k=2)
    >>> print(values.numpy(), indices.numpy())
    [5. 3.] [1 2]

    Raises:
      InvalidArgumentError: for k greater than the axis, or another dtype than
        float16, bfloat16 and float32.
    """
    tensor = _checked(operand)
    rank = tensor.shape.rank
    if rank is None or reduction_dimension in (-1, rank - 1):
        return ApproxTopK(*top_k(tensor, k))
    order = [*range(rank)]
    axis = reduction_dimension % rank
    order[axis], order[-1] = order[-1], order[axis]
    values, indices = top_k(transpose(tensor, order), k)
    return ApproxTopK(transpose(values, order), transpose(indices, order))


def _checked(operand: Any) -> Tensor:
    tensor = convert_to_tensor(operand, name="operand")
    if tensor.dtype not in (dtypes.float16, dtypes.bfloat16, dtypes.float32):
        raise InvalidArgumentError(
            None,
            "ApproxTopK",
            f"operand must be float16, bfloat16 or float32, not {tensor.dtype.name}",
        )
    return tensor


def approx_min_k(
    operand: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The k least elements along an axis, and their indices; all are found here.

    >>> values, indices = tf.math.approx_min_k([1.0, 5.0, 3.0], k=2)
    >>> print(values.numpy(), indices.numpy())
    [1. 3.] [0 2]

    Raises:
      InvalidArgumentError: for k greater than the axis.
    """
    tensor = _checked(operand)
    negated = apply_op("Neg", [tensor])
    values, indices = approx_max_k(negated, k, reduction_dimension)
    return apply_op("Neg", [values]), indices
