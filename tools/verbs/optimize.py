"""`autograph optimize TARGET`: the effect of each pass, and the remaining graph."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import ExitStack
from typing import Any, Final

from graphir.analysis.input_names import names_of_inputs

from ..failures import BAD_INPUT, DIFFERENT, DONE, FAILED, Failure, failing_with
from ..optimizing.pipelines import add_pass_arguments, pipeline_of
from ..output.golden_files import (
    add_golden_arguments,
    check_golden_arguments,
    compare_with_golden,
)
from ..output.goldens import passes_text
from ..output.graph_files import (
    content_of,
    format_of,
    is_folder,
    save_model,
    save_saved_model,
)
from ..output.listing import Listing, listing
from ..output.pass_records import ConstantBytes, GraphDump
from ..output.progress import PassProgress, Tell, progress
from ..output.results import Changes, Table, show, show_json, write
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM
from ..targets.functions import GRAPH_SUFFIXES
from ..targets.models import add_signature_arguments, is_model
from ..targets.subjects import Subject, subject_of

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph optimize examples/matrix_power.py:matrix_power \\
             --arg '[[1, 1], [1, 0]]' --arg 'i32[]' --until constant_folding
         autograph optimize examples/relu.py:simple_relu --arg 'i32[]' --verify
         autograph optimize saved/adder -o saved/smaller/"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target", metavar="TARGET", help="a function, a dataset or a graph file"
    )
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    add_pass_arguments(parser)
    parser.add_argument(
        "--dump-dir", metavar="DIR", help="write the graph after each pass into DIR"
    )
    checks = parser.add_mutually_exclusive_group()
    checks.add_argument(
        "--verify",
        action="store_true",
        help="run both graphs on random inputs; status 1 if they differ",
    )
    checks.add_argument(
        "--bisect",
        action="store_true",
        help="find the first pass and rule that change an answer or raise",
    )
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result to keep, of a graph in a file; else all",
    )
    add_signature_arguments(parser)
    add_golden_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the passes and shows the tables, then the graph; or compares a golden."""
    check_golden_arguments(args)
    with progress(args) as tell:
        return _run(args, tell)


def _run(args: argparse.Namespace, tell: Tell) -> int:
    subject = subject_of(args.target, args.arg, args.fetch, args.signature, args.allow)
    pipeline = pipeline_of(args, subject.passes)
    runner = _runner(args, subject, pipeline, tell)
    if args.bisect:
        return _bisect(args, runner, pipeline)
    before = Counter(node.op for node in _all_nodes(subject.graph))
    report, sizes = _optimized(args, subject, pipeline, tell)
    if args.golden is not None:
        return compare_with_golden(args, "optimize", passes_text(report))
    after = Counter(node.op for node in _all_nodes(subject.graph))
    tables = _op_table(before, after), _pass_table(report, sizes)
    verdict = runner.verdict(subject.graph) if runner is not None else None
    _show(args, subject, tables, verdict)
    return DONE if verdict is None or verdict.agrees else DIFFERENT


def _runner(
    args: argparse.Namespace, subject: Subject, pipeline: Any, tell: Tell
) -> Any:
    if not (args.verify or args.bisect):
        return None
    from ..optimizing.user_rules import promised
    from ..optimizing.verification import Runner, check_comparable

    numerics = args.numerics or promised(pipeline.passes)
    runner = Runner(subject, args.seed or 0, numerics, tell)
    check_comparable(runner)
    return runner


def _bisect(args: argparse.Namespace, runner: Any, pipeline: Any) -> int:
    from ..optimizing.bisection import bisect

    culprit = bisect(runner, pipeline)
    if args.json:
        show_json(args, None if culprit is None else culprit.as_data())
    elif culprit is not None:
        show(args, Changes(str(culprit)))
    else:
        count = len(runner.samples)
        show(args, f"bisect: no pass changes an answer on {count} random inputs")
    return DONE if culprit is None else DIFFERENT


