"""`autograph doctor`: versions, extras, threads, and what is missing."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib import metadata
from typing import Final

from ..failures import DIFFERENT, DONE
from ..output import Table, show, show_json

EXAMPLE: Final = "example: autograph doctor --json"

NEEDED: Final = {
    "gast": "0.6",
    "astunparse": "1.6.3",
    "google-re2": "1.1",
    "numpy": "2.0",
    "ml_dtypes": "0.5",
    "networkx": "3.2",
    "protobuf": "4.25",
    "rich": "13",
}
"""Distribution -> the oldest version that will do."""

EXTRAS: Final = {
    "pytest": "goldens as a fixture: pip install 'autograph-toolkit[dev]'",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """This verb has no flags of its own."""


def run(args: argparse.Namespace) -> int:
    """Shows the table; the status is 1 if something needed is missing."""
    rows = [("python", platform.python_version(), _state(sys.version_info >= (3, 10)))]
    rows.append(("autograph-toolkit", _version("autograph-toolkit") or "-", "ok"))
    for name, oldest in NEEDED.items():
        found = _version(name)
        good = found is not None and _numbers(found) >= _numbers(oldest)
        rows.append((name, found or "-", _state(good, f"needs {oldest} or newer")))
    for name, purpose in EXTRAS.items():
        found = _version(name)
        rows.append((name, found or "-", "ok" if found else f"optional; {purpose}"))
    rows.append(("processors", str(os.cpu_count()), "ok"))
    table = Table(("what", "version", "state"), tuple(rows))
    if args.json:
        show_json(args, table.as_data())
    else:
        show(args, table)
    return DIFFERENT if any(row[2].startswith("missing") for row in rows) else DONE


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _numbers(version: str) -> tuple[int, ...]:
    parts = []
    for part in version.split("."):
        digits = "".join(each for each in part if each.isdigit())
        if not digits:
            break
        parts.append(int(digits))
    return tuple(parts)


def _state(good: bool, otherwise: str = "") -> str:
    return "ok" if good else f"missing: {otherwise}"
