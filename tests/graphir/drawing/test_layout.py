"""Layout: nothing overlaps, edges lead down, the same graph is drawn the same."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.drawing.layers import layers_of, without_cycles
from graphir.drawing.layout import Layout, lay_out
from graphir.drawing.ordering import crossings, ordered

Edges = list[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    count = draw(st.integers(1, 14))
    box = st.integers(0, count - 1)
    return count, draw(st.lists(st.tuples(box, box), max_size=24))


def sizes(count: int) -> list[tuple[float, float]]:
    return [
        (30.0 + 17.0 * (each % 5), 20.0 + 9.0 * (each % 3)) for each in range(count)
    ]


def assert_no_overlap(layout: Layout, of: list[tuple[float, float]]) -> None:
    boxes = zip(layout.centres, of, strict=True)
    for ((x, y), (w, h)), ((x2, y2), (w2, h2)) in combinations(boxes, 2):
        apart = abs(x - x2) >= (w + w2) / 2 - 0.01 or abs(y - y2) >= (h + h2) / 2 - 0.01
        assert apart


@given(graphs())
def test_boxes_do_not_overlap_and_edges_lead_down(graph: tuple[int, Edges]) -> None:
    """Whatever the edges, cycles and loops among them."""
    count, edges = graph
    layout = lay_out(sizes(count), edges)
    assert_no_overlap(layout, sizes(count))
    assert len(layout.ways) == len(edges)
    for (source, target), way in zip(edges, layout.ways, strict=True):
        if source == target:
            assert not way.bends
            continue
        upper, lower = (target, source) if way.is_turned else (source, target)
        assert layout.centres[upper][1] < layout.centres[lower][1]
        heights = [point[1] for bend in way.bends for point in bend]
        assert heights == sorted(heights)
    for (x, y), (w, h) in zip(layout.centres, sizes(count), strict=True):
        assert x - w / 2 >= -0.01
        assert x + w / 2 <= layout.width + 0.01
        assert -0.01 <= y - h / 2 <= y + h / 2 <= layout.height + 0.01


@given(graphs())
def test_long_edges_pass_beside_boxes(graph: tuple[int, Edges]) -> None:
    """Where an edge runs straight through a layer, no box is there."""
    count, edges = graph
    of = sizes(count)
    layout = lay_out(of, edges)
    for way in layout.ways:
        for (_, (x, top)), ((x2, bottom), _) in zip(way.bends, way.bends[1:]):
            assert abs(x - x2) < 0.01
            for (cx, cy), (w, h) in zip(layout.centres, of, strict=True):
                inside = abs(cx - x) < w / 2 - 0.01
                assert not (inside and top < cy + h / 2 and bottom > cy - h / 2)


@given(graphs())
def test_a_drawing_is_the_same_each_time(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    assert lay_out(sizes(count), edges) == lay_out(sizes(count), edges)


@given(graphs())
def test_turned_edges_leave_no_cycle(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    turned = without_cycles(count, edges)
    kept = [
        (b, a) if number in turned else (a, b)
        for number, (a, b) in enumerate(edges)
        if a != b
    ]
    layers = layers_of(count, kept)
    assert all(layers[a] < layers[b] for a, b in kept)


def test_a_long_chain_is_no_recursion() -> None:
    count = 3000
    layout = lay_out([(10.0, 10.0)] * count, [(i, i + 1) for i in range(count - 1)])
    assert len({x for x, _ in layout.centres}) == 1


@pytest.mark.parametrize("count", [4, 7])
def test_two_crossed_rows_are_uncrossed(count: int) -> None:
    """A bipartite ladder whose lower row is reversed."""
    upper, lower = list(range(count)), list(range(count, 2 * count))
    links = [(each, 2 * count - 1 - each) for each in upper]
    found = ordered([upper, lower], links)
    assert crossings(found, {a: [b] for a, b in links}) == 0


def test_an_empty_drawing_has_no_size() -> None:
    assert lay_out([], []) == Layout([], [], 0.0, 0.0)
