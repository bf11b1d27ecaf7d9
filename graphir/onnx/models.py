"""`load`: an ONNX model as a graph."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphir.errors import ParseError
from graphir.graph import Graph
from graphir.onnx.contract.calls import READING, Call, TermList
from graphir.onnx.contract.elements import (
    dtype_of,
    element_type_of,
    tensor_value_of,
)
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package
from graphir.onnx.contract.terms import Term, Writer
from graphir.onnx.reading import families
from graphir.origin import Frame, Origin
from graphir.passes.dead_nodes import DeadNodes
from graphir.shapes import UNKNOWN, Shape

_INFERRED_BYTES = 1 << 28
"""Models up to this size have their shapes inferred by ONNX too."""


def load(model: str | os.PathLike[str] | Any) -> Graph:
    """An ONNX model, a file or a ``ModelProto``, as a graph of our ops.

    Inputs and results have the names that they have in the model (characters that names
    here cannot have become ``_``), and its order. Initializers are constants, external
    ones are read from beside the file. Each node's origin is the model and the number
    of its ONNX node.

    Raises:
      OSError: if the file cannot be read.
      ParseError: if it holds no model.
      MissingExtraError: if the package ``onnx`` is not installed.
      UnsupportedOpError: for an op, or a use of one, that has no counterpart; names the
        node.
    """
    families.register()
    proto, place, folder = _model_of(model)
    if not proto.graph.node and not proto.graph.output:
        raise ParseError(f"{place}: there is no graph in it.")
    graph = Graph(_name(proto.graph.name or "model"))
    context = _Context(place, folder, _opsets(proto.opset_import), _functions(proto))
    walk = Translation(Writer(graph), context, {}, None)
    walk.shapes = _inferred_shapes(proto)
    walk.take_initializers(proto.graph)
    for each in proto.graph.input:
        if each.name not in walk.names:
            walk.names[each.name] = walk.input(each)
    walk.run(proto.graph.node)
    for each in proto.graph.output:
        graph.outputs.append(walk.result(each.name))
    DeadNodes().apply(graph)
    return graph


def _model_of(model: Any) -> tuple[Any, str, str]:
    onnx = onnx_package()
    if isinstance(model, onnx.ModelProto):
        return model, f"{model.graph.name or 'model'}.onnx", ""
    path = Path(model)
    found = onnx.ModelProto()
    try:
        found.ParseFromString(path.read_bytes())
    except OSError:
        raise
    except Exception as error:  # protobuf's own class differs by its implementation
        raise ParseError(f"{path}: not an ONNX model: {error}") from error
    return found, str(path), str(path.parent)


def _opsets(imports: Iterable[Any]) -> dict[str, int]:
    return {_domain(each.domain): each.version for each in imports}


def _domain(name: str) -> str:
    return "" if name == "ai.onnx" else name


def _functions(proto: Any) -> dict[tuple[str, str], Any]:
    return {(_domain(each.domain), each.name): each for each in proto.functions}


def _inferred_shapes(proto: Any) -> dict[str, Shape]:
    onnx = onnx_package()
    if proto.ByteSize() <= _INFERRED_BYTES:
        proto = onnx.shape_inference.infer_shapes(proto, data_prop=True)
    graph = proto.graph
    return {
        each.name: _shape(each.type.tensor_type)
        for each in (*graph.value_info, *graph.output)
        if each.type.HasField("tensor_type")
    }


def _shape(tensor_type: Any) -> Shape:
    if not tensor_type.HasField("shape"):
        return UNKNOWN
    return Shape(
        [
            dim.dim_value if dim.HasField("dim_value") else None
            for dim in tensor_type.shape.dim
        ]
    )


def _name(text: str) -> str:
    """A name that a node can have."""
    name = re.sub(r"[^A-Za-z0-9_.\\/>-]", "_", text)
    return name if re.match(r"[A-Za-z0-9.]", name) else f"x{name}"


@dataclass(frozen=True)
class _Context:
    """What all parts of a model share."""

    place: str
    folder: str
    opsets: Mapping[str, int]
    functions: Mapping[tuple[str, str], Any]


class Translation:
    """The translation of one graph, node by node: the term of each name."""

    def __init__(
        self,
        build: Writer,
        context: _Context,
        names: dict[str, Any],
        outer: Translation | None,
    ) -> None:
        self.build = build
        self.context = context
        self.names = names
        self.outer = outer
        self.shapes: Mapping[str, Shape] = {}

    def take_initializers(self, graph: Any) -> None:
        """Turns the initializers of a graph into constants."""
        for each in graph.initializer:
            value = tensor_value_of(each, self.context.folder)
            made = self.build.constant(value.array, value.dtype, _name(each.name))
            self.names[each.name] = Term(self.build, made)
        for each in graph.sparse_initializer:
            raise UnsupportedOpError(f"{each.values.name}: a sparse initializer.")

    def input(self, info: Any) -> Term:
        """A placeholder for an input of the model."""
        kind = info.type.WhichOneof("value")
        if kind != "tensor_type":
            raise UnsupportedOpError(
                f"The input {info.name!r} is a {kind.removesuffix('_type')}: inputs "
                "of a graph are tensors."
            )
        tensor_type = info.type.tensor_type
        dtype = dtype_of(tensor_type.elem_type)
        value = self.build.input(_name(info.name), dtype, _shape(tensor_type))
        return Term(self.build, value)

    def result(self, name: str) -> Any:
        """The value of a name, as a node of the same name."""
        found = self.lookup(name)
        if not isinstance(found, Term):
            raise UnsupportedOpError(
                f"The result {name!r} is a sequence: results of a graph are tensors."
            )
        if found.value.node.name == _name(name) and not found.value.index:
            return found.value
        made = self.build.node("Identity", [found.value], {}, _name(name))
        return made.output

    def lookup(self, name: str) -> Any:
        """The term for the value of a name; None for an omitted argument."""
        if not name:
            return None
        if name in self.names:
            return self.names[name]
        if self.outer is None:
            raise ParseError(f"{self.context.place}: nothing is named {name!r}.")
        return self.outer.lookup(name)

    def run(self, nodes: Iterable[Any]) -> None:
        """Translates each node and names its results."""
        for number, node in enumerate(nodes, 1):
            self._write(number, node)

    def _write(self, number: int, node: Any) -> None:
        inputs = [self.lookup(name) for name in node.input]
        label = node.name or (node.output[0] if node.output else node.op_type)
        outer_origin = self.build.origin
        if self.outer is None and outer_origin is None:
            frame = Frame(self.context.place, number, 0, label)
            self.build.origin = Origin.from_frames([frame])
        try:
            with self.build.scope(_name(label).rstrip("/")):
                found = self._written(node, inputs)
        except UnsupportedOpError as error:
            raise _placed(error, self.context.place, number, node) from error
        finally:
            self.build.origin = outer_origin
        many = isinstance(found, (tuple, list)) and not isinstance(found, TermList)
        results = found if many else (found,)
        for name, each in zip(node.output, results):
            if name:
                self.names[name] = self._shaped(name, each)

    def _shaped(self, name: str, found: Any) -> Any:
        known = self.shapes.get(name)
        if known is None or not isinstance(found, Term):
            return found
        if found.shape.is_compatible_with(known):
            found.value.shape = found.shape.merge_with(known)
        return found

    def _written(self, node: Any, inputs: list[Any]) -> Any:
        domain = _domain(node.domain)
        own = self.context.functions.get((domain, node.op_type))
        if own is not None:
            return self._called(own, node, inputs, {})
        version = self.context.opsets.get(domain, 1)
        rule = READING.get((domain, node.op_type))
        if rule is not None:
            return rule(Call(self.build, node, inputs, version, self))
        return self._expanded(node, inputs, domain, version)

    # --- functions

    def _expanded(self, node: Any, inputs: list[Any], domain: str, version: int) -> Any:
        """By the definition that ONNX itself has of the op in other ops."""
        defs = onnx_package().defs
        if not defs.has(node.op_type, domain=domain):
            raise UnsupportedOpError("there is no such op.")
        schema = defs.get_schema(node.op_type, version, domain)
        body = _definition(schema, node, inputs)
        if body is None:
            raise UnsupportedOpError("it has no counterpart here.")
        defaults = {
            name: each.default_value
            for name, each in schema.attributes.items()
            if each.default_value.type
        }
        return self._called(body, node, inputs, defaults)

    def _called(
        self, body: Any, node: Any, inputs: list[Any], defaults: Mapping[str, Any]
    ) -> Any:
        given = dict(defaults)
        given.update({each.name: each for each in body.attribute_proto})
        given.update({each.name: each for each in node.attribute})
        names = dict.fromkeys(body.input)
        names.update(zip(body.input, inputs))
        opsets = {**self.context.opsets, **_opsets(body.opset_import)}
        context = _Context(
            self.context.place, self.context.folder, opsets, self.context.functions
        )
        walk = Translation(self.build, context, dict(names), self)
        walk.run([_with_attributes(each, given) for each in body.node])
        return tuple(walk.names.get(name) for name in body.output)

    # --- subgraphs

    def captured(self, graphs: Sequence[Any]) -> list[str]:
        """The names that subgraphs read from around them, each once."""
        return list(dict.fromkeys(each for graph in graphs for each in _free(graph)))

    def inside(self, build: Writer, graph: Any, names: dict[str, Any]) -> list[Any]:
        """The results of a subgraph, written into the graph of a builder.

        ``names`` has the values of its arguments and of the outer values that it reads,
        by name; outer constants may be left out.
        """
        if build is self.build:
            walk = Translation(build, self.context, names, self)
        else:
            walk = Translation(build, self.context, names, _Constants(build, self))
        walk.take_initializers(graph)
        walk.run(graph.node)
        return [walk.lookup(each.name) for each in graph.output]


class _Constants(Translation):
    """What a body sees of the graph around it: its constants, copied."""

    def __init__(self, build: Writer, outer: Translation) -> None:
        super().__init__(build, outer.context, {}, outer)

    def lookup(self, name: str) -> Any:
        if name in self.names or self.outer is None:
            return super().lookup(name)
        found = self.outer.lookup(name)
        known = found.static if isinstance(found, Term) else None
        if known is None:
            raise UnsupportedOpError(f"{name!r} is not a tensor known around the body.")
        made = Term(self.build, self.build.constant(known, found.dtype, _name(name)))
        self.names[name] = made
        return made


def _free(graph: Any) -> list[str]:
    known = {each.name for each in (*graph.input, *graph.initializer)}
    found: list[str] = []
    for node in graph.node:
        inner = [each.g for each in node.attribute if each.HasField("g")]
        read = [*node.input, *(name for each in inner for name in _free(each))]
        found += [name for name in read if name and name not in known]
        known.update(node.output)
    found += [each.name for each in graph.output if each.name not in known]
    return found


def _with_attributes(node: Any, given: Mapping[str, Any]) -> Any:
    """The node of a function, with the attributes that it takes from the call."""
    made = type(node)()
    made.CopyFrom(node)
    del made.attribute[:]
    for each in node.attribute:
        if each.ref_attr_name:
            found = given.get(each.ref_attr_name)
            if found is not None:
                made.attribute.add().CopyFrom(found)
                made.attribute[-1].name = each.name
            continue
        made.attribute.add().CopyFrom(each)
        if each.HasField("g"):
            inner = [_with_attributes(part, given) for part in each.g.node]
            del made.attribute[-1].g.node[:]
            made.attribute[-1].g.node.extend(inner)
    return made


def _definition(schema: Any, node: Any, inputs: Sequence[Any]) -> Any:
    if schema.has_function:
        return schema.function_body
    if not schema.has_context_dependent_function:
        return None
    onnx = onnx_package()
    types = [_type_proto(each).SerializeToString() for each in inputs]
    text = schema.get_context_dependent_function(node.SerializeToString(), types)
    body = onnx.FunctionProto()
    body.ParseFromString(text)
    return body


def _type_proto(term: Any) -> Any:
    onnx = onnx_package()
    if not isinstance(term, Term):
        return onnx.TypeProto()
    sizes = None if term.shape.rank is None else term.dims
    kind = element_type_of(term.dtype)
    return onnx.helper.make_tensor_type_proto(kind, sizes)


def _placed(
    error: UnsupportedOpError, place: str, number: int, node: Any
) -> UnsupportedOpError:
    text = str(error)
    if text.startswith(f"{place}: node"):
        return error
    named = f" {node.name!r}" if node.name else ""
    op = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
    return UnsupportedOpError(f"{place}: node {number}{named} ({op}): {text}")


__all__ = ["Translation", "load"]
