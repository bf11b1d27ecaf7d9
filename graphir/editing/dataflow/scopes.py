"""Copies of parts of a graph with Switch and Enter, written as functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr, FunctionRef
from graphir.builder import GraphBuilder
from graphir.editing.dataflow.arrays import is_array_op, list_op
from graphir.editing.dataflow.guards import (
    Guards,
    Loop,
    entering,
    going_on,
    is_of_loop,
    switches_of,
    without_copies,
)
from graphir.editing.dataflow.needs import Needs, is_constant
from graphir.editing.dataflow.places import Everywhere, InFrame, Place, branch_of
from graphir.errors import InvalidGraphError
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.origin import merged_origin
from graphir.shapes import Shape
from graphir.watching import node_copied

_BOOL: Final = dtypes.as_dtype("bool")


class Scope:
    """One function that is being written, and the values of the old graph in it.

    ``place`` tells whether a value of the old graph is computed here; every other one
    is an argument. What a value needs is written when the value is asked for, and so
    is every effect that a node waits for.
    """

    def __init__(
        self,
        guards: Guards,
        graph: Graph,
        outer: Scope | None = None,
        place: Place | None = None,
    ) -> None:
        self.guards = guards
        self.build = GraphBuilder(graph)
        self.outer = outer
        self.values: dict[Value, Value] = {}
        self.captured: dict[Value, Value] = {}
        """Values of the function around this one -> the arguments for them."""
        self.twins: dict[Node, Node] = {}
        """Nodes of the old graph that others wait for -> the nodes to wait for."""
        self.copied: Counter[Node] = Counter()
        """How many copies there are of nodes of the old graph, here and further in."""
        self.fetched: Collection[Value] = outer.fetched if outer else ()
        """The results of the old graph."""
        self._place = Everywhere() if place is None else place
        self._needs = Needs(guards, self._place)

    @property
    def graph(self) -> Graph:
        """The graph that is being written."""
        return self.build.graph

    def argument(self, name: str, like: Value, shape: Shape) -> Value:
        """An argument that holds what another value does."""
        made = self.graph.add_input(name, like.dtype.base_dtype, shape)
        made.handle_data = like.handle_data
        return made

    def get(self, wanted: Value) -> Value:
        """A value of the old graph in this one.

        Raises:
          InvalidGraphError: if the control flow has no form with functions.
        """
        self._settle(wanted)
        return self.values[wanted]

    def awaited(self, nodes: Iterable[Node]) -> list[Node]:
        """The nodes to wait for, where the old graph waits for these.

        Raises:
          InvalidGraphError: as ``get`` does.
        """
        found = self._needs.effects(nodes)
        for node in found:
            self._settle(node)
        return [self.twins[node] for node in found]

    def _settle(self, wanted: Value | Node) -> None:
        path = [wanted]
        while path:
            item = path[-1]
            if item in self.values or item in self.twins:
                path.pop()
                continue
            if isinstance(item, Value) and not self._is_here(item):
                self.values[item] = self._from_outside(item)
                continue
            needs = self._needs.of(item)
            missing = [x for x in needs if x not in self.values and x not in self.twins]
            if missing:
                path += missing
            elif isinstance(item, Value):
                self._write(item)
            elif item.outputs:
                self.twins[item] = self.values[item.outputs[0]].node
            else:
                self._copy(item)

    def _is_here(self, value: Value) -> bool:
        return self.outer is None or is_constant(value) or self._place.has(value)

    def _from_outside(self, value: Value) -> Value:
        """A copy of a constant; an argument for anything else."""
        if is_constant(value):
            return self.get(value)
        assert self.outer is not None
        source = self.outer.get(value)
        return self.argument_for(source, value.node.name)

    def argument_for(self, source: Value, name: str) -> Value:
        """The argument that stands for a value of the function around."""
        found = self.captured.get(source)
        if found is None:
            found = self.captured[source] = self.argument(name, source, source.shape)
        return found

    def _write(self, value: Value) -> None:
        node = value.node
        if node.has_trait("enters_frame"):
            self.values[value] = self._from_outside(node.inputs[0])
        elif node.has_trait("leaves_frame"):
            self._write_loop(node)
        elif node.has_trait("any_input_runs"):
            self._write_branches(node)
        elif node.has_trait("chooses_output"):
            self._check_switch(value)
            self.values[value] = self.values[node.inputs[0]]
        elif node.has_trait("of_frames"):
            self.values[value] = self.build.constant(np.bool_(True), _BOOL)
        elif is_array_op(node):
            made = list_op(self.build, node, self.values)
            self._wait(made[0].node, node.control_inputs)
            self._keep(node, made)
        else:
            self._copy(node)

    # --- nodes

    def _copy(self, node: Node) -> None:
        inputs = [self.values[value] for value in node.inputs]
        changed = any(
            new.dtype.base_dtype is not old.dtype.base_dtype
            for new, old in zip(inputs, node.inputs, strict=True)
        )
        if changed and node.has_trait("alias"):
            # the order of writes to an array is a list now
            self.values[node.output] = self._after(inputs[0], node.control_inputs)
            return
        twin = self.build.node(
            node.op, inputs, node.attrs, node.name, origin=node.origin
        )
        twin.device = node.device
        for old, new in zip(node.outputs, twin.outputs, strict=True):
            if new.shape.is_compatible_with(old.shape):
                new.shape = new.shape.merge_with(old.shape)
            new.handle_data = old.handle_data
        self._wait(twin, node.control_inputs)
        node_copied(node, twin)
        self.twins[node] = twin
        self._keep(node, twin.outputs)

    def _wait(self, made: Node, nodes: Iterable[Node]) -> None:
        for each in self.awaited(nodes):
            made.add_control_input(each)

    def _after(self, value: Value, nodes: Iterable[Node]) -> Value:
        """The value, once what the old graph waits for has run."""
        awaited = self.awaited(nodes)
        if not awaited:
            return value
        made = self.build.node("Identity", [value], control_inputs=awaited)
        made.output.handle_data = value.handle_data
        return made.output

    def _keep(self, node: Node, made: Sequence[Value]) -> None:
        self.copied[node] += 1
        self.values.update(zip(node.outputs, made, strict=True))

    # --- branches

    def _check_switch(self, value: Value) -> None:
        if is_of_loop(value.node):
            raise InvalidGraphError(
                f"%{value.name} is a variable of a loop, read outside of it."
            )
        scope: Scope | None = self
        while scope is not None:
            if scope._place.has(value) and scope.outer is not None:
                return
            scope = scope.outer
        raise InvalidGraphError(
            f"%{value.name} is read where its branch may not have run."
        )

    def _write_branches(self, node: Node) -> None:
        decision = self.guards.decisions[node]
        merges = self.guards.together(node)
        condition = self.values[decision.condition]
        bodies = [self._branch(merges, side) for side in range(len(decision.inputs))]
        given = self._same_arguments(bodies, [])
        base = node.name.replace("/", "_")
        names = [f"{base}_{side}" for side in range(len(bodies))]
        is_if = condition.dtype.base_dtype is _BOOL
        if is_if:
            names = [f"{base}_false", f"{base}_true"]
        functions = [
            FunctionRef(self._function(body, name))
            for body, name in zip(bodies, names, strict=True)
        ]
        results = [body.graph.outputs for body in bodies]
        attrs: dict[str, Attr] = {
            "Tin": [value.dtype.base_dtype for value in given],
            "Tout": [value.dtype.base_dtype for value in results[0]],
            "output_shapes": [_common(each) for each in zip(*results, strict=True)],
        }
        if is_if:
            attrs["else_branch"], attrs["then_branch"] = functions
        else:
            attrs["branches"] = functions
        op = "If" if is_if else "Case"
        op = op if any(map(_has_effects, bodies)) else f"Stateless{op}"
        made = self.build.node(
            op, [condition, *given], attrs, node.name, origin=node.origin
        )
        _, nodes = self._needs.around(node)
        self._wait(made, nodes)
        old = [value for merge in merges for value in self._results(merge)]
        for value, new, like in zip(old, made.outputs, results[0], strict=True):
            new.handle_data = like.handle_data
            self.values[value] = new

    def _branch(self, merges: Sequence[Node], side: int) -> Scope:
        body = self._inner(branch_of(self.guards, merges[0], side))
        for merge in merges:
            index = self.guards.decisions[merge].inputs[side]
            body.build.output(body.get(merge.inputs[index]))
            if len(self._results(merge)) > 1:
                body.build.output(body.build.constant(np.int32(index)))
        return body

    def _results(self, merge: Node) -> list[Value]:
        """The results of a Merge that anything reads: the value, and which it was."""
        value, index = merge.outputs
        return [value, index] if index.is_used or index in self.fetched else [value]

    # --- loops

    def _write_loop(self, leaving: Node) -> None:
        loop = self.guards.loop_of(leaving)
        entered = [entering(merge) for merge in loop.merges]
        starts = [self.get(each.inputs[0]) for each in entered]
        shapes = [start.shape for start in starts]
        while True:
            test, body = self._bodies(loop, starts, shapes)
            wider = [
                shape.relaxed_with(result.shape)
                for shape, result in zip(shapes, body.graph.outputs, strict=True)
            ]
            if wider == shapes:
                break
            shapes = wider
        given = self._same_arguments(
            [test, body], list(test.graph.inputs[: len(starts)])
        )
        body.graph.outputs += body.graph.inputs[len(starts) :]
        name = loop.frame.replace("/", "_")
        node = self._while(loop, test, body, [*starts, *given], name)
        self._wait(node, loop.awaited)
        for merge, made, start in zip(loop.merges, node.outputs, starts):
            made.handle_data = start.handle_data
            for switch in switches_of(merge):
                self.values[switch.outputs[0]] = made
        for each in loop.exits:
            source = without_copies(each.inputs[0])
            if source not in self.values:
                raise InvalidGraphError(
                    f"Node {each.name!r} ({each.op}) leaves with more than a variable."
                )
            self.values[each.output] = self.values[source]

    def _while(
        self, loop: Loop, test: Scope, body: Scope, given: list[Value], name: str
    ) -> Node:
        attrs: dict[str, Attr] = {
            "cond": FunctionRef(self._function(test, f"{name}_cond")),
            "body": FunctionRef(self._function(body, f"{name}_body")),
            "T": [value.dtype.base_dtype for value in given],
            "output_shapes": [value.shape for value in body.graph.inputs],
            "parallel_iterations": loop.enters[0].attrs.get("parallel_iterations", 10),
        }
        op = "While" if _has_effects(test) or _has_effects(body) else "StatelessWhile"
        condition = loop.condition
        origins = [each.origin for each in loop.exits if each.origin is not None]
        origin = condition.origin
        for each in origins:
            origin = merged_origin(origin, each)
        return self.build.node(op, given, attrs, loop.frame, origin=origin)

    def _bodies(
        self, loop: Loop, starts: list[Value], shapes: list[Shape]
    ) -> tuple[Scope, Scope]:
        """The condition and an iteration, for variables of these shapes."""
        scopes = []
        for _ in range(2):
            scope = self._inner(InFrame(self.guards, loop.frame))
            for merge, start, shape in zip(loop.merges, starts, shapes, strict=True):
                made = scope.argument(entering(merge).name, start, shape)
                scope.values[merge.output] = made
                for switch in switches_of(merge):
                    scope.values[switch.outputs[1]] = made
            scopes.append(scope)
        test, body = scopes
        test._finish(loop.condition)
        for merge in loop.merges:
            body._finish(going_on(merge))
            body._refuse_waits([merge, *switches_of(merge)])
        body._refuse_waits(loop.exits)
        return test, body

    def _finish(self, node: Node) -> None:
        """Makes what a node gives on the next result of this function."""
        value = self.get(node.inputs[0])
        self.build.output(self._after(value, node.control_inputs))

    def _refuse_waits(self, nodes: Iterable[Node]) -> None:
        """There is no node in a function for the ends of an iteration.

        Raises:
          InvalidGraphError: if one of these waits for an effect.
        """
        for node in nodes:
            for each in self._needs.effects(node.control_inputs):
                raise InvalidGraphError(
                    f"Node {node.name!r} ({node.op}) waits for %{each.name}, which "
                    "has an effect: the end of an iteration cannot."
                )

    # --- functions

    def _inner(self, place: Place) -> Scope:
        graph = Graph("body")
        graph.functions = self.graph.functions
        return Scope(self.guards, graph, self, place)

    def _same_arguments(
        self, scopes: Sequence[Scope], first: Sequence[Value]
    ) -> list[Value]:
        """Gives functions that are called alike the same arguments, in one order."""
        given = list(dict.fromkeys(x for scope in scopes for x in scope.captured))
        for scope in scopes:
            own = scope.graph.inputs[: len(first)]
            taken = [scope.argument_for(each, each.node.name) for each in given]
            scope.graph.inputs = [*own, *taken]
        return given

    def _function(self, scope: Scope, name: str) -> str:
        library = self.graph.functions
        scope.graph.name = library.unique_name(name)
        names = [f"result_{index}" for index in range(len(scope.graph.outputs))]
        library.add(Function(scope.graph.name, scope.graph, names))
        self.copied += scope.copied
        return scope.graph.name


def _common(values: Sequence[Value]) -> Shape:
    """The shape that all of them have, as far as they agree."""
    found = values[0].shape
    for each in values[1:]:
        found = found.relaxed_with(each.shape)
    return found


def _has_effects(scope: Scope) -> bool:
    return any(node.is_stateful for node in scope.graph)
