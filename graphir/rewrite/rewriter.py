"""Rewriter: the graph edits of a rule; keeps origins, control edges and shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from graphir.analysis.constant_values import constant_of_node
from graphir.analysis.control_flow import is_control_flow
from graphir.analysis.evaluation import (
    can_evaluate,
    results_if_small,
)
from graphir.analysis.order import predecessors
from graphir.analysis.shape_equality import have_equal_shapes
from graphir.attributes import Attr
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.signature import Signature
from graphir.origin import merged_origin
from graphir.rewrite.pattern import AttrName, Bindings, Call, Literal, Pattern, Wildcard

MAX_FILL = 1 << 16
"""A number is spread over a constant of at most so many elements."""


class Rewriter:
    """Builds the replacement of a node, and replaces the node if that is allowed.

    An applier of ops: nodes it makes take origin and device of the node that is
    rewritten; calls of constants become constants at once.
    """

    def __init__(self, graph: Graph, root: Node) -> None:
        self.graph = graph
        self.root = root
        self.made: list[Node] = []
        self.touched: list[Node] = []
        """Nodes around the place of a replacement, to be looked at again."""
        self._builder = GraphBuilder(graph)

    # --- building

    def apply(
        self, op: str, inputs: Sequence[Value], attrs: Mapping[str, Attr]
    ) -> tuple[Value, ...]:
        """The results of one op; the applier protocol."""
        node = self._builder.node(
            op, inputs, attrs, f"{self.root.name}/{op}", origin=self.root.origin
        )
        node.device = self.root.device
        self.made.append(node)
        if inputs and all(value.node.op == "Const" for value in inputs):
            folded = self._folded(node)
            if folded is not None:
                return (folded,)
        return node.outputs

    def _folded(self, node: Node) -> Value | None:
        if len(node.outputs) != 1 or not can_evaluate(node):
            return None
        if not node.output.dtype.has_numpy:
            return None
        arrays = [constant_of_node(value) for value in node.inputs]
        known = [array for array in arrays if array is not None]
        if len(known) < len(arrays):
            return None
        results = results_if_small(node, known, MAX_FILL)
        if results is None:
            return None
        self.made.remove(node)
        self.graph.remove_node(node)
        return self.constant(results[0], node.output.dtype)

    def constant(self, value: Any, dtype: DType | None = None) -> Value:
        """A constant of ``value``; part of the applier protocol."""
        made = self._builder.constant(value, dtype, f"{self.root.name}/constant")
        made.node.origin, made.node.device = self.root.origin, self.root.device
        self.made.append(made.node)
        return made

    def build(self, pattern: Pattern, bindings: Bindings) -> Value | None:
        """The value that a pattern describes, for names bound by a match."""
        if isinstance(pattern, Literal):
            return self._filled(pattern.number)
        built: Value = self._built(pattern, bindings)
        return built

    def _built(self, pattern: Pattern, bindings: Bindings) -> Any:
        if isinstance(pattern, Wildcard):
            return bindings[pattern.name]
        if isinstance(pattern, Literal):
            # a bare number takes the dtype of the operands it meets
            return pattern.number
        assert isinstance(pattern, Call)
        args = [self._built(arg, bindings) for arg in pattern.args]
        attrs = {
            name: bindings[value.name] if isinstance(value, AttrName) else value
            for name, value in pattern.attrs.items()
        }
        if pattern.ops:
            from graphir.ops.contract.registry import lookup

            declaration = lookup(pattern.ops[0])
            args = _grouped(declaration.declared(), args)
            return declaration.apply_with(self, args, attrs)
        like = bindings[pattern.op_name]
        return self.apply(like.op, args, like.attrs)[0]

    def _filled(self, number: Any) -> Value | None:
        """The number, spread over the shape of the root's result."""
        value = self.root.output
        if (value.shape.num_elements() or 0) > MAX_FILL or not value.dtype.has_numpy:
            return None
        if not value.shape.is_fully_defined():
            return None
        dtype = value.dtype.numpy_dtype
        return self.constant(np.full(value.shape.as_ints(), number, dtype), value.dtype)

    # --- asking

    def is_inner(self, value: Value) -> bool:
        """Whether a single input reads the value, and no node waits for its node."""
        node = value.node
        if len(value.uses) != 1 or node.control_outputs or value in self.graph.outputs:
            return False
        return node not in self.graph.control_outputs

    # --- replacing

    def replace(
        self, new: Value, matched: Iterable[Node] = (), has_same_shape: bool = False
    ) -> bool:
        """Makes every reader of the root's result read the new value instead.

        Refused, with False and no trace left, if the dtype differs, the shape is not
        known to be equal (``has_same_shape``: by the rule itself), a control edge
        would be lost, or more nodes would be left than there were.
        """
        root, old = self.root, self.root.output
        region = {root, *matched}
        before = _control_inputs(region)
        same = has_same_shape or have_equal_shapes(new, old)
        if not same or not self._may_replace(old, new, region, before):
            self.discard()
            return False
        self.touched += [use.node for use in old.uses]
        sources = list(predecessors(root))
        _note_shape(self.graph, new, old)
        self._hand_over_origins(region)
        if new.node in self.made and len(new.node.outputs) == 1:
            self._become(new, before)
        else:
            if new.node in self.made:
                new.node.set_control_inputs(list(before))
            self._step_aside(new)
        self.touched += self.made
        self._remove_dead(sources)
        return True

    def replace_first(self, new: Value, matched: Iterable[Node] = ()) -> bool:
        """Replaces a root with several results, of which only the first is read.

        The new value must be made by a new node; the rule promises dtype and shape.
        """
        root, region = self.root, {self.root, *matched}
        if root in self.graph.control_outputs or new.node not in self.made:
            self.discard()
            return False
        new.node.set_control_inputs(list(_control_inputs(region)))
        self.touched += [use.node for use in root.output.uses]
        sources = list(predecessors(root))
        _note_shape(self.graph, new, root.output)
        self._hand_over_origins(region)
        self._step_aside(new)
        self.touched += self.made
        self._remove_dead(sources)
        return True

    def read_instead(self, values: Sequence[Value]) -> bool:
        """Makes readers of each result of the root read the value at its index.

        The rule promises dtypes and shapes, and that no control edge matters.
        """
        root = self.root
        changed = False
        for value, new in zip(root.outputs, values, strict=True):
            if not value.is_used and value not in self.graph.outputs:
                continue
            self.touched += [use.node for use in value.uses]
            _note_shape(self.graph, new, value)
            value.replace_all_uses_with(new)
            changed = True
        self._remove_dead([*self.made, root] if changed else self.made)
        return changed

    def _hand_over_origins(self, region: set[Node]) -> None:
        """Gives the replacement the origins of all nodes in the region."""
        origin = merged_origin(self.root.origin, *(each.origin for each in region))
        self.root.origin = origin
        for node in self.made:
            node.origin = origin

    def _become(self, new: Value, before: Iterable[Node]) -> None:
        """Makes the root the new node: names, readers and followers stay."""
        root, made = self.root, new.node
        root.op, root.attrs = made.op, made.attrs
        root.set_inputs(made.inputs)
        root.set_control_inputs(list(before))
        root.output.shape = new.shape
        self.made.remove(made)
        self.graph.remove_node(made)
        self.touched.append(root)

    def _step_aside(self, new: Value) -> None:
        """Lets readers and followers of the root turn to a node that exists."""
        root = self.root
        root.output.replace_all_uses_with(new)
        for follower in root.control_outputs:
            follower.remove_control_input(root)
            follower.add_control_input(new.node)
        self.touched.append(new.node)
        self.graph.remove_node(root)

    def _may_replace(
        self, old: Value, new: Value, region: set[Node], before: set[Node]
    ) -> bool:
        if new is old or new.dtype is not old.dtype:
            return False
        is_new = new.node in self.made
        if before and not is_new:
            return False
        if self.root in self.graph.control_outputs or any(
            value in self.graph.inputs for value in self.root.outputs
        ):
            return False
        if self.root.control_outputs and _is_branch(new.node):
            return False
        operations = sum(1 for node in self.made if node.op != "Const")
        return operations <= len(_dying(self.graph, self.root, region))

    def discard(self) -> None:
        """Removes the nodes that were built."""
        if self.made:
            self.graph.remove_nodes(self.made)
            self.made = []

    def _remove_dead(self, nodes: Iterable[Node]) -> None:
        open_nodes = list(nodes)
        while open_nodes:
            each = open_nodes.pop()
            if each.graph is None or not _is_dead(self.graph, each):
                continue
            sources = list(predecessors(each))
            self.graph.remove_node(each)
            open_nodes += sources
            self.touched += sources


