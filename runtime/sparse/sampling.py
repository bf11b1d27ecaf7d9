"""Matrix products sampled at the positions of a sparse tensor."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op
from runtime.arrays.indexing import gather_nd
from runtime.linalg.products import matmul
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike


def sampled_addmm(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    mat1: TensorLike,
    mat2: TensorLike,
    beta: float = 1.0,
    alpha: float = 1.0,
    output_type: DTypeLike = dtypes.float32,
) -> tuple[Any, Any, Any]:
    """``alpha * (mat1 @ mat2) + beta * values`` at the positions ``indices``.

    ``indices`` is [entries, 2], ``values`` [entries], ``dense_shape`` the two sizes of
    the product. ``indices``, ``values`` and the matrices may have batch axes in front.
    Returns indices, values and shape of a sparse tensor.

    >>> _, sums, _ = tf.sparse.sampled_addmm(
    ...     [[0, 1]], [1.0], [2, 2], tf.eye(2), [[1.0, 2.0], [3.0, 4.0]])
    >>> sums.numpy()
    array([3.], dtype=float32)

    Raises:
      InvalidArgumentError: for an index outside of the product.
      ValueError: if ``dense_shape`` is not the shape of the product, or for a tensor of
        another dtype than ``output_type``.
    """
    kind = as_dtype(output_type)
    places = convert_to_tensor(indices)
    kept, left, right = (convert_to_tensor(x, kind) for x in (values, mat1, mat2))
    sizes = convert_to_tensor(dense_shape)
    product = matmul(left, right)
    _check_sizes(sizes, product.shape)
    batch = (places.shape.rank or 2) - 2
    sampled = gather_nd(product, places, batch_dims=batch)
    factors = (convert_to_tensor(each, kind) for each in (alpha, beta))
    parts = [apply_op("Mul", list(pair)) for pair in zip(factors, (sampled, kept))]
    return places, apply_op("AddV2", parts), sizes


def _check_sizes(sizes: Any, shape: Any) -> None:
    wanted = sizes.constant_value()
    if wanted is None or shape.rank is None:
        return
    if not shape[-2:].is_compatible_with(wanted.tolist()):
        raise ValueError(
            f"Dense shape: {wanted} does not match output shape: {shape[-2:]}"
        )
