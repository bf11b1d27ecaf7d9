"""ONNX nodes as they are written, and the registry of the rules that write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.onnx.contract.elements import attr_of, element_type_of, tensor_proto_of
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package
from graphir.onnx.contract.registry import Registry
from graphir.onnx.contract.written_model import Initializers, Model
from graphir.shapes import Shape

Rule = Callable[["Out"], Any]

WRITING: Final[Registry[str, Rule]] = Registry("rules for the op")
"""Op of ours -> the rule that writes it in ONNX ops; filled by ``writes``."""


def writes(*ops: str) -> Callable[[Rule], Rule]:
    """Registers a rule for ops of ours."""
    return WRITING.of(*ops)


PAIRED: Final[Registry[str, Rule]] = Registry("rules for the op")
"""Op of ours -> the rule where numbers are complex; see ``Emitter.pairs``."""


def writes_pairs(*ops: str) -> Callable[[Rule], Rule]:
    """Registers a rule for ops of ours that take or give complex numbers."""
    return PAIRED.of(*ops)


class Emitter:
    """Writes one graph; knows the name of each value, and its layout."""

    def __init__(
        self,
        model: Model,
        outer: Emitter | None = None,
        constants: Initializers | None = None,
    ) -> None:
        self.model = model
        self.outer = outer
        if constants is None:
            constants = model.initializers if outer is None else outer.constants
        self.constants: Initializers = constants
        self.nodes: list[Any] = []
        self.names: dict[Value, str] = {}
        self.first: dict[Value, str] = {}
        """Values with the channels second, where they were made so."""
        self.pairs: dict[Value, str] = {}
        """Complex numbers, as ONNX's transforms take and give them: a last axis of two,
        the real part and the imaginary one."""
        self._wide: dict[str, str] = {}
        self._writing = ""
        """The node whose rule is at work: what it makes is named after it."""

    def emit(
        self, op: str, inputs: Sequence[str], outputs: int = 1, **attrs: Any
    ) -> Any:
        """Adds a node; returns the name of its result, or a list of names."""
        base = f"{self._writing}/{op}" if self._writing else op
        names = [self.model.name(base) for _ in range(outputs)]
        self.emit_named(op, inputs, names, **attrs)
        return names[0] if outputs == 1 else names

    def emit_named(
        self,
        op: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        domain: str = "",
        **attrs: Any,
    ) -> None:
        """Adds a node whose results are called ``outputs``.

        Where ONNX has the op for wider types only, it is computed in these.
        """
        known = {key: each for key, each in attrs.items() if each is not None}
        if domain:
            self._add(op, inputs, outputs, domain=domain, **known)
            return
        kinds = self.model.kinds
        call = kinds.call(op, inputs, known)
        given = [
            name if dtype is None else self.cast(name, dtype)
            for name, dtype in zip(inputs, call.given, strict=True)
        ]
        back: list[tuple[str, str, DType]] = []
        made = list(outputs)
        for index, name in enumerate(outputs if call.made else ()):
            comes, wanted = call.made[min(index, len(call.made) - 1)]
            if wanted is not None:
                made[index] = self.model.name(f"{op}_wide")
                back.append((made[index], name, wanted))
            kinds.note(made[index], comes)
        self._add(op, given, made, **known)
        for wide, name, dtype in back:
            self._add("Cast", [wide], [name], to=element_type_of(dtype))
            kinds.note(name, dtype)

    def _add(
        self, op: str, inputs: Sequence[str], outputs: Sequence[str], **attrs: Any
    ) -> None:
        made = onnx_package().helper.make_node(op, list(inputs), list(outputs), **attrs)
        made.name = outputs[0] if outputs else op
        self.nodes.append(made)

    def const(
        self, value: Any, dtype: DType = dtypes.int64, name: str = "const"
    ) -> str:
        """A constant."""
        array = np.asarray(value, dtype.numpy_dtype)
        return self.constants.add(array, dtype, name)

    def filled(self, sizes: str, number: int, dtype: DType) -> str:
        """A tensor of sizes with one number, or the empty text, everywhere."""
        if dtype.name == "string":
            text = self.const(np.array(b"", object), dtype)
            return str(self.emit("Expand", [text, sizes]))
        value = np.full(1, number, dtype.numpy_dtype)
        tensor = tensor_proto_of(value, "value", dtype)
        return str(self.emit("ConstantOfShape", [sizes], value=tensor))

    def cast(self, name: str, dtype: DType) -> str:
        """A conversion."""
        made: str = self.emit("Cast", [name], to=element_type_of(dtype))
        return made

    def narrowed(self, name: str, dtype: DType) -> str:
        """Sizes, which ONNX counts in 64 bits, in a dtype."""
        if dtype is dtypes.int64:
            return name
        made = self.cast(name, dtype)
        self._wide[made] = name
        return made

    def widened(self, name: str) -> str:
        """Sizes in 64 bits."""
        found = self._wide.get(name)
        return self.cast(name, dtypes.int64) if found is None else found

    def name_of(self, value: Value) -> str:
        """The ONNX name of a value, in the value's own layout."""
        name = self._name_of(value)
        self.model.kinds.note(name, value.dtype)
        return name

    def _name_of(self, value: Value) -> str:
        found = self.names.get(value)
        if found is not None:
            return found
        turned = self.first.get(value)
        if turned is not None:
            rank = len(value.shape)
            order = [0, *range(2, rank), 1]
            found = self.emit("Transpose", [turned], perm=order)
        elif value.node.op == "Const":
            found = self.constants.of_node(value.node)
        elif value in self.pairs:
            raise UnsupportedOpError(f"%{value.name} is complex numbers.")
        elif self.outer is not None:
            return self.outer.name_of(value)
        else:
            raise UnsupportedOpError(f"%{value.name} was not written.")
        self.names[value] = found
        return found

    def pair_of(self, value: Value) -> str | None:
        """The ONNX name of complex numbers as pairs, if they were made so."""
        emitter: Emitter | None = self
        while emitter is not None:
            if value in emitter.pairs:
                return emitter.pairs[value]
            emitter = emitter.outer
        return None

    def first_of(self, value: Value) -> str:
        """The ONNX name of a value transposed to channels second."""
        found = self.first.get(value)
        if found is not None:
            return found
        rank = len(value.shape)
        known = value.constant_value()
        if known is not None:
            turned = np.ascontiguousarray(np.moveaxis(known, -1, 1))
            found = self.const(turned, value.dtype.base_dtype, value.node.name)
        else:
            order = [0, rank - 1, *range(1, rank - 1)]
            found = self.emit("Transpose", [self.name_of(value)], perm=order)
        self.first[value] = found
        return found

    def write(self, graph: Graph, nodes: Sequence[Node]) -> None:
        """Writes nodes in their order.

        Raises:
          UnsupportedOpError: for an op without a rule; names the node and its line.
        """
        for node in nodes:
            if node.op in ("Const", "Placeholder") or not node.outputs:
                continue
            rule = self._rule(node)
            self._writing, count = node.name, len(self.nodes)
            try:
                if rule is None:
                    raise UnsupportedOpError(self._why_not(node))
                found = rule(Out(self, node))
            except UnsupportedOpError as error:
                if isinstance(error, PlacedError):
                    raise
                raise PlacedError(f"{place_of(node)}: {error}") from error
            self._take(node, found, len(self.nodes) > count)

    def _why_not(self, node: Node) -> str:
        what = " of complex numbers" if node.op in WRITING else ""
        return f"the op has no counterpart{what} in ONNX."

    def _rule(self, node: Node) -> Rule | None:
        values = (*node.inputs, *node.outputs)
        is_complex = any(value.dtype.base_dtype.is_complex for value in values)
        return (PAIRED if is_complex else WRITING).get(node.op)

    def _take(self, node: Node, found: Any, is_new: bool) -> None:
        if found is None:
            if node.output in self.pairs:
                return
            held = self.first.get(node.output)
            if held is not None and is_new:
                self.first[node.output] = self._named_after(node.output, held)
            return
        names = [found] if isinstance(found, str) else list(found)
        for value, name in zip(node.outputs, names):
            self.names[value] = self._named_after(value, name) if is_new else name

    def _named_after(self, value: Value, name: str) -> str:
        """Gives a result of the node that was added last the name of a value."""
        last = self.nodes[-1]
        if name not in last.output:
            return name
        made = self.model.name(value.name.replace(":", "_"))
        index = list(last.output).index(name)
        last.output[index] = made
        if not index:
            last.name = made
        self.model.kinds.rename(name, made)
        if name in self._wide:
            self._wide[made] = self._wide.pop(name)
        return made


