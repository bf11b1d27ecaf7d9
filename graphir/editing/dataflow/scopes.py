"""Copies of parts of a graph with Switch and Enter, written as functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr, FunctionRef
from graphir.builder import GraphBuilder
from graphir.editing.dataflow.arrays import is_array_op, list_op
from graphir.editing.dataflow.guards import (
    Guards,
    Loop,
    is_of_loop,
    switches_of,
    without_copies,
)
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

    ``inside`` tells whether a value of the old graph is computed here; every other one
    is an argument. What a value needs is written when the value is asked for.
    """

    def __init__(
        self,
        guards: Guards,
        graph: Graph,
        outer: Scope | None = None,
        inside: Callable[[Value], bool] = lambda value: True,
    ) -> None:
        self.guards = guards
        self.build = GraphBuilder(graph)
        self.outer = outer
        self.values: dict[Value, Value] = {}
        self.captured: dict[Value, Value] = {}
        """Values of the function around this one -> the arguments for them."""
        self.copied: set[Node] = set()
        """Nodes of the old graph of which there is a copy, here or further in."""
        self.fetched: Collection[Value] = outer.fetched if outer else ()
        """The results of the old graph."""
        self._inside = inside

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
        path = [wanted]
        while path:
            value = path[-1]
            if value in self.values:
                path.pop()
                continue
            if not self._is_here(value):
                self.values[value] = self._from_outside(value)
                continue
            missing = [x for x in self._needs(value.node) if x not in self.values]
            if missing:
                path += missing
                continue
            self._write(value)
        return self.values[wanted]

    def _is_here(self, value: Value) -> bool:
        return self.outer is None or _is_constant(value) or self._inside(value)

    def _from_outside(self, value: Value) -> Value:
        """A copy of a constant; an argument for anything else."""
        if _is_constant(value):
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

    def _needs(self, node: Node) -> list[Value]:
        """The old values that must be here before the results of a node can be."""
        if node.has_trait("enters_frame"):
            return []
        if node.has_trait("leaves_frame"):
            loop = self._loop_of(node)
            return [
                each.inputs[0]
                for each in loop.enters
                if each.inputs[0].dtype.base_dtype is not dtypes.resource
            ]
        if node.has_trait("any_input_runs"):
            return self._needs_of_merge(node)
        if node.has_trait("chooses_output"):
            return [node.inputs[0]]
        return [
            value
            for value in node.inputs
            if not is_array_op(node) or value.dtype.base_dtype is not dtypes.resource
        ]

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
            self._keep(node, list_op(self.build, node, self.values))
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
            self.values[node.output] = inputs[0]
            return
        twin = self.build.node(
            node.op, inputs, node.attrs, node.name, origin=node.origin
        )
        twin.device = node.device
        for old, new in zip(node.outputs, twin.outputs, strict=True):
            if new.shape.is_compatible_with(old.shape):
                new.shape = new.shape.merge_with(old.shape)
            new.handle_data = old.handle_data
        node_copied(node, twin)
        self._keep(node, twin.outputs)

    def _keep(self, node: Node, made: Sequence[Value]) -> None:
        self.copied.add(node)
        self.values.update(zip(node.outputs, made, strict=True))

    # --- branches

    def _check_switch(self, value: Value) -> None:
        if is_of_loop(value.node):
            raise InvalidGraphError(
                f"%{value.name} is a variable of a loop, read outside of it."
            )
        scope: Scope | None = self
        while scope is not None:
            if scope._inside(value) and scope.outer is not None:
                return
            scope = scope.outer
        raise InvalidGraphError(
            f"%{value.name} is read where its branch may not have run."
        )

    def _needs_of_merge(self, node: Node) -> list[Value]:
        decision = self.guards.decisions.get(node)
        if decision is None:
            raise InvalidGraphError(
                f"%{node.name} is a variable of a loop, read outside of it."
            )
        found: dict[Value, None] = {decision.condition: None}
        for side, index in enumerate(decision.inputs):
            self._reach(node.inputs[index], (decision.condition, side), found)
        return list(found)

    def _reach(
        self, value: Value, branch: tuple[Value, int], found: dict[Value, None]
    ) -> None:
        """Adds what a branch reads from around it."""
        seen: set[Value] = set()
        path = [value]
        while path:
            value = path.pop()
            is_handle = value.dtype.base_dtype is dtypes.resource
            if value in seen or is_handle or _is_constant(value):
                continue
            seen.add(value)
            if branch not in self.guards.of(value):
                found[value] = None
            elif value.node.has_trait("leaves_frame"):
                loop = self._loop_of(value.node)
                path += [each.inputs[0] for each in loop.enters]
            else:
                path += value.node.inputs

    def _write_branches(self, node: Node) -> None:
        decision = self.guards.decisions[node]
        condition = self.values[decision.condition]
        bodies = [self._branch(node, side) for side in range(len(decision.inputs))]
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
        made.output.handle_data = results[0][0].handle_data
        for old, new in zip(node.outputs, made.outputs):
            self.values[old] = new

    def _branch(self, node: Node, side: int) -> Scope:
        decision = self.guards.decisions[node]
        branch = (decision.condition, side)
        index = decision.inputs[side]
        body = self._inner(lambda value: branch in self.guards.of(value))
        body.build.output(body.get(node.inputs[index]))
        if node.outputs[1].is_used or node.outputs[1] in self.fetched:
            body.build.output(body.build.constant(np.int32(index)))
        return body

    # --- loops

    def _loop_of(self, node: Node) -> Loop:
        return next(x for x in self.guards.loops.values() if node in x.exits)

    def _write_loop(self, leaving: Node) -> None:
        loop = self._loop_of(leaving)
        entered = [_entered(merge) for merge in loop.merges]
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
            scope = self._inner(lambda x: self.guards.frames[x.node] == loop.frame)
            for merge, start, shape in zip(loop.merges, starts, shapes, strict=True):
                made = scope.argument(_entered(merge).name, start, shape)
                scope.values[merge.output] = made
                for switch in switches_of(merge):
                    scope.values[switch.outputs[1]] = made
            scopes.append(scope)
        test, body = scopes
        test.build.output(test.get(loop.condition.inputs[0]))
        for merge in loop.merges:
            body.build.output(body.get(_next(merge).inputs[0]))
        return test, body

    # --- functions

    def _inner(self, inside: Callable[[Value], bool]) -> Scope:
        graph = Graph("body")
        graph.functions = self.graph.functions
        return Scope(self.guards, graph, self, inside)

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
        self.copied |= scope.copied
        return scope.graph.name


def _is_constant(value: Value) -> bool:
    return value.node.op == "Const"


def _common(values: Sequence[Value]) -> Shape:
    """The shape that all of them have, as far as they agree."""
    found = values[0].shape
    for each in values[1:]:
        found = found.relaxed_with(each.shape)
    return found


def _has_effects(scope: Scope) -> bool:
    return any(node.is_stateful for node in scope.graph)


def _entered(merge: Node) -> Node:
    """The node that brings the first value of a variable."""
    return next(x.node for x in merge.inputs if x.node.has_trait("enters_frame"))


def _next(merge: Node) -> Node:
    """The node that brings the later values of a variable."""
    return next(x.node for x in merge.inputs if x.node.has_trait("next_iteration"))
