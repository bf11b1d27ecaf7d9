"""Conversion of several functions: with callees, or as a module."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

from ..failures import BAD_INPUT, DONE, NOT_CONVERTED, Failure, failing_with
from ..output.results import Code, show, show_json, show_written, write
from .functions import load_function


def show_recursively(args: argparse.Namespace) -> int:
    """Shows the code of a function and of its converted callees."""
    from autograph import ConversionOptions, do_not_convert_module
    from autograph.api import python_function
    from autograph.callees import user_functions_of

    target = load_function(args.target)
    for library in ("graphir", "runtime"):
        do_not_convert_module(library)
    called = ConversionOptions()
    with failing_with(NOT_CONVERTED, f"converting {args.target}"):
        function, owner = python_function(target.function)
        found = user_functions_of(function, owner or target.owner)
        rows = [_row(function, ConversionOptions(user_requested=True))]
        rows += [_row(each, called) for each in found]
    if args.json:
        show_json(args, rows)
    else:
        parts = [f"# {row['from']} {row['function']}\n{row['code']}" for row in rows]
        show(args, Code("\n\n".join(parts)))
    return DONE


def _row(function: FunctionType, options: Any) -> dict[str, str]:
    from autograph import AutoGraphError
    from autograph.pipeline import convert_function

    code = function.__code__
    try:
        text = convert_function(function, options).text
    except AutoGraphError as error:
        if options.user_requested:
            raise
        # It is called all the same, as it is; conversion would say so too.
        text = f"# called as it is: {str(error).splitlines()[0]}\n"
    return {
        "function": function.__qualname__,
        "from": f"{Path(code.co_filename).name}:{code.co_firstlineno}",
        "code": text,
    }


def write_module(args: argparse.Namespace) -> int:
    """Writes a module in which the function is converted already."""
    if args.output is None or not args.output.endswith(".py"):
        raise Failure("--ahead-of-time goes with -o FILE.py.", BAD_INPUT)
    from autograph import do_not_convert_module
    from autograph.ahead_of_time.modules import convert_ahead_of_time

    target = load_function(args.target)
    for library in ("graphir", "runtime"):
        do_not_convert_module(library)
    name = args.target.rpartition(":")[2].partition(".")[0]
    if Path(args.output).resolve() == Path(target.module.__file__ or "").resolve():
        raise Failure(f"-o {args.output} is the source itself.", BAD_INPUT)
    with failing_with(NOT_CONVERTED, f"converting {args.target}"):
        module = convert_ahead_of_time(target.module, name)
    write(args, module.text)
    if args.json:
        show_written(args, notes=list(module.notes))
        return DONE
    for note in () if args.quiet else module.notes:
        print(f"autograph code: {note}", file=sys.stderr)
    return DONE
