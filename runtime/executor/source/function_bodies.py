"""FunctionBodies: the library functions that a program under construction calls."""

from __future__ import annotations

from collections.abc import Iterator

from graphir.attributes import FunctionRef, attr_key
from graphir.function import Function
from graphir.graph import Graph
from runtime.executor.planning.call_graph import CallGraph
from runtime.executor.planning.dataflow import DataflowProgram, has_dataflow
from runtime.executor.planning.dataflow_nodes import CompileNode
from runtime.executor.planning.plan import Plan, function_roots, make_plan
from runtime.executor.source.global_names import GlobalNames


class FunctionBodies:
    """Plans of function bodies, and names of bodies written as Python functions."""

    def __init__(
        self, graph: Graph, compile_node: CompileNode, global_names: GlobalNames
    ) -> None:
        self.functions = graph.functions
        self.calls = CallGraph(graph)
        self._compile_node = compile_node
        self._globals = global_names
        self._plans: dict[str, Plan] = {}
        self._function_names: dict[object, str] = {}
        self._unwritten: list[tuple[FunctionRef, str]] = []

    def plan_of(self, name: str) -> Plan:
        """The plan of a library function's body."""
        plan = self._plans.get(name)
        if plan is None:
            function: Function = self.functions[name]
            body = function.body
            plan = make_plan(body, body.inputs, body.outputs, function_roots(body))
            self._plans[name] = plan
        return plan

    def function_name(self, reference: FunctionRef) -> str:
        """The Python name of a library function that is written as a function."""
        key = attr_key(reference)
        name = self._function_names.get(key)
        if name is not None:
            return name
        name = self._globals.names.unique(reference.name)
        self._function_names[key] = name
        body = self.functions[reference.name].body
        if has_dataflow(body):
            roots = function_roots(body)
            parts = body, body.inputs, body.outputs, roots, self._compile_node
            self._globals.namespace[name] = DataflowProgram(*parts).as_function()
        else:
            self._unwritten.append((reference, name))
        return name

    def unwritten(self) -> Iterator[tuple[FunctionRef, str]]:
        """Functions with a name and no text yet, and their names; each once."""
        while self._unwritten:
            yield self._unwritten.pop()


__all__ = ["FunctionBodies"]
