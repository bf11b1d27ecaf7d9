"""The ops in a graph or a SavedModel, and whether they have kernels here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from .programs_read import UnreadableError
from .states import MISSING, PRESENT, NameUsed

GRAPHS: Final = (".pb", ".pbtxt", ".graphdef")
SAVED_MODEL: Final = "saved_model.pb"


def ops_used(file: Path) -> Iterator[NameUsed]:
    """Each op in a graph with the number of its first node.

    Raises:
      OSError: for a file that cannot be opened.
      UnreadableError: for a file that holds no graph.
    """
    seen: set[str] = set()
    for number, node in enumerate(_nodes(file), 1):
        if node.op not in seen:
            seen.add(node.op)
            yield NameUsed(file, number, node.op, _state(node.op), node.name)


def _nodes(file: Path) -> Iterable[Any]:
    import graphir
    from graphir.errors import GraphirError
    from graphir.wire import messages

    try:
        if file.name != SAVED_MODEL:
            graphs = [graphir.load_graph_def(file, verify=False)]
        else:
            model = messages.parse("SavedModel", file.read_bytes())
            graphs = [each.graph_def for each in model.meta_graphs]
    except GraphirError as error:
        raise UnreadableError(f"it is no graph: {error}") from error
    for graph in graphs:
        functions = graph.library.function
        # a node may call a function of the graph by its name
        defined = {each.signature.name for each in functions}
        for nodes in (graph.node, *(each.node_def for each in functions)):
            yield from (node for node in nodes if node.op not in defined)


def _state(op: str) -> str:
    from graphir.ops.contract.absences import why_without_kernel
    from graphir.ops.contract.registry import find, signature_of

    is_input = op == "Placeholder"  # its values are given
    if is_input or kernel_of(op, find(op)) != "none":
        return PRESENT
    if signature_of(op) is None:
        return f"{MISSING}: unknown op"
    why = why_without_kernel(op)
    return f"{MISSING}: {'it has no kernel here' if why is None else why.reason}"


def kernel_of(name: str, declaration: Any) -> str:
    """Where the kernel of an op is: ``here``, ``program`` or ``none``."""
    from graphir.ops.contract.registry import op_has
    from runtime.executor.program import WRITERS

    if declaration is not None:
        if not declaration.has_kernel():
            import_module(declaration.kernel_package)  # attaches it
        if declaration.has_kernel():
            return "here"
    return "program" if name in WRITERS.steps or op_has(name, "dataflow") else "none"
