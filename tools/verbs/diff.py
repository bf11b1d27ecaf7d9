"""`autograph diff A B`: what changed from one graph to another, by meaning."""

from __future__ import annotations

import argparse
from typing import Any, Final

from ..failures import DIFFERENT, DONE
from ..output.results import show, show_json
from ..targets.models import add_signature_arguments, is_model
from ..targets.tracing import graph_of

EXAMPLE: Final = """\
example: autograph diff examples/relu.py:simple_relu examples/relu.py:simple_relu \\
             --arg 'i32[]'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("before", metavar="A", help="a function or a graph file")
    parser.add_argument("after", metavar="B", help="a function or a graph file")
    parser.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="X",
        help="an argument of both, see below",
    )
    parser.add_argument(
        "--names", action="store_true", help="other names are a difference too"
    )
    parser.add_argument(
        "--optimized", action="store_true", help="what runs, not what was traced"
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Shows the difference; the status is 1 if there is one."""
    from graphir.analysis.differences import diff

    found = diff(
        _graph(args, args.before),
        _graph(args, args.after),
        names=args.names,
    )
    if args.json:
        show_json(args, found.as_data())
    elif found:
        show(args, str(found))
    elif not args.quiet:
        show(args, "the same computation")
    return DIFFERENT if found else DONE


def _graph(args: argparse.Namespace, target: str) -> Any:
    is_folder = is_model(target)
    return graph_of(
        target,
        [] if is_folder else args.arg,
        optimized=args.optimized,
        signature=args.signature if is_folder else None,
    )
