"""Shared properties of several operators: dtype, batch shape, hints."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from graphir.shapes import Shape, as_shape, broadcast_shapes
from runtime.linalg.operators.linear_operator import LinearOperator


def of_one_dtype(operators: Any) -> list[LinearOperator]:
    """The operators as a list.

    Raises:
      ValueError: for none at all.
      TypeError: for operators of different dtypes.
    """
    found = list(operators)
    if not found:
        raise ValueError("Expected a non-empty list of operators. Found: []")
    kinds = {each.dtype for each in found}
    if len(kinds) > 1:
        named = ", ".join(f"({each.name}, {each.dtype!r})" for each in found)
        raise TypeError(f"Expected all operators to have the same dtype. Found {named}")
    return found


def all_promise(operators: Sequence[LinearOperator], hint: str) -> bool | None:
    """True if all operators have the hint, else None."""
    return True if all(getattr(each, hint) for each in operators) else None


def product_of(values: Sequence[Any]) -> Any:
    """The product of tensors, or of numbers."""
    return reduce(lambda first, second: first * second, values)


def sum_of(values: Sequence[Any]) -> Any:
    """The sum of tensors, or of numbers."""
    return reduce(lambda first, second: first + second, values)


def batch_of(operators: Sequence[LinearOperator]) -> Shape:
    """The shape to which the batches of all operators broadcast."""
    batch = as_shape([])
    for each in operators:
        batch = broadcast_shapes(batch, each.batch_shape)
    return batch