def _optimized(
    args: argparse.Namespace, subject: Subject, pipeline: Any, tell: Tell
) -> tuple[Any, dict[str, int]]:
    """Runs the passes: their report, and the bytes of constants after each."""
    from graphir.passes.dead_nodes import remove_uncalled_functions
    from graphir.passes.optimizer import restore_names
    from graphir.watching import watched_by

    graph, sizes = subject.graph, ConstantBytes()
    names = [value.name for value in graph.outputs]
    with ExitStack() as stack, failing_with(FAILED, "optimizing"):
        stack.enter_context(watched_by(sizes))
        stack.enter_context(watched_by(PassProgress(tell)))
        if args.dump_dir:
            stack.enter_context(watched_by(GraphDump(args.dump_dir)))
        report = pipeline.run_with_report(graph)
        if subject.passes:
            # the functions of stages that others took the place of
            remove_uncalled_functions(graph)
        if subject.is_file:
            # what is read by name afterwards is still there by that name
            restore_names(graph, names)
    return report, sizes.after


def _show(
    args: argparse.Namespace,
    subject: Subject,
    tables: tuple[Table, Table],
    verdict: Any,
) -> None:
    ops, passes = tables
    told = [] if verdict is None else ["", str(verdict)]
    is_graph = _write_graph(args, subject)
    if args.json:
        data = {"ops": ops.as_data(), "passes": passes.as_data()}
        if verdict is not None:
            data["verify"] = verdict.as_data()
        show_json(args, data)
    elif is_graph:
        if not args.quiet:
            show(args, ops, "", passes, *told)
        elif verdict is not None:
            show(args, str(verdict))
    elif args.quiet:
        show(args, _listing(subject) if verdict is None else str(verdict))
    else:
        show(args, ops, "", passes, *told, "", _listing(subject))


def _write_graph(args: argparse.Namespace, subject: Subject) -> bool:
    """Whether ``-o`` names a graph file or a folder, which then is written."""
    if args.output is None:
        return False
    if is_folder(args.output):
        _write_folder(args, subject)
        return True
    if not args.output.endswith(GRAPH_SUFFIXES):
        return False
    write(args, content_of(subject.graph, format_of(args.output)))
    args.output = None
    return True


def _write_folder(args: argparse.Namespace, subject: Subject) -> None:
    """Writes a SavedModel; what is no model yet becomes one, variables as constants."""
    if subject.passes is not None:
        text = f"{args.target} is a dataset: a SavedModel holds functions."
        raise Failure(text, BAD_INPUT)
    graph = subject.graph
    if is_model(args.target):
        save_model(args, subject.owner, subject.concrete, graph)
        return
    if subject.concrete is not None:
        from runtime.saved_model.frozen_graphs import with_values

        with failing_with(FAILED, "freezing"):
            graph = with_values(graph, subject.concrete)
    save_saved_model(args, graph)


def _listing(subject: Subject) -> Listing:
    return listing(
        subject.graph, names=names_of_inputs(subject.graph, subject.captures)
    )


def _all_nodes(graph: Any) -> list[Any]:
    bodies = [function.body for function in graph.functions.values()]
    return [node for each in (graph, *bodies) for node in each]


def _op_table(before: Counter[str], after: Counter[str]) -> Table:
    names = sorted(before.keys() | after.keys(), key=lambda op: (-before[op], op))
    rows = tuple((op, before[op], after[op], after[op] - before[op]) for op in names)
    total = sum(before.values()), sum(after.values())
    return Table(
        ("op", "before", "after", "change"),
        rows,
        ("total", *total, total[1] - total[0]),
    )


def _pass_table(report: Any, sizes: dict[str, int]) -> Table:
    # of all rounds: what other passes did in between is not of this pass
    runs: Counter[str] = Counter()
    change: Counter[str] = Counter()
    for each in report.results:
        runs[each.name] += 1
        change[each.name] += each.nodes_after - each.nodes_before
    rows = tuple(
        (
            each.name,
            runs[each.name],
            change[each.name],
            each.rewritten,
            each.milliseconds,
            sizes[each.name],
        )
        for each in report.totals()
    )
    headings = ("pass", "runs", "change", "rewritten", "ms", "constant bytes")
    return Table(headings, rows)
