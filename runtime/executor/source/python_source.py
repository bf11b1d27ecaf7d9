"""Python text for a graph: each node one line that calls its kernel.

Values are locals named after their nodes. Functions called from one place are written
out where they are called (``control_flow_source``), so loops and branches are real
Python loops and branches over locals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.kernels.kernels import Bind, bind_kernel
from runtime.executor.planning.dataflow_nodes import CompileNode
from runtime.executor.planning.plan import Plan
from runtime.executor.planning.python_numbers import (
    Number,
    any_number,
    numpy_type,
    python_type,
)
from runtime.executor.source.function_bodies import FunctionBodies
from runtime.executor.source.global_names import GlobalNames

MAX_INDENT: Final = 14
"""Deeper bodies become functions: Python allows 20 nested loops in one."""

SMALL_BYTES: Final = 4096
"""Values known to be no larger are not dropped early: not worth an instruction."""

Site = tuple[Node, tuple[str, ...]]
"""The node that a line runs, and the expressions it reads."""


class ProgramSource:
    """The text of one program under construction, and the objects it refers to."""

    def __init__(
        self,
        graph: Graph,
        compile_node: CompileNode,
        writers: Writers,
        bind: Bind = bind_kernel,
    ) -> None:
        self.writers = writers
        self.globals = GlobalNames(bind)
        self.bodies = FunctionBodies(graph, compile_node, self.globals)
        self.lines: list[str] = []
        self.sites: list[Site | None] = []
        self.numbers: dict[str, Number] = {}
        """Locals that hold Python numbers instead of NumPy's."""

    def write_program(self, plan: Plan, name: str) -> None:
        """Writes the main function, then the functions that are called."""
        self.write_function(plan, name, {}, is_main=True)
        for reference, written_name in self.bodies.unwritten():
            body_plan = self.bodies.plan_of(reference.name)
            self.write_function(body_plan, written_name, reference.attrs)

    def write_function(
        self, plan: Plan, name: str, attrs: Mapping[str, Attr], is_main: bool = False
    ) -> None:
        """Writes ``def name(inputs): ...``; the main one returns a tuple always."""
        writer = BlockWriter(self, 0, is_main)
        scope = Scope(plan, attrs)
        unique = self.globals.names.unique
        arguments = [unique(_local_base(value)) for value in plan.inputs]
        scope.names.update(zip(plan.inputs, arguments, strict=True))
        writer.line(f"def {name}({', '.join(arguments)}):")
        writer.indent = 1
        writer.write_steps(scope)
        results = [scope.names[plan.root(each)] for each in plan.outputs]
        if is_main:
            comma = "," if len(results) == 1 else ""
            writer.line(f"return ({', '.join(results)}{comma})")
        elif results:
            writer.line(f"return {', '.join(results)}")
        else:
            writer.line("return")

    def as_numpy(self, expression: str) -> str:
        """The expression as kernels take it: Python numbers become NumPy scalars."""
        number = self.numbers.get(expression)
        if number is None:
            return expression
        return f"{self.globals.fixed_name(numpy_type(number.dtype))}({expression})"

    def as_number(self, expression: str, dtype: DType) -> tuple[str, Number]:
        """The expression as a Python number, and its interval."""
        number = self.numbers.get(expression)
        if number is not None:
            return expression, number
        array = self.globals.constants.get(expression)
        if array is not None:
            value = array.item()
            return repr(value), Number(dtype, int(value), int(value))
        return f"{python_type(dtype)}({expression})", any_number(dtype)


@dataclass(slots=True)
class Scope:
    """One body written at one call site: its plan and its expressions."""

    plan: Plan
    attrs: Mapping[str, Attr] = field(default_factory=dict)
    names: dict[Value, str] = field(default_factory=dict)
    """Root value -> the expression that holds it."""
    own: set[str] = field(default_factory=set)
    """Locals that were made here and may be dropped after their last use."""
    targets: dict[Value, str] = field(default_factory=dict)
    """Root value -> the local that it is to be put in, where that is decided."""

    def expression(self, value: Value) -> str:
        """The expression for a value of this body."""
        return self.names[self.plan.root(value)]

    def expressions(self, values: Sequence[Value]) -> list[str]:
        """The expressions for several values."""
        return [self.names[self.plan.root(value)] for value in values]


