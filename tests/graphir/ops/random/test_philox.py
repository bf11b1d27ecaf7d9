"""The generator: its published answers, and that any part can be computed alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphir.ops.random import philox
from graphir.ops.random.philox import Philox

WORDS = st.integers(0, (1 << 64) - 1)
COUNTERS = st.integers(0, (1 << 128) - 1)


def test_published_answer_for_ones() -> None:
    ones = Philox((1 << 64) - 1, (1 << 128) - 1)
    expected = [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
    assert ones.blocks(1)[0].tolist() == expected


def test_published_answer_for_digits_of_pi() -> None:
    counter = 0x03707344_13198A2E_85A308D3_243F6A88
    expected = [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]
    generator = Philox(0x299F31D0_A4093822, counter)
    assert generator.blocks(1)[0].tolist() == expected


@given(WORDS, COUNTERS, st.integers(0, 50), st.integers(1, 5))
def test_skipping_is_leaving_out(key: int, counter: int, skip: int, count: int) -> None:
    generator = Philox(key, counter)
    whole = generator.blocks(skip + count)
    assert generator.skipped(skip).blocks(count).tolist() == whole[skip:].tolist()


@given(WORDS, st.integers(0, 40), st.sampled_from(["float16", "float32", "float64"]))
def test_uniform_numbers_are_below_one(key: int, count: int, dtype: str) -> None:
    found = philox.uniform(Philox(key, 0), count, dtype)
    assert found.shape == (count,)
    assert found.dtype == dtype
    assert ((found >= 0) & (found < 1)).all()


@given(WORDS, st.integers(0, 400))
def test_truncated_numbers_are_within_two(key: int, count: int) -> None:
    found = philox.truncated_normal(Philox(key, 0), count, np.float32)
    assert found.shape == (count,)
    assert (np.abs(found) < 2).all()


@given(WORDS, st.integers(-9, 9), st.integers(1, 9))
def test_integers_are_in_their_range(key: int, low: int, span: int) -> None:
    found = philox.uniform_integers(Philox(key, 0), 20, np.int32, low, low + span)
    assert ((found >= low) & (found < low + span)).all()
