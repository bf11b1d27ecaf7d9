"""A graph as a Python program: one call of a public function for each node.

The program imports no other package of this project than `runtime`. `--format program`
prints the program that the executor compiles the graph to, with its kernels.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final

from graphir.analysis.input_names import NO_NAMES, InputNames
from graphir.text.tensors import short_values

from ..failures import BAD_INPUT, Failure

_LARGEST: Final = 256
"""Constants of more elements are written as bytes."""

_CALLS: Final = frozenset(("PartitionedCall", "StatefulPartitionedCall"))
_BRANCHES: Final = frozenset(("If", "StatelessIf"))
_CASES: Final = frozenset(("Case", "StatelessCase"))
_LOOPS: Final = frozenset(("While", "StatelessWhile"))


def python_program(graph: Any, names: InputNames = NO_NAMES) -> str:
    """The graph as the text of a module with a function of its name.

    ``names`` are those of inputs in the user's code; parameters are called after them.

    >>> from graphir.builder import GraphBuilder
    >>> build = GraphBuilder("twice")
    >>> x = build.input("x", "float32", [2])
    >>> build.output(build.op.AddV2(x, x, name="sum"))
    >>> print(python_program(build.graph))
    import runtime as tf
    <BLANKLINE>
    <BLANKLINE>
    def twice(x):
        sum_ = tf.raw_ops.AddV2(x=x, y=x)
        return sum_
    <BLANKLINE>

    Raises:
      Failure: for a graph without results, or with nodes that no Python call can
      express.
    """
    from runtime.executor.planning.dataflow import has_dataflow

    check_has_results(graph)
    bodies = [graph, *(each.body for each in graph.functions.values())]
    if any(map(has_dataflow, bodies)):
        raise Failure(
            "no program: Switch and Merge nodes run as values arrive, which "
            "Python code cannot express.",
            BAD_INPUT,
        )
    return _Program(graph, names).text()


def check_has_results(graph: Any) -> None:
    """Raises a Failure for a graph without outputs."""
    if not graph.outputs and not graph.control_outputs:
        raise Failure(
            "the graph names no outputs, so there is nothing to run: trace a function, "
            "or use another format.",
            BAD_INPUT,
        )


class _Program:
    """The module that is being written: functions, and what they import."""

    def __init__(self, graph: Any, user_names: InputNames) -> None:
        from runtime.executor.planning.names import NameTable

        self.graph = graph
        self.user_names = user_names
        self.functions: dict[str, str] = {}
        """Library function -> its Python name, in the order of their first calls."""
        self.imports = {"import runtime as tf"}
        self.names = NameTable()
        self.names.unique("tf")
        self.names.unique("np")
        self.main = self.names.unique(graph.name or "program")

    def text(self) -> str:
        """The whole module."""
        parts = [_Body(self, self.graph, self.main, is_main=True).text()]
        written = 0
        while written < len(self.functions):
            name, python_name = list(self.functions.items())[written]
            body = self.graph.functions[name].body
            parts.append(_Body(self, body, python_name).text())
            written += 1
        # standard modules first, then others, as formatters have it
        standard = sorted(each for each in self.imports if "base64" in each)
        others = sorted(self.imports - set(standard))
        heads = "\n\n".join("\n".join(each) for each in (standard, others) if each)
        return "\n\n\n".join([heads, *parts]) + "\n"

    def function(self, reference: Any, node: Any) -> str:
        """The Python name of a function of the library."""
        if reference.name not in self.graph.functions:
            raise Failure(
                f"no program: node {node.name!r} calls {reference.name!r}, which the "
                f"graph does not have.",
                BAD_INPUT,
            )
        if reference.name not in self.functions:
            self.functions[reference.name] = self.names.unique(reference.name)
        return self.functions[reference.name]


@dataclass
class _Body:
    """One function of the module."""

    program: _Program
    graph: Any
    name: str
    is_main: bool = False
    values: dict[Any, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        """`def name(inputs): ...`; all but the main function return a tuple."""
        from runtime.executor.planning.names import NameTable

        names = NameTable()
        names.unique("tf")
        names.unique("np")
        for value in self.graph.inputs:
            user_name = self.program.user_names.get(value.node, value.node.name)
            self.values[value] = names.unique(user_name)
        self._names = names
        arguments = [self.values[value] for value in self.graph.inputs]
        for node in _needed(self.graph):
            if node not in {value.node for value in self.graph.inputs}:
                self._write(node)
        results = [self.values[value] for value in self.graph.outputs]
        if results:
            comma = "," if len(results) == 1 and not self.is_main else ""
            self.lines.append(f"return {', '.join(results)}{comma}")
        body = "\n".join(f"    {line}" for line in self.lines or ["pass"])
        return f"def {self.name}({', '.join(arguments)}):\n{body}"

    def _write(self, node: Any) -> None:
        inputs = [self.values[value] for value in node.inputs]
        called = "" if node.op in _LOOPS else self._writer(node)(node, inputs)
        for index, value in enumerate(node.outputs):
            base = node.name if not index else f"{node.name}_{index}"
            self.values[value] = self._names.unique(base)
        names = [self.values[value] for value in node.outputs]
        if node.op in _LOOPS:
            self._write_loop(node, names, inputs)
        elif names:
            self.lines.append(f"{self._pattern(node, names)} = {called}")
        else:
            self.lines.append(called)

    def _writer(self, node: Any) -> Callable[[Any, list[str]], str]:
        if node.op == "Const":
            return self._constant
        if node.op in _CALLS:
            return lambda node, inputs: self._call(node.attrs["f"], node, inputs)
        if node.op in self.program.graph.functions:
            return self._call_by_op
        if node.op in _BRANCHES:
            return self._branches
        if node.op in _CASES:
            return self._cases
        return self._raw_op

    def _call(self, reference: Any, node: Any, inputs: list[str]) -> str:
        return f"{self.program.function(reference, node)}({', '.join(inputs)})"

    def _call_by_op(self, node: Any, inputs: list[str]) -> str:
        from graphir.attributes import FunctionRef

        return self._call(FunctionRef(node.op), node, inputs)

    def _branches(self, node: Any, inputs: list[str]) -> str:
        condition, *given = inputs
        then = self._call(node.attrs["then_branch"], node, given)
        other = self._call(node.attrs["else_branch"], node, given)
        return f"{then} if {condition} else {other}"

    def _cases(self, node: Any, inputs: list[str]) -> str:
        index, *given = inputs
        names = [self.program.function(each, node) for each in node.attrs["branches"]]
        last = len(names) - 1
        chosen = f"int({index}) if 0 <= {index} < {last} else {last}"
        return f"({', '.join(names)})[{chosen}]({', '.join(given)})"

    def _write_loop(self, node: Any, names: list[str], inputs: list[str]) -> None:
        state = ", ".join(names)
        comma = "," if len(names) == 1 else ""
        test = self._call(node.attrs["cond"], node, names)
        step = self._call(node.attrs["body"], node, names)
        self.lines.append(f"{state}{comma} = {', '.join(inputs)}{comma}")
        self.lines.append(f"while {test}[0]:")
        self.lines.append(f"    {state}{comma} = {step}")

    def _constant(self, node: Any, inputs: list[str]) -> str:
        value = node.attrs["value"]
        array = value.array
        dtype = repr(value.dtype.name)
        if array.size > _LARGEST and array.dtype.kind in "biufc":
            from base64 import b64encode

            self.program.imports |= {"from base64 import b64decode"}
            self.program.imports |= {"import numpy as np"}
            text = b64encode(array.tobytes()).decode()
            read = f"np.frombuffer(b64decode({text!r}), {str(array.dtype)!r})"
            return f"tf.constant({read}.reshape({list(array.shape)}))"
        literal = _literal(short_values(array))
        shape = f", {list(array.shape)}" if not array.size else ""
        return f"tf.constant({literal}, {dtype}{shape})"

    def _raw_op(self, node: Any, inputs: list[str]) -> str:
        from graphir.ops.contract.inference import group_inputs
        from graphir.ops.contract.registry import signature_of
        from runtime.namespaces.raw_ops import argument_name

        signature = signature_of(node.op)
        if signature is None:
            raise Failure(
                f"no program: nobody knows the op {node.op!r} of node {node.name!r}.",
                BAD_INPUT,
            )
        grouped = group_inputs(signature, node.attrs, inputs)
        given = {
            argument_name(node.op, arg.name): _list(each)
            for arg, each in zip(signature.inputs, grouped)
        }
        for name in signature.attrs:
            if name not in signature.inferred_attrs and name in node.attrs:
                value = node.attrs[name]
                if value != signature.attrs[name].default:
                    text = self._attribute(value, node)
                    given[argument_name(node.op, name)] = text
        return f"tf.raw_ops.{node.op}({_keywords(given)})"

    def _attribute(self, value: Any, node: Any) -> str:
        from graphir.attributes import FunctionRef

        if isinstance(value, list):
            return f"[{', '.join(self._attribute(each, node) for each in value)}]"
        if not isinstance(value, FunctionRef):
            return _plain_attribute(value)
        name = self.program.function(value, node)
        body = self.program.graph.functions[value.name].body
        specs = [
            f"tf.TensorSpec({_plain_attribute(each.shape)}, {each.dtype.name!r})"
            for each in body.inputs
        ]
        return f"tf.function({name}).get_concrete_function({', '.join(specs)})"

    def _pattern(self, node: Any, names: list[str]) -> str:
        """The left side of the assignment: results as the function gives them."""
        if node.op == "Const":
            return names[0]
        if node.op in _CALLS | _BRANCHES | _CASES or node.op in (
            self.program.graph.functions
        ):
            return ", ".join(names) + ("," if len(names) == 1 else "")
        from graphir.ops.contract.inference import group_inputs
        from graphir.ops.contract.registry import signature_of

        signature = signature_of(node.op)
        assert signature is not None  # the call is written by now
        grouped = group_inputs(signature, node.attrs, names, signature.outputs)
        return ", ".join(map(_list, grouped))


def _list(names: str | list[str]) -> str:
    return names if isinstance(names, str) else f"[{', '.join(names)}]"


def _keywords(given: Mapping[str, str]) -> str:
    plain = {name: text for name, text in given.items() if not keyword.iskeyword(name)}
    parts = [f"{name}={text}" for name, text in plain.items()]
    others = [f"{name!r}: {given[name]}" for name in given if name not in plain]
    return ", ".join([*parts, *([f"**{{{', '.join(others)}}}"] if others else [])])


def _plain_attribute(value: Any) -> str:
    from graphir.attributes import TensorValue
    from graphir.dtypes import DType
    from graphir.shapes import Shape

    if isinstance(value, DType):
        return repr(value.name)
    if isinstance(value, Shape):
        return repr(None if value.rank is None else value.as_list())
    if isinstance(value, TensorValue):
        text = _literal(short_values(value.array))
        return f"tf.constant({text}, {value.dtype.name!r})"
    return _literal(value)


def _literal(value: Any) -> str:
    """The Python text of numbers and strings; some floats have none of their own."""
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, float) and not isfinite(value):
        return f'float("{value!r}")'
    if isinstance(value, complex):
        return f"complex({_literal(value.real)}, {_literal(value.imag)})"
    return repr(value)


def _needed(graph: Any) -> Iterator[Any]:
    """The nodes that results need and those that do something, inputs first."""
    from graphir.analysis.order import topological_order

    waiting = [value.node for value in graph.outputs]
    waiting += [*graph.control_outputs, *(node for node in graph if node.is_stateful)]
    found: set[Any] = set()
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [value.node for value in node.inputs]
            waiting += node.control_inputs
    yield from (node for node in topological_order(graph) if node in found)
