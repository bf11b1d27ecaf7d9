"""Tensor contractions: einsum and tensordot."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import reshape, shape, transpose
from runtime.context import op_scope
from runtime.linalg.products import matmul
from runtime.tensors.arguments import text_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """The sum of products that an equation describes, such as "ij,jk->ik".

    A label is an axis; axes whose label is not in the result are summed over. Without
    an arrow the result has all labels that occur once, in alphabetical order. ``...``
    matches any axes, which broadcast.

    >>> tf.einsum("ij,j->i", [[1.0, 2.0], [3.0, 4.0]], [10.0, 1.0]).numpy()
    array([12., 34.], dtype=float32)

    Raises:
      ValueError: for a malformed equation.
      InvalidArgumentError: if sizes do not fit.
    """
    name = kwargs.pop("name", None)
    kwargs.pop("optimize", None)
    kwargs.pop("greedy", None)
    if kwargs:
        raise TypeError(
            f"Invalid keyword arguments for einsum: {', '.join(kwargs)}. Valid "
            "arguments: name, optimize, greedy."
        )
    with op_scope(name, "einsum"):
        operands, result = _resolved(equation, len(inputs))
        first = next((each for each in inputs if hasattr(each, "dtype")), None)
        hint = None if first is None else first.dtype
        tensors = [convert_to_tensor(each, dtype_hint=hint) for each in inputs]
        return _contracted(operands, result, tensors)


def _resolved(equation: str, count: int) -> tuple[list[str], str]:
    """The subscripts of the operands, and of the result.

    Raises:
      ValueError: for a malformed equation.
    """
    text = text_of(equation, "equation").replace(" ", "")
    left, arrow, result = text.partition("->")
    operands = left.split(",")
    plain = text.replace("...", "").replace("->", "").replace(",", "")
    is_split = "->" in result or (plain and not plain.isalpha())
    if is_split or any(each.count("...") > 1 for each in [*operands, result]):
        raise ValueError(f"Subscripts have incorrect format: {equation}")
    if len(operands) != count:
        raise ValueError(
            f'Got {count} inputs for equation "{equation}", expecting {len(operands)}'
        )
    labels = Counter("".join(each.replace("...", "") for each in operands))
    if not arrow:
        once = sorted(label for label, times in labels.items() if times == 1)
        result = ("..." if "..." in left else "") + "".join(once)
    for label, times in Counter(result.replace("...", "")).items():
        if label not in labels:
            raise ValueError(
                f"Output subscripts contain the label {label} not present in the input "
                "subscripts."
            )
        if times > 1:
            raise ValueError(
                "Output subscripts contain a label appearing more than once: "
                f"{equation}"
            )
    return operands, result


def _contracted(operands: list[str], result: str, tensors: list[Tensor]) -> Tensor:
    """Two operands at a time, as the op takes them."""
    operands, tensors = list(operands), list(tensors)
    while len(tensors) > 2:
        kept = set(result).union(*map(set, operands[2:]))
        both = operands[0] + operands[1]
        labels = dict.fromkeys(both.replace("...", ""))
        dots = "..." if "..." in both else ""
        middle = dots + "".join(label for label in labels if label in kept)
        pair = _einsum_op(operands[:2], middle, tensors[:2])
        operands, tensors = [middle, *operands[2:]], [pair, *tensors[2:]]
    return _einsum_op(operands, result, tensors)


def _einsum_op(operands: list[str], result: str, tensors: list[Tensor]) -> Tensor:
    equation = f"{','.join(operands)}->{result}".encode()
    return apply_single("Einsum", [tensors], {"equation": equation}, "Einsum")


def tensordot(
    a: TensorLike, b: TensorLike, axes: TensorLike, name: str | None = None
) -> Tensor:
    """The product of two tensors summed over axes of both.

    ``axes`` is a number n (the last n of ``a``, the first n of ``b``) or a pair.

    >>> tf.tensordot([[1.0, 2.0]], [3.0, 4.0], axes=1).numpy()
    array([11.], dtype=float32)

    Raises:
      ValueError: for axes that do not fit the tensors.
      InvalidArgumentError: if the sizes differ.
    """
    with op_scope(name, "Tensordot") as scope:
        left = convert_to_tensor(a, name="a")
        right = convert_to_tensor(b, dtype_hint=left.dtype, name="b")
        ranks = left.shape.rank, right.shape.rank
        if ranks[0] is None or ranks[1] is None:
            raise ValueError("The ranks of `a` and `b` must be known.")
        left_axes, right_axes = _axis_lists(axes, left, right)
        rows, left_free = _matrix_of(left, left_axes, is_last=True)
        columns, right_free = _matrix_of(right, right_axes, is_last=False)
        product = matmul(rows, columns)
        sizes = apply_op("ConcatV2", [[left_free, right_free], 0])
        return reshape(product, sizes, name=scope)


def _axis_lists(axes: Any, a: Tensor, b: Tensor) -> tuple[list[int], list[int]]:
    found = axes.numpy().tolist() if hasattr(axes, "numpy") else axes
    found = found.tolist() if isinstance(found, np.ndarray) else found
    rank_a, rank_b = a.shape.rank or 0, b.shape.rank or 0
    if isinstance(found, int):
        if found < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {found}.")
        if found > rank_a:
            raise ValueError(
                "`axes` must not be larger than the number of dimensions of tensor "
                f"{a}.  Received {found}, vs tensor dimensions {rank_a}."
            )
        return list(range(rank_a - found, rank_a)), list(range(found))
    if len(found) != 2:
        raise ValueError(
            f"`axes` must be an integer or have length 2. Received {found}."
        )
    pair = [[each] if isinstance(each, int) else list(each) for each in found]
    if len(pair[0]) != len(pair[1]):
        raise ValueError(
            f"Different number of contraction axes `a` and `b`, {len(pair[0])} != "
            f"{len(pair[1])}."
        )
    return (
        [axis % rank_a if axis < 0 else axis for axis in pair[0]],
        [axis % rank_b if axis < 0 else axis for axis in pair[1]],
    )


def _matrix_of(
    value: Tensor, axes: list[int], *, is_last: bool
) -> tuple[Tensor, Tensor]:
    """The summed axes joined into one of a matrix, the free ones into the other."""
    rank = value.shape.rank or 0
    free = [axis for axis in range(rank) if axis not in axes]
    order = [*free, *axes] if is_last else [*axes, *free]
    moved = value if order == list(range(rank)) else transpose(value, order)
    sizes = shape(value)
    free_sizes = apply_op("GatherV2", [sizes, np.array(free, np.int32), 0])
    summed = apply_op("GatherV2", [sizes, np.array(axes, np.int32), 0])
    counts = [
        apply_op("Prod", [each, [0]])
        for each in ((free_sizes, summed) if is_last else (summed, free_sizes))
    ]
    return reshape(moved, apply_op("Pack", [counts])), free_sizes
