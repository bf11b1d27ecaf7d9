"""`autograph trace-log TARGET`: every trace of a function, with its reason."""

from __future__ import annotations

import argparse
import os
import shlex
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, FAILED, NOT_CONVERTED, Failure, failing_with
from ..output.results import Table, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM
from ..targets.arguments import Arguments, parse_arguments
from ..targets.functions import is_graph_file, load_function
from ..targets.tracing import check_arguments

FORMS: Final = FUNCTION_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph trace-log examples/collatz.py:collatz_length \\
             --call i64=7 --call i64=97 --call i32=97"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="a function")
    parser.add_argument(
        "--call",
        action="append",
        default=[],
        metavar="ARGS",
        help="call it with these arguments, apart by spaces; again for each call",
    )
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="one argument of a call"
    )


def run(args: argparse.Namespace) -> int:
    """Loads the file, makes the calls, and shows the traces that this made."""
    if is_graph_file(args.target):
        raise Failure("a graph was traced before: name a function.", BAD_INPUT)
    target = load_function(args.target)
    function = _traced(target.callable())
    calls = [_parsed(text) for text in args.call]
    if args.arg:
        calls.append(parse_arguments(args.arg))
    for call in calls:
        check_arguments(target, function.python_function, call)
        _make(function, call, args.target)
    records = function.trace_history()
    if not records and not calls:
        raise Failure(
            f"{args.target} was not called: give calls with --call, or call it in the "
            "file itself.",
            BAD_INPUT,
        )
    _show(args, records, len(calls))
    return DONE


def _traced(function: Any) -> Any:
    from runtime import function as trace
    from runtime.tracing.origins import end_frames_at

    # our own lines call the function, but nothing comes from them
    end_frames_at(os.path.dirname(os.path.dirname(__file__)))
    return function if hasattr(function, "trace_history") else trace(function)


def _parsed(text: str) -> Arguments:
    """The arguments of one call, apart by spaces."""
    try:
        return parse_arguments(_words(text))
    except Failure as error:
        told = str(error).removeprefix("--arg ")
        hint = " Spaces stand between arguments: --call 'i32=1 f32=2'."
        raise Failure(f"--call {text!r}: {told}{hint}", error.status) from error


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise Failure(f"--call {text!r}: {error}.", BAD_INPUT) from error


def _make(function: Any, call: Arguments, target: str) -> None:
    """Calls the function; with specs it is traced and not run."""
    if call.has_specs:
        with failing_with(NOT_CONVERTED, f"tracing {target}"):
            function.get_concrete_function(*call.positional, **call.named)
        return
    with failing_with(FAILED, f"running {target}"):
        function(*call.positional, **call.named)


def _show(args: argparse.Namespace, records: list[Any], calls: int) -> None:
    if args.json:
        show_json(args, [each._asdict() for each in records])
        return
    rows = tuple(
        (each.number, each.node_count, 1e3 * each.seconds, each.signature)
        for each in records
    )
    told = [
        f"{each.number}. {each.reason}" + (f"\n   {each.place}" if each.place else "")
        for each in records
    ]
    advice = dict.fromkeys(each.advice for each in records if each.advice)
    told += [f"\nTo trace less: {text}." for text in advice]
    made = f"{_counted(len(records), 'trace')} in {_counted(calls, 'call')}"
    count = made if calls else ""
    headings = ("trace", "nodes", "ms", "made for")
    show(
        args,
        *filter(None, (count,)),
        Table(headings, rows, prose=True),
        "\n".join(told),
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


__all__ = ["EXAMPLE", "add_arguments", "run"]
