"""`autograph diff A B`: what changed from one graph to another, by meaning."""

from __future__ import annotations

import argparse
from typing import Final

from ..failures import DIFFERENT, DONE
from ..output import show, show_json
from ..tracing import graph_of

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


def run(args: argparse.Namespace) -> int:
    """Shows the difference; the status is 1 if there is one."""
    from graphir.differences import diff

    found = diff(
        graph_of(args.before, args.arg, optimized=args.optimized),
        graph_of(args.after, args.arg, optimized=args.optimized),
        names=args.names,
    )
    if args.json:
        show_json(args, found.as_data())
    elif found:
        show(args, str(found))
    elif not args.quiet:
        show(args, "the same computation")
    return DIFFERENT if found else DONE
