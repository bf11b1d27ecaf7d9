"""Functions computed in float32 are as exact as they say, also where it is hard."""

from __future__ import annotations

from math import erf

import numpy as np
import pytest

from graphir.special import single_precision


def test_erf_is_within_its_bound() -> None:
    x = np.linspace(-4.5, 4.5, 50_001, dtype=np.float32)
    exact = np.array([erf(each) for each in x.tolist()])
    units = np.abs(single_precision.erf(x) - exact) / np.spacing(
        np.abs(exact).astype(np.float32)
    )
    assert units.max() <= 4


@pytest.mark.parametrize("size", [0, 1, 8_191, 8_192, 8_193, 40_000])
def test_erf_does_not_depend_on_blocks(size: int) -> None:
    x = np.linspace(-3, 3, size, dtype=np.float32)
    one_by_one = [single_precision.erf(each) for each in x[:: max(1, size // 50)]]
    every = single_precision.erf(x)[:: max(1, size // 50)]
    np.testing.assert_array_equal(every, np.array(one_by_one, np.float32))


def test_erf_keeps_its_argument_and_special_values() -> None:
    x = np.array([[np.nan, np.inf], [-np.inf, -0.0], [1e-30, 100.0]], np.float32)
    before = x.copy()
    result = single_precision.erf(x)
    np.testing.assert_array_equal(x, before)
    expected = np.float32([[np.nan, 1], [-1, -0.0], [1.12837917e-30, 1]])
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    assert np.signbit(result[1, 1])


def test_erf_reads_strided_arrays() -> None:
    x = np.linspace(-2, 2, 60, dtype=np.float32).reshape(3, 20)
    np.testing.assert_array_equal(
        single_precision.erf(x.T[::2]), single_precision.erf(x).T[::2]
    )


def test_erf_writes_where_it_is_told() -> None:
    x = np.linspace(-3, 3, 20_000, dtype=np.float32)
    out = np.empty_like(x)
    assert single_precision.erf(x, out=out) is out
    np.testing.assert_array_equal(out, single_precision.erf(x))
