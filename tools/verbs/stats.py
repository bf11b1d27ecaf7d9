"""`autograph stats TARGET`: the contents of a graph, and the cost of a run."""

from __future__ import annotations

import argparse
from typing import Any, Final

from graphir.analysis.input_names import InputNames

from ..failures import DONE
from ..output.listing import op_text
from ..output.progress import working
from ..output.results import Table, counted, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM, whole_number
from ..targets.models import add_signature_arguments
from ..targets.tracing import graph_with_names

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph stats examples/matrix_power.py:matrix_power \\
             --arg 'i32[2,2]' --arg 'i32[]'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="a function or a graph file")
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    parser.add_argument(
        "--optimized", action="store_true", help="what runs, not what was traced"
    )
    parser.add_argument(
        "--top",
        type=whole_number(0),
        default=10,
        metavar="N",
        help="how many nodes are listed",
    )
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result to keep, of a graph in a file; else all",
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Shows the figures, then the nodes that cost most."""
    from graphir.analysis.statistics import stats

    with working(args):
        graph, names = graph_with_names(
            args.target,
            args.arg,
            optimized=args.optimized,
            fetches=args.fetch,
            signature=args.signature,
        )
        found = stats(graph)
        nodes = _node_table(graph, args.top, names)
    if args.json:
        show_json(args, {**found.as_data(), "dearest": nodes.as_data()})
        return DONE
    ops = {**found.ops}
    for op, count in found.function_ops.items():
        ops[op] = ops.get(op, 0) + count
    rows = sorted(ops.items(), key=lambda row: (-row[1], row[0]))
    parts: list[Any] = [_figures(found, _path(graph, found, names))]
    if not args.quiet:
        parts += ["", Table(("op", "nodes"), tuple(rows)), "", nodes]
    show(args, *parts)
    return DONE


def _path(graph: Any, found: Any, names: InputNames) -> list[str]:
    """The critical path; it begins with a variable as the user named it."""
    return [names.get(graph.node(name), name) for name in found.critical_path]


def _figures(found: Any, path: list[str]) -> str:
    shown = path if len(path) <= 8 else [*path[:4], "...", *path[-3:]]
    inner = counted(found.function_nodes, "node")
    rows = {
        "nodes": f"{found.nodes:,}",
        "functions": f"{found.functions:,} with {inner}",
        "depth": counted(found.depth, "node"),
        "operations": f"{found.flops:,} floating-point",
        "bytes read": f"{found.bytes_read:,}",
        "bytes written": f"{found.bytes_written:,}",
        "peak memory": counted(found.peak_bytes, "byte"),
        "constants": counted(found.constant_bytes, "byte"),
        "critical path": f"{counted(len(path), 'node')}: {' -> '.join(shown)}",
    }
    if found.unknown_shapes:
        rows["unknown"] = f"{found.unknown_shapes} shapes; their sizes count as 1"
    return "\n".join(f"{name:<13}  {text}" for name, text in rows.items())


def _node_table(graph: Any, count: int, names: InputNames) -> Table:
    from graphir.analysis.costs import CostModel

    model = CostModel(graph)
    costs = [(node, model.of(node)) for node in graph]
    costs.sort(key=lambda pair: -(pair[1].flops or 0))
    rows = tuple(
        (
            node.name,
            _op(node, names),
            cost.flops,
            cost.bytes_read,
            cost.bytes_written,
        )
        for node, cost in costs[: max(count, 0)]
    )
    headings = ("node", "op", "operations", "bytes read", "bytes written")
    return Table(headings, rows)


def _op(node: Any, names: InputNames) -> str:
    """The op, with the variable that an input stands for."""
    return op_text(node, names) if node in names else str(node.op)
