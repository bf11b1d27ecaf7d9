"""Extremes of short rows: what NumPy's own reduction gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.compute.short_rows import LEAST_ROWS, LONGEST, reduce_rows

shapes = st.tuples(
    st.integers(0, 3), st.integers(0, 2 * LEAST_ROWS), st.integers(1, LONGEST + 2)
)


@pytest.mark.parametrize("function", [np.maximum, np.minimum])
@given(shapes, st.booleans(), st.sampled_from(["f4", "f8", "i1", "?"]), st.booleans())
def test_rows_reduce_as_numpy_reduces_them(
    function: Any,
    shape: tuple[int, ...],
    keepdims: bool,
    dtype: str,
    is_transposed: bool,
) -> None:
    array = np.random.RandomState(sum(shape)).uniform(-9, 9, shape).astype(dtype)
    if dtype.startswith("f"):
        array.reshape(-1)[::7] = np.nan
    if is_transposed:
        array = np.swapaxes(array, 0, 1)
    found = reduce_rows(function, array, keepdims)
    expected = function.reduce(array, -1, keepdims=keepdims)
    np.testing.assert_array_equal(found, expected)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
