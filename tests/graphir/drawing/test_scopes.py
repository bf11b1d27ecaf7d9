"""Clusters of nodes by the scopes in their names."""

from __future__ import annotations

from graphir.drawing.scopes import clusters_of
from tests.graphir.drawing.graphs import layered


def test_scopes_open_from_the_outside_in() -> None:
    clusters = set(clusters_of(layered(3), most=10).values())
    assert clusters == {f"net/layer_{i}/cell/" for i in range(3)}
    assert set(clusters_of(layered(3), most=3).values()) == {"net/"}


def test_depth_says_how_many_parts_of_a_name_are_shown() -> None:
    clusters = clusters_of(layered(2), depth=2)
    assert set(clusters.values()) == {"net/layer_0/", "net/layer_1/"}
