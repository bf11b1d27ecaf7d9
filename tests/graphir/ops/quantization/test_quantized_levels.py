"""Levels of quantized numbers, to numbers and back."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.ops.quantization.quantized_levels import (
    level_of,
    level_unclamped,
    limits_of,
    number_of,
    product_range,
    scalar_of,
)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32])
def test_levels_are_the_way_back(dtype) -> None:
    least, greatest = limits_of(dtype)
    assert (least, greatest) == (np.iinfo(dtype).min, np.iinfo(dtype).max)
    levels = np.array([least, 0 if least else 7, greatest], dtype)
    numbers = number_of(levels, -1.0, 3.0)
    assert level_of(numbers, dtype, -1.0, 3.0).tolist() == levels.tolist()


def test_the_ends_of_a_range_are_the_ends_of_the_levels() -> None:
    assert level_of([0.0, 255.0], np.uint8, 0.0, 255.0).tolist() == [0, 255]
    assert number_of(np.uint8([0, 255]), 0.0, 255.0).tolist() == [0, 255]


def test_numbers_beyond_the_range_have_the_last_level() -> None:
    assert level_of([-9.0, 999.0], np.uint8, 0.0, 255.0).tolist() == [0, 255]
    assert level_unclamped([300.0], np.uint8, 0.0, 255.0).tolist() == [300]


def test_an_empty_range_is_one_number() -> None:
    assert level_of([1.0, 2.0], np.uint8, 5.0, 5.0).tolist() == [0, 0]
    assert number_of(np.uint8([1, 200]), 5.0, 5.0).tolist() == [5, 5]


def test_the_range_of_products_is_that_of_32_bits() -> None:
    low, high = product_range(np.uint8, np.uint8, (0.0, 255.0), (0.0, 510.0))
    assert low == np.float32(-(2.0**32))
    assert high == np.float32(2.0**32)


def test_an_end_of_a_range_is_one_number() -> None:
    call = SimpleNamespace(invalid=lambda text: InvalidArgumentError(None, None, text))
    assert scalar_of(call, "min", np.float32([3])) == 3.0
    with pytest.raises(InvalidArgumentError, match="min must be a scalar"):
        scalar_of(call, "min", np.zeros(2))
