"""Accumulators of sparse gradients (rows by index), and the kernels on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.ranks import integer_of
from graphir.ops.stores import accumulators as ops
from graphir.shapes import Shape
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.stores.accumulators import (
    AccumulatorStorage,
    maker,
    require_dtype,
    require_kind,
)


class _Rows(NamedTuple):
    """Rows of a gradient, by their indices, and how often each came."""

    indices: Any
    values: Any
    counts: Any
    dense_shape: tuple[int, ...]
    """As the gradient says it; empty if it says nothing."""


class SparseAccumulatorStorage(AccumulatorStorage):
    """Sums of rows, with their numbers of gradients."""

    def __init__(self, dtype: DType, value_shape: Shape, is_mean: bool) -> None:
        super().__init__(dtype, value_shape, is_mean)
        self._known = [-1 if each is None else each for each in value_shape or ()]

    def require_fit(self, gradient: _Rows) -> None:
        _require_rows(gradient)
        told = gradient.dense_shape or (-1, *np.shape(gradient.values)[1:])
        if self.value_shape.rank is None:
            return
        if len(told) != len(self._known):
            raise InvalidArgumentError(
                f"Shape mismatch: expected shape rank at least {len(self._known)}, got "
                f"{len(told)}"
            )
        for axis, (size, known) in enumerate(zip(told, self._known)):
            if known != -1 and size not in (-1, known):
                raise InvalidArgumentError(
                    f"Shape mismatch: expected shape dim {axis} to be {known}, got "
                    f"{size}"
                )

    def added(self, total: Any, gradient: Any) -> Any:
        if total is None:
            return gradient
        if np.shape(total.values)[1:] != np.shape(gradient.values)[1:]:
            raise InvalidArgumentError(
                f"Shape mismatch: expected values of shape "
                f"{list(np.shape(total.values)[1:])}, got "
                f"{list(np.shape(gradient.values)[1:])}"
            )
        return _merged(total, gradient)

    def result(self) -> Any:
        rows = self._sum
        counts = rows.counts.reshape((-1,) + (1,) * (rows.values.ndim - 1))
        values = self.averaged(rows.values, counts)
        known = self._known or [-1, *rows.values.shape[1:]]
        return rows.indices, values, np.array(known, np.int64)


def _merged(one: _Rows, two: _Rows) -> _Rows:
    """The rows of two gradients, side by side as far as their indices rise."""
    picks: list[tuple[int, int]] = []
    first, second = one.indices.tolist(), two.indices.tolist()
    i = j = 0
    while i < len(first) or j < len(second):
        is_last = j == len(second)
        if i < len(first) and (is_last or first[i] < second[j]):
            picks.append((i, -1))
            i += 1
        elif i < len(first) and first[i] == second[j]:
            picks.append((i, j))
            i, j = i + 1, j + 1
        else:
            picks.append((-1, j))
            j += 1
    left, right = (np.array(each, np.int64) for each in zip(*picks))
    return _Rows(
        np.where(left >= 0, one.indices[left], two.indices[right]),
        _picked(one.values, left) + _picked(two.values, right),
        _picked(one.counts, left) + _picked(two.counts, right),
        one.dense_shape or two.dense_shape,
    )


def _picked(rows: Any, places: Any) -> Any:
    """Rows at the places, zero where there is none."""
    found = rows[places]
    found[places < 0] = 0
    return found


def _require_rows(gradient: _Rows) -> None:
    indices, values = gradient.indices, gradient.values
    if np.ndim(indices) != 1:
        raise InvalidArgumentError(
            f"Input indices should be vector but received shape: "
            f"{list(np.shape(indices))}"
        )
    if not len(indices):
        raise InvalidArgumentError("Empty indices: nothing is added.")
    if not np.ndim(values) or len(values) != len(indices):
        found = len(values) if np.ndim(values) else 0
        raise InvalidArgumentError(
            f"Expected {len(indices)} non-empty input values, got {found}"
        )


@kernel_factory(ops.SparseConditionalAccumulator)
def _accumulator(attrs: Mapping[str, Attr]) -> Kernel:
    return maker(SparseAccumulatorStorage, attrs)


@kernel_factory(ops.SparseAccumulatorApplyGradient)
def _apply(attrs: Mapping[str, Attr]) -> Kernel:
    has_shape = bool(attrs["has_known_shape"])

    def apply(
        accumulator: Any, local_step: Any, indices: Any, values: Any, shape: Any
    ) -> None:
        require_kind(accumulator, SparseAccumulatorStorage)
        told = tuple(np.ravel(shape).tolist()) if has_shape else ()
        counts = np.ones(np.size(indices), np.int64)
        rows = _Rows(np.asarray(indices), np.asarray(values), counts, told)
        accumulator.apply(integer_of(local_step, "local_step"), rows)

    return apply


@kernel_factory(ops.SparseAccumulatorTakeGradient)
def _take(attrs: Mapping[str, Attr]) -> Kernel:
    def take(accumulator: Any, num_required: Any) -> Any:
        require_kind(accumulator, SparseAccumulatorStorage)
        require_dtype(accumulator, attrs["dtype"])
        return accumulator.take(integer_of(num_required, "num_required"))

    return take
