"""Python text for fused element-wise operations over large arrays.

flat = flat_arrays(x)
if flat is None:
    half = op_Mul(const, x)
    y = op_Tanh(half)
else:
    (x_flat,) = flat
    y_new = result_like(x, float32)
    y_flat = y_new.reshape(-1)
    def blocks(starts, x_flat, y_flat):
        scratch = empty(65536, float32)
        for start in starts:
            ...
            op_Mul(const, x_part, out=scratch)
            op_Tanh(scratch, out=y_part)
    in_blocks(blocks, len(x_flat), 65536, x_flat, y_flat)
    y = y_new

A function of its own, because threads share the blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from graphir.compute.threads import in_blocks
from graphir.node import Node, Value
from runtime.executor.planning.blocks import (
    Run,
    accepts_out,
    block_size,
    find_runs,
    flat_arrays,
    result_like,
)
from runtime.executor.planning.plan import Plan
from runtime.executor.planning.row_blocks import (
    REDUCTIONS,
    find_row_runs,
    row_arrays,
    row_result,
)
from runtime.executor.planning.scratch import Slot, assign_slots
from runtime.executor.source.call_source import write_call
from runtime.executor.source.python_source import (
    BlockWriter,
    RunWriter,
    Scope,
)


def runs_of(writer: BlockWriter, scope: Scope, plan: Plan) -> dict[int, RunWriter]:
    """The writers of a plan's runs, by the first step of each run."""
    source = writer.source

    def is_ufunc(node: Node) -> bool:
        name = source.globals.kernel(node, scope.attrs, writer.must_run)
        return isinstance(source.globals.namespace[name], np.ufunc)

    runs = find_row_runs(plan, is_ufunc)
    taken = {index for run in runs.values() for index in run.steps}
    runs |= find_runs(plan, is_ufunc, taken)
    return {start: _Writer(run).write for start, run in runs.items()}


