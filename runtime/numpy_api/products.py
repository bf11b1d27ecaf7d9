"""Products of vectors and matrices."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.linalg.einsum import einsum as sum_of_products
from runtime.linalg.einsum import tensordot as product_over_axes
from runtime.linalg.products import matmul as product_of_matrices
from runtime.numpy_api.binary import multiply
from runtime.numpy_api.conversion import as_tensor, promoted, promoted_as_arrays
from runtime.numpy_api.joining import stack
from runtime.numpy_api.reductions import sum as total
from runtime.numpy_api.shaping import moveaxis, ravel
from runtime.numpy_api.weak_tensors import as_strong
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _pair(a: Any, b: Any) -> list[Any]:
    return [as_strong(each) for each in promoted_as_arrays(a, b)]


def matmul(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The matrix product; vectors are rows on the left and columns on the right.

    >>> tf.experimental.numpy.matmul([[1, 2], [3, 4]], [1, 1]).numpy()
    array([3, 7])

    Raises:
      ValueError: for numbers without axes.
    """
    x, y = (as_strong(each) for each in promoted(x1, x2))
    if 0 in (x.shape.rank, y.shape.rank):
        raise ValueError("Both arguments of matmul must have axes.")
    if x.shape.rank == 1 and y.shape.rank == 1:
        return product_over_axes(x, y, 1)
    if y.shape.rank == 1:
        columns = apply_op("ExpandDims", [y, -1])
        return _without_axis(product_of_matrices(x, columns), -1)
    if x.shape.rank == 1:
        return _without_axis(product_of_matrices(apply_op("ExpandDims", [x, 0]), y), -2)
    return product_of_matrices(x, y)


def _without_axis(tensor: Any, axis: int) -> Tensor:
    return apply_single("Squeeze", [tensor], {"axis": [axis]})


def dot(a: TensorLike, b: TensorLike) -> Tensor:
    """The dot product over the last axis of ``a`` and the second to last of ``b``.

    >>> tf.experimental.numpy.dot([1, 2], [3, 4]).numpy()
    np.int64(11)
    """
    x, y = _pair(a, b)
    if 0 in (x.shape.rank, y.shape.rank):
        result: Tensor = multiply(x, y)
        return result
    return product_over_axes(x, y, [[-1], [-2 if y.shape.rank > 1 else -1]])


def inner(a: TensorLike, b: TensorLike) -> Tensor:
    """The sum of products over the last axes.

    >>> tf.experimental.numpy.inner([1, 2], [3, 4]).numpy()
    np.int64(11)
    """
    x, y = _pair(a, b)
    if 0 in (x.shape.rank, y.shape.rank):
        result: Tensor = multiply(x, y)
        return result
    return product_over_axes(x, y, [[-1], [-1]])


def outer(a: TensorLike, b: TensorLike) -> Tensor:
    """The products of all pairs of elements of two arrays.

    >>> tf.experimental.numpy.outer([1, 2], [3, 4]).numpy().tolist()
    [[3, 4], [6, 8]]
    """
    x, y = map(ravel, _pair(a, b))
    result: Tensor = multiply(
        apply_op("ExpandDims", [x, 1]), apply_op("ExpandDims", [y, 0])
    )
    return result


def vdot(a: TensorLike, b: TensorLike) -> Tensor:
    """The sum of products of all elements, with ``a`` conjugated.

    >>> tf.experimental.numpy.vdot([1j], [1j]).numpy()
    np.complex128(1+0j)
    """
    x, y = (ravel(as_strong(each)) for each in promoted(a, b))
    return total(
        multiply(apply_op("Conj", [x]) if x.dtype.is_complex else x, y), dtype=x.dtype
    )


def tensordot(a: TensorLike, b: TensorLike, axes: TensorLike = 2) -> Tensor:
    """The sum of products over several axes.

    >>> tf.experimental.numpy.tensordot([[1, 2]], [[3, 4]]).numpy()
    np.int64(11)
    """
    x, y = _pair(a, b)
    return product_over_axes(x, y, axes)


