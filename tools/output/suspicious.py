"""``--scan``: ops of a graph that use files, call Python, or are unknown."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from .results import Table

_MAIN: Final = "graph"
NOTHING_FOUND: Final = "no op uses files, calls Python, or is unknown"


def suspicious_ops(graph_def: Any, but: Collection[str] = ()) -> Table:
    """A row for each suspicious node of a ``GraphDef`` and of its functions.

    Nodes of the main graph whose names are in ``but`` are left out.
    """
    from graphir.ops.contract.registry import find, op_has
    from runtime.stateful_kernels.confinement import grant_needed

    rows = []
    for owner, node in _nodes(graph_def):
        if owner == _MAIN and node.name in but:
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


def suspicious_ops_of_model(meta: Any) -> Table:
    """The suspicious ops of a ``MetaGraphDef``, without the ops of its saver."""
    saver = meta.saver_def
    ends = (saver.save_tensor_name, saver.restore_op_name)
    inputs = {each.name: each.input for each in meta.graph_def.node}
    waiting = [each.partition(":")[0] for each in ends if each]
    own: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in inputs and name not in own:
            own.add(name)
            waiting += [each.lstrip("^").partition(":")[0] for each in inputs[name]]
    return suspicious_ops(meta.graph_def, own)


def _nodes(graph_def: Any) -> Iterator[tuple[str, Any]]:
    """Each node and its owner, without calls of the graph's own functions by name."""
    functions = graph_def.library.function
    defined = {each.signature.name for each in functions}
    owners = [(_MAIN, graph_def.node)]
    owners += [(each.signature.name, each.node_def) for each in functions]
    for owner, nodes in owners:
        yield from ((owner, node) for node in nodes if node.op not in defined)


__all__ = ["NOTHING_FOUND", "suspicious_ops", "suspicious_ops_of_model"]
