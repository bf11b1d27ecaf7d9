"""`autograph bench TARGET`: the time of a call in Python, eager, staged and native."""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import tracemalloc
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Final

from ..failures import BAD_INPUT, DIFFERENT, DONE, FAILED, Failure, cannot, failing_with
from ..output.files import write_whole
from ..output.progress import Tell, progress
from ..output.results import Table, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, whole_number
from ..targets.arguments import Arguments, parse_arguments
from ..targets.functions import load_function
from ..targets.tracing import check_arguments

FORMS: Final = FUNCTION_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph bench examples/relu.py:simple_relu --arg i32=5 --repeat 20"""

HEADINGS: Final = ("how", "median µs", "least µs", "most µs", "bytes", "calls")
CALLS: Final = 100
_NO_NATIVE: Final = (
    "native: there is no llvmlite here: pip install 'autograph-toolkit[jit]'"
)
SLOWER: Final = 1.25
"""A median that is so many times as large counts as slower."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="file.py:function")
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    parser.add_argument(
        "--repeat",
        type=whole_number(1),
        default=CALLS,
        metavar="N",
        help=f"measure N calls of each; else {CALLS}",
    )
    parser.add_argument("--save", metavar="FILE", help="write the times as JSON")
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="compare with saved times; status 1 if a median is a quarter slower",
    )


def run(args: argparse.Namespace) -> int:
    """Measures the calls in turns, so that other load slows all alike."""
    arguments = parse_arguments(args.arg)
    if arguments.has_specs:
        raise Failure("a spec has no value to run with: give values.", BAD_INPUT)
    saved = None if args.against is None else _saved(args.against)
    calls, skipped = _calls(args.target, arguments)
    with progress(args) as tell, failing_with(FAILED, f"running {args.target}"):
        times = _measured(calls, args.repeat, tell)
        sizes = {name: _peak_bytes(call) for name, call in calls.items()}
    rows = tuple(
        (
            name,
            statistics.median(found),
            min(found),
            max(found),
            sizes[name],
            len(found),
        )
        for name, found in times.items()
    )
    table = Table(HEADINGS, rows)
    if args.save is not None:
        _save(args.save, table)
    changes = _changes(table, saved)
    slower = any(ratio > SLOWER for _, _, _, ratio in changes)
    _show(args, table, changes, skipped)
    return DIFFERENT if slower else DONE


def _calls(
    target: str, arguments: Arguments
) -> tuple[dict[str, Callable[[], Any]], list[str]]:
    """The calls to measure by name, and why others are left out."""
    import runtime as tf

    loaded = load_function(target)
    function = loaded.callable()
    plain = getattr(function, "python_function", function)
    check_arguments(loaded, plain, arguments)
    found: dict[str, Callable[[], Any]] = {}
    skipped = []
    given = arguments.positional, arguments.named
    numbers = tf.nest.map_structure(_as_python, list(given))
    staged = tf.function(plain)
    ways = [
        ("plain Python", plain, numbers),
        ("eager", plain, given),
        ("staged", staged, given),
    ]
    if find_spec("llvmlite") is None:  # the default executor would run it
        skipped.append(_NO_NATIVE)
    else:
        ways.append(("native", tf.function(plain, jit_compile=True), given))
    for name, callee, (args, kwargs) in ways:
        call = _bound(callee, args, kwargs)
        try:
            with failing_with(FAILED, f"running {target}, {name}"):
                call()  # traces, compiles, and fails where this way is none
        except Failure as failure:
            if name in ("eager", "staged"):
                raise
            skipped.append(str(failure).splitlines()[0])
            continue
        found[name] = call
    return found, skipped


def _bound(function: Any, args: Any, kwargs: Any) -> Callable[[], Any]:
    return lambda: function(*args, **kwargs)


def _as_python(value: Any) -> Any:
    """A number for a tensor of one; an array for any other."""
    array = value.numpy() if hasattr(value, "numpy") else value
    return array.item() if getattr(array, "ndim", None) == 0 else array


def _measured(
    calls: dict[str, Callable[[], Any]], count: int, tell: Tell
) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in calls}
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for number in range(count):
            tell("measuring", number, count)
            for name, call in calls.items():
                begun = perf_counter_ns()
                call()
                times[name].append((perf_counter_ns() - begun) / 1e3)
    finally:
        if was_enabled:
            gc.enable()
    return times


def _peak_bytes(call: Callable[[], Any]) -> int:
    """The most memory that Python's and NumPy's allocations of a call take."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _saved(file: str) -> dict[str, float]:
    try:
        rows = json.loads(Path(file).read_text(encoding="utf-8"))
        return {str(row["how"]): float(row["median µs"]) for row in rows}
    except FileNotFoundError as error:
        raise Failure(f"--against {file}: there is no such file.", BAD_INPUT) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        text = f"--against {file}: it holds no times of --save."
        raise Failure(text, BAD_INPUT) from error


def _save(file: str, table: Table) -> None:
    text = json.dumps(table.as_data(), indent=2, ensure_ascii=False) + "\n"
    try:
        write_whole(Path(file), text)
    except OSError as error:
        raise cannot("write", file, error) from error


def _changes(
    table: Table, saved: dict[str, float] | None
) -> list[tuple[str, float, float, float]]:
    """Name, median before, median now, and how many times as long it takes."""
    if saved is None:
        return []
    medians = {row[0]: row[1] for row in table.rows}
    return [
        (name, saved[name], now, now / saved[name])
        for name, now in medians.items()
        if saved.get(name)
    ]


def _show(
    args: argparse.Namespace,
    table: Table,
    changes: list[tuple[str, float, float, float]],
    skipped: list[str],
) -> None:
    compared = Table(("how", "before µs", "now µs", "times as long"), tuple(changes))
    if args.json:
        data = {"times": table.as_data(), "compared": compared.as_data()}
        show_json(args, {**data, "left_out": skipped})
        return
    parts: list[Any] = [table]
    parts += ["", compared] if changes else []
    parts += ["", *(f"left out, {each}" for each in skipped)] if skipped else []
    show(args, *parts)
