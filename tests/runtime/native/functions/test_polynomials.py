"""Polynomials, and floats taken apart: against NumPy, in every number of lanes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from numpy.polynomial.chebyshev import chebval
from numpy.polynomial.polynomial import polyval

from runtime.native.functions import polynomials
from runtime.native.llvm.element_types import F32, F64, Element
from tests.runtime.native.vectors import over_array

X = np.linspace(-1, 1, 21)
COEFFICIENTS = (0.5, -2.0, 0.25, 3.0)
KINDS = [(F32, np.float32), (F64, np.float64)]


@pytest.mark.parametrize(("element", "dtype"), KINDS)
@pytest.mark.parametrize("lanes", [1, 8, 16])
@pytest.mark.parametrize(
    ("evaluate", "exact"),
    [(polynomials.horner, polyval), (polynomials.chebyshev, chebval)],
)
def test_sums(evaluate: Any, exact: Any, lanes: int, element: Element, dtype) -> None:
    found = over_array(lambda e, x: evaluate(e, x, COEFFICIENTS), element, lanes)(
        X.astype(dtype)
    )
    np.testing.assert_allclose(
        found, exact(X, COEFFICIENTS), rtol=1e-5, atol=8 * np.finfo(dtype).eps
    )


@pytest.mark.parametrize(("element", "dtype"), KINDS)
def test_bounds_let_nan_through(element: Element, dtype: Any) -> None:
    x = np.array([-5, -1, 0, 1, 5, np.nan, np.inf, -np.inf], dtype)
    most = over_array(lambda e, r: polynomials.at_most(e, r, 1.0), element)(x)
    np.testing.assert_array_equal(most, np.minimum(x, 1))
    least = over_array(lambda e, r: polynomials.at_least(e, r, -1.0), element)(x)
    np.testing.assert_array_equal(least, np.maximum(x, -1))


@pytest.mark.parametrize(("element", "dtype"), KINDS)
def test_size_and_sign(element: Element, dtype: Any) -> None:
    x = np.array([-2, -0.0, 0.0, 3, -np.inf], dtype)
    size = over_array(polynomials.magnitude, element)(x)
    np.testing.assert_array_equal(size, [2, 0, 0, 3, np.inf])

    def one_like(e: Any, r: Any) -> Any:
        return polynomials.with_sign_of(e, e.constant(element, 1.0), r)

    found = over_array(one_like, element)(x)
    assert found.tolist() == [-1, -1, 1, 1, -1]


@pytest.mark.parametrize(("element", "dtype"), KINDS)
@pytest.mark.parametrize("lanes", [1, 16])
def test_the_nearest_integer_of_halves_is_even(element, dtype, lanes: int) -> None:
    x = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 0.49, -7.9, 1000.2], dtype)
    found = over_array(
        lambda e, r: polynomials.nearest_integer(e, r)[0], element, lanes
    )
    np.testing.assert_array_equal(found(x), np.rint(x))


@pytest.mark.parametrize(("element", "dtype"), KINDS)
@pytest.mark.parametrize("lanes", [1, 16])
def test_quotients_by_numbers_from_one_to_four(element, dtype, lanes: int) -> None:
    y = np.linspace(1, 4, 64).astype(dtype)

    def third(e: Any, r: Any) -> Any:
        return polynomials.quotient(e, e.constant(element, 3.0), r)

    found = over_array(third, element, lanes)(y)
    np.testing.assert_allclose(found, dtype(3) / y, rtol=2 * np.finfo(dtype).eps)


@pytest.mark.parametrize(("element", "dtype"), KINDS)
@pytest.mark.parametrize("lanes", [1, 16])
def test_scaling_reaches_denormal_and_infinite_numbers(element, dtype, lanes) -> None:
    most = 127 if element is F32 else 1023
    x = np.array([0, 1, -1, 10, -most - 9, most, most + 1, -most + 1], dtype)

    def power(e: Any, r: Any) -> Any:
        one = e.constant(element, 1.0)
        return polynomials.scaled(e, one, *polynomials.nearest_integer(e, r))

    with np.errstate(over="ignore", under="ignore"):
        expected = np.ldexp(np.ones(8, dtype), x.astype(int))
    np.testing.assert_array_equal(over_array(power, element, lanes)(x), expected)
