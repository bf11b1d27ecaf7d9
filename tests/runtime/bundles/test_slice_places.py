"""Places of slices, and whether two have an element in common."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from runtime.bundles.slice_places import Place, common, overlap, within


def place(*extents: tuple[int, int]) -> Place:
    return tuple(slice(start, stop) for start, stop in extents)


GRID = [
    place((row, row + 2), (column, column + 1))
    for row, column in itertools.product(range(0, 6, 2), range(3))
]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([], False),
        ([place((0, 2))], False),
        ([place((2, 4)), place((0, 2))], False),
        ([place((1, 4)), place((0, 2))], True),
        ([place((0, 9)), place((2, 3)), place((4, 5))], True),
        ([place((0, 2)), place((1, 1)), place((2, 4))], False),
        ([place((0, 2), (0, 1)), place((0, 2), (1, 2))], False),
        (GRID, False),
        ([*GRID, place((3, 4), (1, 2))], True),
        ([(), ()], True),
    ],
)
def test_parts_that_share_an_element(places: list[Place], expected: bool) -> None:
    assert overlap(places) is expected


def test_drawn_parts_share_what_counting_says() -> None:
    draw = np.random.default_rng(3)
    seen = set()
    for _ in range(300):
        starts = draw.integers(0, 5, [draw.integers(2, 5), 2])
        sizes = draw.integers(0, 3, starts.shape)
        places = [
            tuple(slice(int(a), int(a + n)) for a, n in zip(*pair))
            for pair in zip(starts, sizes)
        ]
        counts = np.zeros([8, 8], int)
        for each in places:
            counts[each] += 1
        assert overlap(places) is bool((counts > 1).any())
        seen.add(overlap(places))
    assert seen == {False, True}


def test_what_is_shared_is_an_index_into_either() -> None:
    one, other = place((1, 4), (0, 3)), place((2, 6), (1, 2))
    shared = common(one, other)
    assert shared == place((2, 4), (1, 2))
    assert within(shared, one) == place((1, 3), (1, 2))
    assert within(shared, other) == place((0, 2), (0, 1))
    assert common(one, place((4, 5), (0, 3))) is None
