"""`autograph diff A B`: the changes from one graph to another, by meaning."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from graphir.analysis.input_names import InputNames

from ..failures import BAD_INPUT, DIFFERENT, DONE, Failure
from ..output.progress import working
from ..output.results import Changes, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM
from ..targets.functions import is_graph_file
from ..targets.models import add_signature_arguments, is_model
from ..targets.tracing import graph_with_names

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph diff examples/relu.py:simple_relu examples/relu.py:simple_relu \\
             --arg 'i32[]'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("before", metavar="A", help="a function or a graph file")
    parser.add_argument("after", metavar="B", help="a function or a graph file")
    parser.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="X",
        help="an argument of the functions among them, see below",
    )
    parser.add_argument(
        "--names", action="store_true", help="other names are a difference too"
    )
    parser.add_argument(
        "--optimized", action="store_true", help="what runs, not what was traced"
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Shows the difference; the status is 1 if there is one."""
    from graphir.analysis.differences import diff

    if args.arg and all(map(_is_file, (args.before, args.after))):
        raise Failure("--arg goes with a function: both are graphs.", BAD_INPUT)
    with working(args):
        (before, its_names), (after, other_names) = _graphs(args)
        inputs = {**its_names, **other_names}
        found = diff(before, after, names=args.names, inputs=inputs)
        values = _other_values(args)
    if args.json:
        data = found.as_data()
        show_json(args, {**data, "values": values} if _are_models(args) else data)
    elif found:
        show(args, Changes(str(found)))
    elif values:
        show(args, f"the same computation, with other values in {', '.join(values)}")
    else:
        show(args, "the same computation")
    return DIFFERENT if found or values else DONE


def _other_values(args: argparse.Namespace) -> list[str]:
    """The variables of two SavedModels that have different values."""
    folders = args.before, args.after
    prefixes = [Path(each, "variables", "variables") for each in folders]
    has_values = [each.with_suffix(".index").is_file() for each in prefixes]
    if not _are_models(args) or not all(has_values):
        return []
    from graphir.errors import OpError
    from runtime.checkpoints.editing import differences

    try:
        every = list(differences(*map(str, prefixes)))
    except OpError as error:
        raise Failure(str(error), BAD_INPUT) from error
    # one alone is no variable of the same name in the other
    found = [each.key for each in every if not each.what.startswith("only in")]
    return [each.removesuffix("/.ATTRIBUTES/VARIABLE_VALUE") for each in found]


def _are_models(args: argparse.Namespace) -> bool:
    return is_model(args.before) and is_model(args.after)


def _is_file(target: str) -> bool:
    return is_model(target) or is_graph_file(target)


Named = tuple[Any, InputNames]
"""A graph, with the names of its inputs in the user's code."""


def _graphs(args: argparse.Namespace) -> tuple[Named, Named]:
    """Both graphs; one in a file with the results that the other one names."""
    if is_graph_file(args.before) and not is_graph_file(args.after):
        after = _graph(args, args.after)
        return _file_like(args, args.before, after[0]), after
    before = _graph(args, args.before)
    if is_graph_file(args.after) and not is_graph_file(args.before):
        return before, _file_like(args, args.after, before[0])
    return before, _graph(args, args.after)


def _file_like(args: argparse.Namespace, target: str, other: Any) -> Named:
    """The graph in a file, which does not say what its results are, but these may."""
    names = [value.name for value in other.outputs]
    try:
        return graph_with_names(
            target, [], optimized=args.optimized, fetches=names or None
        )
    except Failure:
        # it has other nodes, so all that nobody reads are its results
        return graph_with_names(target, [], optimized=args.optimized)


def _graph(args: argparse.Namespace, target: str) -> Named:
    is_folder = is_model(target)
    has_arguments = not is_folder and not is_graph_file(target)
    return graph_with_names(
        target,
        args.arg if has_arguments else [],
        optimized=args.optimized,
        signature=args.signature if is_folder else None,
    )
