"""Graph files, in the format that the file name implies."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..failures import BAD_INPUT, Failure
from .results import write

FORMATS: Final = ("pb", "pbtxt", "json", "onnx")
"""Binary, protobuf's text, protobuf's JSON; a model of ONNX."""

OPSET: Final = 18
"""The version of ONNX's op set that is written if none is asked for."""


class OnnxForm(NamedTuple):
    """How a model of ONNX is written."""

    opset: int = OPSET
    functions: bool = False
    """Whether calls stay calls, of functions of the model."""


def format_of(path: str, given: str | None = None, flag: str = "-o") -> str:
    """The requested format, or the one implied by the file's name.

    ``flag`` is where the name stands on the command line.

    >>> format_of("g.pbtxt"), format_of("g.graphdef", "json")
    ('pbtxt', 'json')

    Raises:
      Failure: if no format is requested and the name implies none.
    """
    suffix = Path(path).suffix.removeprefix(".")
    if given is None and suffix not in FORMATS:
        raise Failure(
            f"{flag} {path}: the name does not say the format; end it in .pb, .pbtxt, "
            ".json or .onnx.",
            BAD_INPUT,
        )
    return given or suffix


def content_of(graph: Any, format: str, form: OnnxForm | None = None) -> str | bytes:
    """A graph, or a ``GraphDef`` message, in that format: text as ``str``.

    Raises:
      Failure: if the graph has something that the format cannot hold.
    """
    from graphir.errors import GraphirError
    from graphir.files import print_graph_def

    if format == "onnx":
        return _onnx_content(graph, form or OnnxForm())
    try:
        content = print_graph_def(graph, format)
    except (GraphirError, ValueError) as error:
        raise Failure(f"cannot write the graph as {format}: {error}", BAD_INPUT) from (
            error
        )
    return content if format == "pb" else content.decode()


def _onnx_content(graph: Any, form: OnnxForm) -> bytes:
    import graphir.onnx
    from graphir.errors import GraphirError

    try:
        model = graphir.onnx.to_model(graph, **form._asdict())
    except (GraphirError, ValueError) as error:
        raise Failure(f"cannot write the graph as ONNX: {error}", BAD_INPUT) from error
    content: bytes = model.SerializeToString(deterministic=True)
    return content


def needed_output(args: argparse.Namespace, verb: str) -> str:
    """The file of ``-o``.

    Raises:
      Failure: if it is missing.
    """
    if args.output is None:
        raise Failure(f"{verb} needs a file to write: -o FILE.", BAD_INPUT)
    return str(args.output)


def save(
    args: argparse.Namespace, graph: Any, verb: str, form: OnnxForm | None = None
) -> str:
    """Writes the graph to ``-o FILE``; returns the name of the file.

    A ``GraphDef`` has the source lines of the nodes too, which ``explain`` tells.
    """
    path = needed_output(args, verb)
    write(args, stored_content(graph, path, form))
    args.output = None
    return path


def stored_content(graph: Any, path: str, form: OnnxForm | None = None) -> str | bytes:
    """The content of a file of that name; source lines of nodes are in it.

    Raises:
      Failure: if the graph has something that the format cannot hold.
    """
    from graphir.errors import GraphirError
    from graphir.graph import Graph
    from graphir.wire.graphdef import to_graph_def

    format = format_of(path)
    if format != "onnx" and isinstance(graph, Graph):
        try:
            graph = to_graph_def(graph, with_origins=True)
        except GraphirError as error:
            raise Failure(f"cannot write {path}: {error}", BAD_INPUT) from error
    return content_of(graph, format, form)
