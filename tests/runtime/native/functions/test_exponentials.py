"""exp, expm1, tanh and the logistic function within their stated errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.functions import exponentials
from runtime.native.llvm.element_types import F32
from tests.runtime.native.bounds import assert_special, assert_within
from tests.runtime.native.vectors import over_array


def _logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


FUNCTIONS: dict[str, Any] = {
    "exp": (exponentials.exp, np.exp, (1.0, 1.0)),
    "expm1": (exponentials.expm1, np.expm1, (2.0, 2.0)),
    "tanh": (exponentials.tanh, np.tanh, (3.0, 3.0)),
    "sigmoid": (exponentials.sigmoid, _logistic, (2.5, 2.5)),
}
"""Function, exact one in long double, units for float32 and float64."""


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


def test_denormal_numbers_are_not_lost() -> None:
    x = np.array([1e-40, 1e-45, -1e-42], np.float32)
    np.testing.assert_array_equal(over_array(exponentials.tanh, F32, 16)(x), x)
    small = np.array([-88.0, -100.0, -103.0, -104.0], np.float32)
    result = over_array(exponentials.exp, F32, 16)(small)
    np.testing.assert_allclose(result, np.exp(small.astype(float)), atol=1.5e-45)
