"""infer_shapes: what follows from the shape rules."""

from __future__ import annotations

import pytest

from graphir.editing.shape_queries import infer_shapes
from graphir.errors import InvalidGraphError
from graphir.text.parser import parse_graph

TEXT = """
graph @g(%x: f32[?,3], %w: f32[*]) -> (%y) {
  %y = MatMul(%x, %w) : f32[*]
  %z = Neg(%y) : f32[*]
}
"""


def test_what_is_told_of_inputs_goes_through_the_graph() -> None:
    graph = parse_graph(TEXT)
    assert infer_shapes(graph)["z"][0].as_list() == [None, None]
    assert infer_shapes(graph, {"x": [8, 3], "w": [3, 2]})["z"][0].as_list() == [8, 2]
    assert graph.value("z").shape.as_list() == [8, 2]


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ({"x": [1, 2, 3]}, "Input 'x'"),
        ({"q": [1]}, "no node 'q'"),
        ({"y": [1, 2]}, "no input"),
        ({"x": [8, 3], "w": [4, 2]}, "'y'"),
    ],
)
def test_a_contradiction_names_the_place(
    shapes: dict[str, list[int]], message: str
) -> None:
    with pytest.raises(InvalidGraphError, match=message):
        infer_shapes(parse_graph(TEXT), shapes)
