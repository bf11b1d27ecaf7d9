"""``--scan``: ops of a graph that use files, call Python, or are unknown."""

from __future__ import annotations

import argparse
from collections.abc import Container, Iterator
from typing import Any, Final

from .own_files import OwnFiles, own_files
from .results import Table, show, show_json

_MAIN: Final = "graph"
NOTHING_FOUND: Final = "no op uses files, calls Python, or is unknown"


ADVICE: Final = """
Such ops are refused when the model runs, but for reading files of its own folder.
`autograph run DIR --allow ...` and tf.saved_model.load(DIR, allow={...}) let them do
what the last column says."""


def suspicious_ops(graph_def: Any, but: Container[tuple[str, str]] = ()) -> Table:
    """A row for each suspicious node of a ``GraphDef`` and of its functions.

    ``but`` has the nodes to leave out: pairs of the function, empty for the main graph,
    and the name.
    """
    from graphir.ops.contract.registry import find, op_has
    from runtime.stateful_kernels.confinement import grant_needed

    rows = []
    for owner, node in _nodes(graph_def):
        if ("" if owner == _MAIN else owner, node.name) in but:
            continue
        grant = grant_needed(node.op)
        if grant == "python":
            what = "calls a Python function"
        elif grant == "all":
            what = "runs a graph that it is given"
            grant = "files, python"
        elif op_has(node.op, "writes_files"):
            what = "writes files"
        elif grant:
            what = "reads files"
        elif find(node.op) is None:
            what = "is not known here: what it does cannot be said"
        else:
            continue
        rows.append((owner, node.name, node.op, what, grant))
    return Table(("in", "node", "op", "what it does", "needs --allow"), tuple(rows))


def suspicious_ops_of_model(meta: Any) -> tuple[Table, OwnFiles]:
    """The suspicious ops of a ``MetaGraphDef``, and those left out as its own.

    Each model has ops that save and restore its variables and read its assets.
    """
    own = own_files(meta)
    return suspicious_ops(meta.graph_def, own), own


def show_suspicious(
    args: argparse.Namespace, found: Table, own: OwnFiles | None = None
) -> None:
    """Prints the rows, what may be done about them, and what was left out."""
    if args.json:
        show_json(args, found.as_data())
        return
    told = [f"left out, as every model has them: {own}"] if own else []
    if found.rows:
        show(args, found, *([] if args.quiet else [ADVICE, *told]))
    elif not args.quiet:
        show(args, NOTHING_FOUND, *told)


def _nodes(graph_def: Any) -> Iterator[tuple[str, Any]]:
    """Each node and its owner, without calls of the graph's own functions by name."""
    functions = graph_def.library.function
    defined = {each.signature.name for each in functions}
    owners = [(_MAIN, graph_def.node)]
    owners += [(each.signature.name, each.node_def) for each in functions]
    for owner, nodes in owners:
        yield from ((owner, node) for node in nodes if node.op not in defined)


__all__ = ["show_suspicious", "suspicious_ops", "suspicious_ops_of_model"]
