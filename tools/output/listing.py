"""Readable listings of graphs, with types and source lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, Final

from graphir.analysis.input_names import NO_NAMES, InputNames
from graphir.dtypes import DType
from graphir.shapes import Shape
from graphir.text.tensors import short_values

from .results import Table
from .terminal import cut, cut_within, painted, plain

WIDEST_COLUMN: Final = 44
"""Longer cells stick out of their column, where lines are not fitted to a width."""
_WIDEST_WITH_FUNCTIONS: Final = 80
"""In wide terminals functions stand behind the inputs, up to so many characters."""
NESTED_LINES: Final = 60
"""Up to so many lines the bodies of branches and loops stand below their node."""
_LEAST: Final = (
    ("types", 44),
    ("call", 44),
    ("types", 24),
    ("call", 24),
    ("types", 12),
    ("name", 16),
)
"""What is left of a column at least, in the order in which they are cut."""
_LEAST_SOURCE: Final = 12
_SOURCE_ROOM: Final = {120: 40, 0: 0}
"""From so many columns of the terminal on, room that is kept for the user's lines."""
_ROLES: Final = {
    "then_branch": "then",
    "else_branch": "else",
    "branches": "branch",
}
"""How an attribute that holds a function is called in a listing; others by name."""


@dataclass(frozen=True)
class Row:
    """One node: five columns, and the bodies that are shown below it."""

    name: str
    call: str
    types: str
    place: str
    source: str
    functions: str = ""
    """The functions that the node calls, with their roles."""
    bodies: tuple[tuple[str, Body], ...] = ()
    """Role -> the body of a function that the node calls."""


@dataclass(frozen=True)
class Body:
    """One graph or function: a heading, rows, and its results."""

    heading: str
    rows: tuple[Row, ...]
    returned: str
    notes: tuple[str, ...] = ()
    """Lines below the heading: what the captured inputs are."""

    def line_count(self) -> int:
        """The number of lines, including nested bodies."""
        inner = sum(body.line_count() for row in self.rows for _, body in row.bodies)
        return 2 + len(self.notes) + len(self.rows) + inner


@dataclass(frozen=True)
class Listing:
    """A graph to be read: fitted to a width, or whole."""

    bodies: tuple[Body, ...]

    def as_text(self, width: int | None = None, *, colour: bool = False) -> str:
        """The listing in lines of at most ``width`` characters."""
        parts = ["\n".join(_lines(body, "", "", width, colour)) for body in self.bodies]
        return "\n\n".join(parts)

    __str__ = as_text


def listing(
    graph: Any,
    nested: bool | None = None,
    names: InputNames = NO_NAMES,
) -> Listing:
    """One line a node: results, op and inputs, type, and the user's line.

    With ``nested`` the bodies of branches, loops and calls are indented under their
    node, else they follow one by one; by default a listing of up to 60 lines is nested.
    ``names`` are those of inputs in the user's code.

    >>> from graphir import dtypes
    >>> from graphir.graph import Graph
    >>> graph = Graph("g")
    >>> x = graph.add_input("x", dtypes.float32, Shape([2]))
    >>> y = graph.add_node("Neg", [x], {"T": x.dtype}, [(x.dtype, x.shape)])
    >>> graph.outputs = [y.output]
    >>> print(listing(graph))
    g(x: f32[2]) -> f32[2]
      Neg  = Neg(x)  f32[2]
      return Neg
    """
    if nested is None:
        whole = len(graph) + sum(2 + len(each.body) for each in _functions(graph))
        if whole > NESTED_LINES:
            nested = False
        else:
            found = listing(graph, True, names)
            lines = sum(body.line_count() for body in found.bodies)
            if lines <= NESTED_LINES:
                return found
    return _Lister(graph, bool(nested), names).listing()


def _functions(graph: Any) -> list[Any]:
    return list(graph.functions.values())


