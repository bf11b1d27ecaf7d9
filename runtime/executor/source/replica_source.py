"""Python text for replicas: one call that runs their functions on threads.

(sum_0, sum_1) = run_replicas((step_0, step_1), ((x_0,), (x_1,)), (1, 1), False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from graphir.node import Node, Value
from runtime.executor.kernels.replicas import run_replicas
from runtime.executor.source.python_source import BlockWriter, Scope, StepWriter


def write_replicas(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """Writes the call; unused results are named too."""
    source = writer.source
    arguments = list(map(source.as_numpy, scope.expressions(node.inputs)))
    functions = _tuple(
        [source.bodies.function_name(each) for each in node.attrs["replicas"]]
    )
    given = iter(arguments)
    parts = [
        _tuple([next(given) for _ in range(count)])
        for count in node.attrs["input_counts"]
    ]
    run = source.globals.add("run_replicas", run_replicas)
    counts = tuple(map(int, node.attrs["output_counts"]))
    in_turns = bool(node.attrs.get("in_turns", False))
    text = f"{run}({functions}, {_tuple(parts)}, {counts!r}, {in_turns})"
    site = (node, tuple(arguments))
    if not node.outputs:
        writer.line(text, site)
        return
    names = [writer.new_local(scope, value) for value in node.outputs]
    writer.line(f"[{', '.join(names)}] = {text}", site)
    writer.restore_numbers(names)


def _tuple(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


WRITERS: Final[Mapping[str, StepWriter]] = {"_RunReplicas": write_replicas}
