"""Bits: shifts beyond the width, signs, counts."""

from __future__ import annotations

import numpy as np

from tests.graphir.ops.running import run


def test_shift_counts_are_limited_to_the_width() -> None:
    x, y = np.int8([-128, 5, 5]), np.int8([1, 9, -1])
    assert run("RightShift", x, y).tolist() == [-64, 0, 5]
    assert run("LeftShift", x, y).tolist() == [0, -128, 5]


def test_bits_of_negative_numbers_are_counted_in_twos_complement() -> None:
    assert run("PopulationCount", np.int32([-1, 5, 0])).tolist() == [32, 2, 0]
