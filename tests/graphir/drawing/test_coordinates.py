"""Boxes stand in the order of their layer, apart, and near what they are linked to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.drawing.coordinates import placed


@st.composite
def layered(draw: st.DrawFn):
    """Layers of boxes, and links from each to the next."""
    counts = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    layers, first = [], 0
    for count in counts:
        layers.append(list(range(first, first + count)))
        first += count
    pairs = [(a, b) for up, low in pairwise(layers) for a in up for b in low]
    links = draw(st.lists(st.sampled_from(pairs), max_size=9)) if pairs else []
    widths = draw(st.lists(st.floats(1, 90), min_size=first, max_size=first))
    return layers, links, widths


@given(layered())
def test_neighbours_keep_their_distance_and_their_order(drawing) -> None:
    layers, links, widths = drawing
    gaps = [10.0] * len(widths)
    centres = placed(layers, links, widths, gaps, set())
    for layer in layers:
        for a, b in pairwise(layer):
            apart = (widths[a] + widths[b]) / 2 + 10
            assert centres[b] - centres[a] >= apart - 1e-6
    left = min(centre - width / 2 for centre, width in zip(centres, widths))
    assert left == pytest.approx(0)


def test_a_box_stands_between_those_that_it_is_linked_to() -> None:
    centres = placed([[0, 1], [2]], [(0, 2), (1, 2)], [20.0] * 3, [10.0] * 3, set())
    assert centres[2] == pytest.approx((centres[0] + centres[1]) / 2)


def test_a_long_edge_is_straight() -> None:
    layers = [[0, 1], [2, 3], [4, 5], [6]]
    links = [(0, 2), (2, 4), (4, 6), (1, 3), (3, 5), (5, 6)]
    centres = placed(layers, links, [30.0] * 7, [8.0] * 7, {2, 4})
    assert centres[2] == pytest.approx(centres[4])


def test_nothing_and_one_box() -> None:
    assert placed([], [], [], [], set()) == []
    assert placed([[0]], [], [40.0], [10.0], set()) == [20.0]
