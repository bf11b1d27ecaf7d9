"""`autograph freeze TARGET -o F.pb`: variables become constants."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, Failure
from ..graph_files import format_of, needed_output, save
from ..output import show, show_json
from ..subjects import Subject, subject_of
from ..targets import is_graph_file

EXAMPLE: Final = """\
example: autograph freeze examples/relu.py:simple_relu --arg 'i32[]' -o relu.pb"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="a function or a graph file")
    parser.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="A",
        help="an argument of a function, see below",
    )
    parser.add_argument(
        "--value",
        action="append",
        default=[],
        metavar="NAME=V",
        help="the value of a variable in a file, as an --arg: w=weights.npz[w]",
    )
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result to keep, of a graph in a file; else all",
    )


def run(args: argparse.Namespace) -> int:
    """Freezes the graph and writes it."""
    from graphir.errors import GraphirError
    from graphir.freezing import freeze

    _check_target(args.target)
    format_of(needed_output(args, "freeze"))
    subject = subject_of(args.target, args.arg, args.fetch)
    values = _values(args, subject)
    try:
        frozen = freeze(subject.graph, values)
    except GraphirError as error:
        raise Failure(f"{args.target}: {error}", BAD_INPUT) from error
    path = save(args, frozen, "freeze")
    names = [value.name for value in frozen.outputs]
    if args.json:
        data = {"file": path, "nodes": len(frozen), "frozen": list(values)}
        show_json(args, {**data, "outputs": names})
    elif not args.quiet:
        show(
            args,
            f"{path}: {len(frozen)} nodes, {len(values)} "
            f"value{'' if len(values) == 1 else 's'} frozen, "
            f"results {', '.join(names)}",
        )
    return DONE


def _check_target(target: str) -> None:
    if Path(target).is_dir():
        raise Failure(
            f"{target} is a folder: the variables of a SavedModel or a checkpoint "
            "cannot be read yet. Give a graph file and the values with --value, or the "
            "function that holds the variables.",
            BAD_INPUT,
        )


def _values(args: argparse.Namespace, subject: Subject) -> dict[str, Any]:
    """Name -> value: given ones, and what a function captured."""
    from ..arguments import parse_arguments

    given = parse_arguments(args.value)
    if given.positional:
        raise Failure("--value takes NAME=VALUE.", BAD_INPUT)
    found = _captured(subject) if not is_graph_file(args.target) else {}
    for name, value in given.named.items():
        if not hasattr(value, "numpy") and hasattr(value, "dtype"):
            raise Failure(f"--value {name}: a spec has no value.", BAD_INPUT)
        found[name] = value.numpy() if hasattr(value, "numpy") else value
    return found


def _captured(subject: Subject) -> dict[str, Any]:
    """The values that the captures of a traced function have now."""
    handles = {id(each.handle): each for each in subject.variables}
    found: dict[str, Any] = {}
    inputs = subject.graph.inputs
    outside = subject.concrete.captured_inputs
    for value, tensor in zip(inputs[len(inputs) - len(outside) :], outside):
        variable = handles.get(id(tensor))
        source = tensor if variable is None else variable
        if not source.dtype.base_dtype.has_numpy:
            raise Failure(
                f"{subject.target} captures {value.name}, which is no variable: it "
                "cannot be frozen.",
                BAD_INPUT,
            )
        found[value.node.name] = source.numpy()
    return found
