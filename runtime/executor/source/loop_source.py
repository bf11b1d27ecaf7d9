"""Python text for While: loop variables are locals, the condition a Python condition.

i = start[()]
while i < n:
    total = total + i
    i = i + one
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.kernels.kernels import is_scalar_number
from runtime.executor.planning.loop_bounds import (
    carries_number,
    head_number,
    needed_variables,
    tested_number,
)
from runtime.executor.planning.plan import (
    function_roots,
    make_plan,
    unchanged_variables,
)
from runtime.executor.planning.python_numbers import any_number, is_number
from runtime.executor.source.control_flow_source import (
    drop_names,
    is_written_inline,
    sets_last,
    truth_of,
    write_body,
)
from runtime.executor.source.expressions import as_test, body_truth, is_truth_body
from runtime.executor.source.python_source import (
    BlockWriter,
    ProgramSource,
    Scope,
    Site,
    StepWriter,
)


@dataclass(slots=True)
class Loop:
    """A loop as it is written: its functions and which variables count."""

    node: Node
    cond: Graph
    body: Graph
    is_inlined: bool
    unchanged: set[int]
    needed: set[int]
    names: list[str] = field(default_factory=list)
    """The local, or the expression, of each variable."""

    def changed(self) -> list[int]:
        """Indices of the loop variables that an iteration changes."""
        return [
            index
            for index in range(len(self.node.inputs))
            if index in self.needed and index not in self.unchanged
        ]

    def carries_number(self, index: int) -> bool:
        """Whether a variable is a Python number in the loop."""
        return carries_number(self.node, self.body, index)


def write_while(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """While and StatelessWhile: loop variables are locals."""
    site = (node, tuple(scope.expressions(node.inputs)))
    loop = _loop_of(writer, node, dying)
    decided = _decided_numbers(writer, scope, node)
    _start_variables(writer, scope, loop, dying)
    writer.line("while True:", site)
    before_loop = writer.must_run, writer.is_in_loop
    writer.must_run, writer.is_in_loop = False, True
    writer.indent += 1
    _write_condition(writer, loop, site)
    before = len(writer.source.lines)
    _write_iteration(writer, loop, site)
    if len(writer.source.lines) == before:
        writer.line("pass")
    writer.indent -= 1
    writer.must_run, writer.is_in_loop = before_loop
    _leave_variables(writer, loop, dying, decided)


def _loop_of(writer: BlockWriter, node: Node, dying: Sequence[Value]) -> Loop:
    functions = writer.source.bodies.functions
    cond, body = (functions[node.attrs[name].name].body for name in ("cond", "body"))
    is_inlined = all(
        is_written_inline(writer, node.attrs[name]) for name in ("cond", "body")
    )
    needed = set(range(len(node.inputs)))
    if is_inlined:
        dead = {index for index in needed if node.outputs[index] in dying}
        needed = needed_variables(node, body, cond, dead)
    unchanged = set(unchanged_variables(body))
    return Loop(node, cond, body, is_inlined, unchanged, needed)


def _decided_numbers(writer: BlockWriter, scope: Scope, node: Node) -> dict[str, bool]:
    """Locals that outputs are to be put in, and whether they are Python numbers."""
    targets = [scope.targets[each] for each in node.outputs if each in scope.targets]
    return {name: name in writer.source.numbers for name in targets}


def _start_variables(
    writer: BlockWriter, scope: Scope, loop: Loop, dying: Sequence[Value]
) -> None:
    """Puts each variable's first value in its local."""
    node = loop.node
    for index, value in enumerate(node.inputs):
        expression = scope.expression(value)
        if index in loop.unchanged:
            name = _unchanged_variable(writer, loop, index, expression)
        elif index in loop.needed:
            name = _changed_variable(writer, scope, loop, index)
        else:
            name = expression
        loop.names.append(name)
    kept = {scope.plan.root(node.inputs[index]) for index in loop.unchanged}
    kept.update(node.outputs)
    writer.drop(scope, [value for value in dying if value not in kept])


def _unchanged_variable(
    writer: BlockWriter, loop: Loop, index: int, expression: str
) -> str:
    source, value = writer.source, loop.node.inputs[index]
    is_known = expression in source.numbers or expression in source.globals.constants
    if is_known or (not is_scalar_number(value) and not is_number(value)):
        return expression
    name = source.globals.names.unique(f"{expression}_scalar")
    if loop.carries_number(index):
        text, number = source.as_number(expression, value.dtype)
        source.numbers[name] = number
    else:
        text = f"{source.as_numpy(expression)}[()]"
    writer.line(f"{name} = {text}")
    return name


def _changed_variable(writer: BlockWriter, scope: Scope, loop: Loop, index: int) -> str:
    source, value = writer.source, loop.node.inputs[index]
    expression = scope.expression(value)
    base = loop.body.inputs[index].node.name
    name = writer.new_local(scope, loop.node.outputs[index], base)
    if loop.carries_number(index):
        text, _ = source.as_number(expression, value.dtype)
        source.numbers[name] = head_number(loop.node, loop.body, index)
    else:
        source.numbers.pop(name, None)
        is_scalar = is_scalar_number(value)
        start = source.globals.scalar(expression) if is_scalar else expression
        is_array = is_scalar and start == expression
        text = (
            f"{source.as_numpy(expression)}[()]" if is_array else source.as_numpy(start)
        )
    writer.line(f"{name} = {text}")
    return name


