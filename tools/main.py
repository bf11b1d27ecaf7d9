"""The entry point of `autograph`: selects the verb, prints errors, exits."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final

from .failures import BAD_INPUT, DONE, FAILED, Failure, described
from .interrupts import Interrupts, is_interrupt
from .parsing import (
    ARGUMENT_FORM,
    FUNCTION_FORM,
    GRAPH_FORM,
    Parser,
    add_common,
    did_you_mean,
    unknown_arguments,
)

VERBS: Final = {
    "code": "the generated source of a function",
    "graph": "the traced graph of a function, or the graph in a file",
    "optimize": "what the optimizer makes of a graph, op by op and pass by pass",
    "explain": "where a node came from: the source line, converters, passes and rules",
    "explore": "a page that links source, code, graph, passes, program and result",
    "diff": "what changed from one graph to another, by meaning",
    "stats": "ops, depth, operations, bytes and memory of a graph",
    "pipeline": "the stages of a dataset, and what their elements cost",
    "model": "what is in a SavedModel: objects, signatures, functions; runs them",
    "checkpoint": "the tensors of a checkpoint, its objects, another one beside it",
    "convert": "a graph, function or model in another format: pb, pbtxt, json or onnx",
    "freeze": "a graph with its variables as constants",
    "edit": "surgery: cut, rename, replace, tap, quantize, split, merge a graph",
    "run": "the result of a function or a graph",
    "run-many": "a model over files of rows, by several processes, each row once",
    "exec": "a program that imports TensorFlow, run by this runtime",
    "check": "where a staged function differs from plain Python; what can be staged",
    "bench": "what a call costs in Python, eagerly, staged and as native code",
    "trace-log": "the history of the traces of a function, and why each happened",
    "doctor": "versions, extras, what is missing",
}
"""Every verb is the module of that name in ``verbs``, imported when it is used.

It has ``add_arguments``, ``run`` and ``EXAMPLE``; beside them it may have ``FORMS``,
how its targets and arguments are written, ``NEEDS_ARRAYS = False``, if it answers
without NumPy, and ``PASSES_ALL_WORDS = True``, if its words are the program's.
"""

INTERRUPTED: Final = 130
"""What shells give for a command that was stopped by the keyboard."""

_EPILOG: Final = f"""\
{FUNCTION_FORM}{GRAPH_FORM}{ARGUMENT_FORM}

exit status: 0 done; 1 answers or graphs differ; 2 wrong usage or unreadable input;
3 the function cannot be converted or traced; 4 it failed while running

example: autograph code examples/collatz.py:collatz_length
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit status.

    >>> main(["doctor", "--nonsense"])
    2
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    # what goes wrong before flags are read is told as they ask, all the same
    asked = argparse.Namespace(
        verb=None, json="--json" in arguments, traceback="--traceback" in arguments
    )
    interrupts = Interrupts()
    try:
        with interrupts.watched(), _unprintable_characters_escaped():
            return _answered(arguments, asked, interrupts, is_whole=argv is None)
    except KeyboardInterrupt as stop:
        return _tell(asked, stop, "interrupted", INTERRUPTED)


def _answered(
    arguments: list[str],
    asked: argparse.Namespace,
    interrupts: Interrupts,
    *,
    is_whole: bool,
) -> int:
    try:
        asked.verb = _chosen(arguments)
        with interrupts.waiting():
            args = _parsed(arguments)
        if args is None:
            return _flushed(DONE)
        args.is_whole_process = is_whole
        return _run(args, interrupts)
    except BrokenPipeError:
        # the reader of our output left; what it wanted is done
        _discard_output()
        return DONE
    except Failure as failure:
        if is_interrupt(failure):
            raise KeyboardInterrupt from failure
        return _tell(asked, failure, str(failure), failure.status)
    except Exception as error:
        if is_interrupt(error):
            raise KeyboardInterrupt from error
        text = (
            f"a mistake in this program, not in your input: {described(error)}. "
            f"Please report it, with what --traceback shows."
        )
        return _tell(asked, error, text, FAILED)