@dataclass
class _Lister:
    """Makes the bodies of one listing; each function is shown once."""

    graph: Any
    nested: bool
    names: InputNames
    shown: set[str] = field(default_factory=set)

    def listing(self) -> Listing:
        bodies = [self._body(self.graph, self.graph.name)]
        for function in _functions(self.graph):
            if function.name not in self.shown:
                self.shown.add(function.name)
                bodies.append(self._body(function.body, function.name))
        return Listing(tuple(bodies))

    def _body(self, graph: Any, name: str) -> Body:
        given = {value.node for value in graph.inputs}
        inputs = ", ".join(map(self._input, graph.inputs))
        results = ", ".join(map(type_text, graph.outputs))
        rows = tuple(self._row(node) for node in graph if node not in given)
        returned = ", ".join(value.name for value in graph.outputs)
        notes = self._notes() if graph is self.graph else ()
        return Body(f"{name}({inputs}) -> {results or '()'}", rows, returned, notes)

    def _input(self, value: Any) -> str:
        """An input of a heading; in bodies with the user's name of it."""
        user_name = self.names.get(value.node)
        is_noted = user_name is None or value.node.graph is self.graph
        told = "" if is_noted else f" ({user_name})"
        return f"{value.name}{told}: {type_text(value)}"

    def _notes(self) -> tuple[str, ...]:
        """A line for each input that stands for a variable."""
        return tuple(
            f"{value.name}: variable {self.names[value.node]}{_held_type(value)}"
            for value in self.graph.inputs
            if value.node in self.names
        )

    def _row(self, node: Any) -> Row:
        roles = list(_functions_of(node))
        told = " ".join(f"{role}=@{name}" for role, name in roles)
        bodies = []
        for role, name in roles if self.nested else ():
            if name in self.graph.functions and name not in self.shown:
                self.shown.add(name)
                body = self._body(self.graph.functions[name].body, name)
                bodies.append((role, body))
        call, types, place, source = _cells(node)
        return Row(node.name, call, types, place, source, told, tuple(bodies))


def _functions_of(node: Any) -> Iterator[tuple[str, str]]:
    """The functions that a node calls, each with its role."""
    from graphir.attributes import FunctionRef

    for name, value in node.attrs.items():
        role = _ROLES.get(name, name)
        if isinstance(value, FunctionRef):
            yield role, value.name
        elif isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, FunctionRef):
                    yield f"{role}{index}", each.name


def _lines(
    body: Body, indent: str, role: str, width: int | None, colour: bool
) -> Iterator[str]:
    heading = (f"{role} " if role else "") + body.heading
    for line in _folded(heading, indent, width):
        yield painted(line, "heading", colour)
    inner = indent + "  "
    for note in body.notes:
        yield painted(_fitted(inner + note, width), "source", colour)
    room = None if width is None else width - len(inner)
    columns = _columns(body.rows, room)
    for row in body.rows:
        for line in _row_lines(row, columns, room, colour):
            yield inner + line
        for each_role, each in row.bodies:
            yield from _lines(each, inner + "  ", each_role, width, colour)
    yield from _folded(f"return {body.returned}".rstrip(), inner, width)


