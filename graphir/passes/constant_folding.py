"""Constant folding: evaluates nodes that do not depend on feeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

import numpy as np

from graphir.analysis.constant_values import constant_of_node, constant_value
from graphir.analysis.control_flow import has_control_flow, is_control_flow
from graphir.analysis.evaluation import (
    Array,
    can_evaluate,
    results_if_small,
)
from graphir.analysis.order import topological_order
from graphir.attributes import TensorValue
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.origin import merged_origin
from graphir.passes.contract.base import Counts, Pass
from graphir.watching import rule_applied


@dataclass(frozen=True)
class ConstantFolding(Pass):
    """Turns pure nodes with known results into constants.

    A node that has one result becomes the constant itself and keeps its name.
    Stateful nodes are never folded; if a kernel refuses its inputs, the node stays and
    fails when it runs. Control inputs stay.
    """

    max_bytes: int = 1 << 20
    """Results larger than this, and than the constants they replace, stay computed."""

    max_seconds: float = 10.0
    """Once folding took this long, what is left of the graph stays computed."""

    max_total_bytes: int = 1 << 28
    """Once results take this much together, what is left stays computed."""

    name: ClassVar[str] = "constant_folding"
    rewrites: ClassVar[Mapping[str, str]] = {
        "folded": "a node that became a constant",
    }

    def apply(self, graph: Graph) -> Counts:
        """Folds one graph, in order, so that chains fold at once."""
        counts: Counts = Counter()
        may_skip = has_control_flow(graph)
        inputs = {value.node for value in graph.inputs}
        end, room = perf_counter() + self.max_seconds, self.max_total_bytes
        for node in topological_order(graph):
            if room < 0 or perf_counter() > end:
                break
            if node.op == "Const" or node in inputs or not _can_fold(node):
                continue
            if may_skip and _reads_a_branch(node):
                continue
            arrays = self._known_results(node)
            if arrays is None:
                continue
            room -= _growth(node, arrays)
            before = _control_inputs(node, may_skip)
            sources = {value.node for value in node.inputs}
            folded = (each.origin for each in sources if each.op == "Const")
            node.origin = merged_origin(node.origin, *folded)
            if len(node.outputs) == 1:
                _become_constant(node, arrays[0], before)
            else:
                _replace_outputs(graph, node, arrays, before)
            _remove_unread(graph, sources)
            counts["folded"] += 1
            rule_applied(graph, "folded", node)
        return counts

    def _known_results(self, node: Node) -> list[Array] | None:
        constants = [_constant(value) for value in node.inputs]
        known = [array for array in constants if array is not None]
        if node.inputs and len(known) < len(constants):
            results = _known_by_shape(node)
        else:
            results = results_if_small(node, known, self._most_elements(node, known))
        return results if results and _fit(results, node.outputs) else None

    def _most_elements(self, node: Node, arrays: Sequence[Array]) -> int:
        limit = max(self.max_bytes, sum(array.nbytes for array in arrays))
        sizes = (value.dtype.size for value in node.outputs)
        return limit // max(1, *sizes)


def _growth(node: Node, arrays: Sequence[Array]) -> int:
    """The bytes of results beyond those of the constants that they replace."""
    constants = [_constant(value) for value in node.inputs]
    before = sum(array.nbytes for array in constants if array is not None)
    return max(0, sum(array.nbytes for array in arrays) - before)


def _can_fold(node: Node) -> bool:
    holds_arrays = all(value.dtype.has_numpy for value in node.outputs)
    return bool(node.outputs) and holds_arrays and can_evaluate(node)


def _reads_a_branch(node: Node) -> bool:
    """Whether an output of a node decides if this one runs.

    A control edge comes from a whole node, so it could not say which output.
    """
    return any(
        len(value.node.outputs) > 1 and is_control_flow(value.node)
        for value in node.inputs
    )


def _constant(value: Value) -> Array | None:
    return constant_of_node(value) if value.node.op == "Const" else None


def _known_by_shape(node: Node) -> list[Array] | None:
    if not node.has_trait("known_by_shape"):
        return None
    known = [constant_value(value) for value in node.outputs]
    found = [array for array in known if array is not None]
    return found if len(found) == len(known) else None


def _fit(results: Sequence[Array], outputs: Sequence[Value]) -> bool:
    return all(
        array.dtype == value.dtype.numpy_dtype
        and value.shape.is_compatible_with(array.shape)
        for array, value in zip(results, outputs, strict=True)
    )


def _control_inputs(node: Node, may_skip: bool) -> list[Node]:
    """The control inputs of the constant: those of the node, and of its inputs."""
    before = dict.fromkeys(node.control_inputs)
    for value in node.inputs:
        if value.node.op == "Const":
            before.update(dict.fromkeys(value.node.control_inputs))
        elif may_skip:
            # where the input is skipped, so must be what reads the constant
            before[value.node] = None
    return list(before)


def constant_attrs(array: Array, dtype: DType) -> dict[str, object]:
    """The attributes of a Const node that holds the array."""
    # a broadcast view would keep what it was made from, and cannot be written
    whole = array if array.flags.c_contiguous else np.array(array, order="C")
    return {"value": TensorValue(whole, dtype), "dtype": dtype}


def _become_constant(node: Node, array: Array, before: Sequence[Node]) -> None:
    value = node.output
    attrs = constant_attrs(array, value.dtype)
    node.set_inputs(())
    node.set_control_inputs(before)
    node.op, node.attrs = "Const", attrs
    value.shape = attrs["value"].shape  # type: ignore[attr-defined]


def _remove_unread(graph: Graph, nodes: set[Node]) -> None:
    """Takes out the constants that only the folded node read."""
    for node in nodes:
        if node.op != "Const" or node.control_outputs or node.output.is_used:
            continue
        if node.output not in graph.outputs and node not in graph.control_outputs:
            graph.remove_node(node)


def _replace_outputs(
    graph: Graph, node: Node, arrays: Sequence[Array], before: Sequence[Node]
) -> None:
    for value, array in zip(node.outputs, arrays, strict=True):
        if not value.is_used and value not in graph.outputs:
            continue
        attrs = constant_attrs(array, value.dtype)
        constant = graph.add_node(
            "Const",
            (),
            attrs,
            [(value.dtype, TensorValue(array).shape)],
            f"{node.name}/folded_{value.index}",
            control_inputs=before,
            device=node.device,
            origin=node.origin,
        )
        value.replace_all_uses_with(constant.output)
    for follower in node.control_outputs:
        follower.remove_control_input(node)
        for each in before:
            follower.add_control_input(each)
    if node not in graph.control_outputs:
        graph.remove_node(node)