def _leave_variables(
    writer: BlockWriter, loop: Loop, dying: Sequence[Value], decided: dict[str, bool]
) -> None:
    """After the loop: numbers as the code around it wants them."""
    numbers = writer.source.numbers
    for index in loop.changed():
        name, value = loop.names[index], loop.node.outputs[index]
        is_number_now = name in numbers
        is_wanted = decided.get(name, is_number_now and writer.is_in_loop)
        if is_number_now and is_wanted:
            numbers[name] = any_number(value.dtype)
        elif is_number_now:
            text = writer.source.as_numpy(name)
            del numbers[name]
            if value not in dying:
                writer.line(f"{name} = {text}")
        elif is_wanted:
            numbers[name] = any_number(value.dtype)
            writer.restore_numbers([name])


def _write_condition(writer: BlockWriter, loop: Loop, site: Site) -> None:
    source = writer.source
    reference = loop.node.attrs["cond"]
    header = len(source.lines) - 1
    if is_truth_body(source, reference.name):
        test = as_test(body_truth(writer, reference.name, loop.names))
        source.lines[header] = "    " * (writer.indent - 1) + f"while {test}:"
        return
    inner = Scope(source.bodies.plan_of(reference.name))
    (result,) = write_body(writer, reference, loop.names, inner, site)
    value = inner.plan.outputs[0]
    assignment = "    " * writer.indent + f"{result} = "
    if len(source.lines) == header + 2 and source.lines[-1].startswith(assignment):
        # a test of one line is the loop's own
        result = source.lines.pop().removeprefix(assignment)
        source.sites[header] = source.sites.pop()
    elif len(source.lines) > header + 1:
        writer.line(f"if not {truth_of(writer, value, result)}:", site)
        writer.line("    break")
        return
    test = truth_of(writer, value, result)
    source.lines[header] = "    " * (writer.indent - 1) + f"while {test}:"


def _write_iteration(writer: BlockWriter, loop: Loop, site: Site) -> None:
    source, reference = writer.source, loop.node.attrs["body"]
    changed = loop.changed()
    if not loop.is_inlined:
        inner = Scope(source.bodies.plan_of(reference.name))
        every = write_body(writer, reference, loop.names, inner, site)
        results = [every[index] for index in changed]
    else:
        outputs = [loop.body.outputs[index] for index in changed]
        roots = function_roots(loop.body)
        inner = Scope(make_plan(loop.body, loop.body.inputs, outputs, roots))
        _aim_at_variables(writer, inner, loop.names, changed)
        _note_tests(source, loop)
        results = write_body(writer, reference, loop.names, inner, site)
    moves = [
        (loop.names[index], result)
        for index, result in zip(changed, results, strict=True)
        if loop.names[index] != result
    ]
    _write_moves(writer, moves)
    moved = {result for _, result in moves}
    drop_names(writer, inner, moved - set(loop.names))


def _note_tests(source: ProgramSource, loop: Loop) -> None:
    """Within an iteration, narrows intervals by the loop condition."""
    for index, name in enumerate(loop.names):
        if name in source.numbers and loop.carries_number(index):
            source.numbers[name] = tested_number(
                source.numbers[name], loop.cond, index, source.bodies.functions
            )


def _write_moves(writer: BlockWriter, moves: Sequence[tuple[str, str]]) -> None:
    """Assigns results to variables, at once where one is read after it is set."""
    assigned = {target for target, _ in moves}
    if any(result in assigned for _, result in moves):
        sources = [writer.moved(*move) for move in moves]
        targets = [target for target, _ in moves]
        writer.line(f"{', '.join(targets)} = {', '.join(sources)}")
    else:
        for target, result in moves:
            writer.move(target, result)


def _aim_at_variables(
    writer: BlockWriter, inner: Scope, variables: Sequence[str], changed: Sequence[int]
) -> None:
    """Lets the body put a new value straight into its variable where that is safe.

    It is once nothing reads the old value any more: the step that makes the new one
    may be the last reader, unless it goes on reading after it has set a result.
    """
    plan = inner.plan
    made = {
        value: index for index, node in enumerate(plan.steps) for value in node.outputs
    }
    last_read = {
        value: index for index, dying in enumerate(plan.deaths) for value in dying
    }
    handed_on = {plan.root(value) for value in plan.outputs}
    for index, output in zip(changed, plan.outputs, strict=True):
        old, new = plan.inputs[index], plan.root(output)
        if old in handed_on:
            continue
        read, name = last_read.get(old, -1), variables[index]
        step = plan.steps[made[new]] if new in made else None
        if step is None or new in inner.targets or read > made[new]:
            inner.own.add(name)
        elif read < made[new]:
            inner.own.add(name)
            inner.targets[new] = name
        elif sets_last(writer, step):
            inner.targets[new] = name


WRITERS: Final[Mapping[str, StepWriter]] = {
    "While": write_while,
    "StatelessWhile": write_while,
    "_While": write_while,
}
