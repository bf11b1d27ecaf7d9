"""sin and cos of float64 within their stated errors; float32 is computed so too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import math

from runtime.native.functions import trigonometry
from runtime.native.llvm.element_types import F64
from tests.runtime.native.bounds import assert_special, assert_within
from tests.runtime.native.vectors import over_array

FUNCTIONS: dict[str, Any] = {
    "sin": (trigonometry.sin, np.sin, (1.0, 1.0)),
    "cos": (trigonometry.cos, np.cos, (1.0, 1.0)),
}
"""Function, exact one in long double, units."""


@pytest.mark.parametrize("lanes", [1, 4, 16])
@pytest.mark.parametrize("dtype", [np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_is_within_the_bound(name: str, dtype: Any, lanes: int) -> None:
    """In one register of the machine, in several, and number by number."""
    function, exact, bounds = FUNCTIONS[name]
    bound = bounds[dtype is np.float64]
    assert_within(function, exact, bound, dtype, lanes, is_positive=False)


@pytest.mark.parametrize("lanes", [1, 8, 16])
@pytest.mark.parametrize("dtype", [np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_special_values_are_exact(name: str, dtype: Any, lanes: int) -> None:
    function, exact, _ = FUNCTIONS[name]
    assert_special(function, exact, dtype, lanes)


def test_large_angles_are_reduced_exactly() -> None:
    x = np.array([1e6, 1e15, 1e300, -7e8, 5e5 - 1, 5e5 + 1, 3.0, 1e22])
    for function, exact in ((trigonometry.sin, math.sin), (trigonometry.cos, math.cos)):
        result = over_array(function, F64, 8)(x)
        np.testing.assert_allclose(result, [exact(each) for each in x], rtol=5e-16)
