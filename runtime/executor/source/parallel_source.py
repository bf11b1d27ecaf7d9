"""Python text for expensive independent steps, which run on several threads.

def step():
    result = op_Svd(x)
    return result
def step_1(): ...
(s, u, v), (s_1, u_1, v_1) = at_once(step, step_1)

Steps whose kernels already use several threads (products, convolutions) are excluded,
and small steps too: waking a thread would take longer than the step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graphir.compute.threads import at_once
from graphir.node import Node
from runtime.executor.kernels.kernels import returns_sequence
from runtime.executor.planning.plan import Plan
from runtime.executor.source.python_source import (
    BlockWriter,
    RunWriter,
    Scope,
)

CUBIC: Final = "cubic"
"""Trait of ops of matrices that take time with the third power of their size."""
TRANSFORM: Final = "transform"
"""Trait of Fourier transforms."""
LEAST_MATRIX: Final = 64 * 64
LEAST_TRANSFORM: Final = 1 << 15
"""Elements from which a step takes some hundred microseconds."""


def parallel_steps(
    writer: BlockWriter, scope: Scope, plan: Plan
) -> dict[int, RunWriter]:
    """The writers of groups of long steps, by the first step of each group."""
    found: dict[int, RunWriter] = {}
    start = 0
    while start < len(plan.steps):
        group = _group_from(plan, start) if _is_long(plan.steps[start]) else [start]
        if len(group) > 1:
            found[start] = _Group(group).write
            start = group[-1]
        start += 1
    return found


def _is_long(node: Node) -> bool:
    is_cubic = node.has_trait(CUBIC)
    if not is_cubic and not node.has_trait(TRANSFORM):
        return False
    least = LEAST_MATRIX if is_cubic else LEAST_TRANSFORM
    count = node.inputs[0].shape.num_elements()
    return count is not None and count >= least


def _group_from(plan: Plan, start: int) -> list[int]:
    """The step, and the later long steps that are independent of those between."""
    made = set(plan.steps[start].outputs)
    group = [start]
    for index in range(start + 1, len(plan.steps)):
        node = plan.steps[index]
        if any(plan.root(value) in made for value in node.inputs):
            break
        if not _is_long(node):
            if node.op != "Const":
                break
            continue
        made.update(node.outputs)
        group.append(index)
    return group


@dataclass(frozen=True, slots=True)
class _Group:
    """Writes long steps as functions, and one call of them all."""

    steps: list[int]

    def write(self, writer: BlockWriter, scope: Scope) -> int:
        """Writes the group; returns the index of its last step."""
        plan, unique = scope.plan, writer.source.globals.names.unique
        for index in range(self.steps[0], self.steps[-1]):
            if index not in self.steps:
                node = plan.steps[index]
                writer.write_step(scope, node, plan.deaths[index])
        nodes = [plan.steps[index] for index in self.steps]
        functions = [unique(f"{node.name}_step") for node in nodes]
        for node, function in zip(nodes, functions, strict=True):
            self._write_function(writer, scope, node, function)
        targets = ", ".join(self._targets(writer, scope, node) for node in nodes)
        call = f"{writer.source.globals.fixed_name(at_once)}({', '.join(functions)})"
        writer.line(f"{targets} = {call}")
        dead = [value for index in self.steps for value in plan.deaths[index]]
        # the functions hold what they read
        writer.line(f"del {', '.join(functions)}")
        writer.drop(scope, dead)
        return self.steps[-1]

    def _write_function(
        self, writer: BlockWriter, scope: Scope, node: Node, name: str
    ) -> None:
        arguments = list(map(writer.source.as_numpy, scope.expressions(node.inputs)))
        kernel = writer.source.globals.kernel(node, scope.attrs, writer.must_run)
        writer.line(f"def {name}():")
        writer.indent += 1
        site = (node, tuple(arguments))
        result = writer.source.globals.names.unique("result")
        writer.line(f"{result} = {kernel}({', '.join(arguments)})", site)
        writer.line(f"return {result}")
        writer.indent -= 1

    def _targets(self, writer: BlockWriter, scope: Scope, node: Node) -> str:
        names = [writer.new_local(scope, value) for value in node.outputs]
        if len(names) == 1 and not returns_sequence(node.op, 1):
            return names[0]
        return f"({', '.join(names)},)"
