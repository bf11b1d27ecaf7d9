"""Python text for runs of element-wise operations over large arrays.

flat = flat_arrays(x)
if flat is None:
    half = op_Mul(const, x)
    y = op_Tanh(half)
else:
    (x_flat,) = flat
    y_new = result_like(x, float32)
    y_flat = y_new.reshape(-1)
    scratch = empty(16384, float32)
    for start in range(0, x_flat.size, 16384):
        ...
        op_Mul(const, x_part, scratch)
        op_Tanh(scratch, y_part)
    y = y_new
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from graphir.node import Node, Value
from runtime.executor.blocks import (
    FUNCTIONS,
    Run,
    assign_slots,
    block_size,
    find_runs,
    flat_arrays,
    result_like,
)
from runtime.executor.plan import Plan
from runtime.executor.python_source import (
    RUN_FINDERS,
    STEP_WRITERS,
    BlockWriter,
    RunWriter,
    Scope,
    write_call,
)


def runs_of(writer: BlockWriter, scope: Scope, plan: Plan) -> dict[int, RunWriter]:
    """What writes the runs of a plan, by the first step of each."""
    source = writer.source

    def is_ufunc(node: Node) -> bool:
        name = source.kernel(node, scope.attrs, writer.must_run)
        return isinstance(source.namespace[name], np.ufunc)

    return {
        start: _Writer(run).write for start, run in find_runs(plan, is_ufunc).items()
    }


@dataclass(slots=True)
class _Writer:
    """Writes one run; ``parts`` has the expression of each value within a block."""

    run: Run
    parts: dict[Value, str] = field(default_factory=dict)
    temporaries: list[str] = field(default_factory=list)
    """Locals that nobody reads after the run."""

    def write(self, writer: BlockWriter, scope: Scope) -> int:
        """Writes the run both ways; gives the number of its last step."""
        steps = self.run.steps
        between = set(range(steps[0], steps[-1])) - set(steps)
        for index in sorted(between):
            node = scope.plan.steps[index]
            STEP_WRITERS[node.op](writer, scope, node, scope.plan.deaths[index])
        for value in self.run.outputs:
            scope.targets[value] = writer.new_local(scope, value)
        flat = writer.source.names.unique("flat")
        arrays = scope.expressions(self.run.inputs)
        test = writer.source.fixed_name(flat_arrays)
        writer.line(f"{flat} = {test}({', '.join(arrays)})")
        writer.line(f"if {flat} is None:")
        writer.indent += 1
        dropped = self._write_plainly(writer, scope)
        writer.indent -= 1
        writer.line("else:")
        writer.indent += 1
        self._write_in_blocks(writer, scope, flat, arrays)
        writer.indent -= 1
        writer.drop(scope, dropped)
        return steps[-1]

    def _write_plainly(self, writer: BlockWriter, scope: Scope) -> list[Value]:
        """The steps one by one; gives the values from outside that die in them."""
        plan = scope.plan
        nodes = [plan.steps[index] for index in self.run.steps]
        inner = {node.output for node in nodes} - set(self.run.outputs)
        dropped = []
        for index, node in zip(self.run.steps, nodes, strict=True):
            dying = plan.deaths[index]
            write_call(writer, scope, node, dying)
            writer.drop(scope, [value for value in dying if value in inner])
            dropped += [value for value in dying if value not in inner]
        return dropped

    def _write_in_blocks(
        self, writer: BlockWriter, scope: Scope, flat: str, arrays: Sequence[str]
    ) -> None:
        unique = writer.source.names.unique
        nodes = [scope.plan.steps[index] for index in self.run.steps]
        count = block_size(nodes)
        wholes = [unique(f"{value.node.name}_flat") for value in self.run.inputs]
        writer.line(f"({', '.join(wholes)},) = {flat}")
        results = self._write_results(writer, arrays[0])
        wholes += results.values()
        kept = {*self.run.outputs}
        kept.update(node.output for node in nodes if node.op in FUNCTIONS)
        slots = assign_slots(nodes, kept, scope.plan)
        scratch = self._write_scratch(writer, slots, count)
        start = unique("start")
        writer.line(f"for {start} in range(0, {wholes[0]}.size, {count}):")
        writer.indent += 1
        values = [*self.run.inputs, *self.run.outputs]
        for value, whole in zip(values, wholes, strict=True):
            part = self.parts[value] = unique(f"{value.node.name}_part")
            writer.line(f"{part} = {whole}[{start}:{start} + {count}]")
        first = self.parts[values[0]]
        for name in scratch:
            writer.line(f"if {first}.size < {count}: {name} = {name}[:{first}.size]")
        for node in nodes:
            self._write_operation(writer, scope, node)
        writer.indent -= 1
        for value, name in zip(self.run.outputs, results, strict=True):
            writer.line(f"{scope.names[value]} = {name}")
        self.temporaries += [flat, *wholes, *results, *scratch, *self.parts.values()]
        writer.line(f"del {', '.join(dict.fromkeys(self.temporaries))}")

    def _write_results(self, writer: BlockWriter, like: str) -> dict[str, str]:
        """Makes the results; the names of the arrays and of them as vectors."""
        source, unique = writer.source, writer.source.names.unique
        make = source.fixed_name(result_like)
        results = {}
        for value in self.run.outputs:
            name, whole = (
                unique(f"{value.node.name}_{word}") for word in ("new", "flat")
            )
            dtype = source.dtype_name(value.dtype)
            writer.line(f"{name} = {make}({like}, {dtype})")
            writer.line(f"{whole} = {name}.reshape(-1)")
            results[name] = whole
        return results

    def _write_scratch(
        self, writer: BlockWriter, slots: dict[Value, int], count: int
    ) -> list[str]:
        source = writer.source
        names: dict[int, str] = {}
        for value, slot in slots.items():
            if slot not in names:
                names[slot] = source.names.unique("scratch")
                empty, dtype = (
                    source.fixed_name(np.empty),
                    source.dtype_name(value.dtype),
                )
                writer.line(f"{names[slot]} = {empty}({count}, {dtype})")
            self.parts[value] = names[slot]
        return list(names.values())

    def _write_operation(self, writer: BlockWriter, scope: Scope, node: Node) -> None:
        source, value = writer.source, node.output
        arguments = []
        for each in map(scope.plan.root, node.inputs):
            expression = self.parts.get(each)
            if expression is None:
                expression = source.as_numpy(scope.names[each])
            arguments.append(expression)
        site = (node, tuple(arguments))
        kernel = source.kernel(node, scope.attrs, writer.must_run)
        if isinstance(source.namespace[kernel], np.ufunc):
            if value not in self.parts:
                self.parts[value] = source.names.unique(value.node.name)
                text = f"{self.parts[value]} = {kernel}({', '.join(arguments)})"
            else:
                text = f"{kernel}({', '.join(arguments)}, {self.parts[value]})"
        elif value in self.parts:
            text = f"{self.parts[value]}[:] = {kernel}({', '.join(arguments)})"
        else:
            self.parts[value] = source.names.unique(value.node.name)
            text = f"{self.parts[value]} = {kernel}({', '.join(arguments)})"
        writer.line(text, site)


RUN_FINDERS.append(runs_of)
