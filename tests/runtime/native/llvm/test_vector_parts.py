"""Vectors taken apart and put together."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.llvm.element_types import F32
from runtime.native.llvm.emitter import Emitter, Module, Register
from runtime.native.llvm.vector_parts import halves, lane_of, part, shuffled
from tests.runtime.native.vectors import over_array

X = np.arange(8, dtype=np.float32)


def test_halves_change_places() -> None:
    def swapped(e, x):
        lower, upper = halves(e, x)
        return shuffled(e, upper, lower, range(8))

    assert over_array(swapped, F32, 8)(X).tolist() == [4, 5, 6, 7, 0, 1, 2, 3]


def test_lanes_in_any_order() -> None:
    def turned(e, x):
        return shuffled(e, x, x, range(7, -1, -1))

    assert over_array(turned, F32, 8)(X).tolist() == X[::-1].tolist()


def test_one_lane_is_a_number_for_all() -> None:
    found = over_array(lambda e, x: e.add(x, lane_of(e, x, 3)), F32, 4)(X)
    assert found.tolist() == [3, 4, 5, 6, 11, 12, 13, 14]


def test_halves_of_two_are_numbers_and_a_number_has_equal_parts() -> None:
    e = Emitter(Module())
    lower, upper = halves(e, Register("%x", F32, 2))
    assert (lower.lanes, upper.lanes) == (1, 1)
    number = Register("%n", F32)
    assert part(e, number, 4, 4) is number
    assert part(e, Register("%x", F32, 8), 4, 4).lanes == 4
