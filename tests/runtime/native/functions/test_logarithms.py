"""log and log1p within their stated errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.functions import logarithms
from runtime.native.llvm.element_types import F32
from tests.runtime.native.bounds import assert_special, assert_within
from tests.runtime.native.vectors import over_array

FUNCTIONS: dict[str, Any] = {
    "log": (logarithms.log, np.log, (1.0, 1.0)),
    "log1p": (logarithms.log1p, np.log1p, (2.0, 2.0)),
}
"""Function, exact one in long double, units for float32 and float64."""


@pytest.mark.parametrize("lanes", [1, 4, 16])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_is_within_the_bound(name: str, dtype: Any, lanes: int) -> None:
    """In one register of the machine, in several, and number by number."""
    function, exact, bounds = FUNCTIONS[name]
    bound = bounds[dtype is np.float64]
    assert_within(function, exact, bound, dtype, lanes, is_positive=True)


@pytest.mark.parametrize("lanes", [1, 8, 16])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_special_values_are_exact(name: str, dtype: Any, lanes: int) -> None:
    function, exact, _ = FUNCTIONS[name]
    assert_special(function, exact, dtype, lanes)


def test_logarithms_of_denormal_numbers() -> None:
    x = np.array([1e-40, 1e-45, 1e-42], np.float32)
    found = over_array(logarithms.log, F32, 16)(x)
    np.testing.assert_allclose(found, np.log(x.astype(np.float64)), rtol=1e-6)
