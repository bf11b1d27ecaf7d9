"""The graph IR: graphs, ops, rewrite rules, optimizer passes, TensorFlow's GraphDef.

Names are imported when they are first used, so that `import graphir` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from graphir.attachments import attach

_NAMES: Final = {
    "graphir.dtypes": "DType as_dtype",
    "graphir.shapes": "Shape as_shape broadcast_shapes",
    "graphir.origin": "Frame Origin",
    "graphir.attributes": "FunctionRef TensorValue",
    "graphir.node": "Node Use Value",
    "graphir.function": "Function FunctionLibrary",
    "graphir.graph": "Graph",
    "graphir.builder": "GraphBuilder",
    "graphir.analysis.verifier": "verify",
    "graphir.text.printer": "print_graph",
    "graphir.text.parser": "parse_graph",
    "graphir.files": "load_graph_def save_graph_def",
    "graphir.wire.graphdef": "from_graph_def to_graph_def",
    "graphir.passes.pipeline": "Pipeline",
    "graphir.passes.optimizer": "optimize optimize_graph",
    "graphir.editing.subgraphs": "extract_sub_graph subgraph",
    "graphir.editing.importing": "import_graph_def",
    "graphir.editing.freezing": "freeze",
    "graphir.editing.dataflow.functional": "functional_control_flow",
    "graphir.editing.finding": "find parse_pattern",
    "graphir.editing.shape_queries": "infer_shapes",
    "graphir.editing.replacing": "rename replace_node replace_part",
    "graphir.editing.tapping": "check_numbers tap",
    "graphir.editing.precision": "QuantizedWeight quantize_weights to_half",
    "graphir.editing.joining": "constants_as_inputs merge open_batch split",
    "graphir.analysis.statistics": "GraphStatistics stats",
    "graphir.analysis.costs": "Cost CostModel",
    "graphir.drawing.svg": "to_svg",
    "graphir.drawing.page": "to_html",
    "graphir.analysis.differences": "assert_same_graph diff",
    "graphir.analysis.history": "Event History",
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


attach(
    {
        "constant value": "graphir.analysis.constant_values:constant_value",
        "constant value as a shape": (
            "graphir.analysis.constant_values:constant_as_shape"
        ),
        "bytes of the message of a tensor": "graphir.wire.tensors:to_tensor_bytes",
        "declarations of all ops": "graphir.ops.everything:declare",
        "message of a graph": "graphir.wire.graphdef:to_graph_def",
        "networkx of a graph": "graphir.analysis.networks:to_networkx",
        "message from JSON": "graphir.wire.text:parse_json",
        "message from bytes": "graphir.wire.messages:parse",
        "messages from bytes": "graphir.wire.messages:parse_each",
        "message of a shape": "graphir.wire.shapes:to_shape_proto",
        "nodes of a graph by pattern": "graphir.editing.finding:find",
        "page of a difference": "graphir.drawing.notebook_tables:difference_html",
        "page of a report": "graphir.drawing.notebook_tables:report_html",
        "page of statistics": "graphir.drawing.notebook_tables:statistics_html",
        "page of a graph": "graphir.drawing.notebooks:graph_html",
        "page of a node": "graphir.drawing.notebooks:node_html",
        "picture of a graph": "graphir.drawing.svg:to_svg",
        "picture of a node": "graphir.drawing.notebooks:node_svg",
        "subgraph of a graph": "graphir.editing.subgraphs:subgraph",
        "tensor of a message": "graphir.wire.tensors:from_tensor_proto",
        "text of a graph": "graphir.text.printer:print_graph",
    }
)


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
