"""Layouts: transposes move past ops that take any order of axes, until they cancel.

Graphs that were written for another order of axes, as ONNX's with the channels second,
transpose the operand and the result of each convolution. Between two convolutions are
element-wise ops, joins and paddings, which work in any order of axes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphir.analysis.order import topological_order
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Node, Use, Value
from graphir.ops.contract.families import Elementwise
from graphir.passes.contract.base import Counts, Pass
from graphir.watching import rule_applied

Order = tuple[int, ...]
"""A permutation of axes, as the operand of Transpose has it."""

MAX_TURNED: Final = 1 << 16
"""Constants of more elements are not turned here; a Transpose of theirs is counted."""


@dataclass(frozen=True)
class Layout(Pass):
    """Moves transposes past ops that take any order of axes, until they cancel.

    A set of connected ops between transposes is rewritten as a whole, and only if the
    transposes then move fewer elements (unknown sizes count as 1). Each op computes the
    same elements, bit for bit, at other positions.
    """

    name: ClassVar[str] = "layout"
    rewrites: ClassVar[Mapping[str, str]] = {
        "moved": "f(Transpose(x, p), c) = Transpose(f(x, Transpose(c, 1/p)), p) where "
        "another Transpose cancels it (element-wise ops, Concat, Pad)",
        "cancelled": "a Transpose that met its inverse",
    }

    def apply(self, graph: Graph) -> Counts:
        """Moves the transposes of one graph."""
        counts: Counts = Counter()
        if not any(node.op == "Transpose" for node in graph):
            return counts
        while found := _gainful(graph):
            names: dict[Node, str] = {}
            for region in found:
                counts += _Rewrite(graph, region, names).done()
            graph.rename_nodes(names)  # all at once: it walks the whole graph
            graph.reorder(topological_order(graph))
        return counts


@dataclass
class _Region:
    """Ops whose results are all one permutation of what they could compute as well."""

    order: Order
    sources: list[Node] = field(default_factory=list)
    """The transposes whose results the ops read."""
    moved: list[Node] = field(default_factory=list)
    """The ops, each after those that it reads."""

    def values(self) -> Iterator[Value]:
        """All results that there would be in the other order."""
        for node in (*self.sources, *self.moved):
            yield node.output

    def gain(self, graph: Graph) -> int:
        """How many elements fewer are moved if the region is rewritten."""
        inside, within = set(self.moved), set(self.values())
        gain = sum(_size(node.output) for node in self.sources)
        for value in self.values():
            others = [use for use in value.uses if use.node not in inside]
            cancelled = [use for use in others if self.cancels(use)]
            gain += sum(_size(use.node.output) for use in cancelled)
            if value in graph.outputs or any(not _turns(use) for use in others):
                gain -= _size(value)
        for node in self.moved:
            outside = (each for each in _tensors(node) if each not in within)
            gain -= sum(_size(each) for each in outside if _is_large(each))
        return gain

    def cancels(self, use: Use) -> bool:
        """Whether the reader of a value of the region turns it back."""
        if not _turns(use):
            return False
        wanted = _order_of(use.node)
        return wanted is not None and _inverse(wanted) == self.order


def _gainful(graph: Graph) -> list[_Region]:
    """Regions to rewrite: none reads a Transpose that another one turns or cancels."""
    found: list[_Region] = []
    turned: set[Node] = set()
    for region in _regions(graph):
        readers = {use.node for value in region.values() for use in value.uses}
        if not region.moved or not turned.isdisjoint(region.sources):
            continue  # two transposes in a row are for the rules of arithmetic
        if region.gain(graph) > 0:
            found.append(region)
            turned |= readers
    return found


def _regions(graph: Graph) -> list[_Region]:
    """The ops behind transposes, those together that share a value."""
    found: dict[Value, _Region] = {}
    held = {value.node for value in graph.inputs} | set(graph.control_outputs)
    for node in topological_order(graph):
        if node in held or len(node.outputs) != 1:
            continue
        order = _order_of(node)
        if order is not None:
            if not node.control_inputs and not node.control_outputs:
                found[node.output] = _Region(order, sources=[node])
            continue
        regions = {id(each): each for each in map(found.get, node.inputs) if each}
        if not regions or not _is_movable(node, list(regions.values()), found):
            continue
        # the largest takes the others in, so that few nodes change their region often
        first, *others = sorted(
            regions.values(), key=lambda each: len(each.moved), reverse=True
        )
        for other in others:
            first.sources += other.sources
            first.moved += other.moved
            found.update(dict.fromkeys(other.values(), first))
        first.moved.append(node)
        found[node.output] = first
    return list({id(each): each for each in found.values()}.values())


def _is_movable(
    node: Node, regions: Sequence[_Region], found: Mapping[Value, _Region]
) -> bool:
    """Whether an op computes the same from operands in the order of the regions."""
    order = regions[0].order
    if any(each.order != order for each in regions) or node.is_stateful:
        return False
    if node.output.shape.rank != len(order):
        return False
    tensors = _tensors(node)
    said = [each for each in node.inputs[len(tensors) :] if _is_of_axes(node, each)]
    if not tensors or any(_constant_of(value) is None for value in said):
        return False
    return all(value in found or _can_turn(node, value, order) for value in tensors)


def _tensors(node: Node) -> tuple[Value, ...]:
    """The operands with the axes of the result; no others if it is no such op."""
    if node.has_trait("elementwise"):
        return node.inputs
    if node.has_trait("numbers_axes"):
        return node.inputs[:-1]
    return node.inputs[:1] if node.has_trait("entry_for_each_axis") else ()


def _is_of_axes(node: Node, value: Value) -> bool:
    """Whether an operand beside the tensors is about axes: no number to fill with."""
    is_filling = value.shape.rank == 0 and not node.has_trait("numbers_axes")
    return value.dtype.is_integer and not is_filling


def _constant_of(value: Value) -> Any:
    """The array of a constant, or None."""
    return value.constant_value() if value.node.op == "Const" else None


def _can_turn(node: Node, value: Value, order: Order) -> bool:
    """Whether an operand from outside of the region can be brought in its order."""
    if value.dtype.is_ref or value.shape.rank is None:
        return False
    if value.shape.rank in (0, len(order)):
        return True
    declaration = node.declaration
    broadcasts = declaration is not None and issubclass(declaration, Elementwise)
    return broadcasts and value.node.op == "Const" and not _is_large(value)


def _is_large(value: Value) -> bool:
    """Whether an operand from outside would need a Transpose that runs."""
    count = value.shape.num_elements()
    if count == 1:
        return False
    if _constant_of(value) is None:
        return True
    return count is None or count > MAX_TURNED


def _turns(use: Use) -> bool:
    """Whether a reader is a Transpose by a known permutation of what it reads."""
    return use.input_index == 0 and _order_of(use.node) is not None


def _order_of(node: Node) -> Order | None:
    """The permutation of a Transpose, if it is a known one that moves an axis."""
    if node.op != "Transpose" or node.inputs[1].node.op != "Const":
        return None
    array = node.inputs[1].constant_value()
    if array is None or array.ndim != 1:
        return None
    order = tuple(int(each) % max(array.size, 1) for each in array)
    is_permutation = sorted(order) == [*range(len(order))]
    return order if is_permutation and order != (*range(len(order)),) else None


def _inverse(order: Order) -> Order:
    return tuple(int(each) for each in np.argsort(order))


def _size(value: Value) -> int:
    """The number of elements; a dimension that is not known counts as one."""
    return prod(each or 1 for each in value.shape) if value.shape.rank else 1


class _Rewrite:
    """Brings the ops of a region into the order that the transposes had read."""

    def __init__(self, graph: Graph, region: _Region, names: dict[Node, str]) -> None:
        self._graph = graph
        self._region = region
        self._names = names
        """Twins -> the names of the ops that they replace, to be given later."""
        self._builder = GraphBuilder(graph)
        self._inner = {each.output: each.inputs[0] for each in region.sources}
        """A value of the region -> the same in the other order."""
        self._back: dict[Value, Value] = {}
        """An operand from outside -> the same in the other order."""

    def done(self) -> Counts:
        """Rewrites the graph; the numbers of moved ops and cancelled transposes."""
        graph, region = self._graph, self._region
        counts: Counts = Counter(moved=len(region.moved))
        twins = {node: self._twin(node) for node in region.moved}
        inside = set(region.moved)
        outside = {
            value: [use for use in value.uses if use.node not in inside]
            for value in region.values()
        }
        kept = {node for node in twins if _is_read(node.output, outside[node.output])}
        for value, uses in outside.items():
            for use in [*filter(_turns, uses)]:
                counts["cancelled"] += region.cancels(use)
                self._compose(use.node, self._inner[value])
        for node, twin in twins.items():
            for follower in node.control_outputs:
                follower.remove_control_input(node)
                follower.add_control_input(twin)
            if node in kept:
                self._turn(node, twin.output)
        graph.remove_nodes(node for node in twins if node not in kept)
        for node, twin in twins.items():
            if node not in kept:
                self._names[twin] = node.name
        graph.remove_nodes([node for node in region.sources if _is_idle(node)])
        rule_applied(graph, "moved", next(iter(twins.values())))
        return +counts

    def _twin(self, node: Node) -> Node:
        """The op on operands in the other order."""
        tensors = _tensors(node)
        rest = node.inputs[len(tensors) :]
        new = self._builder.node(
            node.op,
            [
                *(self._operand(each, node) for each in tensors),
                *(self._said(node, each) for each in rest),
            ],
            node.attrs,
            node.name,
            origin=node.origin,
        )
        new.device = node.device
        new.set_control_inputs(list(node.control_inputs))
        self._inner[node.output] = new.output
        return new

    def _operand(self, value: Value, node: Node) -> Value:
        inner = self._inner.get(value)
        if inner is not None or value.shape.num_elements() == 1 or not value.shape.rank:
            return value if inner is None else inner
        if value not in self._back:
            self._back[value] = self._turned_back(value, node)
        return self._back[value]

    def _turned_back(self, value: Value, node: Node) -> Value:
        order = _inverse(self._region.order)
        if _is_large(value):
            new = self._builder.node(
                "Transpose",
                [value, self._constant(np.array(order, np.int32), node)],
                {},
                f"{node.name}/Transpose",
                origin=node.origin,
            )
            new.device = node.device
            return new.output
        array = value.constant_value()
        assert array is not None
        whole = array.reshape((1,) * (len(order) - array.ndim) + array.shape)
        turned = np.ascontiguousarray(whole.transpose(order))
        return self._constant(turned, value.node, value.dtype)

    def _constant(self, array: Any, node: Node, dtype: Any = None) -> Value:
        made = self._builder.constant(array, dtype, f"{node.name}/turned")
        made.node.origin, made.node.device = node.origin, node.device
        return made

    def _said(self, node: Node, value: Value) -> Value:
        """What an operand says of axes, of the axes in the other order."""
        if not _is_of_axes(node, value):
            return value
        array = _constant_of(value)
        order = self._region.order
        if node.has_trait("numbers_axes"):
            said = np.array(order)[array].astype(array.dtype)
        else:
            said = np.ascontiguousarray(array[list(_inverse(order))])
        return self._constant(said, value.node, value.dtype)

    def _compose(self, reader: Node, inner: Value) -> None:
        """Lets a Transpose read the value in the other order."""
        order, wanted = self._region.order, _order_of(reader)
        assert wanted is not None
        both = tuple(order[each] for each in wanted)
        if both != (*range(len(both)),):
            reader.set_inputs([inner, self._constant(np.array(both, np.int32), reader)])
            return
        _becomes(reader, "Identity", [inner], {"T": inner.dtype})

    def _turn(self, node: Node, inner: Value) -> None:
        """Makes the op a Transpose of its twin, for whoever still reads it."""
        order = self._constant(np.array(self._region.order, np.int32), node)
        attrs = {"T": inner.dtype, "Tperm": order.dtype}
        node.set_control_inputs([])
        _becomes(node, "Transpose", [inner, order], attrs)


def _becomes(
    node: Node, op: str, inputs: Sequence[Value], attrs: Mapping[str, Any]
) -> None:
    """Makes a node another one with its name, readers and followers."""
    notes = {key: each for key, each in node.attrs.items() if key.startswith("_")}
    node.op, node.attrs = op, {**notes, **attrs}
    node.set_inputs(inputs)


def _is_read(value: Value, outside: Sequence[Use]) -> bool:
    """Whether a value is fetched, or read by what did not turn to its twin."""
    graph = value.node.graph
    assert graph is not None
    return value in graph.outputs or any(not _turns(use) for use in outside)


def _is_idle(node: Node) -> bool:
    """Whether nothing reads the result of a Transpose."""
    assert node.graph is not None
    return not node.output.is_used and node.output not in node.graph.outputs
