"""Instructions of 512 bits: only where the machine has them, on whole registers."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.llvm import wide_vectors
from runtime.native.llvm.element_types import F32, F64, I64
from runtime.native.llvm.emitter import Emitter, Module
from runtime.native.llvm.engine import new_module
from tests.runtime.native.vectors import over_array

needs_them = pytest.mark.skipif(
    not new_module().has_avx512, reason="the machine has no AVX-512"
)
X = np.array([1, -3, 0.4, 100, 1e-3, 0.75, 2, 1e30] * 4, np.float32)


@pytest.mark.parametrize(
    ("element", "lanes", "fits"),
    [
        (F32, 16, True),
        (F32, 32, True),
        (F32, 8, False),
        (F64, 8, True),
        (I64, 8, False),
    ],
)
def test_whole_registers_of_floats(element, lanes: int, fits: bool) -> None:
    assert wide_vectors.has_wide(Emitter(Module(True)), element, lanes) is fits
    assert not wide_vectors.has_wide(Emitter(Module(False)), element, lanes)


@needs_them
@pytest.mark.parametrize("lanes", [16, 32])
def test_floats_are_taken_apart(lanes: int) -> None:
    exponent = over_array(wide_vectors.exponent_of, F32, lanes)(X)
    np.testing.assert_array_equal(exponent, np.floor(np.log2(np.abs(X))))
    mantissa = over_array(wide_vectors.mantissa_of, F32, lanes)(X)
    positive = mantissa[X > 0]
    assert ((positive >= 0.75) & (positive < 1.5)).all()
    assert np.isnan(mantissa[X < 0]).all()


@needs_them
@pytest.mark.parametrize("lanes", [16, 32])
def test_estimates_and_powers(lanes: int) -> None:
    inverse = over_array(wide_vectors.reciprocal_estimate, F32, lanes)(X)
    np.testing.assert_allclose(inverse, 1 / X.astype(float), rtol=2.0**-13)

    def eight_times(e, x):
        return wide_vectors.times_power_of_two(
            e, x, e.spread(e.constant(F32, 3), lanes)
        )

    found = over_array(
        lambda e, x: wide_vectors.times_power_of_two(e, x, e.sub(x, e.sub(x, x))),
        F32,
        lanes,
    )(np.full(lanes, 3, np.float32))
    assert found.tolist() == [24.0] * lanes
