"""Python text for elements of arrays: ``xs[i]`` where a graph packs ``i`` into vectors.

row = element(xs, i)
entry = elements(xs, (i, 0))
column = elements(xs, (whole, i))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.node import Node, Value
from graphir.ops.contract.registry import lookup
from runtime.executor.planning.plan import Plan
from runtime.executor.planning.python_numbers import is_number, is_operation
from runtime.executor.source.python_source import (
    BlockWriter,
    RunWriter,
    Scope,
)

_WHOLE: Final = slice(None)


def element(array: Any, index: int) -> Any:
    """The element of the first axis; counts from the end where negative.

    >>> element(np.arange(3), 1).item()
    1

    Raises:
      InvalidArgumentError: if there is none; as StridedSlice does.
    """
    try:
        return array[index]
    except IndexError:
        return _refused(array, (index,))


def elements(array: Any, places: tuple[int | slice, ...]) -> Any:
    """The elements at one index, or over a whole slice, along each leading axis.

    >>> elements(np.eye(3), (slice(None), 1)).tolist()
    [0.0, 1.0, 0.0]

    Raises:
      InvalidArgumentError: for an index out of range; as StridedSlice does.
    """
    try:
        return array[places]
    except IndexError:
        return _refused(array, places)


def _refused(array: Any, places: tuple[int | slice, ...]) -> Any:
    """Calls the op's own kernel, which raises the error."""
    is_index = [place != _WHOLE for place in places]
    taken = sum(1 << axis for axis, each in enumerate(is_index) if each)
    whole = sum(1 << axis for axis, each in enumerate(is_index) if not each)
    attrs = {"begin_mask": whole, "end_mask": whole, "shrink_axis_mask": taken}
    begin = np.array([0 if place == _WHOLE else place for place in places], np.int64)
    return lookup("StridedSlice").bind(attrs)(
        array, begin, begin + 1, np.ones_like(begin)
    )


def element_steps(
    writer: BlockWriter, scope: Scope, plan: Plan
) -> dict[int, RunWriter]:
    """The writers of slices that are single elements, by their first step."""
    found: dict[int, RunWriter] = {}
    last_read = {
        value: place for place, dying in enumerate(plan.deaths) for value in dying
    }
    for index, node in enumerate(plan.steps):
        if node.op != "StridedSlice" or not _is_element(plan, node):
            continue
        start = _start_of(plan, index)
        read = map(plan.root, plan.root(node.inputs[1]).node.inputs)
        # a pack that was made before keeps numbers which a loop has changed by now
        are_alive = all(last_read.get(value, start) >= start for value in read)
        if start < index and are_alive:
            found[start] = _Element(start, index).write
    return found


def _is_element(plan: Plan, node: Node) -> bool:
    """Whether each place that the slice names is an index or the whole axis."""
    begin, strides = plan.root(node.inputs[1]).node, node.inputs[3].constant_value()
    if begin.op != "Pack" or strides is None or set(strides.tolist()) != {1}:
        return False
    if node.attrs.get("ellipsis_mask") or node.attrs.get("new_axis_mask"):
        return False
    array = node.inputs[0]
    if array.dtype.is_ref or array.shape.rank == 0:
        return False
    return all(map(is_number, begin.inputs)) and all(
        _has(node, "shrink_axis_mask", axis) or _is_whole(node, axis)
        for axis in range(len(begin.inputs))
    )


def _has(node: Node, mask: str, axis: int) -> bool:
    bits = node.attrs.get(mask) or 0
    return isinstance(bits, int) and bool(bits >> axis & 1)


def _is_whole(node: Node, axis: int) -> bool:
    return _has(node, "begin_mask", axis) and _has(node, "end_mask", axis)


def _start_of(plan: Plan, index: int) -> int:
    """The first of the steps before a slice that only say where it begins and ends.

    They are packs, and the sums that give the ends: an end is where the next index
    begins. What the slice itself reads is needed.
    """
    node = plan.steps[index]
    outputs = set(map(plan.root, plan.outputs))
    left_out = {node}
    read = {plan.root(node.inputs[0]), *plan.root(node.inputs[1]).node.inputs}
    start = index
    for place in range(index - 1, -1, -1):
        step = plan.steps[place]
        if step.op == "Const":
            continue
        if step.op != "Pack" and not is_operation(step):
            break
        if step.output in outputs or step.output in read:
            break
        if any(use.node not in left_out for use in step.output.uses):
            break
        left_out.add(step)
        start = place
    return start


@dataclass(frozen=True, slots=True)
class _Element:
    """Writes one slice in the place of the steps from ``start`` to ``index``."""

    start: int
    index: int

    def write(self, writer: BlockWriter, scope: Scope) -> int:
        """Writes the slice; returns the index of its step."""
        for place in range(self.start, self.index):
            node = scope.plan.steps[place]
            if node.op == "Const":
                writer.write_step(scope, node, scope.plan.deaths[place])
        self._write_slice(writer, scope)
        return self.index

    def _write_slice(self, writer: BlockWriter, scope: Scope) -> None:
        node, dying = scope.plan.steps[self.index], scope.plan.deaths[self.index]
        source = writer.source
        begin = scope.plan.root(node.inputs[1]).node
        array = scope.expression(node.inputs[0])
        texts = [
            _index_text(writer, scope, value)
            if _has(node, "shrink_axis_mask", axis)
            else "slice(None)"
            for axis, value in enumerate(begin.inputs)
        ]
        if len(texts) == 1 and _has(node, "shrink_axis_mask", 0):
            text = f"{source.globals.fixed_name(element)}({array}, {texts[0]})"
        else:
            text = (
                f"{source.globals.fixed_name(elements)}({array}, ({', '.join(texts)},))"
            )
        site = (node, (array,))
        if node.output in dying:
            writer.line(text, site)
        else:
            name = writer.new_local(scope, node.output)
            writer.line(f"{name} = {text}", site)
            writer.restore_numbers([name])
        writer.drop(scope, dying)


def _index_text(writer: BlockWriter, scope: Scope, value: Value) -> str:
    """The Python integer for an index."""
    expression = scope.expression(value)
    return writer.source.as_number(expression, value.dtype)[0]
