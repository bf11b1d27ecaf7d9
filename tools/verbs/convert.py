"""`autograph convert A -o B`: a graph file in another format."""

from __future__ import annotations

import argparse
from typing import Final

from ..failures import BAD_INPUT, DONE, Failure
from ..output.graph_files import format_of, needed_output, save
from ..output.results import show, show_json
from ..targets.functions import is_graph_file, load_message

EXAMPLE: Final = """\
example: autograph graph examples/relu.py:simple_relu --arg 'i32[]' -o relu.pb
         autograph convert relu.pb -o relu.pbtxt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="A", help="a .pb, .pbtxt or .json graph")


def run(args: argparse.Namespace) -> int:
    """Reads one format and writes the other; nodes are not changed."""
    if not is_graph_file(args.target):
        raise Failure(
            f"{args.target}: only graphs in .pb, .pbtxt and .json files are converted; "
            "for a function: autograph graph F -o g.pb.",
            BAD_INPUT,
        )
    format_of(needed_output(args, "convert"))
    message = load_message(args.target)
    nodes, functions = len(message.node), len(message.library.function)
    path = save(args, message, "convert")
    if args.json:
        show_json(args, {"file": path, "nodes": nodes, "functions": functions})
    elif not args.quiet:
        show(args, f"{path}: {nodes} nodes, {functions} functions")
    return DONE
