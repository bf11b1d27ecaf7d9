"""A graph as a self-contained HTML page: zoom, search, details of each box."""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from typing import Any

from graphir.analysis.input_names import InputNames, names_of_inputs
from graphir.drawing.diagram import Diagram, diagram_of
from graphir.drawing.scopes import MOST_BOXES
from graphir.drawing.svg import draw
from graphir.graph import Graph


def to_html(
    graph: Graph,
    depth: int | None = None,
    most: int = MOST_BOXES,
    title: str = "",
    names: InputNames | None = None,
) -> str:
    """The graph and its functions as a whole page.

    ``names`` are those of inputs in the user's code; without them, as far as the graph
    knows them.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    >>> "<title>g</title>" in to_html(graph)
    True
    """
    graphs = {graph.name: graph}
    for function in graph.functions.values():
        graphs.setdefault(function.name, function.body)
    if names is None:
        names = names_of_inputs(graph, {})
    diagrams = {
        name: diagram_of(each, depth, most, names) for name, each in graphs.items()
    }
    pictures = [
        f'<div class="graph" data-name="{escape(name)}" hidden>{draw(diagram)}</div>'
        for name, diagram in diagrams.items()
    ]
    options = [
        f'<option value="{escape(name)}">{escape(name)} ({len(each):,} nodes)</option>'
        for name, each in graphs.items()
    ]
    title = title or graph.name
    return "\n".join(
        [
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{_file('page.css')}</style></head><body>",
            f"<header><h1>{escape(title)}</h1>",
            f'<select aria-label="graph or function">{"".join(options)}</select>',
            '<input type="search" placeholder="find an op or a name" '
            'aria-label="find an op or a name">',
            '<span><button id="out" title="smaller (-)" aria-label="smaller">&minus;'
            '</button> <button id="in" title="larger (+)" aria-label="larger">+'
            '</button> <button id="fit" title="fit (f)">fit</button></span></header>',
            '<main><div id="stage" tabindex="0" role="application" '
            'aria-label="graph: up and down go from box to box">'
            f"{''.join(pictures)}</div>",
            '<aside aria-live="polite" aria-label="details"><p>Click a box to see all '
            "of it, or press &darr; and &uarr;. Drag to move, turn the wheel to zoom, "
            "press Enter to go to what was found.</p></aside></main>",
            '<script type="application/json" id="details">',
            f"{_details(diagrams)}</script>",
            f"<script>{_file('page.js')}</script></body></html>\n",
        ]
    )


def _file(name: str) -> str:
    return resources.files("graphir.drawing").joinpath(name).read_text("utf-8")


def _details(diagrams: dict[str, Diagram]) -> str:
    data: dict[str, Any] = {
        name: {number: box.details for number, box in enumerate(diagram.boxes)}
        for name, diagram in diagrams.items()
    }
    # a name in it must not end the element
    return json.dumps(data).replace("<", "\\u003c")