@contextmanager
def _unprintable_characters_escaped() -> Iterator[None]:
    """Names of users may have characters that the terminal's encoding lacks."""
    stream = sys.stdout
    if not isinstance(stream, TextIOWrapper):
        yield
        return
    before = stream.errors
    stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        if not stream.closed:
            stream.reconfigure(errors=before)


def _chosen(arguments: list[str]) -> str | None:
    """The verb, if one is named.

    Raises:
      Failure: for what is none; says which is near.
    """
    chosen = next((each for each in arguments if not each.startswith("-")), None)
    if chosen is None or chosen in VERBS:
        return chosen
    hint = did_you_mean(chosen, VERBS)
    raise Failure(f"there is no verb {chosen!r}; {hint} See --help.", BAD_INPUT)


def _parsed(arguments: list[str]) -> argparse.Namespace | None:
    """The arguments of a verb; None if nothing is left to do.

    Raises:
      Failure: for a wrong command line.
    """
    if _chosen(arguments) is None:
        if "--version" in arguments:
            with _writing():
                _tell_version("--json" in arguments)
            return None
        if "--json" in arguments and not {"-h", "--help"} & {*arguments}:
            raise Failure("name a verb. See autograph --help.", BAD_INPUT)
    parser, verb = _parsers(arguments)
    try:
        with _writing():  # --help does
            args, unknown = parser.parse_known_args(arguments)
    except SystemExit:  # of --help
        return None
    if unknown:
        raise unknown_arguments(verb or parser, unknown)
    if args.verb is None:
        parser.print_help()
        raise Failure("name a verb.", BAD_INPUT)
    return args


def _tell_version(as_data: bool) -> None:
    from importlib.metadata import version

    found = version("autograph-toolkit")
    if as_data:
        from json import dumps

        print(dumps({"version": found}))
    else:
        print(f"autograph-toolkit {found}")


def _run(args: argparse.Namespace, interrupts: Interrupts) -> int:
    with interrupts.waiting():
        verb: Any = import_module(_module_name(args.verb), __package__)
        if getattr(verb, "NEEDS_ARRAYS", True):
            import_module("numpy")
    return _flushed(verb.run(args))


def _flushed(status: int) -> int:
    """The status, once all output has left.

    Raises:
      Failure: if it cannot be written.
    """
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()
    return status


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _discard_output()
        raise _unwritable(error) from error


def _unwritable(error: OSError) -> Failure:
    from .output.results import unwritable

    return unwritable(error)


def _module_name(verb: str) -> str:
    return f".verbs.{verb.replace('-', '_')}"


def _tell(
    args: argparse.Namespace, error: BaseException, text: str, status: int
) -> int:
    if args.traceback:
        from traceback import print_exception

        cause = error.__cause__ or error
        print_exception(type(cause), cause, cause.__traceback__)
    name = f"autograph {args.verb}" if args.verb else "autograph"
    if sys.stderr is not None:
        print(f"{name}: {text.rstrip()}", file=sys.stderr)
    if args.json and sys.stdout is not None:
        _tell_as_data(text.rstrip(), status)
    return status


def _tell_as_data(text: str, status: int) -> None:
    from json import dumps

    try:
        print(dumps({"error": text, "status": status}, indent=2), flush=True)
    except OSError:
        _discard_output()  # the message itself is told


def _discard_output() -> None:
    # what is still buffered would fail once more when Python ends
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _parsers(arguments: list[str]) -> tuple[Parser, Parser | None]:
    """The parser of the command, and that of the verb that is named."""
    parser = Parser(
        "autograph",
        description="Shows what happens between a Python function and its result.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="the version of all")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    chosen = _chosen(arguments)
    found = None
    for name, summary in VERBS.items():
        # only the chosen verb is imported, so that --help stays quick
        module: Any = None
        if name == chosen:
            module = import_module(_module_name(name), __package__)
        forms = (getattr(module, "FORMS", None), getattr(module, "EXAMPLE", None))
        verb = verbs.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog="\n\n".join(filter(None, forms)),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if module is None:
            continue
        module.add_arguments(verb)
        if not getattr(module, "PASSES_ALL_WORDS", False):
            add_common(verb)
        found = verb
    return parser, found
