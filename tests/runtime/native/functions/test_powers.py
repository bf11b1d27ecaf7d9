"""Powers of float32: every sign, whole and broken exponents."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.native.functions import (
    powers,
)
from runtime.native.llvm.element_types import F32
from tests.runtime.native.vectors import (
    over_array,
)

pytest.importorskip("llvmlite")


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
