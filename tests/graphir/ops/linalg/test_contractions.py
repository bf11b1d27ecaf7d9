"""Einsum of two operands as products of matrices: drawn equations, against NumPy."""

from __future__ import annotations

import random

import numpy as np
import pytest

from graphir.ops.linalg.contractions import contraction_of


def drawn(seed: int) -> tuple[str, str, str, dict[str, int], str]:
    rng = random.Random(seed)
    labels = "abcdef"[: rng.randint(1, 6)]
    a, b = ("".join(rng.sample(labels, rng.randint(0, len(labels)))) for _ in range(2))
    every = sorted({*a, *b})
    result = "".join(rng.sample(every, rng.randint(0, len(every))))
    least = 0 if seed % 5 == 0 else 1
    sizes = {label: rng.randint(least, 4) for label in labels}
    return a, b, result, sizes, rng.choice(["f4", "f8", "i4", "c8"])


@pytest.mark.parametrize("seeds", [range(each, each + 100) for each in (0, 100, 200)])
def test_products_are_the_sums_that_numpy_gives(seeds: range) -> None:
    planned = 0
    rng = np.random.default_rng(seeds.start)
    for seed in seeds:
        a, b, result, sizes, dtype = drawn(seed)
        plan = contraction_of(a, b, result)
        if plan is None:
            continue
        planned += 1
        arrays = [
            rng.integers(-4, 5, [sizes[label] for label in labels]).astype(dtype)
            for labels in (a, b)
        ]
        want = np.einsum(f"{a},{b}->{result}", *arrays)
        got = plan(*arrays, sizes)
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want, str((a, b, result, sizes)))
    assert planned > 20


@pytest.mark.parametrize(
    "equation",
    [("ii", "ij", "j"), ("ij", "jk", "i"), ("...i", "ij", "...j"), ("ij", "jk", "ikl")],
)
def test_what_is_more_than_products_is_left_to_others(
    equation: tuple[str, str, str],
) -> None:
    assert contraction_of(*equation) is None


def test_attention_turns_no_array_in_memory() -> None:
    scores = contraction_of("bkhd", "bqhd", "bhqk")
    assert scores is not None
    assert (scores.swapped, scores.rows, scores.columns) == (True, "q", "k")
    assert scores.flips == (False, True)
    assert scores.result == (0, 1, 2, 3)
