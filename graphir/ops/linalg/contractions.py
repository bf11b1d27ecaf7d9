"""Sums of products of two arrays as products of matrices.

Each label of an einsum equation is one of four kinds: in both operands and the result
(one product for each), in both operands only (summed over), or in one operand and the
result (rows, columns).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Contraction:
    """How two arrays become stacks of matrices, and their product the result."""

    shared: str
    rows: str
    columns: str
    inner: str
    orders: tuple[tuple[int, ...], tuple[int, ...]]
    """The axes of each operand in the order of its matrices."""
    flips: tuple[bool, bool]
    """Whether the matrices of an operand stand transposed: its memory is so."""
    result: tuple[int, ...]
    """The axes of the stack of products in the order of the result."""
    swapped: bool = False
    """Whether the second operand has the rows, as in the result they come first."""

    def shapes(
        self, sizes: Mapping[str, int]
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The shapes of the two stacks, and of the products by all their labels."""
        stack = tuple(sizes[label] for label in self.shared)
        rows, inner, columns = (
            math.prod(sizes[label] for label in labels)
            for labels in (self.rows, self.inner, self.columns)
        )
        first = (inner, rows) if self.flips[0] else (rows, inner)
        second = (columns, inner) if self.flips[1] else (inner, columns)
        whole = tuple(sizes[label] for label in self.shared + self.rows + self.columns)
        return (*stack, *first), (*stack, *second), whole

    def __call__(self, a: Any, b: Any, sizes: Mapping[str, int]) -> Any:
        """The result, as an array or a view of one."""
        if self.swapped:
            a, b = b, a
        first, second, whole = self.shapes(sizes)
        a = a.transpose(self.orders[0]).reshape(first)
        b = b.transpose(self.orders[1]).reshape(second)
        if self.flips[0]:
            a = a.swapaxes(-1, -2)
        if self.flips[1]:
            b = b.swapaxes(-1, -2)
        return np.matmul(a, b).reshape(whole).transpose(self.result)


@lru_cache(maxsize=256)
def contraction_of(a: str, b: str, result: str) -> Contraction | None:
    """The products that an equation of two operands asks for.

    None where it is more than these: a label twice in one operand, a sum over an axis
    of one operand, an ellipsis.

    >>> found = contraction_of("bqhd", "bkhd", "bhqk")
    >>> found.shared, found.rows, found.inner, found.columns, found.flips
    ('bh', 'q', 'd', 'k', (False, True))
    """
    texts = (a, b, result)
    if any("." in text or len(set(text)) < len(text) for text in texts):
        return None
    if (set(a) ^ set(b)) - set(result) or set(result) - set(a) - set(b):
        return None
    shared = "".join(label for label in result if label in a and label in b)
    inner = "".join(label for label in a if label in b and label not in result)
    alone = [label for label in result if label not in shared]
    if alone and alone[0] in b:
        turned = contraction_of(b, a, result)
        return None if turned is None else replace(turned, swapped=True)
    rows = "".join(label for label in result if label in a and label not in b)
    columns = "".join(label for label in result if label in b and label not in a)
    # a transposed product costs nothing; turning a large array in memory does
    flips = a[-1:] in tuple(rows) and bool(inner), b[-1:] in tuple(inner)
    first = shared + (inner + rows if flips[0] else rows + inner)
    second = shared + (columns + inner if flips[1] else inner + columns)
    products = shared + rows + columns
    return Contraction(
        shared,
        rows,
        columns,
        inner,
        (_order(a, first), _order(b, second)),
        flips,
        _order(products, result),
    )


def _order(labels: str, wanted: str) -> tuple[int, ...]:
    return tuple(labels.index(label) for label in wanted)
