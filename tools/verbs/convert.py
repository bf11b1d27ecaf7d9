"""`autograph convert A -o B`: a graph, a function or a model in another format."""

from __future__ import annotations

import argparse
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, Failure
from ..output.format_table import FORMATS
from ..output.graph_files import (
    OPSET,
    SAVED_MODEL,
    OnnxForm,
    needed_output,
    save,
    save_saved_model,
    target_format,
)
from ..output.progress import working
from ..output.results import counted, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM
from ..targets.frozen import frozen_target
from ..targets.functions import ONNX, is_graph_file, load_graph, load_message
from ..targets.models import add_signature_arguments

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = f"""\
{FORMATS}

example: autograph convert examples/relu.py:simple_relu --arg 'i32[]' -o relu.pbtxt
         autograph convert relu.pbtxt -o relu.pb"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target",
        metavar="A",
        help="a graph file, a function, a SavedModel or a .keras file",
    )
    parser.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="A",
        help="an argument of a function, see below",
    )
    parser.add_argument(
        "--opset",
        type=int,
        default=OPSET,
        metavar="N",
        help=f"the version of ONNX's op set that is written; else {OPSET}",
    )
    parser.add_argument(
        "--functions",
        action="store_true",
        help="calls stay calls, of functions of the ONNX model; else they are inlined",
    )
    parser.add_argument(
        "--external",
        action="store_true",
        help="weights of the ONNX model in a file beside it, as those over 2 GB are",
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Reads one format and writes the other."""
    format = target_format(needed_output(args, "convert"))
    with working(args):
        graph = _read(args, format)
    is_message = hasattr(graph, "library")
    nodes = len(graph.node if is_message else graph)
    functions = len(graph.library.function if is_message else graph.functions)
    with working(args):
        path = _written(args, graph, format)
    if args.json:
        show_json(args, {"file": path, "nodes": nodes, "functions": functions})
    elif not args.quiet:
        show(
            args, f"{path}: {counted(nodes, 'node')}, {counted(functions, 'function')}"
        )
    return DONE


def _written(args: argparse.Namespace, graph: Any, format: str) -> str:
    if format == SAVED_MODEL:
        return save_saved_model(args, graph)
    form = OnnxForm(args.opset, args.functions, args.external or None)
    return save(args, graph, "convert", form)


def _read(args: argparse.Namespace, format: str) -> Any:
    if not is_graph_file(args.target):
        return frozen_target(args)
    if args.arg:
        raise Failure("--arg goes with a function.", BAD_INPUT)
    if format in ("onnx", SAVED_MODEL) or args.target.endswith(ONNX):
        return load_graph(args.target)
    return load_message(args.target)