def _folded(text: str, indent: str, width: int | None) -> list[str]:
    """The text in lines of the width, the later ones indented further."""
    if width is None:
        return [indent + text]
    # a name stays beside its type
    tied = text.replace(": ", ":\u00a0")
    lines = wrap(
        tied,
        max(width, 1),
        initial_indent=indent,
        subsequent_indent=indent + "    ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [_fitted(each.replace("\u00a0", " "), width) for each in lines]


def _fitted(line: str, width: int | None) -> str:
    return line if width is None else cut(line, width)


def _cell(row: Row, name: str) -> str:
    """The text of a column; functions stand behind the inputs."""
    text: str = getattr(row, name)
    return f"{text} {row.functions}" if name == "call" and row.functions else text


def _columns(rows: tuple[Row, ...], room: int | None) -> dict[str, int]:
    """The width of each column; 0 for one that there is no room for."""
    lengths = {
        name: [len(_cell(row, name)) for row in rows]
        for name in ("name", "call", "types", "place")
    }
    if room is None:
        # one long row (a loop with much state) must not push all others to the right
        return {
            name: max((each for each in found if each <= WIDEST_COLUMN), default=0)
            for name, found in lengths.items()
        }
    if (
        room < 2 * _WIDEST_WITH_FUNCTIONS
        or max(lengths["call"], default=0) > _WIDEST_WITH_FUNCTIONS
    ):
        lengths["call"] = [len(row.call) for row in rows]  # they may stand below
    widths = {name: max(found, default=0) for name, found in lengths.items()}
    longest = max((len(row.source) for row in rows), default=0)
    kept_room = next(kept for least, kept in _SOURCE_ROOM.items() if room >= least)
    for kept in (("name", "call", "types", "place"), ("name", "call", "types")):
        found = {name: widths[name] for name in kept}
        over = sum(found.values()) + 2 * (len(kept) - 2) - (room - 6)
        if "place" in kept:
            over += min(longest, kept_room)
        for name, least in _LEAST:
            less = min(over, found[name] - least)
            if less > 0:
                found[name] -= less
                over -= less
        if over <= 0:
            break
    return {name: found.get(name, 0) for name in widths}


def _row_lines(
    row: Row, widths: dict[str, int], width: int | None, colour: bool
) -> Iterator[str]:
    """The line of a node; below it the functions that there was no room for."""
    yield _row_line(row, widths, width, colour)
    is_cut = width is not None and len(_cell(row, "call")) > widths["call"]
    if is_cut and row.functions and not row.bodies:
        start = " " * (widths["name"] + 4)
        yield from _folded(row.functions, start, width)


def _row_line(row: Row, widths: dict[str, int], width: int | None, colour: bool) -> str:
    cells = {name: _cell(row, name) for name in widths}
    if width is not None:
        if len(cells["call"]) > widths["call"]:
            cells["call"] = row.call
        cells = {name: cut(cells[name], widths[name]) for name in widths}
        cells["name"] = cut_within(row.name, widths["name"])
    parts = [
        f"{cells['name']:<{widths['name']}}  =",
        _painted_call(cells["call"], widths["call"], colour),
        " " + _padded(cells["types"], widths["types"], "dtype", colour),
    ]
    used = sum(widths.values()) + 7
    if width is None or widths["place"]:
        parts.append(" " + _padded(cells["place"], widths["place"], "place", colour))
        source = row.source
        if width is not None:
            room = width - used - 2
            source = cut(source, room) if room >= _LEAST_SOURCE else ""
        parts.append(" " + painted(source, "source", colour))
    line = " ".join(parts).rstrip()
    # bodies within bodies may leave too little even for what is left of the columns
    too_wide = width is not None and len(plain(line)) > width
    return cut(plain(line), width or 0) if too_wide else line


def _padded(text: str, width: int, meaning: str, colour: bool) -> str:
    return painted(text, meaning, colour) + " " * (width - len(text))


def _painted_call(text: str, width: int, colour: bool) -> str:
    """The op in its colour, with its inputs and functions as they are."""
    op, parenthesis, rest = text.partition("(")
    tail = " " * (width - len(text))
    return painted(op, "op", colour) + parenthesis + rest + tail


def _cells(node: Any) -> tuple[str, str, str, str]:
    inputs = [value.name for value in node.inputs]
    inputs += [f"^{each.name}" for each in node.control_inputs]
    op = node.op + _mark(node)
    call = f"{op}({', '.join(inputs)})" if inputs else op + _constant(node)
    types = ", ".join(map(type_text, node.outputs))
    if node.origin is None or not node.origin.frames:
        return call, types, "", ""
    frame = node.origin.frame
    file = frame.filename.rpartition("/")[2]
    return call, types, f"{file}:{frame.line}", frame.text


def _constant(node: Any) -> str:
    value = node.attrs.get("value") if node.op == "Const" else None
    if value is None or value.array.size > 4:
        return ""
    return f"({short_values(value.array)})"


def type_text(value: Any) -> str:
    """``f32[2,?]``; ``f32[...]`` where even the rank is unknown."""
    return _type_text(value.dtype, value.shape)


def _type_text(dtype: DType, shape: Shape) -> str:
    if shape.rank is None:
        return f"{dtype.short_name}[...]"
    sizes = ",".join("?" if size is None else str(size) for size in shape)
    return f"{dtype.short_name}[{sizes}]"


def _held_type(handle: Any) -> str:
    """The type of the values of a variable, where its handle tells."""
    if not handle.handle_data:
        return ""
    return f", {_type_text(*handle.handle_data[0])}"


def table(graph: Any, names: InputNames = NO_NAMES) -> Table:
    """A row for each node: function, name, op, inputs, results, line, device.

    ``names`` are those of inputs in the user's code.
    """
    rows = _table_rows(graph, graph.name, names)
    for each in graph.functions.values():
        rows += _table_rows(each.body, each.name, names)
    return Table(("graph", "node", "op", "inputs", "results", "line", "device"), rows)


def op_text(node: Any, names: InputNames = NO_NAMES) -> str:
    """The op with what it stands for: a small constant, the variable of an input."""
    shown = f"({names[node]})" if node in names else _constant(node)
    return f"{node.op}{shown}{_mark(node)}"


def _table_rows(
    graph: Any, name: str, names: InputNames
) -> tuple[tuple[str, ...], ...]:
    rows = []
    for node in graph:
        inputs = [value.name for value in node.inputs]
        inputs += [f"^{each.name}" for each in node.control_inputs]
        _, types, place, _ = _cells(node)
        op = op_text(node, names)
        rows.append((name, node.name, op, ", ".join(inputs), types, place, node.device))
    return tuple(rows)


def _mark(node: Any) -> str:
    """`?` for an unknown op."""
    return "" if _is_known(node) else "?"


def _is_known(node: Any) -> bool:
    from graphir.ops.contract.registry import signature_of

    if signature_of(node.op) is not None:
        return True
    return node.graph is not None and node.op in node.graph.functions


def unknown_ops(graph: Any) -> dict[str, int]:
    """Ops that are neither in the op list nor functions, with counts of nodes."""
    bodies = [function.body for function in graph.functions.values()]
    unknown = [
        node.op for each in (graph, *bodies) for node in each if not _is_known(node)
    ]
    return {op: unknown.count(op) for op in sorted(set(unknown))}
