"""`autograph code TARGET`: the generated source of a function."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, NOT_CONVERTED, Failure, failing_with
from ..output.golden_files import (
    add_golden_arguments,
    check_golden_arguments,
    compare_with_golden,
)
from ..output.results import Code, Table, show, show_json
from ..output.terminal import cut
from ..parsing import FUNCTION_FORM
from ..targets.conversions import show_recursively, write_module
from ..targets.functions import load_function

FORMS: Final = FUNCTION_FORM
EXAMPLE: Final = "example: autograph code examples/relu.py:simple_relu --source"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="file.py:function")
    views = parser.add_mutually_exclusive_group()
    views.add_argument(
        "--source", action="store_true", help="with the original source beside it"
    )
    views.add_argument(
        "--map", action="store_true", help="the line each generated line comes from"
    )
    views.add_argument("--ast", action="store_true", help="the tree of generated code")
    views.add_argument(
        "--pass",
        dest="until",
        metavar="NAME",
        help="as it is after that converter, such as calls",
    )
    views.add_argument(
        "--recursive",
        action="store_true",
        help="with the functions that it calls and that are converted with it",
    )
    views.add_argument(
        "--ahead-of-time",
        action="store_true",
        help="a module of it and all that it needs, converted; goes with -o FILE.py",
    )
    add_golden_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Shows the code, or compares it with its golden."""
    check_golden_arguments(args)
    if args.golden is not None and (args.recursive or args.ahead_of_time):
        raise Failure("--golden compares the code of one function.", BAD_INPUT)
    if args.ahead_of_time:
        return write_module(args)
    if args.recursive:
        return show_recursively(args)
    converted = _converted(args.target, args.until)
    if args.golden is not None:
        return compare_with_golden(args, "code", converted.text)
    if args.json and not args.map:
        show_json(args, _as_data(args, converted))
    elif args.ast:
        show(args, Code(_tree(converted.text)))
    elif args.source:
        show(args, _Sides(converted.original_source, converted.text))
    elif args.map:
        _show_map(args, converted)
    else:
        show(args, Code(converted.text))
    return DONE


def _as_data(args: argparse.Namespace, converted: Any) -> dict[str, str]:
    data = {"target": args.target, "code": converted.text}
    if args.ast:
        data["ast"] = _tree(converted.text)
    if args.source:
        data["source"] = converted.original_source
    return data


def _converted(target: str, until: str | None) -> Any:
    from autograph import ConversionOptions
    from autograph.api import python_function
    from autograph.pipeline import convert_function, passes_until

    loaded = load_function(target).function
    try:
        passes_until(until)
    except LookupError as error:
        raise Failure(f"--pass: {error.args[0]}", BAD_INPUT) from error
    with failing_with(NOT_CONVERTED, f"converting {target}"):
        function, _ = python_function(loaded)
        options = ConversionOptions(user_requested=True)
        return convert_function(function, options, until)


def _tree(text: str) -> str:
    import ast

    import astunparse

    return str(astunparse.dump(ast.parse(text)))


@dataclass(frozen=True)
class _Sides:
    """Two texts side by side; in a terminal each has half of the width at least."""

    left: str
    right: str

    def as_text(self, width: int | None = None, *, colour: bool = False) -> str:
        """The lines of both, cut where there is no room for them."""
        left, right = (each.rstrip().splitlines() for each in (self.left, self.right))
        size = max(map(len, left), default=0)
        if width is not None:
            wanted = max(map(len, right), default=0)
            size = min(size, max((width - 5) // 2, width - 5 - wanted))
            right = [cut(each, width - 5 - size) for each in right]
        rows = zip_longest(left, right, fillvalue="")
        return "\n".join(f"{cut(a, size):<{size}}  |  {b}".rstrip() for a, b in rows)


def _show_map(args: argparse.Namespace, converted: Any) -> None:
    rows = []
    for number, text in enumerate(converted.text.splitlines(), 1):
        origin = converted.line_map.get(number)
        rows.append(
            (
                number,
                "" if origin is None else f"{Path(origin.file).name}:{origin.line}",
                "" if origin is None else origin.text.strip(),
                text,
            )
        )
    table = Table(("line", "from", "source", "generated"), tuple(rows))
    if args.json:
        data = table.as_data()
        for row in data:
            row["runs"] = _as_it_runs(row["generated"], converted)
        show_json(args, data)
    else:
        show(args, table, _reads_left_out(converted))


def _as_it_runs(line: str, converted: Any) -> str:
    """The line without the reads that are no calls in what runs."""

    def name_alone(read: re.Match[str]) -> str:
        name = read.group(1)
        return read.group() if name in converted.undefined_names else name

    call = re.escape(f"{converted.operators_name}.ld")
    return re.sub(call + r"\((\w+)\)", name_alone, line)


def _reads_left_out(converted: Any) -> str:
    name = f"{converted.operators_name}.ld"
    kept = ", ".join(sorted(converted.undefined_names))
    but = f", except {kept}" if kept else ""
    return f"\nwhat runs reads names without {name}, since they have a value{but}"
