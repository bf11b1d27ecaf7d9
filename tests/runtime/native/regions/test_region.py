"""Regions: their names, and the shapes that their code is made for."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from graphir.text.parser import parse_graph
from runtime.native.regions.region import shapes_of
from tests.runtime.native.small_regions import region_of


@pytest.mark.parametrize(
    ("nodes", "name"),
    [("%y = Neg(%x)", "y"), ("%a = Neg(%x) %b = Abs(%a) %y = Exp(%b)", "a ... y")],
)
def test_a_region_is_named_after_its_ends(nodes: str, name: str) -> None:
    graph = parse_graph(f"graph @g(%x: f32[2]) -> (%y) {{ {nodes} }}")
    assert region_of(graph).name == name


def test_numbers_have_no_axes() -> None:
    given = [np.zeros((2, 3)), np.float32(1), 5, np.zeros(0)]
    assert shapes_of(given) == ((2, 3), (), (), (0,))
