"""A diagram as SVG, readable on light and on dark pages."""

from __future__ import annotations

import html
import re
from typing import Final

from graphir.analysis.input_names import NO_NAMES, InputNames
from graphir.drawing.diagram import Arrow, Box, Diagram, Kind, diagram_of
from graphir.drawing.layout import Layout, Way, lay_out
from graphir.drawing.scopes import MOST_BOXES
from graphir.graph import Graph

FONT: Final = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"
CHARACTER: Final = 0.605
"""Width of a letter of these fonts, for a size of 1."""
TITLE_SIZE: Final = 13.0
LINE_SIZE: Final = 11.0
PADDING: Final = 10.0
MARGIN: Final = 12.0
LINE: Final = "#7b8494"
"""Grey that stands out from white and from black alike."""

COLOURS: Final = {
    Kind.INPUT: ("#d7f0dd", "#2f8f4e"),
    Kind.CONSTANT: ("#eceff3", "#8a94a6"),
    Kind.OPERATION: ("#ffffff", "#5b6b86"),
    Kind.STATE: ("#ffe9d1", "#c9761b"),
    Kind.CALL: ("#ece4fb", "#7c52c9"),
    Kind.SCOPE: ("#dcebfb", "#3b7cc4"),
    Kind.RESULT: ("#2f3b52", "#2f3b52"),
}
"""Fill and border: boxes bring their own background, so that text can be read."""


_NO_XML: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
)
"""Characters that no document of XML can hold, and those that it had better not."""


def to_svg(
    graph: Graph,
    depth: int | None = None,
    most: int = MOST_BOXES,
    names: InputNames = NO_NAMES,
) -> str:
    """The graph as a picture, without the functions it calls.

    Scopes deeper than ``depth`` collapse; without it as many as needed to show at most
    ``most`` boxes. The tooltip of a box has its full text. ``names`` are
    those of inputs in the user's code.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    >>> to_svg(graph).startswith("<svg xmlns=")
    True
    """
    return draw(diagram_of(graph, depth, most, names))


def draw(diagram: Diagram) -> str:
    """The diagram, laid out."""
    sizes = [_size(box) for box in diagram.boxes]
    edges = [(arrow.source, arrow.target) for arrow in diagram.arrows]
    layout = lay_out(sizes, edges)
    width = layout.width + 2 * MARGIN
    height = layout.height + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'role="img" aria-label="{escaped(f"graph {diagram.title}")}" '
        f'font-family="{FONT}" text-anchor="middle">',
        f'<g transform="translate({MARGIN:.0f},{MARGIN:.0f})">',
        *_arrows(diagram, layout),
        *(
            _box(number, box, layout.centres[number], sizes[number])
            for number, box in enumerate(diagram.boxes)
        ),
        "</g></svg>",
    ]
    return "\n".join(parts)


def escaped(text: str) -> str:
    """The text as markup; control characters become visible escapes.

    >>> escaped('a<b>')
    'a&lt;b&gt;'
    >>> escaped(chr(27) + '[31m')
    '\\\\x1b[31m'
    """
    return html.escape(_NO_XML.sub(_visible, text))


def _visible(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def _size(box: Box) -> tuple[float, float]:
    widest = max(
        len(box.title) * TITLE_SIZE,
        *(len(line) * LINE_SIZE for line in box.lines),
        30.0,
    )
    height = TITLE_SIZE * 1.25 + len(box.lines) * LINE_SIZE * 1.35 + PADDING * 1.2
    return widest * CHARACTER + 2 * PADDING, height


def _box(
    number: int, box: Box, centre: tuple[float, float], size: tuple[float, float]
) -> str:
    (x, y), (width, height) = centre, size
    fill, border = COLOURS[box.kind]
    dark = box.kind is Kind.RESULT
    radius = height / 2 if box.kind in (Kind.INPUT, Kind.RESULT) else 5
    dashed = ' stroke-dasharray="4 2"' if box.kind is Kind.CONSTANT else ""
    heavy = 2 if box.kind is Kind.SCOPE else 1.2
    top = y - height / 2
    parts = [
        f'<g class="box {box.kind.value}" data-box="{number}">'
        f"<title>{escaped(box.tooltip)}</title>"
        f'<rect x="{x - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="{radius:.1f}" fill="{fill}" stroke="{border}" '
        f'stroke-width="{heavy}"{dashed}/>'
    ]
    line_y = top + PADDING * 0.6 + TITLE_SIZE
    weight = "400" if box.kind is Kind.CONSTANT else "600"
    parts.append(
        f'<text x="{x:.1f}" y="{line_y:.1f}" font-size="{TITLE_SIZE:.0f}" '
        f'font-weight="{weight}" fill="{"#ffffff" if dark else "#1c2433"}">'
        f"{escaped(box.title)}</text>"
    )
    for line in box.lines:
        line_y += LINE_SIZE * 1.35
        parts.append(
            f'<text x="{x:.1f}" y="{line_y:.1f}" font-size="{LINE_SIZE:.0f}" '
            f'fill="#4a566b">{escaped(line)}</text>'
        )
    return "".join([*parts, "</g>"])


def _arrows(diagram: Diagram, layout: Layout) -> list[str]:
    drawn = [
        _arrow(arrow, way)
        for arrow, way in zip(diagram.arrows, layout.ways, strict=True)
    ]
    return [each for each in drawn if each]


def _arrow(arrow: Arrow, way: Way) -> str:
    if not way.bends:
        return ""
    start, end = way.start, way.end
    path = [f"M{start[0]:.1f} {start[1]:.1f}"]
    for (x, y), (next_x, next_y) in way.bends:
        middle = (y + next_y) / 2
        path.append(
            f"V{y:.1f}C{x:.1f} {middle:.1f} {next_x:.1f} {middle:.1f} "
            f"{next_x:.1f} {next_y:.1f}"
        )
    back = way.is_turned
    path.append(f"V{end[1] - (0 if back else 5):.1f}")
    dashed = ' stroke-dasharray="3 3"' if arrow.is_control else ""
    # edges that stand for many are heavier, but never a bar
    width = 1.2 + min(2.0, 0.4 * (arrow.count - 1))
    head = _head(start, up=True) if back else _head(end, up=False)
    return (
        f'<g class="edge" data-from="{arrow.source}" data-to="{arrow.target}">'
        f"<title>{escaped(_cut(arrow.tooltip))}</title>"
        f'<path d="{"".join(path)}" fill="none" stroke="{LINE}" '
        f'stroke-width="{width:.1f}"{dashed}/>{head}</g>'
    )


def _cut(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:8], *(["…"] if len(lines) > 8 else [])])


def _head(point: tuple[float, float], up: bool) -> str:
    x, y = point
    back = 7.0 if up else -7.0
    return (
        f'<path d="M{x:.1f} {y:.1f}l-3.6 {back:.1f}h7.2z" fill="{LINE}" stroke="none"/>'
    )
