"""`--profile`, `--trace-file`, `--repeat`: execution times."""

from __future__ import annotations

import json
import statistics
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from ..failures import BAD_INPUT, Failure
from .files import write_whole
from .results import Table


def profile_table(profile: Any) -> Table:
    """The nodes of a profile, slowest first, and the whole call.

    The row ``(the rest)`` is the time outside nodes: loops, branches, reading the
    clock. The making of native code, which only a first call does, is left out.
    """
    whole = max(profile.nanoseconds, 1)
    found = profile.by_node()
    rows = tuple(
        (
            *name_and_op(each.node),
            each.calls,
            each.nanoseconds / 1e3,
            100 * each.nanoseconds / whole,
            short_place(each.place),
        )
        for each in found
    )
    rest = whole - sum(each.nanoseconds for each in found)
    if rest > 0:
        rows += (("(the rest)", "", 1, rest / 1e3, 100 * rest / whole, ""),)
    calls = sum(each.calls for each in found)
    total = ("total", "", calls, whole / 1e3, 100.0, "")
    return Table(("node", "op", "calls", "µs", "%", "line"), rows, total)


def name_and_op(node: Any) -> tuple[str, str]:
    """The name and op of a row; for a native region, the nodes that are in it."""
    report = getattr(node.attrs.get("kernel"), "report", None)
    return (node.name, node.op) if report is None else (report.name, "native code")


def short_place(place: str) -> str:
    """The line with its file below the current directory, or the file's name.

    >>> short_place("/somewhere/else/model.py:7")
    'model.py:7'
    """
    name, _, line = place.rpartition(":")
    if not name:
        return place
    path = Path(name)
    if not path.is_absolute():
        return place
    try:
        return f"{path.relative_to(Path.cwd())}:{line}"
    except ValueError:
        return f"{path.name}:{line}"


def write_chrome_trace(profile: Any, file: str) -> None:
    """Writes a trace file for Chrome's and Perfetto's viewers."""
    write_whole(Path(file), (json.dumps(profile.to_chrome_trace()) + "\n").encode())


def median_microseconds(args: Namespace, call: Callable[[], Any]) -> float | None:
    """The median time of ``--repeat`` calls; None without the flag."""
    if args.repeat is None:
        return None
    if args.repeat < 1:
        raise Failure(f"--repeat {args.repeat}: at least 1 call.", BAD_INPUT)
    times = []
    for _ in range(args.repeat):
        begun = perf_counter_ns()
        call()
        times.append(perf_counter_ns() - begun)
    return statistics.median(times) / 1e3
