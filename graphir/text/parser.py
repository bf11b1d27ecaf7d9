"""Parser of the text form of a graph.

    file     = graph {func | gradient}
    graph    = "graph" @name "(" [input {"," input}] ")" "->" "(" [results] ")"
               [control] ["versions" "(" producer "," min_consumer ")"] body
    func     = "func" @name "(" [input {"," input}] ")" "->" "(" [results] ")"
               [control] ["attr" attrs] body
    gradient = "gradient" @name "=" @name
    input    = %name [":" type [attrs]]      without a type: a node of the body
    results  = result {"," result}
    result   = [name "="] value              the name defaults to the value's
    body     = "{" {node} "}"
    node     = %name {"," %name} "=" op "(" [value {"," value}] ")" [attrs]
               [control] [device] [":" ("()" | type {"," type})] [origin]
    value    = %name [":" index]
    control  = "ctrl" "(" [result {"," result}] ")"
    device   = "device" "(" string ")"
    origin   = place {"and" place}
    place    = "at" frame {"from" frame}
    frame    = file ":" line ":" column ["in" function]
    type     = dtype ["<" type {"," type} ">"] "[" ("*" | [dim {"," dim}]) "]"
    dim      = integer | "?"
    attrs    = "{" [name "=" attr {"," name "=" attr}] "}"
    attr     = number | string | "true" | "false" | dtype | "shape" "[" dims "]"
             | tensor ":" type | @name [attrs] | $name | "[" [attr {"," attr}] "]"
    tensor   = number | string | bool | "(" real "," imaginary ")" | nested lists
             | "splat" element | "dense" base64 | "raw" base64

Names that are not identifiers are quoted. ``#`` starts a comment. Attributes that
follow from the signature's defaults or the dtypes may be left out; further names
left of ``=`` are second names of the outputs, in order. Without types a node's results
are inferred, from the nodes above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from graphir.attributes import Attr, TensorValue
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError, OpError, ParseError
from graphir.function import Function, FunctionLibrary
from graphir.graph import Graph
from graphir.node import HandleData, Node, Value
from graphir.ops.contract.implied import complete_from_types
from graphir.ops.contract.registry import signature_of
from graphir.origin import Frame, Origin, merged_origin
from graphir.shapes import Shape
from graphir.text.literals import parse_attrs, parse_type, parse_word
from graphir.text.tokens import Tokens, unquote

_FRAME: Final = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s:"]+):(\d+):(\d+)')

Type = tuple[DType, Shape, HandleData]


def parse_graph(text: str, filename: str = "<text>") -> Graph:
    """The graph that the text describes, with its functions.

    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Identity(%x) }")
    >>> graph.value("y").shape
    TensorShape([2])

    Raises:
      ParseError: naming line and column of the text that cannot be read.
    """
    tokens = Tokens(text, filename)
    graph = _parse_main(tokens)
    while tokens.kind != "end":
        if tokens.accept("gradient"):
            name = tokens.take_name("@")
            tokens.expect("=")
            graph.functions.gradients[name] = tokens.take_name("@")
        else:
            tokens.expect("func")
            _parse_function(tokens, graph.functions)
    return graph


@dataclass(slots=True)
class _Call:
    """A node as it is written, before its inputs are looked up."""

    position: int
    names: list[str]
    op: str
    inputs: list[_Reference]
    attrs: dict[str, Attr] = field(default_factory=dict)
    control: list[_Result] = field(default_factory=list)
    device: str = ""
    types: list[Type] | None = None
    origin: Origin | None = None

    def references(self) -> Iterator[_Reference]:
        """Every value and node that the call names."""
        yield from self.inputs
        for result in self.control:
            yield result.reference


@dataclass(slots=True)
class _Reference:
    """``%name:index`` somewhere in the text."""

    position: int
    name: str
    index: int = 0


@dataclass(slots=True)
class _Result:
    """``name = %value``."""

    name: str
    reference: _Reference


def _parse_main(tokens: Tokens) -> Graph:
    tokens.expect("graph")
    graph = Graph(tokens.take_name("@"))
    body = _Body(tokens, graph)
    body.parse_head()
    if tokens.accept("versions"):
        tokens.expect("(")
        graph.producer = int(tokens.take("number"))
        tokens.expect(",")
        graph.min_consumer = int(tokens.take("number"))
        tokens.expect(")")
    body.parse_nodes()
    return graph


def _parse_function(tokens: Tokens, library: FunctionLibrary) -> None:
    name = tokens.take_name("@")
    graph = Graph(name)
    graph.functions = library
    body = _Body(tokens, graph)
    body.parse_head()
    attrs = parse_attrs(tokens) if tokens.accept("attr") else {}
    body.parse_nodes()
    results = [_output_name(result) for result in body.results]
    control = [result.name or result.reference.name for result in body.control]
    library.add(Function(name, graph, results, attrs, control))


def _output_name(result: _Result) -> str:
    reference = result.reference
    index = f":{reference.index}" if reference.index else ""
    return result.name or reference.name + index


class _Body:
    """Reads the parameters, results and nodes of one graph into it."""

    def __init__(self, tokens: Tokens, graph: Graph) -> None:
        self.tokens = tokens
        self.graph = graph
        self.results: list[_Result] = []
        self.control: list[_Result] = []
        self.inputs: list[_Reference] = []
        self.aliases: dict[str, Value] = {}

    def parse_head(self) -> None:
        """From the parameters to the control outputs."""
        tokens = self.tokens
        tokens.expect("(")
        while not tokens.accept(")"):
            if self.inputs:
                tokens.expect(",")
            self.inputs.append(self._parse_input())
        tokens.expect("->")
        self.results = self._parse_results()
        if tokens.accept("ctrl"):
            self.control = self._parse_results()

    def _parse_input(self) -> _Reference:
        tokens = self.tokens
        reference = self._parse_reference()
        if not tokens.accept(":"):
            return reference
        dtype, shape, handle_data = parse_type(tokens)
        attrs = {"dtype": dtype, "shape": shape}
        if tokens.token == "{":
            attrs.update(parse_attrs(tokens))
        node = self._add(reference, "Placeholder", attrs, [(dtype, shape)])
        node.output.handle_data = handle_data
        return reference

    def _add(
        self,
        place: _Reference,
        op: str,
        attrs: dict[str, Attr],
        types: list[tuple[DType, Shape]],
    ) -> Node:
        try:
            return self.graph.add_named_node(place.name, op, attrs, types)
        except InvalidGraphError:
            raise self.tokens.error("is named twice", place.position) from None

    def _parse_results(self) -> list[_Result]:
        tokens = self.tokens
        results: list[_Result] = []
        tokens.expect("(")
        while not tokens.accept(")"):
            if results:
                tokens.expect(",")
            name = ""
            if tokens.kind != "name":
                name = parse_word(tokens)
                tokens.expect("=")
            results.append(_Result(name, self._parse_reference(indexed=True)))
        return results

    def _parse_reference(self, indexed: bool = False) -> _Reference:
        position = self.tokens.position
        name = self.tokens.take_name("%")
        if indexed and self.tokens.accept(":"):
            return _Reference(position, name, int(self.tokens.take("number")))
        return _Reference(position, name)

    def parse_nodes(self) -> None:
        """Parses the body, then the references to its nodes."""
        tokens = self.tokens
        later: list[tuple[Node, _Call]] = []
        tokens.expect("{")
        while not tokens.accept("}"):
            call = self._parse_call()
            node = self._add_call(call)
            # at once where possible: inference below asks what stands above
            if all(self._is_defined(each) for each in call.references()):
                self._connect(node, call)
            else:
                later.append((node, call))
        for node, call in later:
            self._connect(node, call)
        graph = self.graph
        graph.inputs = [self._value(each) for each in self.inputs]
        graph.outputs = [self._value(each.reference) for each in self.results]
        graph.control_outputs = [
            self._value_node(each.reference) for each in self.control
        ]

    def _parse_call(self) -> _Call:
        tokens = self.tokens
        position = tokens.position
        names = [tokens.take_name("%")]
        while tokens.accept(","):
            names.append(tokens.take_name("%"))
        tokens.expect("=")
        call = _Call(position, names, parse_word(tokens), [])
        tokens.expect("(")
        while not tokens.accept(")"):
            if call.inputs:
                tokens.expect(",")
            call.inputs.append(self._parse_reference(indexed=True))
        self._parse_call_rest(call)
        return call

    def _parse_call_rest(self, call: _Call) -> None:
        tokens = self.tokens
        if tokens.token == "{":
            call.attrs = parse_attrs(tokens)
        if tokens.accept("ctrl"):
            call.control = self._parse_results()
        if tokens.accept("device"):
            tokens.expect("(")
            call.device = unquote(tokens.take("string"))
            tokens.expect(")")
        if tokens.accept(":"):
            call.types = self._parse_types()
        if tokens.token == "at" and tokens.kind == "word":
            call.origin = _parse_origin(tokens)

    def _parse_types(self) -> list[Type]:
        tokens = self.tokens
        if tokens.accept("("):
            tokens.expect(")")
            return []
        types = [parse_type(tokens)]
        while tokens.accept(","):
            types.append(parse_type(tokens))
        return types

    def _add_call(self, call: _Call) -> Node:
        types = [(dtype, shape) for dtype, shape, _ in call.types or ()]
        if call.types is None:
            call.attrs, types = self._infer(call)
        place = _Reference(call.position, call.names[0])
        node = self._add(place, call.op, call.attrs, types)
        for value, (_, _, handle_data) in zip(
            node.outputs, call.types or (), strict=False
        ):
            value.handle_data = handle_data
        for alias, value in zip(call.names[1:], node.outputs[1:], strict=False):
            self.aliases[alias] = value
        node.device, node.origin = call.device, call.origin
        return node

    def _infer(self, call: _Call) -> tuple[dict[str, Attr], list[tuple[DType, Shape]]]:
        signature = signature_of(call.op)
        if signature is None or not signature.outputs:
            return call.attrs, []
        from graphir.builder import infer_call

        values = [self._value(each) for each in call.inputs]
        held = call.attrs.get("value")
        if isinstance(held, TensorValue) and "dtype" in signature.attrs:
            # a constant is of the dtype of what it holds
            call.attrs.setdefault("dtype", held.dtype)
        try:
            return infer_call(call.op, values, call.attrs)
        except (OpError, TypeError, ValueError) as error:
            text = str(error).removesuffix(".")
            raise self.tokens.error(f"- {text}", call.position) from error

    def _connect(self, node: Node, call: _Call) -> None:
        node.set_inputs([self._value(each) for each in call.inputs])
        for each in call.control:
            node.add_control_input(self._value_node(each.reference))
        signature = signature_of(call.op)
        if signature is not None:
            types = [value.dtype for value in node.outputs]
            node.attrs = complete_from_types(signature, node.inputs, types, call.attrs)

    def _is_defined(self, reference: _Reference) -> bool:
        return reference.name in self.graph or reference.name in self.aliases

    def _value(self, reference: _Reference) -> Value:
        alias = self.aliases.get(reference.name)
        if alias is not None:
            return alias
        node = self._value_node(reference)
        if reference.index >= len(node.outputs):
            raise self.tokens.error(
                f"is no output: {node.op} has {len(node.outputs)}", reference.position
            )
        return node.outputs[reference.index]

    def _value_node(self, reference: _Reference) -> Node:
        if reference.name not in self.graph:
            raise self.tokens.error("is not defined here", reference.position)
        return self.graph.node(reference.name)


def _parse_origin(tokens: Tokens) -> Origin | None:
    origins = [_parse_place(tokens)]
    while tokens.accept("and"):
        origins.append(_parse_place(tokens))
    return merged_origin(*origins)


def _parse_place(tokens: Tokens) -> Origin:
    tokens.expect("at")
    frames = [_parse_frame(tokens)]
    while tokens.accept("from"):
        frames.append(_parse_frame(tokens))
    return Origin.from_frames(frames)


def _parse_frame(tokens: Tokens) -> Frame:
    file, line, column = tokens.take_match(_FRAME, "file:line:column").groups()
    function = parse_word(tokens) if tokens.accept("in") else ""
    name = unquote(file) if file.startswith('"') else file
    return Frame(name, int(line), int(column), function)


__all__ = ["ParseError", "parse_graph"]
