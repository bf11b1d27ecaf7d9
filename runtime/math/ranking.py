"""Top k, permutations, and evenly spaced samples."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


class TopKV2(NamedTuple):
    """The results of ``tf.math.top_k``: elements and indices."""

    values: Any
    indices: Any


def top_k(
    input: TensorLike,
    k: TensorLike = 1,
    sorted: bool = True,
    index_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> TopKV2:
    """The k greatest elements along the last axis, greatest first, and their indices.

    Takes real numbers. Of equal elements, the element with the lower index comes first.

    >>> values, indices = tf.math.top_k([1, 5, 3, 5], k=2)
    >>> print(values.numpy(), indices.numpy())
    [5 5] [1 3]

    Raises:
      InvalidArgumentError: for a scalar, or k greater than the last axis.
    """
    attrs = {"sorted": sorted, "index_type": as_dtype(index_type)}
    return TopKV2(*apply_op("TopKV2", [input, k], attrs, name))


def in_top_k(
    targets: TensorLike, predictions: TensorLike, k: TensorLike, name: str | None = None
) -> Tensor:
    """Whether each target's prediction is among the k greatest of its row.

    ``targets`` is a vector of class numbers, ``predictions`` a float32 matrix with a
    row for each. The result is False for a target that is out of range, or whose
    prediction is not finite.

    >>> print(tf.math.in_top_k([0, 1], [[0.1, 0.9], [0.2, 0.8]], 1).numpy())
    [False  True]

    Raises:
      InvalidArgumentError: for shapes or dtypes that don't fit.
    """
    targets = convert_to_tensor(targets, name="targets")
    predictions = convert_to_tensor(
        predictions, dtype_hint=dtypes.float32, name="predictions"
    )
    result: Tensor = applied(
        "InTopKV2", predictions, targets, k, name=name, default="in_top_k"
    )
    return result


def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of the permutation x.

    Takes a vector of int32 or int64.

    >>> print(tf.math.invert_permutation([2, 0, 1]).numpy())
    [1 2 0]

    Raises:
      InvalidArgumentError: if x is no permutation of 0, 1, 2, ...
    """
    result: Tensor = applied("InvertPermutation", x, name=name)
    return result


def sobol_sample(
    dim: Any,
    num_results: Any,
    skip: Any = 0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Points of the Sobol sequence in the unit cube, one a row.

    The origin is left out, and ``skip`` more. At most 40 dimensions.

    >>> print(tf.math.sobol_sample(2, 3).numpy())
    [[0.5  0.5 ]
     [0.75 0.25]
     [0.25 0.75]]

    Raises:
      InvalidArgumentError: for less than one dimension or point, or a negative skip.
      UnimplementedError: for more than 40 dimensions.
    """
    attrs = {"dtype": as_dtype(dtype)}
    inputs = dim, num_results, skip
    result: Tensor = applied(
        "SobolSample", *inputs, name=name, default="sobol_sample", attrs=attrs
    )
    return result
