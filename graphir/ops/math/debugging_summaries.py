"""Summaries of tensors that debuggers ask for."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.dtypes import DType
from graphir.errors import UnimplementedError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import UNKNOWN, Shape

_SIZES: Final = 6
"""How many sizes a summary of a shape has; of more the last ones."""


def _is_real(array: Any) -> bool:
    return array.dtype.kind in "fV"  # bfloat16 and its kin are of kind V


def _counts(array: Any) -> list[int]:
    """How many elements are -inf, inf and no numbers."""
    if not _is_real(array):
        return [0, 0, 0]
    wide = array.astype(np.float64)
    infinite = np.isinf(wide)
    low = int((infinite & (wide < 0)).sum())
    return [low, int(infinite.sum()) - low, int(np.isnan(wide).sum())]


def _signs(array: Any) -> list[int]:
    """How many finite elements are below zero, zero and above it."""
    wide = array.astype(np.float64)
    wide = wide[np.isfinite(wide)]
    return [int((wide < 0).sum()), int((wide == 0).sum()), int((wide > 0).sum())]


class DebugNumericSummaryV2(
    Op,
    signature="""
        DebugNumericSummaryV2(input: T) -> (output: output_dtype)
        | output_dtype: type in [float,double] = float; T: type;
          tensor_debug_mode: int = -1; tensor_id: int = -1
    """,
):
    """A few numbers about a tensor, by the mode of the debugger.

    2 tells whether all is finite, 3 counts what is not, 4 counts by sign too, 5 tells
    the shape, and 8 gives -inf, inf and NaN where they occur.
    """

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        size = {2: 2, 3: 5, 4: 11, 5: 4 + _SIZES, 8: 3}.get(self.tensor_debug_mode)
        return UNKNOWN if size is None else Shape([size])

    def compute(self, input: Any) -> Any:
        made = {
            2: self._health,
            3: self._concise,
            4: self._full,
            5: self._shape,
            8: self._three_slots,
        }.get(self.tensor_debug_mode)
        if made is None:
            raise UnimplementedError(
                None, None, f"Unimplemented tensor debug mode: {self.tensor_debug_mode}"
            )
        return np.array(made(np.asarray(input)), self.output_dtype.numpy_dtype)

    def _dtype_number(self) -> int:
        dtype: DType = self.T
        return dtype.as_datatype_enum

    def _health(self, array: Any) -> list[float]:
        return [self.tensor_id, any(_counts(array))]

    def _concise(self, array: Any) -> list[float]:
        return [self.tensor_id, array.size, *_counts(array)]

    def _full(self, array: Any) -> list[float]:
        no_device = -1
        about = [self._dtype_number(), array.ndim, array.size]
        return [self.tensor_id, no_device, *about, *_counts(array), *_signs(array)]

    def _shape(self, array: Any) -> list[float]:
        sizes = list(array.shape[-_SIZES:])
        sizes += [0] * (_SIZES - len(sizes))
        return [self.tensor_id, self._dtype_number(), array.ndim, array.size, *sizes]

    def _three_slots(self, array: Any) -> list[float]:
        found = zip((-np.inf, np.inf, np.nan), _counts(array), strict=True)
        return [value if count else 0.0 for value, count in found]


class DebugNumericSummary(
    Op,
    signature="""
        DebugNumericSummary(input: T) -> (output: double)
        | T: type; device_name: string = ''; tensor_name: string = '';
          debug_urls: list(string) = []; lower_bound: float = -inf;
          upper_bound: float = inf; mute_if_healthy: bool = False;
          gated_grpc: bool = False
    """,
):
    """Counts of elements by kind, then least, greatest, mean, variance and shape."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        rank = self.input.shape.rank
        return Shape([None if rank is None else 14 + rank])

    def compute(self, input: Any) -> Any:
        array = np.asarray(input)
        wide = np.ravel(array).astype(np.float64)
        finite = wide[np.isfinite(wide)]
        has_any = finite.size > 0
        limits = [finite.min(), finite.max()] if has_any else [np.inf, -np.inf]
        moments = [finite.mean(), finite.var()] if has_any else [np.nan, np.nan]
        about = [self.T.as_datatype_enum, array.ndim, *array.shape]
        kinds = self._kinds(wide)
        return np.array([1.0, array.size, *kinds, *limits, *moments, *about])

    def _kinds(self, wide: Any) -> list[int]:
        """How many are no numbers, too low, negative, 0, positive, too high."""
        with np.errstate(invalid="ignore"):
            too_low = (wide <= self.lower_bound) & ~np.isnan(wide)
            too_high = (wide >= self.upper_bound) & ~np.isnan(wide)
            within = ~too_low & ~too_high & ~np.isnan(wide)
            groups = [
                np.isnan(wide),
                too_low,
                within & (wide < 0),
                within & (wide == 0),
                within & (wide > 0),
                too_high,
            ]
        return [int(each.sum()) for each in groups]
