"""`autograph graph TARGET`: a traced graph, or one in a file, in several forms."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final

from graphir.analysis.input_names import InputNames, names_of_inputs

from ..failures import BAD_INPUT, DONE, Failure
from ..output.dot_files import dot
from ..output.format_table import FORMATS as FORMAT_TABLE
from ..output.golden_files import (
    add_golden_arguments,
    check_golden_arguments,
    compare_with_golden,
)
from ..output.goldens import graph_text
from ..output.graph_files import FORMATS as WIRE_FORMATS
from ..output.graph_files import content_of
from ..output.listing import listing, table, unknown_ops
from ..output.progress import working
from ..output.python_programs import check_has_results, python_program
from ..output.results import Code, Part, show, show_json, show_written, write
from ..output.suspicious import show_suspicious, suspicious_ops, suspicious_ops_of_model
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM, whole_number
from ..targets.functions import is_graph_file, load_message
from ..targets.models import add_signature_arguments, is_model, read_meta_graph
from ..targets.tracing import graph_of, graph_with_names

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = f"""\
{FORMAT_TABLE}

example: autograph graph examples/relu.py:simple_relu --arg 'i32[]' --format listing
         autograph graph examples/relu.py:simple_relu --arg 'i32[]' -o relu.html"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target",
        metavar="TARGET",
        help="a function, a graph file, a SavedModel or a .keras file",
    )
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS),
        help="how it is shown; else as the name of -o FILE ends, or listing",
    )
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "--nested",
        action="store_true",
        default=None,
        help="in a listing: the bodies of branches and loops below their node, as they "
        "are up to 60 lines",
    )
    forms.add_argument(
        "--flat",
        dest="nested",
        action="store_false",
        help="in a listing: one function after the other",
    )
    parser.add_argument(
        "--optimized", action="store_true", help="what runs, not what was traced"
    )
    parser.add_argument(
        "--focus", metavar="NODE", help="only what is near this node: 2 edges away"
    )
    parser.add_argument(
        "--depth",
        type=whole_number(0),
        metavar="N",
        help="in svg, html and dot: one box for what is deeper in name scopes; "
        "with --focus: how many edges away",
    )
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result of a graph in a file; else all",
    )
    parser.add_argument(
        "--scan",
        action="store_true",
        help="the ops that use files, call Python or are not known; nothing is run",
    )
    add_signature_arguments(parser)
    add_golden_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Shows the graph, or compares its listing with a golden."""
    check_golden_arguments(args)
    if args.scan:
        return _scan(args)
    form = _format(args)
    _check_depth(args, form)
    with working(args):
        graph, names = graph_with_names(
            args.target,
            args.arg,
            optimized=args.optimized,
            fetches=args.fetch,
            signature=args.signature,
        )
    if args.golden is not None:
        return compare_with_golden(args, "graph", graph_text(graph))
    if args.focus:
        distance = 2 if args.depth is None else args.depth
        graph, names = _near(graph, args.focus, distance, names)
    depth = None if args.focus else args.depth
    with working(args):
        if form == "listing":
            content: Any = listing(graph, args.nested, names)
        elif form == "tabular":
            content = table(graph, names)
        else:
            content = FORMATS[form](graph, depth, names)
    file = args.output if _BY_SUFFIX.get(_suffix(args), "json") != "json" else None
    if args.json and form != "json" and file is None:
        rows = table(graph, names) if form == "listing" else content
        _show_as_data(args, form, rows)
        return DONE
    if isinstance(content, bytes) or (isinstance(content, str) and form in _WHOLE):
        write(args, content)
    else:
        show(args, content)
    if args.json and file is not None:
        show_written(args, nodes=len(graph), functions=len(graph.functions))
    elif form in ("listing", "tabular"):
        _tell_unknown(args, graph)
    return DONE


def _scan(args: argparse.Namespace) -> int:
    if is_model(args.target):
        found, own = suspicious_ops_of_model(read_meta_graph(args.target))
        show_suspicious(args, found, own)
        return DONE
    if is_graph_file(args.target):
        message = load_message(args.target)
    else:
        graph = graph_of(args.target, args.arg, optimized=args.optimized)
        message = graph.as_graph_def()
    show_suspicious(args, suspicious_ops(message))
    return DONE


def _show_as_data(args: argparse.Namespace, form: str, content: Any) -> None:
    """JSON for every format: rows where it has them, else its text."""
    if isinstance(content, bytes):
        raise Failure(f"--json and --format {form}: bytes are no JSON.", BAD_INPUT)
    if form in ("listing", "tabular"):
        show_json(args, content.as_data())
    else:
        show_json(args, {"format": form, "text": getattr(content, "text", content)})


def _format(args: argparse.Namespace) -> str:
    if args.format:
        return str(args.format)
    if _suffix(args) not in _BY_SUFFIX and _is_picture(args.output or ""):
        raise Failure(
            f"-o {args.output}: pictures are svg, html or dot: end the name in .svg.",
            BAD_INPUT,
        )
    return _BY_SUFFIX.get(_suffix(args), "json" if args.json else "listing")


def _is_picture(path: str) -> bool:
    kind = guess_type(path)[0] or ""
    return kind.startswith("image/") or kind == "application/pdf"


def _suffix(args: argparse.Namespace) -> str:
    return Path(args.output or "").suffix


def _check_depth(args: argparse.Namespace, form: str) -> None:
    if args.depth is None:
        return
    if args.depth < (0 if args.focus else 1):
        raise Failure(f"--depth {args.depth}: give 1 or more.", BAD_INPUT)
    if not args.focus and form not in ("svg", "html", "dot"):
        raise Failure(
            f"--depth goes with --format svg, html or dot, or with --focus NODE; "
            f"{form} shows every node.",
            BAD_INPUT,
        )


def _near(
    graph: Any, name: str, distance: int, names: InputNames
) -> tuple[Any, InputNames]:
    """What is near a node, as a graph of its own, with the names of its inputs."""
    from graphir.editing.subgraphs import neighbourhood
    from graphir.errors import GraphirError

    name = name.removeprefix("%").partition(":")[0]
    bodies = [function.body for function in graph.functions.values()]
    owner = next((each for each in (graph, *bodies) if name in each), graph)
    try:
        near = neighbourhood(owner, owner.node(name), distance)
    except GraphirError as error:
        raise Failure(f"--focus: {error}", BAD_INPUT) from error
    known = {node.name: each for node, each in names.items() if node.graph is owner}
    return near, names_of_inputs(near, known)


def _tell_unknown(args: argparse.Namespace, graph: Any) -> None:
    unknown = unknown_ops(graph)
    if unknown and not args.quiet and args.output is None:
        names = ", ".join(f"{op} ({count})" for op, count in unknown.items())
        show(args, f"\nunknown ops, kept as they are but not run here: {names}")


def _text(graph: Any, depth: int | None, names: InputNames) -> str:
    return str(graph)


def _svg(graph: Any, depth: int | None, names: InputNames) -> str:
    from graphir.drawing.svg import to_svg

    return to_svg(graph, depth, names=names) + "\n"


def _html(graph: Any, depth: int | None, names: InputNames) -> str:
    from graphir.drawing.page import to_html

    return to_html(graph, depth, names=names)


def _program(graph: Any, depth: int | None, names: InputNames) -> Code:
    from graphir.errors import GraphirError
    from runtime.executor import compile_graph

    check_has_results(graph)
    try:
        program = compile_graph(
            graph, graph.inputs, graph.outputs, graph.control_outputs
        )
    except GraphirError as error:
        raise Failure(f"no program: {error}", BAD_INPUT) from error
    return Code(str(program.source))


def _python(graph: Any, depth: int | None, names: InputNames) -> Code:
    return Code(python_program(graph, names))


Writer = Callable[[Any, "int | None", InputNames], "str | bytes | Part"]
"""Shows a graph, down to a depth of its scopes, with the user's names of inputs."""


def _on_wire(form: str) -> Writer:
    return lambda graph, depth, names: content_of(graph, form)


FORMATS: Final[dict[str, Writer]] = {
    "listing": lambda graph, depth, names: listing(graph, names=names),
    "tabular": lambda graph, depth, names: table(graph, names),
    "text": _text,
    **{form: _on_wire(form) for form in WIRE_FORMATS},
    "dot": dot,
    "svg": _svg,
    "html": _html,
    "python": _python,
    "program": _program,
}
"""The lossless text form is ``text``; ``listing`` is made for reading.

``python`` runs by itself; ``program`` is what runs here, with names of its own.
"""

_WHOLE: Final = ("svg", "html")
"""Long lines that no terminal should wrap or colour."""

_BY_SUFFIX: Final = {
    **{f".{form}": form for form in WIRE_FORMATS},
    ".dot": "dot",
    ".gv": "dot",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".py": "python",
}