class BlockWriter:
    """Writes steps at one depth of one Python function."""

    def __init__(self, source: ProgramSource, indent: int, must_run: bool) -> None:
        self.source = source
        self.indent = indent
        self.must_run = must_run
        """Whether the steps written now run in every call of the program."""
        self.is_in_loop = False
        """Whether scalars are Python numbers in the steps written now."""

    def line(self, text: str, site: Site | None = None) -> None:
        """Adds one line, and records which node it runs."""
        self.source.lines.append("    " * self.indent + text)
        self.source.sites.append(site)

    def take_back(self, count: int) -> None:
        """Removes the last lines."""
        del self.source.lines[-count:], self.source.sites[-count:]

    def write_steps(self, scope: Scope) -> None:
        """Writes every step of the scope's plan."""
        steps, deaths = scope.plan.steps, scope.plan.deaths
        runs: dict[int, RunWriter] = {}
        for find in self.source.writers.finders:
            runs |= find(self, scope, scope.plan)
        last = -1
        for index, (node, dying) in enumerate(zip(steps, deaths, strict=True)):
            if index in runs:
                last = runs[index](self, scope)
            if index > last:
                self.write_step(scope, node, dying)
                self.drop(scope, dying)

    def write_step(self, scope: Scope, node: Node, dying: Sequence[Value]) -> None:
        """Writes one step; ``dying`` are the values that nothing reads after it."""
        writers = self.source.writers
        writers.steps.get(node.op, writers.other)(self, scope, node, dying)

    def drop(self, scope: Scope, values: Sequence[Value]) -> None:
        """Drops locals whose values have no later reader."""
        dropped = []
        for value in values:
            name = scope.names.get(value, "")
            if name in scope.own and not is_small(value):
                scope.own.discard(name)
                dropped.append(name)
        if dropped:
            self.line(f"del {', '.join(dropped)}")

    def new_local(self, scope: Scope, value: Value, base: str = "") -> str:
        """The local for a value that the step being written makes."""
        name = scope.targets.get(value)
        if name is None:
            name = self.source.globals.names.unique(base or _local_base(value))
            scope.own.add(name)
        scope.names[value] = name
        return name

    def moved(self, target: str, result: str) -> str:
        """The expression to assign to a local, a Python number if the local is one."""
        number = self.source.numbers.get(target)
        if number is None:
            return self.source.as_numpy(result)
        return self.source.as_number(result, number.dtype)[0]

    def move(self, target: str, result: str) -> None:
        """Writes ``target = result``."""
        self.line(f"{target} = {self.moved(target, result)}")

    def restore_numbers(self, names: Sequence[str]) -> None:
        """After NumPy values were assigned, converts locals that are Python numbers."""
        for name in names:
            number = self.source.numbers.get(name)
            if number is not None:
                self.source.numbers[name] = any_number(number.dtype)
                self.line(f"{name} = {python_type(number.dtype)}({name})")

    def assign(self, names: Sequence[str], call: str, site: Site | None) -> None:
        """Writes a call with several results, assigned to as many locals."""
        if not names:
            self.line(call, site)
        elif len(names) == 1:
            self.line(f"{names[0]} = {call}", site)
        else:
            self.line(f"{', '.join(names)} = {call}", site)


def _local_base(value: Value) -> str:
    name = value.node.name
    return f"{name}_{value.index}" if value.index else name


def is_small(value: Value) -> bool:
    """Whether the value is statically known to take little memory."""
    dims = value.shape.sizes
    if dims is None or not value.dtype.has_numpy or value.dtype.is_ref:
        return False
    size = value.dtype.size
    for each in dims:
        if each is None:
            return False
        size *= each
    return size <= SMALL_BYTES


StepWriter = Callable[[BlockWriter, Scope, Node, Sequence[Value]], None]
RunWriter = Callable[[BlockWriter, Scope], int]
"""Writes several steps as one; returns the index of the last step."""

RunFinder = Callable[[BlockWriter, Scope, Plan], dict[int, RunWriter]]
"""Finds steps to write together, by the first of each group."""


@dataclass(frozen=True, slots=True)
class Writers:
    """The writers for the steps of a program."""

    steps: Mapping[str, StepWriter]
    """Op -> writer of steps that are not a kernel call."""
    other: StepWriter
    finders: tuple[RunFinder, ...]
    """No two of them find the same step."""


def write_constant(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """A constant is a global of the text: it has no line."""
    if node.output not in dying:
        scope.names[node.output] = writer.source.globals.constant(node)
