"""Python text for calls of a function over a range, over slices, elsewhere.

[total_0] = run_range(body, start, limit, delta, total)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from graphir.node import Node, Value
from runtime.executor.kernels.repeated_calls import (
    Results,
    run_call,
    run_range,
    run_slices,
)
from runtime.executor.source.python_source import BlockWriter, Scope, StepWriter


def _write_for(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    _write(writer, scope, node, ("body", run_range, []), node.inputs)


def _write_map(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    kinds = Results(node.attrs["output_types"], node.attrs["output_shapes"])
    results = writer.source.globals.add("results", kinds)
    before = [str(len(node.attrs["Targuments"])), results]
    _write(writer, scope, node, ("f", run_slices, before), node.inputs)


def _write_remote(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    # the first input names a device, and all are in this process
    _write(
        writer, scope, node, ("f", run_call, [str(len(node.outputs))]), node.inputs[1:]
    )


def _write(
    writer: BlockWriter,
    scope: Scope,
    node: Node,
    call: tuple[str, Callable[..., Any], list[str]],
    inputs: Sequence[Value],
) -> None:
    source = writer.source
    attr, kernel, before = call
    arguments = list(map(source.as_numpy, scope.expressions(inputs)))
    function = source.bodies.function_name(node.attrs[attr])
    run = source.globals.add(kernel.__name__, kernel)
    text = f"{run}({', '.join([function, *before, *arguments])})"
    site = (node, tuple(arguments))
    if not node.outputs:
        writer.line(text, site)
        return
    names = [writer.new_local(scope, value) for value in node.outputs]
    writer.line(f"[{', '.join(names)}] = {text}", site)
    writer.restore_numbers(names)


WRITERS: Final[Mapping[str, StepWriter]] = {
    "For": _write_for,
    "MapDefun": _write_map,
    "RemoteCall": _write_remote,
}
