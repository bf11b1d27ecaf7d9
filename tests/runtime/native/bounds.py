"""Errors of native functions of one number, and what special numbers become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.native.llvm.element_types import F32, F64
from tests.runtime.native.vectors import over_array, units_in_last_place

Exact = Callable[[Any], Any]
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]


def element_of(dtype: Any) -> Any:
    """The element type of a dtype of NumPy's."""
    return F32 if dtype is np.float32 else F64


def arguments(dtype: Any, is_positive: bool) -> Any:
    """Numbers of every size, most of them where functions bend."""
    random = np.random.default_rng(5)
    parts = [random.standard_normal(4000) * s for s in (1e-8, 0.01, 0.3, 1, 3, 10, 100)]
    most = 88 if dtype is np.float32 else 700
    parts.append(np.exp(random.uniform(-most, most, 4000)))
    found = np.concatenate([*parts, -parts[-1]]).astype(dtype)
    return np.abs(found) if is_positive else found


def assert_within(
    function: Any,
    exact: Exact,
    bound: float,
    dtype: Any,
    lanes: int,
    is_positive: bool = False,
) -> None:
    """The error is at most ``bound`` units in the last place of a normal result."""
    x = arguments(dtype, is_positive)[:: 1 if lanes == 16 else 7]
    with np.errstate(all="ignore"):
        expected = exact(x.astype(np.longdouble))
    # below, the exact result is denormal
    is_normal = ~(np.abs(expected) <= 1e-37) | (x == 0)
    result = over_array(function, element_of(dtype), lanes)(x[is_normal])
    assert units_in_last_place(result, expected[is_normal]).max() <= bound


def assert_special(function: Any, exact: Exact, dtype: Any, lanes: int) -> None:
    """Infinities, NaN, and the signs of zeros are those of the exact function."""
    x = np.array(SPECIAL, dtype)
    result = over_array(function, element_of(dtype), lanes)(x)
    with np.errstate(all="ignore"):
        expected = exact(x.astype(np.longdouble)).astype(dtype)
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    zeros = result == 0
    np.testing.assert_array_equal(
        np.signbit(result[zeros]), np.signbit(expected[zeros])
    )
