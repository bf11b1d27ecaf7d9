"""The functions of native code stay within their stated errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.functions import (
    error_function,
    exponentials,
    logarithms,
    powers,
    trigonometry,
)
from runtime.native.llvm.element_types import F32, F64
from tests.runtime.native.vectors import (
    over_array,
    units_in_last_place,
)

Exact = Callable[[Any], Any]


def _erf(x: Any) -> Any:
    return np.array([math.erf(each) for each in x.astype(np.float64)], np.longdouble)


def _logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


# function, exact one in long double, bounds for float32 and float64 in units of the
# last place, and whether only positive numbers have a value
FUNCTIONS: list[tuple[Any, Exact, tuple[float, float], bool]] = [
    (exponentials.exp, np.exp, (1.0, 1.0), False),
    (exponentials.expm1, np.expm1, (2.0, 2.0), False),
    (exponentials.tanh, np.tanh, (3.0, 3.0), False),
    (exponentials.sigmoid, _logistic, (2.5, 2.5), False),
    (logarithms.log, np.log, (1.0, 1.0), True),
    (logarithms.log1p, np.log1p, (2.0, 2.0), True),
    (error_function.erf, _erf, (1.5, 2.5), False),
    (trigonometry.sin, np.sin, (0, 1.0), False),
    (trigonometry.cos, np.cos, (0, 1.0), False),
]


def arguments(dtype: Any, is_positive: bool) -> Any:
    """Numbers of every size, most of them where functions bend."""
    random = np.random.default_rng(5)
    parts = [random.standard_normal(4000) * s for s in (1e-8, 0.01, 0.3, 1, 3, 10, 100)]
    most = 88 if dtype is np.float32 else 700
    parts.append(np.exp(random.uniform(-most, most, 4000)))
    found = np.concatenate([*parts, -parts[-1]]).astype(dtype)
    return np.abs(found) if is_positive else found


@pytest.mark.parametrize("lanes", [1, 4, 16])
@pytest.mark.parametrize("element", [F32, F64])
@pytest.mark.parametrize(
    ("function", "exact", "bounds", "is_positive"),
    FUNCTIONS,
    ids=[function.__name__ for function, *_ in FUNCTIONS],
)
def test_error_is_within_the_bound(
    function: Any,
    exact: Exact,
    bounds: tuple[float, float],
    is_positive: bool,
    element: Any,
    lanes: int,
) -> None:
    """In one register of the machine, in several, and number by number."""
    bound = bounds[0 if element is F32 else 1]
    if not bound:
        pytest.skip("float32 is computed in float64")
    dtype = np.float32 if element is F32 else np.float64
    x = arguments(dtype, is_positive)[:: 1 if lanes == 16 else 7]
    with np.errstate(all="ignore"):
        expected = exact(x.astype(np.longdouble))
    if function is exponentials.sigmoid:
        # below, the exact result is denormal
        x, expected = x[expected > 1e-37], expected[expected > 1e-37]
    result = over_array(function, element, lanes)(x)
    assert units_in_last_place(result, expected).max() <= bound


SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]


@pytest.mark.parametrize("lanes", [1, 8, 16])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("function", "exact"), [each[:2] for each in FUNCTIONS if each[0] is not _erf]
)
def test_special_values_are_exact(
    function: Any, exact: Exact, dtype: Any, lanes: int
) -> None:
    """Infinities, NaN, and the signs of zeros."""
    element = F32 if dtype is np.float32 else F64
    if function in (trigonometry.sin, trigonometry.cos) and element is F32:
        pytest.skip("float32 is computed in float64")
    x = np.array(SPECIAL, dtype)
    result = over_array(function, element, lanes)(x)
    with np.errstate(all="ignore"):
        expected = exact(x.astype(np.longdouble)).astype(dtype)
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    zeros = result == 0
    np.testing.assert_array_equal(
        np.signbit(result[zeros]), np.signbit(expected[zeros])
    )


def test_denormal_numbers_are_not_lost() -> None:
    x = np.array([1e-40, 1e-45, -1e-42], np.float32)
    np.testing.assert_array_equal(over_array(exponentials.tanh, F32, 16)(x), x)
    logs = over_array(logarithms.log, F32, 16)(np.abs(x))
    np.testing.assert_allclose(logs, np.log(np.abs(x).astype(np.float64)), rtol=1e-6)
    small = np.array([-88.0, -100.0, -103.0, -104.0], np.float32)
    result = over_array(exponentials.exp, F32, 16)(small)
    np.testing.assert_allclose(result, np.exp(small.astype(float)), atol=1.5e-45)


def test_large_angles_are_reduced_exactly() -> None:
    x = np.array([1e6, 1e15, 1e300, -7e8, 5e5 - 1, 5e5 + 1, 3.0, 1e22])
    for function, exact in ((trigonometry.sin, math.sin), (trigonometry.cos, math.cos)):
        result = over_array(function, F64, 8)(x)
        np.testing.assert_allclose(result, [exact(each) for each in x], rtol=5e-16)


def test_powers_of_float32() -> None:
    """Of every sign, with whole and broken exponents; special cases as in C."""
    base = [0.0, -0.0, 1.0, -1.0, 2.5, -2.5, np.inf, -np.inf, np.nan, 1e-40, 3e38]
    exponents = [0.0, 1.0, -1.0, 2.0, 3.0, 0.5, -0.5, np.inf, -np.inf, np.nan, 7.25]
    x, y = (a.ravel() for a in np.meshgrid(base, exponents))

    for power in exponents:
        chosen = x[y == power] if power == power else x[np.isnan(y)]
        single = chosen.astype(np.float32)
        result = over_array(
            lambda e, r, p=power: powers.power(e, r, e.constant(F32, p)), F32, 8
        )(single)
        with np.errstate(all="ignore"):
            expected = np.power(single.astype(float), np.full(single.size, power))
            expected = expected.astype(np.float32)
        np.testing.assert_allclose(result, expected, rtol=1.3e-7, err_msg=str(power))
