"""erf and erfc within their stated errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import math

from runtime.native.functions import error_function
from tests.runtime.native.bounds import assert_special, assert_within


def _erf(x: Any) -> Any:
    return np.array([math.erf(each) for each in x.astype(np.float64)], np.longdouble)


def _erfc(x: Any) -> Any:
    return np.array([math.erfc(each) for each in x.astype(np.float64)], np.longdouble)


FUNCTIONS: dict[str, Any] = {
    "erf": (error_function.erf, _erf, (1.5, 2.5)),
    "erfc": (error_function.erfc, _erfc, (1.0, 6.0)),
}
"""Function, exact one, units for float32 and float64."""


@pytest.mark.parametrize("lanes", [1, 4, 16])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_is_within_the_bound(name: str, dtype: Any, lanes: int) -> None:
    """In one register of the machine, in several, and number by number."""
    function, exact, bounds = FUNCTIONS[name]
    bound = bounds[dtype is np.float64]
    assert_within(function, exact, bound, dtype, lanes, is_positive=False)


@pytest.mark.parametrize("lanes", [1, 8, 16])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_special_values_are_exact(name: str, dtype: Any, lanes: int) -> None:
    function, exact, _ = FUNCTIONS[name]
    assert_special(function, exact, dtype, lanes)
