"""`autograph doctor`: versions, extras, threads, and missing packages."""

from __future__ import annotations

import argparse
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

from graphir.compute.threads import available_cores

from ..failures import BAD_INPUT, DIFFERENT, DONE, Failure, cannot
from ..output.results import Table, counted, show, show_json
from ..targets.names_used import PRESENT, UnreadableError, names_used

NEEDS_ARRAYS: Final = False
EXAMPLE: Final = """\
example: autograph doctor --json
         autograph doctor examples/programs"""

NEEDED: Final = {
    "gast": "0.6",
    "astunparse": "1.6.3",
    "google-crc32c": "1.6",
    "google-re2": "1.1",
    "numpy": "2.2",
    "ml_dtypes": "0.5",
    "networkx": "3.2",
    "protobuf": "4.25",
    "rich": "13",
    "threadpoolctl": "3.5",
}
"""Distribution -> the oldest version that will do."""

EXTRAS: Final = {
    "llvmlite": "native code: pip install 'autograph-toolkit[jit]'",
    "jax": "Python control flow in jax.jit: pip install 'autograph-toolkit[jax]'",
    "onnx": "ONNX models: pip install 'autograph-toolkit[onnx]'",
    "ray": "training in many processes: pip install 'autograph-toolkit[ray]'",
    "pillow": "images in files: pip install 'autograph-toolkit[image]'",
    "cramjam": "compressed snapshots: pip install 'autograph-toolkit[snappy]'",
    "keras": "tf.keras: pip install 'autograph-toolkit[keras]'",
    "pytest": "goldens as a fixture: pip install 'autograph-toolkit[dev]'",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "program",
        nargs="?",
        metavar="PROGRAM",
        help="a program, notebook, graph or SavedModel, or a folder of programs: which "
        "names of tf or ops it uses, and what is here",
    )


def run(args: argparse.Namespace) -> int:
    """Shows the table; the status is 1 if something needed is missing."""
    if args.program is not None:
        return _examine(args, Path(args.program))
    rows = [("python", platform.python_version(), _state(sys.version_info >= (3, 10)))]
    rows.append(("autograph-toolkit", _version("autograph-toolkit") or "-", "ok"))
    for name, oldest in NEEDED.items():
        found = _version(name)
        good = found is not None and _numbers(found) >= _numbers(oldest)
        rows.append((name, found or "-", _state(good, f"needs {oldest} or newer")))
    for name, purpose in EXTRAS.items():
        found = _version(name)
        rows.append((name, found or "-", "ok" if found else f"optional; {purpose}"))
    rows.append(("processors", str(available_cores()), "ok"))
    rows += [(library, threads, "ok") for library, threads in _blas_threads()]
    rows += _native_code()
    table = Table(("what", "version", "state"), tuple(rows), prose=True)
    if args.json:
        show_json(args, table.as_data())
    else:
        show(args, table)
    return DIFFERENT if any(row[2].startswith("missing") for row in rows) else DONE


def _examine(args: argparse.Namespace, path: Path) -> int:
    """Shows which names of `tf` a program uses, and which of them are not here."""
    try:
        used = list(names_used(path))
    except OSError as error:
        raise cannot("read", path, error) from error
    except UnreadableError as error:
        raise Failure(f"cannot read {path}: {error}", BAD_INPUT) from error
    rows = tuple((each.place, each.name, each.state) for each in used)
    table = Table(("where", "name", "state"), rows, prose=True)
    if args.json:
        show_json(args, table.as_data())
    else:
        show(args, table)
    return DIFFERENT if any(each.state != PRESENT for each in used) else DONE


def _native_code() -> list[tuple[str, str, str]]:
    """What becomes native code by itself, and where compiled code is kept."""
    if _version("llvmlite") is None:
        return []
    from runtime.native.calls.options import asked_for
    from runtime.native.llvm import disk_cache

    words = {True: "all that can be", "auto": "what gains by it"}
    chosen = words.get(asked_for(None) or "", "where a function asks for it")
    rows = [("native code", chosen, "ok")]
    place = disk_cache.folder()
    if place is None:
        return [*rows, ("cache of native code", "off", "ok")]
    count, size = disk_cache.size(place)
    reason = disk_cache.refusal(place)
    state = f"not used: {reason}" if reason else f"ok; {place}"
    text = f"{counted(count, 'file')}, {size / 1e6:.1f} MB"
    return [*rows, ("cache of native code", text, state)]


def _blas_threads() -> list[tuple[str, str]]:
    """The libraries that multiply matrices, and how many threads each may use."""
    if _version("threadpoolctl") is None or _version("numpy") is None:
        return []
    import numpy as _loads_the_library  # noqa: F401
    from threadpoolctl import ThreadpoolController

    found = ThreadpoolController().select(user_api="blas").lib_controllers
    return [
        (f"{each.internal_api} threads", str(each.get_num_threads())) for each in found
    ]


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
