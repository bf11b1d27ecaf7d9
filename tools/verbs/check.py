"""`autograph check`: a function beside itself staged; the stageable parts of a path."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, DIFFERENT, DONE, FAILED, Failure, failing_with
from ..output.findings import FORMATS, Finding, as_github, as_sarif
from ..output.profiling import short_place
from ..output.progress import working
from ..output.results import Table, counted, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM
from ..targets.arguments import parse_arguments
from ..targets.functions import load_function
from ..targets.tracing import check_arguments

FORMS: Final = FUNCTION_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph check examples/collatz.py:collatz_length --arg i64=97
         autograph check examples
         autograph check examples --format github"""

_UNREADABLE: Final = "unknown"
_LEVELS: Final = {"no": "warning", "as it is": "note", _UNREADABLE: "error"}
_MORE: Final = """\
Arguments decide too whether a function can be traced: to run one,
autograph check FILE.py:FUNCTION --arg ..."""
_SKIPPED: Final = ("__pycache__", "node_modules", "site-packages")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target",
        metavar="TARGET",
        help="file.py:function; or a file, a folder or a package: which functions can "
        "be staged, and why others cannot; nothing of it is run",
    )
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="github: annotations of a change; sarif: for editors and CI",
    )


def run(args: argparse.Namespace) -> int:
    """Shows each divergence with its line, or each function of a path."""
    files = list(_files(args.target))
    if files:
        return _examine(args, files)
    return _compare(args)


def _files(target: str) -> Iterator[Path]:
    """The Python files of a path or a package; none for a function."""
    path = Path(target)
    if path.is_dir():
        yield from _files_in(path)
    elif path.is_file() and path.suffix == ".py":
        yield path
    elif ":" not in target:
        yield from _files_of_module(target)


def _files_of_module(name: str) -> Iterator[Path]:
    spec = _spec_of(name)
    if spec is None:
        text = f"{name}: there is no such file, folder, package or module."
        raise Failure(text, BAD_INPUT)
    for folder in spec.submodule_search_locations or ():
        yield from _files_in(Path(folder))
    if not spec.submodule_search_locations and spec.has_location:
        yield Path(str(spec.origin))


def _spec_of(name: str) -> ModuleSpec | None:
    """Where a module is; the packages around it are not imported to find it."""
    first, *rest = name.split(".")
    spec = find_spec(first) if first else None
    for part in rest:
        folders = spec and spec.submodule_search_locations
        spec = PathFinder.find_spec(part, folders) if folders else None
    return spec


def _files_in(folder: Path) -> list[Path]:
    def is_wanted(path: Path) -> bool:
        names = path.relative_to(folder).parts
        return not any(name in _SKIPPED or name.startswith(".") for name in names)

    found = sorted(filter(is_wanted, folder.rglob("*.py")))
    if not found:
        raise Failure(f"{folder} has no Python files.", BAD_INPUT)
    return found


def _examine(args: argparse.Namespace, files: list[Path]) -> int:
    from autograph.checking.stageable import YES, stageable_functions

    if args.arg:
        raise Failure(
            "--arg goes with a function: name one, as in file.py:function.", 2
        )
    found: list[Any] = []
    with working(args) as tell:
        for number, path in enumerate(files):
            tell("files", number, len(files))
            try:
                found += stageable_functions(path)
            except (SyntaxError, ValueError, OSError) as error:
                if len(files) == 1:
                    raise Failure(f"{path}: {error}", BAD_INPUT) from error
                found.append(_unreadable(path, error))
    findings = [
        Finding(
            each.filename,
            each.line,
            "not-read" if each.staged == _UNREADABLE else "not-staged",
            _LEVELS[each.staged],
            f"{each.name}: {each.reason}" if each.name else each.reason,
        )
        for each in found
        if each.staged != YES
    ]
    status = BAD_INPUT if any(each.staged == _UNREADABLE for each in found) else DONE
    if _show_findings(args, findings):
        return status
    rows = tuple(
        (
            short_place(f"{each.filename}:{each.line}"),
            each.name,
            each.staged,
            each.reason,
        )
        for each in found
    )
    table = Table(("line", "function", "staged", "why"), rows, prose=True)
    if args.json:
        show_json(args, [each._asdict() for each in found])
    elif args.quiet:
        show(args, _counted(found))
    else:
        show(args, table, "", _counted(found), _MORE)
    return status


def _unreadable(path: Path, error: Exception) -> Any:
    """A row for a file whose functions nobody knows; the others are shown."""
    from autograph.checking.stageable import Stageable

    line = getattr(error, "lineno", None) or 1
    reason = f"the file is no Python: {getattr(error, 'msg', None) or error}"
    return Stageable(str(path), line, "", _UNREADABLE, reason)


def _counted(found: list[Any]) -> str:
    unread = [each for each in found if each.staged == _UNREADABLE]
    found = [each for each in found if each.staged != _UNREADABLE]
    count = dict.fromkeys(("yes", "as it is", "no"), 0)
    for each in found:
        count[each.staged] += 1
    called = count["as it is"]
    runs = "runs as it is" if called == 1 else "run as they are"
    return (
        f"{counted(len(found), 'function')}: {count['yes']} can be staged, "
        f"{count['no']} cannot, {called} {runs}"
        + (f"; {counted(len(unread), 'file')} not read" if unread else "")
    )


def _compare(args: argparse.Namespace) -> int:
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
    found = [
        Finding(each.filename, each.line, each.kind, "error", each.message)
        for each in report.divergences
    ]
    if _show_findings(args, found):
        return
    headings = ("line", "differs", "how")
    rows = [(f"{each.filename}:{each.line}", each.rule, each.message) for each in found]
    if args.json:
        show_json(args, Table(headings, tuple(rows)).as_data())
    elif rows:
        short = tuple((short_place(place), *row) for place, *row in rows)
        show(args, Table(headings, short, prose=True))
    else:
        show(args, str(report))


def _show_findings(args: argparse.Namespace, found: list[Finding]) -> bool:
    """Shows them in the format of other programs, if one was asked for."""
    if args.format == "github":
        if found or args.output is not None:
            show(args, as_github(found))
    elif args.format == "sarif":
        show_json(args, as_sarif(found))
    return bool(args.format != "text")