class PlacedError(UnsupportedOpError):
    """An error whose text names the node already."""


def place_of(node: Node) -> str:
    """A node by name, op and the line that made it."""
    text = f"node {node.name!r} ({node.op})"
    frames = () if node.origin is None else node.origin.frames
    return f"{text} at {frames[0]}" if frames else text


class Out:
    """One node of a graph, as the rules that write ONNX see it."""

    def __init__(self, emitter: Emitter, node: Node) -> None:
        self.emitter = emitter
        self.node = node

    @property
    def opset(self) -> int:
        """The version of the op set that is written."""
        return self.emitter.model.opset

    @property
    def dtype(self) -> DType:
        """The dtype of the first result."""
        return self.node.output.dtype.base_dtype

    def value(self, index: int) -> Value:
        """An argument as a value of the graph."""
        return self.node.inputs[index]

    def __getitem__(self, index: int) -> str:
        """The name of an argument."""
        return self.emitter.name_of(self.node.inputs[index])

    @property
    def all(self) -> list[str]:
        """The names of all arguments."""
        return [self[i] for i in range(len(self.node.inputs))]

    def attr(self, name: str, default: Any = None) -> Any:
        """An attribute; texts as ``str``.

        Raises:
          UnsupportedOpError: if it is a text of other bytes than UTF-8.
        """
        return attr_of(self.node, name, default)

    def emit(
        self, op: str, inputs: Sequence[str], outputs: int = 1, **attrs: Any
    ) -> Any:
        """Adds a node: see ``Emitter.emit``."""
        return self.emitter.emit(op, inputs, outputs, **attrs)

    def const(self, value: Any, dtype: DType = dtypes.int64) -> str:
        """A constant, of int64 by default."""
        return self.emitter.const(value, dtype)

    def number(self, value: float) -> str:
        """A scalar of the dtype of the first argument."""
        return self.emitter.const(value, self.value(0).dtype.base_dtype)

    def known(self, index: int, what: str) -> np.ndarray[Any, Any]:
        """An argument that must be constant.

        Raises:
          UnsupportedOpError: if it is not.
        """
        found = self.static(index)
        if found is None:
            raise UnsupportedOpError(f"{what} must be constant.")
        return found

    def static(self, index: int) -> np.ndarray[Any, Any] | None:
        """An argument's value if it is known."""
        return self.node.inputs[index].constant_value()

    def wide(self, index: int) -> str:
        """An argument of sizes or indices in 64 bits."""
        known = self.static(index)
        if known is not None:
            return self.const(known.astype(np.int64))
        name = self[index]
        if self.value(index).dtype.base_dtype is dtypes.int64:
            return name
        return self.emitter.widened(name)

    def shape(self, index: int) -> Shape:
        """The shape of an argument."""
        return self.node.inputs[index].shape

    def rank(self, index: int) -> int:
        """The rank of an argument.

        Raises:
          UnsupportedOpError: if it is not known.
        """
        rank = self.shape(index).rank
        if rank is None:
            raise UnsupportedOpError(f"the rank of argument {index} is not known.")
        return rank

    def sizes(self, name: str, dtype: DType) -> str:
        """The sizes of a named value, in a dtype."""
        return self.emitter.narrowed(self.emit("Shape", [name]), dtype)

    def refuse(self, why: str) -> UnsupportedOpError:
        """The error to raise for a use that has no counterpart."""
        return UnsupportedOpError(why)


def used_nodes(nodes: Sequence[Any], wanted: Sequence[str]) -> list[Any]:
    """The nodes that results need; layouts may have left others."""
    needed = set(wanted)
    kept = []
    for node in reversed(nodes):
        if needed.isdisjoint(node.output):
            continue
        kept.append(node)
        needed.update(names_read(node))
    return kept[::-1]


def names_read(node: Any) -> set[str]:
    """The names that a node reads, or that its subgraphs do."""
    found = set(node.input)
    for each in node.attribute:
        if each.HasField("g"):
            for inner in each.g.node:
                found |= names_read(inner)
            found.update(value.name for value in each.g.output)
    return found