def _grouped(signature: Signature, args: list[Any]) -> list[Any]:
    """Arguments grouped as declared: a list argument gets the remaining values."""
    lists = [index for index, arg in enumerate(signature.inputs) if arg.is_list]
    if not lists:
        return args
    (first,) = lists
    count = len(args) - len(signature.inputs) + 1
    return [*args[:first], args[first : first + count], *args[first + count :]]


def _control_inputs(region: set[Node]) -> set[Node]:
    """The control inputs of a region; constants need none."""
    return {
        before
        for node in region
        for before in node.control_inputs
        if before not in region
    }


def _note_shape(graph: Graph, new: Value, old: Value) -> None:
    if new in graph.inputs:
        return
    new.shape = new.shape.merge_with(old.shape)
    if not new.handle_data:
        new.handle_data = old.handle_data


def _is_branch(node: Node) -> bool:
    return is_control_flow(node) and len(node.outputs) > 1


def _is_dead(graph: Graph, node: Node) -> bool:
    if any(value.is_used or value in graph.outputs for value in node.outputs):
        return False
    if node.control_outputs or node in graph.control_outputs or node.is_stateful:
        return False
    return not any(value in graph.inputs for value in node.outputs)


def _dying(graph: Graph, root: Node, region: set[Node]) -> set[Node]:
    """The nodes of the region that nothing reads once the root is gone."""
    dying = {root}
    changed = True
    while changed:
        changed = False
        for node in region - dying:
            readers = {use.node for value in node.outputs for use in value.uses}
            free = readers <= dying and not node.control_outputs
            if free and not any(value in graph.outputs for value in node.outputs):
                dying.add(node)
                changed = True
    return dying
