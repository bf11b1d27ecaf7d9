"""`autograph graph TARGET`: a traced graph, or one in a file, in several forms."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, Failure
from ..listing import dot, listing
from ..output import show, write
from ..targets import GRAPH_SUFFIXES
from ..tracing import graph_of

EXAMPLE: Final = """\
example: autograph graph examples/relu.py:simple_relu --arg 'i32[]' --format listing"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="a function or a graph file")
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS),
        help="how it is shown; else as the name of -o FILE ends, or listing",
    )
    parser.add_argument(
        "--optimized", action="store_true", help="what runs, not what was traced"
    )


def run(args: argparse.Namespace) -> int:
    """Shows the graph."""
    graph = graph_of(args.target, args.arg, optimized=args.optimized)
    content = FORMATS[_format(args)](graph)
    if isinstance(content, bytes):
        write(args, content)
    else:
        show(args, content)
    return DONE


def _format(args: argparse.Namespace) -> str:
    if args.json:
        return "json"
    suffix = Path(args.output or "").suffix
    return str(args.format or _BY_SUFFIX.get(suffix, "listing"))


def written_form(graph: Any, path: str) -> str | bytes:
    """The graph as a file of that name holds it.

    Raises:
      KeyError: if graphs are not kept in files whose names end so.
    """
    return FORMATS[_GRAPH_FILES[Path(path).suffix]](graph)


def _text(graph: Any) -> str:
    return str(graph)


def _pbtxt(graph: Any) -> str:
    from graphir.wire.messages import to_text

    return str(to_text(graph.as_graph_def()))


def _pb(graph: Any) -> bytes:
    message: bytes = graph.as_graph_def().SerializeToString(deterministic=True)
    return message


def _json(graph: Any) -> str:
    from google.protobuf.json_format import MessageToJson

    return str(MessageToJson(graph.as_graph_def(), preserving_proto_field_name=True))


def _python(graph: Any) -> str:
    from runtime.executor import compile_graph

    if not graph.outputs:
        raise Failure(
            "the graph names no outputs, so there is nothing to run: trace a function, "
            "or use another format.",
            BAD_INPUT,
        )
    program = compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)
    return str(program.source)


FORMATS: Final[dict[str, Callable[[Any], str | bytes]]] = {
    "listing": listing,
    "text": _text,
    "pbtxt": _pbtxt,
    "pb": _pb,
    "json": _json,
    "dot": dot,
    "python": _python,
}
"""The lossless text form is ``text``; ``listing`` is made for reading."""

_GRAPH_FILES: Final = {each: each[1:] for each in GRAPH_SUFFIXES}
_BY_SUFFIX: Final = {**_GRAPH_FILES, ".dot": "dot", ".gv": "dot", ".py": "python"}
