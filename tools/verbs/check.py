"""`autograph check TARGET`: a function in plain Python against itself staged."""

from __future__ import annotations

import argparse
from typing import Any, Final

from ..failures import BAD_INPUT, DIFFERENT, DONE, FAILED, Failure, failing_with
from ..output.profiling import short_place
from ..output.results import Table, show, show_json
from ..targets.arguments import parse_arguments
from ..targets.functions import load_function
from ..targets.tracing import check_arguments

EXAMPLE: Final = (
    "example: autograph check examples/collatz.py:collatz_length --arg i64=97"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="file.py:function")
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )


def run(args: argparse.Namespace) -> int:
    """Shows each divergence with its line."""
    import runtime as tf

    arguments = parse_arguments(args.arg)
    if arguments.has_specs:
        raise Failure(
            "a spec has no value to check with: give values to --arg.", BAD_INPUT
        )
    target = load_function(args.target)
    function = target.callable()
    check_arguments(target, getattr(function, "python_function", function), arguments)
    with failing_with(FAILED, f"checking {args.target}"):
        report = tf.autograph.check(function, *arguments.positional, **arguments.named)
    _show(args, report)
    return DONE if report else DIFFERENT


def _show(args: argparse.Namespace, report: Any) -> None:
    places = [f"{each.filename}:{each.line}" for each in report.divergences]
    rows = [(each.kind, each.message) for each in report.divergences]
    headings = ("line", "differs", "how")
    if args.json:
        whole = tuple((place, *row) for place, row in zip(places, rows))
        show_json(args, Table(headings, whole).as_data())
    elif rows:
        short = tuple((short_place(place), *row) for place, row in zip(places, rows))
        show(args, Table(headings, short))
    else:
        show(args, str(report))