@dataclass(slots=True)
class _Writer:
    """Writes one run; ``parts`` has the expression of each value within a block."""

    run: Run
    parts: dict[Value, str] = field(default_factory=dict)

    def write(self, writer: BlockWriter, scope: Scope) -> int:
        """Writes the run step by step and in blocks; returns its last step's index."""
        steps = self.run.steps
        between = set(range(steps[0], steps[-1])) - set(steps)
        for index in sorted(between):
            node = scope.plan.steps[index]
            writer.write_step(scope, node, scope.plan.deaths[index])
        for value in self.run.outputs:
            scope.targets[value] = writer.new_local(scope, value)
        flat = writer.source.globals.names.unique("flat")
        arrays = ", ".join(scope.expressions(self.run.inputs))
        writer.line(f"{flat} = {self._test(writer)}{arrays})")
        writer.line(f"if {flat} is None:")
        writer.indent += 1
        dropped = self._write_plainly(writer, scope)
        writer.indent -= 1
        writer.line("else:")
        writer.indent += 1
        self._write_in_blocks(writer, scope, flat)
        writer.indent -= 1
        # a loop's variable may have its next value by now, under the same name
        made = {scope.names[value] for value in self.run.outputs}
        writer.drop(
            scope, [each for each in dropped if scope.names.get(each) not in made]
        )
        return steps[-1]

    def _test(self, writer: BlockWriter) -> str:
        """The call that gives the arrays to go over, up to its arguments."""
        source = writer.source
        if self.run.shape is None:
            return f"{source.globals.fixed_name(flat_arrays)}("
        shapes = [tuple(value.shape.as_ints()) for value in self.run.inputs]
        known = source.globals.add("shapes", shapes)
        return f"{source.globals.fixed_name(row_arrays)}({known}, "

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

    def _write_in_blocks(self, writer: BlockWriter, scope: Scope, flat: str) -> None:
        unique = writer.source.globals.names.unique
        wholes = {value: unique(f"{value.node.name}_flat") for value in self.run.inputs}
        first = next(filter(self.run.is_whole, self.run.inputs))
        writer.line(f"({', '.join(wholes.values())},) = {flat}")
        results = self._write_results(writer, scope.names[first], wholes)
        nodes = [scope.plan.steps[index] for index in self.run.steps]
        count = block_size(nodes, self.run)
        kept = {*self.run.outputs}
        kept.update(
            node.output for node in nodes if not self._writes_into(writer, scope, node)
        )
        wholes_made = [value for value in results if self.run.is_whole(value)]
        slots = assign_slots(nodes, kept, wholes_made, scope.plan)
        function = unique("blocks")
        read = ", ".join([*wholes.values(), *self._numbers(writer, scope, nodes)])
        writer.line(f"def {function}(starts, {read}):")
        writer.indent += 1
        self._write_function(writer, scope, wholes, slots, count)
        writer.indent -= 1
        share = writer.source.globals.fixed_name(in_blocks)
        size = f"len({wholes[first]})"
        writer.line(f"{share}({function}, {size}, {count}, {read})")
        for value, name in results.items():
            writer.line(f"{scope.names[value]} = {name}")
        temporaries = [flat, function, *wholes.values(), *results.values()]
        writer.line(f"del {', '.join(temporaries)}")

    def _numbers(
        self, writer: BlockWriter, scope: Scope, nodes: Sequence[Node]
    ) -> list[str]:
        """The locals that hold numbers which the blocks read: they are no arrays."""
        made = {node.output for node in nodes}
        read = [each for node in nodes for each in map(scope.plan.root, node.inputs)]
        names = [
            scope.names[each]
            for each in read
            if each not in made and each not in self.run.inputs
        ]
        namespace = writer.source.globals.namespace
        return [name for name in dict.fromkeys(names) if name not in namespace]

    def _write_function(
        self,
        writer: BlockWriter,
        scope: Scope,
        wholes: dict[Value, str],
        slots: dict[Value, Slot],
        count: int,
    ) -> None:
        """Writes the per-block function, with scratch buffers that all blocks share."""
        first = next(filter(self.run.is_whole, self.run.inputs))
        scratch = self._write_scratch(writer, slots, count)
        start = writer.source.globals.names.unique("start")
        writer.line(f"for {start} in starts:")
        writer.indent += 1
        self._write_parts(writer, wholes, f"{start}:{start} + {count}")
        for value, slot in slots.items():
            if isinstance(slot, Value):
                self.parts[value] = self.parts[slot]
        part = self.parts[first]
        for name in scratch:
            writer.line(f"if len({part}) < {count}: {name} = {name}[:len({part})]")
        for index in self.run.steps:
            self._write_operation(writer, scope, scope.plan.steps[index])
        writer.indent -= 1

    def _write_parts(
        self, writer: BlockWriter, wholes: dict[Value, str], places: str
    ) -> None:
        """Writes the slice of each array that belongs to a block."""
        for value, whole in wholes.items():
            if self.run.is_shared(value):
                self.parts[value] = whole
                continue
            part = writer.source.globals.names.unique(f"{value.node.name}_part")
            self.parts[value] = part
            writer.line(f"{part} = {whole}[{places}]")

    def _write_results(
        self, writer: BlockWriter, like: str, wholes: dict[Value, str]
    ) -> dict[Value, str]:
        """Makes the results, and adds them as rows or numbers to the ``wholes``."""
        source, unique = writer.source, writer.source.globals.names.unique
        results = {}
        for value in self.run.outputs:
            name, whole = (
                unique(f"{value.node.name}_{word}") for word in ("new", "flat")
            )
            is_whole = self.run.is_whole(value)
            make = source.globals.fixed_name(result_like if is_whole else row_result)
            dtype = source.globals.dtype_name(value.dtype)
            writer.line(f"{name} = {make}({like}, {dtype})")
            shape = "-1" if self.run.shape is None else f"-1, {name}.shape[-1]"
            writer.line(f"{whole} = {name}.reshape({shape})")
            results[value], wholes[value] = name, whole
        return results

    def _write_scratch(
        self, writer: BlockWriter, slots: dict[Value, Slot], count: int
    ) -> list[str]:
        source = writer.source
        empty = source.globals.fixed_name(np.empty)
        rows = self.run.shape
        size = f"{count}" if rows is None else f"({count}, {rows[-1]})"
        names: dict[int, str] = {}
        for value, slot in slots.items():
            if not isinstance(slot, int):
                continue
            if slot not in names:
                names[slot] = source.globals.names.unique("scratch")
                dtype = source.globals.dtype_name(value.dtype)
                writer.line(f"{names[slot]} = {empty}({size}, {dtype})")
            self.parts[value] = names[slot]
        return list(names.values())

    def _write_operation(self, writer: BlockWriter, scope: Scope, node: Node) -> None:
        source, value = writer.source, node.output
        arguments = self._arguments(writer, scope, node)
        site = (node, tuple(arguments))
        if node.op in REDUCTIONS:
            name = f"{node.op}_of_rows"
            kernel = source.globals.add(name, REDUCTIONS[node.op])
            del arguments[1]
        else:
            kernel = source.globals.kernel(node, scope.attrs, writer.must_run)
        call = f"{kernel}({', '.join(arguments)}"
        part = self.parts.get(value)
        if part is None:
            self.parts[value] = source.globals.names.unique(value.node.name)
            writer.line(f"{self.parts[value]} = {call})", site)
        elif self._writes_into(writer, scope, node):
            writer.line(f"{call}, out={part})", site)
        else:
            writer.line(f"{part}[:] = {call})", site)

    def _writes_into(self, writer: BlockWriter, scope: Scope, node: Node) -> bool:
        """Whether the node's kernel can write its result into a block."""
        source = writer.source
        if not self.run.is_whole(node.output):
            return False
        name = source.globals.kernel(node, scope.attrs, writer.must_run)
        kernel = source.globals.namespace[name]
        return isinstance(kernel, np.ufunc) or accepts_out(kernel)

    def _arguments(self, writer: BlockWriter, scope: Scope, node: Node) -> list[str]:
        source = writer.source
        arguments = []
        for each in map(scope.plan.root, node.inputs):
            expression = self.parts.get(each)
            if expression is None:
                expression = source.as_numpy(scope.names[each])
            arguments.append(expression)
        return arguments
