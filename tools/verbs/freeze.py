"""`autograph freeze TARGET -o F.pb`: variables become constants."""

from __future__ import annotations

import argparse
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, Failure
from ..output.graph_files import format_of, needed_output, save
from ..output.progress import working
from ..output.results import counted, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM
from ..targets.functions import is_graph_file
from ..targets.models import add_signature_arguments
from ..targets.subjects import Subject, subject_of

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
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
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Freezes the graph and writes it."""
    from graphir.editing.freezing import freeze
    from graphir.errors import GraphirError

    format_of(needed_output(args, "freeze"))
    given = args.target, args.arg, args.fetch, args.signature, args.allow
    with working(args):
        subject = subject_of(*given)
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
            f"{path}: {counted(len(frozen), 'node')}, "
            f"{counted(len(values), 'value')} frozen, "
            f"results {', '.join(names)}",
        )
    return DONE


def _values(args: argparse.Namespace, subject: Subject) -> dict[str, Any]:
    """Values by name: given ones, and captures of a function."""
    from ..targets.arguments import parse_arguments

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
