"""Graphs, ops, rewrites, passes and TensorFlow's GraphDef.

Names are imported when they are first used, so that `import graphir` is quick.

Layers: errors, dtypes, shapes, origin, watching, attributes, node, function, graph,
text, hashing, special, threads, blas, array_pool, short_rows, pictures, ops,
builder, analysis, verifier, printer, parser, wire, files, rewrite, passes, optimizer,
differences, history, subgraphs, importing, finding, freezing, shape_queries,
drawing
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

_NAMES: Final = {
    "graphir.dtypes": "DType as_dtype",
    "graphir.shapes": "Shape as_shape broadcast_shapes",
    "graphir.origin": "Frame Origin",
    "graphir.attributes": "FunctionRef TensorValue",
    "graphir.node": "Node Use Value",
    "graphir.function": "Function FunctionLibrary",
    "graphir.graph": "Graph",
    "graphir.builder": "GraphBuilder",
    "graphir.verifier": "verify",
    "graphir.printer": "print_graph",
    "graphir.parser": "parse_graph",
    "graphir.files": "load_graph_def save_graph_def",
    "graphir.wire.graphdef": "from_graph_def to_graph_def",
    "graphir.passes.pipeline": "Pipeline",
    "graphir.optimizer": "optimize optimize_graph",
    "graphir.subgraphs": "extract_sub_graph subgraph",
    "graphir.importing": "import_graph_def",
    "graphir.freezing": "freeze",
    "graphir.finding": "find parse_pattern",
    "graphir.shape_queries": "infer_shapes",
    "graphir.analysis.statistics": "GraphStatistics stats",
    "graphir.analysis.costs": "Cost CostModel",
    "graphir.drawing.svg": "to_svg",
    "graphir.drawing.page": "to_html",
    "graphir.differences": "assert_same_graph diff",
    "graphir.history": "Event History",
    "graphir.watching": "Watcher watched_by",
    "graphir.errors": (
        "GraphirError InvalidGraphError MissingKernelError ParseError PassError "
        "UnknownOpError"
    ),
}
"""Module -> the public names in it. Message classes come from ``graphir.wire``."""

_PLACES: Final = {
    name: module for module, names in _NAMES.items() for name in names.split()
}


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module 'graphir' has no attribute {name!r}")
    module = _PLACES.get(name)
    found = _message_class(name) if module is None else _public(module, name)
    globals()[name] = found
    return found


def _public(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def _message_class(name: str) -> Any:
    from graphir.wire.message_names import TOP_LEVEL

    if name not in TOP_LEVEL:
        raise AttributeError(f"module 'graphir' has no attribute {name!r}")
    from graphir.wire import messages

    return messages.get(name)


def __dir__() -> list[str]:
    from graphir.wire.message_names import TOP_LEVEL

    names = {*globals(), *_PLACES, *TOP_LEVEL}
    return sorted(name for name in names if not name.startswith("_"))
