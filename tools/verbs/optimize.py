"""`autograph optimize TARGET`: what each pass does, and the graph that is left."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, FAILED, Failure, failing_with
from ..listing import listing
from ..output import Table, show, show_json, write
from ..targets import GRAPH_SUFFIXES, is_graph_file
from ..tracing import graph_of
from .graph import written_form

EXAMPLE: Final = """\
example: autograph optimize examples/matrix_power.py:matrix_power \\
             --arg '[[1, 1], [1, 0]]' --arg 'i32[]' --until constant_folding"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="a function or a graph file")
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    parser.add_argument("--passes", metavar="a,b", help="these passes, in this order")
    parser.add_argument("--until", metavar="NAME", help="stop after this pass")
    parser.add_argument("--disable", metavar="a,b", help="leave these passes out")
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result to keep, of a graph in a file; else all",
    )


def run(args: argparse.Namespace) -> int:
    """Runs the passes and shows the tables, then the graph."""
    from graphir.optimizer import restore_names

    graph = graph_of(args.target, args.arg, fetches=args.fetch)
    before = Counter(node.op for node in _all_nodes(graph))
    pipeline = _pipeline(args)
    names = [value.name for value in graph.outputs]
    with failing_with(FAILED, "optimizing"):
        report = pipeline.run_with_report(graph)
        if is_graph_file(args.target):
            # what is read by name afterwards is still there by that name
            restore_names(graph, names)
    after = Counter(node.op for node in _all_nodes(graph))
    _show(args, graph, (_op_table(before, after), _pass_table(report)))
    return DONE


def _show(args: argparse.Namespace, graph: Any, tables: tuple[Table, Table]) -> None:
    ops, passes = tables
    if args.json:
        show_json(args, {"ops": ops.as_data(), "passes": passes.as_data()})
    elif args.output is not None and args.output.endswith(GRAPH_SUFFIXES):
        write(args, written_form(graph, args.output))
        if not args.quiet:
            args.output = None
            show(args, ops, "", passes)
    elif args.quiet:
        show(args, listing(graph))
    else:
        show(args, ops, "", passes, "", listing(graph))


def _all_nodes(graph: Any) -> list[Any]:
    bodies = [function.body for function in graph.functions.values()]
    return [node for each in (graph, *bodies) for node in each]


def _pipeline(args: argparse.Namespace) -> Any:
    from graphir.errors import GraphirError
    from graphir.optimizer import default_pipeline
    from graphir.passes.pipeline import Pipeline, without

    pipeline = default_pipeline()
    if args.passes:
        try:
            pipeline = Pipeline.of(args.passes)
        except GraphirError as error:
            raise Failure(f"--passes: {error}", BAD_INPUT) from error
    disabled = args.disable.split(",") if args.disable else []
    names = [each.name for each in pipeline.passes]
    for each in [*disabled, *([args.until] if args.until else [])]:
        if each not in names:
            known = ", ".join(dict.fromkeys(names))
            raise Failure(f"no pass {each!r} runs here, but {known}.", BAD_INPUT)
    if args.until:
        kept = pipeline.passes[: names.index(args.until) + 1]
        pipeline = Pipeline(kept, until_stable=False)
    return without(pipeline, disabled)


def _op_table(before: Counter[str], after: Counter[str]) -> Table:
    names = sorted(before.keys() | after.keys(), key=lambda op: (-before[op], op))
    rows = tuple((op, before[op], after[op], after[op] - before[op]) for op in names)
    total = sum(before.values()), sum(after.values())
    return Table(
        ("op", "before", "after", "change"),
        rows,
        ("total", *total, total[1] - total[0]),
    )


def _pass_table(report: Any) -> Table:
    rows = tuple(
        (
            each.name,
            each.nodes_before,
            each.nodes_after,
            each.rewritten,
            each.milliseconds,
        )
        for each in report.totals()
    )
    return Table(("pass", "before", "after", "rewritten", "ms"), rows)
