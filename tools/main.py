"""The entry point of `autograph`: selects the verb, prints errors, exits."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from .failures import BAD_INPUT, DONE, FAILED, Failure, described

VERBS: Final = {
    "code": "the generated source of a function",
    "graph": "the traced graph of a function, or the graph in a file",
    "optimize": "what the optimizer makes of a graph, op by op and pass by pass",
    "explain": "where a node came from: the source line, converters, passes and rules",
    "diff": "what changed from one graph to another, by meaning",
    "stats": "ops, depth, operations, bytes and memory of a graph",
    "pipeline": "the stages of a dataset, and what their elements cost",
    "model": "what is in a SavedModel: objects, signatures, functions; runs them",
    "checkpoint": "the tensors of a checkpoint, its objects, another one beside it",
    "convert": "a graph, function or model in another format: pb, pbtxt, json or onnx",
    "freeze": "a graph with its variables as constants",
    "run": "the result of a function or a graph",
    "exec": "a program that imports TensorFlow, run by this runtime",
    "check": "where a staged function differs from plain Python: results, side effects",
    "trace-log": "the history of the traces of a function, and why each happened",
    "doctor": "versions, extras, what is missing",
}
"""Every verb is the module of that name in ``verbs``, imported when it is used."""

INTERRUPTED: Final = 130
"""What shells give for a command that was stopped by the keyboard."""

_FUNCTION: Final = """\
TARGET   file.py:function, file.py:Class.method, package.module:function"""
_GRAPH: Final = """,
         or a .pb, .pbtxt, .json or .onnx graph"""
_ARGUMENT: Final = """
--arg    'f32[2,3]' (a spec; ? is an unknown size), 'i32=5', '[1.0, 2.0]',
         x=inputs.npz[x]; once for each argument, in order or by name"""
FORMS: Final = {
    **dict.fromkeys(
        ("graph", "optimize", "explain", "diff", "run", "stats", "freeze", "convert"),
        _FUNCTION + _GRAPH + _ARGUMENT,
    ),
    "code": _FUNCTION,
    "check": _FUNCTION + _ARGUMENT,
    "trace-log": _FUNCTION + _ARGUMENT,
}
"""Verb -> how its targets and arguments are written."""

_EPILOG: Final = f"""\
{_FUNCTION}{_GRAPH}{_ARGUMENT}

exit status: 0 done; 1 answers or graphs differ; 2 wrong usage or unreadable input;
3 the function cannot be converted or traced; 4 it failed while running

example: autograph code examples/collatz.py:collatz_length
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit status.

    >>> main(["doctor", "--nonsense"])
    2
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser(arguments)
    try:
        args = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    if args.verb is None:
        parser.print_help()
        return BAD_INPUT
    return _run(args)


def _run(args: argparse.Namespace) -> int:
    verb: Any = import_module(_module_name(args.verb), __package__)
    try:
        status: int = verb.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader of our output left; what it wanted is done
        _discard_output()
        return DONE
    except KeyboardInterrupt:
        print(f"autograph {args.verb}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Failure as failure:
        return _tell(args, failure, str(failure), failure.status)
    except Exception as error:
        text = (
            f"a mistake in this program, not in your input: {described(error)}. "
            f"Please report it, with what --traceback shows."
        )
        return _tell(args, error, text, FAILED)
    return status


def _module_name(verb: str) -> str:
    return f".verbs.{verb.replace('-', '_')}"


def _tell(
    args: argparse.Namespace, error: BaseException, text: str, status: int
) -> int:
    if args.traceback:
        from traceback import print_exception

        cause = error.__cause__ or error
        print_exception(type(cause), cause, cause.__traceback__)
    print(f"autograph {args.verb}: {text.rstrip()}", file=sys.stderr)
    return status


def _discard_output() -> None:
    # what is still buffered would fail once more when Python ends
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _parser(arguments: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "autograph",
        description="Shows what happens between a Python function and its result.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    chosen = next((each for each in arguments if not each.startswith("-")), None)
    for name, summary in VERBS.items():
        # only the chosen verb is imported, so that --help stays quick
        module: Any = None
        example = ""
        if name == chosen:
            module = import_module(_module_name(name), __package__)
            example = module.EXAMPLE
        verb = verbs.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog="\n\n".join(filter(None, (FORMS.get(name), example))),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if module is not None:
            module.add_arguments(verb)
        _add_common(verb)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    common = parser.add_argument_group("everywhere")
    common.add_argument("-o", "--output", metavar="FILE", help="write to this file")
    common.add_argument("--json", action="store_true", help="results as JSON")
    common.add_argument("-q", "--quiet", action="store_true", help="results only")
    common.add_argument("--seed", type=int, metavar="N", help="for random numbers")
    common.add_argument(
        "--traceback", action="store_true", help="the whole traceback of an error"
    )