def einsum(subscripts: str, *operands: Any, **kwargs: Any) -> Tensor:
    """Sums of products, written with a letter for each axis.

    >>> tf.experimental.numpy.einsum("ij,j->i", [[1, 2], [3, 4]], [1, 1]).numpy()
    array([3, 7])

    Raises:
      ValueError: for other casts than "safe" and other orders than "K".
    """
    if kwargs.pop("casting", "safe") != "safe":
        raise ValueError("Non-default values for argument 'casting' are not supported.")
    if kwargs.pop("out", None) is not None:
        raise ValueError("Setting argument 'out' is not supported.")
    if kwargs.pop("order", "K") not in ("K", "C"):
        raise ValueError("Non-default values for argument 'order' are not supported.")
    if isinstance(kwargs.get("optimize"), bool):
        kwargs["optimize"] = "optimal" if kwargs["optimize"] else "greedy"
    return sum_of_products(
        subscripts, *(as_strong(each) for each in promoted(*operands)), **kwargs
    )


def kron(a: TensorLike, b: TensorLike) -> Tensor:
    """The Kronecker product: elements of ``a`` times the whole of ``b``, side by side.

    >>> tf.experimental.numpy.kron([1, 10], [1, 2]).numpy()
    array([ 1,  2, 10, 20])
    """
    x, y = _pair(a, b)
    rank = max(x.shape.rank, y.shape.rank)
    tall, short = (_padded(each, rank) for each in (x, y))
    left = _interleaved(tall, 0)
    right = _interleaved(short, 1)
    made = multiply(left, right)
    sizes = apply_op("Shape", [tall]) * apply_op("Shape", [short])
    return apply_single("Reshape", [made, sizes])


def _padded(tensor: Any, rank: int) -> Tensor:
    for _ in range(rank - tensor.shape.rank):
        tensor = apply_op("ExpandDims", [tensor, 0])
    result: Tensor = tensor
    return result


def _interleaved(tensor: Any, first: int) -> Tensor:
    """The tensor with an axis of size one behind (or before) each axis."""
    for axis in range(tensor.shape.rank):
        tensor = apply_op("ExpandDims", [tensor, 2 * axis + 1 - first])
    result: Tensor = tensor
    return result


def cross(
    a: TensorLike,
    b: TensorLike,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Any:
    """The vector product of vectors of two or three elements.

    >>> tf.experimental.numpy.cross([1, 0, 0], [0, 1, 0]).numpy()
    array([0, 0, 1])

    Raises:
      ValueError: for vectors of other sizes.
    """
    x, y = _pair(a, b)
    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = moveaxis(x, axisa, -1), moveaxis(y, axisb, -1)
    counts = {each.shape.as_list()[-1] for each in (x, y)}
    if not counts <= {2, 3}:
        raise ValueError(
            "Incompatible vector sizes for cross product: each must have 2 or 3 "
            f"elements, not {counts}."
        )
    first, second = (_elements(each) for each in (x, y))
    last = multiply(first[0], second[1]) - multiply(first[1], second[0])
    if counts == {2}:
        return last
    parts = [
        multiply(first[1], second[2]) - multiply(first[2], second[1]),
        multiply(first[2], second[0]) - multiply(first[0], second[2]),
        last,
    ]
    return moveaxis(stack(parts, -1), -1, axisc)


def _elements(tensor: Any) -> list[Any]:
    """The elements of the last axis; the third one is zero where it is missing."""
    found = [tensor[..., place] for place in range(tensor.shape.as_list()[-1])]
    return found if len(found) == 3 else [*found, apply_op("ZerosLike", [found[0]])]


def polyval(p: Any, x: TensorLike) -> Any:
    """A polynomial at x; the coefficient of the highest power comes first.

    >>> tf.experimental.numpy.polyval([1, 0, 2], 3).numpy()
    np.int64(11)
    """
    coefficients, at = (as_strong(each) for each in promoted(p, x))
    coefficients = ravel(as_tensor(coefficients))
    found = apply_op("ZerosLike", [at])
    sizes: list[Any] = coefficients.shape.as_list()
    for place in range(sizes[0]):
        found = found * at + coefficients[place]
    return found
