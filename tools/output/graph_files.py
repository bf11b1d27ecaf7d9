"""Graph files, in the format that the file name implies."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..failures import BAD_INPUT, Failure, cannot
from .results import write

FORMATS: Final = ("pb", "pbtxt", "json", "onnx")
"""Binary, protobuf's text, protobuf's JSON; a model of ONNX."""

SAVED_MODEL: Final = "saved_model"
"""The format of a folder."""

OPSET: Final = 18
"""The version of ONNX's op set that is written if none is asked for."""


class OnnxForm(NamedTuple):
    """How a model of ONNX is written."""

    opset: int = OPSET
    functions: bool = False
    """Whether calls stay calls, of functions of the model."""
    external: bool | None = None
    """Whether weights stand in a file of their own; None if they are over 2 GB."""


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


def is_folder(path: str) -> bool:
    """Whether the name of an output is that of a folder.

    >>> is_folder("net/"), is_folder("net.pb")
    (True, False)
    """
    return path.endswith("/") or Path(path).is_dir()


def target_format(path: str) -> str:
    """As ``format_of``; a name that ends in ``/`` is the folder of a SavedModel.

    >>> target_format("net.onnx"), target_format("net/")
    ('onnx', 'saved_model')

    Raises:
      Failure: if the name implies no format.
    """
    if is_folder(path):
        return SAVED_MODEL
    try:
        return format_of(path)
    except Failure as error:
        text = f"{error} NAME/ is the folder of a SavedModel."
        raise Failure(text, BAD_INPUT) from error


def content_of(graph: Any, format: str) -> str | bytes:
    """A graph, or a ``GraphDef`` message, in that format: text as ``str``.

    Raises:
      Failure: if the graph has something that the format cannot hold.
    """
    from graphir.errors import GraphirError
    from graphir.files import print_graph_def

    if format == "onnx":
        return _onnx_content(graph)
    try:
        content = print_graph_def(graph, format)
    except (GraphirError, ValueError) as error:
        raise Failure(f"cannot write the graph as {format}: {error}", BAD_INPUT) from (
            error
        )
    return content if format == "pb" else content.decode()


def _onnx_content(graph: Any) -> bytes:
    import graphir.onnx
    from graphir.errors import GraphirError

    try:
        model = graphir.onnx.to_model(graph, opset=OPSET)
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
    if format_of(path) == "onnx":
        _write_onnx(path, graph, form or OnnxForm())
    else:
        write(args, stored_content(graph, path))
    args.output = None
    return path


def save_saved_model(args: argparse.Namespace, graph: Any) -> str:
    """Writes a graph without variables to the folder ``-o NAME/``; returns its name.

    Raises:
      Failure: if the graph has variables or no result, or the folder cannot be written.
    """
    from runtime.saved_model.frozen_graphs import save_frozen_graph

    return _save_folder(args, partial(save_frozen_graph, graph))


def save_model(args: argparse.Namespace, model: Any, concrete: Any, graph: Any) -> str:
    """Writes a loaded model to the folder ``-o NAME/``, one function changed.

    Raises:
      Failure: if it cannot be written.
    """
    from runtime.saved_model.frozen_graphs import save_with_graph

    return _save_folder(args, partial(save_with_graph, model, concrete, graph))


def _save_folder(args: argparse.Namespace, save: Callable[[str], None]) -> str:
    from graphir.errors import GraphirError, OpError

    path = str(args.output)
    try:
        save(path)
    except (GraphirError, OpError, ValueError) as error:
        text = f"cannot write the graph as a SavedModel: {error}"
        raise Failure(text, BAD_INPUT) from error
    except OSError as error:
        raise cannot("write", path, error) from error
    args.output = None
    return path


def _write_onnx(path: str, graph: Any, form: OnnxForm) -> None:
    """Writes a model, and its weights beside it if they are too many for one file."""
    import graphir.onnx
    from graphir.errors import GraphirError

    try:
        graphir.onnx.export(graph, path, **form._asdict())
    except (GraphirError, ValueError) as error:
        raise Failure(f"cannot write the graph as ONNX: {error}", BAD_INPUT) from error
    except OSError as error:
        raise cannot("write", path, error) from error


def stored_content(graph: Any, path: str) -> str | bytes:
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
    return content_of(graph, format)
