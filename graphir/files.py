"""Graph files: binary, text and JSON; validated when read, written atomically."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from graphir.disk.fresh_files import write_whole
from graphir.errors import GraphirError, ParseError, UnknownOpError
from graphir.graph import Graph
from graphir.wire import messages, text
from graphir.wire.graphdef import to_graph_def
from graphir.wire.validation import validate_graph_def

Message = Any
PathLike = str | os.PathLike[str]

FORMATS: Final = ("pb", "pbtxt", "json")
"""Binary, protobuf's text, protobuf's JSON."""

_FORMAT_BY_SUFFIX: Final = {
    ".pb": "pb",
    ".graphdef": "pb",
    ".pbtxt": "pbtxt",
    ".textproto": "pbtxt",
    ".prototxt": "pbtxt",
    ".json": "json",
}
_MAX_BYTES: Final = (1 << 31) - 1
"""Protobuf's own limit."""


def load_graph_def(
    path: PathLike,
    format: str | None = None,
    *,
    verify: bool = True,
    allow_unknown_ops: bool = False,
) -> Message:
    """The ``GraphDef`` in a file, checked so that it can be read and run.

    The name implies the format (``.pb``, ``.pbtxt``, ``.json``), else the content does.
    ``verify=False`` reads the message without checks.

    Raises:
      OSError: if the file cannot be opened.
      ParseError: if the content is no graph.
      UnknownOpError: for an op without signature, unless ``allow_unknown_ops``.
      InvalidGraphError: if the graph is broken; names the node.
    """
    file = Path(path)
    if file.is_dir():
        raise ParseError(_directory_hint(file))
    size = file.stat().st_size
    if size > _MAX_BYTES:
        raise ParseError(
            f"{file}: {size} bytes are more than a message can have ({_MAX_BYTES})."
        )
    data = file.read_bytes()
    try:
        message = parse_graph_def(data, format or format_of(file, data))
        if verify:
            validate_graph_def(message, allow_unknown_ops)
    except UnknownOpError as error:
        raise UnknownOpError(f"{file}: {error}") from error
    except GraphirError as error:
        raise type(error)(f"{file}: {error}") from error
    return message


def parse_graph_def(data: bytes | str, format: str = "pb") -> Message:
    """The ``GraphDef`` in bytes or text, without checks.

    >>> parse_graph_def('node { name: "x" op: "NoOp" }', "pbtxt").node[0].name
    'x'

    Raises:
      ParseError: if they are no ``GraphDef``.
    """
    _check_format(format)
    if format == "pb":
        return _parse_binary(data.encode() if isinstance(data, str) else data)
    try:
        content = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(
            f"Not text: byte {error.start} is no UTF-8. Is it the binary format, pb?"
        ) from error
    parse = text.parse_text if format == "pbtxt" else text.parse_json
    message = parse("GraphDef", content)
    _check_not_empty(message)
    return message


def save_graph_def(
    graph_def: Message | Graph, path: PathLike, format: str | None = None
) -> None:
    """Writes a ``GraphDef``, or a ``Graph`` as one; the name implies the format.

    The file is written under another name first and then renamed, so there is never
    half a file. Equal graphs are written as the same bytes.

    Raises:
      ParseError: if ``format`` is None and the name implies no format.
      TypeError: if it is no graph.
      OSError: if the file cannot be written.
    """
    file = Path(path)
    format = format or _FORMAT_BY_SUFFIX.get(file.suffix.lower())
    if format is None:
        raise ParseError(
            f"{file}: the name does not say the format; end it in .pb, .pbtxt or "
            f".json, or pass format=, one of {', '.join(FORMATS)}."
        )
    write_whole(file, print_graph_def(graph_def, format))


def print_graph_def(graph_def: Message | Graph, format: str = "pbtxt") -> bytes:
    """The content of a file with the graph.

    >>> from graphir.graph import Graph
    >>> print(print_graph_def(Graph("g")).decode(), end="")
    versions {
      producer: 2300
      min_consumer: 12
    }

    Raises:
      ParseError: for an unknown format.
      TypeError: if it is no graph.
    """
    _check_format(format)
    message = graph_def
    if isinstance(graph_def, Graph):
        message = to_graph_def(graph_def)
    message = messages.as_ours(message, "GraphDef")
    return _PRINTERS[format](message)


def _print_binary(message: Message) -> bytes:
    data: bytes = message.SerializeToString(deterministic=True)
    return data


_PRINTERS: Final[dict[str, Callable[[Message], bytes]]] = {
    "pb": _print_binary,
    "pbtxt": lambda message: messages.to_text(message).encode(),
    "json": lambda message: text.to_json(message).encode() + b"\n",
}


def _check_format(format: str) -> None:
    if format not in FORMATS:
        raise ParseError(f"There is no format {format!r}; use {', '.join(FORMATS)}.")


def format_of(path: Path, data: bytes) -> str:
    """The format implied by the name of a file, else by its content."""
    known = _FORMAT_BY_SUFFIX.get(path.suffix.lower())
    if known is not None:
        return known
    start = data[:512].lstrip()
    if start.startswith(b"{"):
        return "json"
    return "pbtxt" if _looks_like_text(start) else "pb"


def _looks_like_text(start: bytes) -> bool:
    # the tag of the first field of a binary graph is a newline, its length any byte
    return bool(start) and all(byte >= 32 or byte in b"\t\r\n" for byte in start)


def _parse_binary(data: bytes) -> Message:
    if not data:
        raise ParseError("The file is empty.")
    try:
        message = messages.parse("GraphDef", data)
        _check_not_empty(message)
    except ParseError as error:
        raise ParseError(f"{error}{_hint(data)}") from error
    return message


def _check_not_empty(message: Message) -> None:
    if not message.node and not message.library.function:
        raise ParseError("There is no node in it: this is no GraphDef.")


def _hint(data: bytes) -> str:
    """A guess at what else the bytes may be."""
    if data[:2] == b"PK":
        return " It looks like a zip file: a Keras model?"
    if _looks_like_text(data[:512]):
        return " It looks like text: name it .pbtxt or .json, or pass format=."
    for name, tip in _OTHER_MESSAGES.items():
        if _has_graph(name, data):
            return f" It looks like a {name} message: {tip}"
    return ""


_OTHER_MESSAGES: Final = {
    "SavedModel": "its meta_graphs hold graphs; their variables lie beside the file.",
    "MetaGraphDef": "its field graph_def is the graph.",
}


def _has_graph(name: str, data: bytes) -> bool:
    try:
        message = messages.parse(name, data)
    except ParseError:
        return False
    graphs = message.meta_graphs if name == "SavedModel" else [message]
    return any(each.graph_def.node for each in graphs)


def _directory_hint(path: Path) -> str:
    if (path / "saved_model.pb").exists():
        return (
            f"{path} is a SavedModel: this reads single graphs, in .pb, .pbtxt and "
            ".json files; the variables of a SavedModel are kept apart from its graph."
        )
    return f"{path} is a folder: give a .pb, .pbtxt or .json file."
