"""Python text for If, Case, While and function calls: bodies written in place.

While(i, total; n)              If(c, x)

i = start[()]                   if c:
while i < n:                        y = x + one
    total = total + i           else:
    i = i + one                     y = x
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from graphir.attributes import FunctionRef
from graphir.node import Node, Value
from runtime.executor.kernels.truth import branch_number, is_true
from runtime.executor.planning.dataflow import has_dataflow
from runtime.executor.planning.python_numbers import any_number, is_number
from runtime.executor.source.expressions import as_test, branch_truth, is_truth_branch
from runtime.executor.source.python_source import (
    MAX_INDENT,
    BlockWriter,
    Scope,
    Site,
    StepWriter,
    is_small,
)


def write_body(
    writer: BlockWriter,
    reference: FunctionRef,
    arguments: Sequence[str],
    inner: Scope,
    site: Site,
) -> list[str]:
    """Writes a function's body inline, or a call of it; returns the result expressions.

    The scope ``inner`` has decisions about the body's values; names are added to it.
    """
    source = writer.source
    plan = inner.plan
    if not is_written_inline(writer, reference):
        names = [
            source.globals.names.unique(f"{reference.name}_{index}")
            for index in range(len(plan.outputs))
        ]
        given = map(source.as_numpy, arguments)
        call = f"{source.bodies.function_name(reference)}({', '.join(given)})"
        writer.assign(names, call, site)
        inner.own.update(names)
        inner.names.update(zip(plan.outputs, names, strict=True))
        return names
    inner.attrs = reference.attrs
    inner.names.update(zip(plan.inputs, arguments, strict=True))
    writer.write_steps(inner)
    return inner.expressions(plan.outputs)


def is_written_inline(writer: BlockWriter, reference: FunctionRef) -> bool:
    """Whether the body is written in place rather than called."""
    source = writer.source
    return (
        writer.indent < MAX_INDENT
        and source.bodies.calls.is_inlined(reference.name)
        and not has_dataflow(source.bodies.functions[reference.name].body)
    )


def write_function_call(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """PartitionedCall and StatefulPartitionedCall; attribute ``f`` is the function."""
    arguments = scope.expressions(node.inputs)
    site = (node, tuple(arguments))
    inner = Scope(writer.source.bodies.plan_of(node.attrs["f"].name))
    results = write_body(writer, node.attrs["f"], arguments, inner, site)
    handed_over: set[str] = set()
    for value, result in zip(node.outputs, results, strict=True):
        if value in dying:
            continue
        if result in writer.source.globals.namespace:
            scope.names[value] = result
        elif result in inner.own and result not in handed_over:
            scope.names[value] = result
            scope.own.add(result)
            handed_over.add(result)
        else:
            # two values under one name could not be dropped apart
            is_decided = value in scope.targets
            name = writer.new_local(scope, value)
            number = writer.source.numbers.get(result)
            if number is not None and not is_decided:
                writer.source.numbers[name] = number
            writer.move(name, result)
    drop_names(writer, inner, set(results) - handed_over)


def write_if(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """If and StatelessIf."""
    condition, *arguments = scope.expressions(node.inputs)
    site = (node, (condition, *arguments))
    targets = _targets(writer, scope, node, dying)
    if _is_truth(writer, node, targets):
        text = branch_truth(writer, node, [condition, *arguments])
        writer.line(f"{targets[0]} = {text}", site)
        return
    test = truth_of(writer, node.inputs[0], condition)
    writer.line(f"if {as_test(test)}:", site)
    # a target may be a variable that both branches read
    bounds = {name: n for name, n in writer.source.numbers.items() if name in targets}
    then_branch, else_branch = node.attrs["then_branch"], node.attrs["else_branch"]
    has_then = _write_branch(writer, then_branch, arguments, targets, site)
    writer.source.numbers.update(bounds)
    if not has_then:
        writer.take_back(2)
    writer.line("else:" if has_then else f"if not {test}:", None if has_then else site)
    if not _write_branch(writer, else_branch, arguments, targets, site):
        writer.take_back(2)
    _forget_bounds(writer, targets)


def _is_truth(writer: BlockWriter, node: Node, targets: Sequence[str | None]) -> bool:
    """Whether the branch is one assignment of a Python bool."""
    if len(targets) != 1 or targets[0] not in writer.source.numbers:
        return False
    return writer.is_in_loop and is_truth_branch(writer.source, node)


def write_case(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """Case and StatelessCase; an index out of range takes the last branch."""
    index, *arguments = scope.expressions(node.inputs)
    site = (node, (index, *arguments))
    targets = _targets(writer, scope, node, dying)
    branches = node.attrs["branches"]
    chosen = writer.source.globals.names.unique(f"{node.name}_branch")
    number = writer.source.globals.add("branch_number", branch_number)
    writer.line(f"{chosen} = {number}({index}, {len(branches)})", site)
    for position, branch in enumerate(branches):
        word = "elif" if position else "if"
        test = f"{word} {chosen} == {position}:"
        is_last = position == len(branches) - 1
        writer.line("else:" if is_last and position else test)
        _write_branch(writer, branch, arguments, targets, site)
    _forget_bounds(writer, targets)


def _targets(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> list[str | None]:
    targets: list[str | None] = []
    for value in node.outputs:
        is_free = value not in scope.targets
        targets.append(None if value in dying else writer.new_local(scope, value))
        if targets[-1] and is_free and writer.is_in_loop and is_number(value):
            writer.source.numbers[targets[-1]] = any_number(value.dtype)
    return targets


def _forget_bounds(writer: BlockWriter, targets: Sequence[str | None]) -> None:
    """Drops intervals after branches, since either branch may have run."""
    numbers = writer.source.numbers
    for target in targets:
        if target in numbers:
            numbers[target] = any_number(numbers[target].dtype)


def _write_branch(
    writer: BlockWriter,
    reference: FunctionRef,
    arguments: Sequence[str],
    targets: Sequence[str | None],
    site: Site,
) -> bool:
    """Writes a branch; whether there is anything to do in it."""
    must_run, writer.must_run = writer.must_run, False
    writer.indent += 1
    before = len(writer.source.lines)
    plan = writer.source.bodies.plan_of(reference.name)
    inner = Scope(plan)
    given = set(plan.inputs)
    for value, target in zip(plan.outputs, targets, strict=True):
        root = plan.root(value)
        if target is None or root in given:
            continue
        if target not in arguments or sets_last(writer, root.node):
            inner.targets.setdefault(root, target)
    results = write_body(writer, reference, arguments, inner, site)
    for target, result in zip(targets, results, strict=True):
        if target is not None and target != result:
            writer.move(target, result)
    drop_names(writer, inner, set(results))
    is_empty = len(writer.source.lines) == before
    if is_empty:
        writer.line("pass")
    writer.indent -= 1
    writer.must_run = must_run
    return not is_empty


def sets_last(writer: BlockWriter, step: Node) -> bool:
    """Whether a step may put its result where a value lies that it still reads.

    A loop may not, nor a branch with several results: they set one, and go on reading.
    """
    if step.op not in writer.source.writers.steps:
        return True
    return step.op == "StatelessIf" and len(step.outputs) == 1


def drop_names(writer: BlockWriter, inner: Scope, names: set[str]) -> None:
    """Drops locals of a body after their values were renamed by the caller."""
    large = {
        name
        for value, name in inner.names.items()
        if name in inner.own and name in names and not is_small(value)
    }
    if large:
        writer.line(f"del {', '.join(sorted(large))}")
        inner.own -= large


def truth_of(writer: BlockWriter, value: Value, expression: str) -> str:
    """The expression as the test of an ``if`` or ``while``."""
    if value.dtype.is_bool and value.shape.rank == 0:
        return expression
    name = writer.source.globals.add("is_true", is_true)
    return f"{name}({expression})"


WRITERS: Final[Mapping[str, StepWriter]] = {
    "If": write_if,
    "StatelessIf": write_if,
    "_If": write_if,
    "Case": write_case,
    "StatelessCase": write_case,
    "PartitionedCall": write_function_call,
    "StatefulPartitionedCall": write_function_call,
}
