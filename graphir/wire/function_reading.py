"""Reads library functions: ``FunctionDef`` messages to ``Function``.

In the message an argument is a name; in the body's graph it is a Placeholder node
of that name. Edges in the message say ``node:output_arg:index``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.function import Function, FunctionLibrary
from graphir.graph import Graph
from graphir.node import HandleData
from graphir.shapes import UNKNOWN, Shape
from graphir.wire.attributes import read_attr_map
from graphir.wire.edges import (
    Resolver,
    is_index,
    link_nodes,
    positions_by_name,
    unknown_name,
)
from graphir.wire.node_building import add_nodes
from graphir.wire.node_reading import (
    OUTPUT_NAMES,
    UNMODELLED,
    ReadNode,
    copy_fields,
    read_nodes,
)
from graphir.wire.shapes import dtype_of, from_shape_proto
from graphir.wire.signatures import CallTypes, OpTable

Message = Any

_KEPT_FIELDS: Final = ("resource_arg_unique_id",)
_KEPT_OF_SIGNATURE: Final = ("summary", "description")
_KEPT_OF_ARG: Final = ("description", "experimental_full_type")


class FunctionReader:
    """A function message, read and linked; its graph is made on demand."""

    def __init__(self, function_def: Message, table: OpTable) -> None:
        """Reads and checks the message.

        Raises:
          InvalidGraphError: naming the function and the error in it.
        """
        self._message = function_def
        self.name: str = function_def.signature.name
        try:
            self._read(function_def, table)
        except InvalidGraphError as error:
            raise InvalidGraphError(f"function {self.name!r}: {error}") from error

    def _read(self, message: Message, table: OpTable) -> None:
        arguments = [
            _read_argument(arg, read_attr_map(message.arg_attr[index].attr))
            if index in message.arg_attr
            else _read_argument(arg, {})
            for index, arg in enumerate(message.signature.input_arg)
        ]
        self._argument_count = len(arguments)
        self.nodes = [*arguments, *read_nodes(message.node_def, table)]
        self._positions = positions_by_name(self.nodes)
        resolve = self._resolver()
        args = message.signature.output_arg
        self._results = [_result(message, arg.name, resolve) for arg in args]
        declared = [dtype_of(arg.type).base_dtype for arg in args]
        by_place = dict(zip(self._results, declared, strict=True))
        link_nodes(self.nodes, self._positions, resolve, by_place)
        for arg, place, dtype in zip(args, self._results, declared, strict=True):
            _check_result(self.nodes, place, arg.name, dtype)
        self._controls = [
            self._control(message.control_ret[name]) for name in _control_names(message)
        ]

    def _control(self, name: str) -> int:
        if name not in self._positions:
            raise InvalidGraphError(f"control result: {unknown_name(name, {})}")
        return self._positions[name]

    def _resolver(self) -> Resolver:
        nodes, positions = self.nodes, self._positions

        def resolve(text: str) -> tuple[int, int]:
            parts = text.split(":")
            position = positions.get(parts[0])
            if position is None or len(parts) > 3:
                raise InvalidGraphError(unknown_name(text, positions))
            if position < self._argument_count:
                return position, _argument_index(text, parts)
            index = parts[2] if len(parts) == 3 else "0"
            if len(parts) == 1 or not is_index(index):
                raise InvalidGraphError(
                    f"input {text!r} must be `node:output:index` inside a function"
                )
            slot = _slot(nodes[position], parts[1], int(index))
            if slot < 0:
                raise InvalidGraphError(
                    f"input {text!r} is no output of {nodes[position]}"
                )
            return position, slot

        return resolve

    def function(self, library: FunctionLibrary, versions: Graph) -> Function:
        """The function, with a body that calls the functions of the library.

        Raises:
          InvalidGraphError: for a cycle, or shapes that do not fit an op.
        """
        body = Graph(self.name)
        body.functions = library
        body.producer, body.min_consumer = versions.producer, versions.min_consumer
        try:
            made = add_nodes(body, self.nodes)
        except InvalidGraphError as error:
            raise InvalidGraphError(f"function {self.name!r}: {error}") from error
        body.inputs = [node.output for node in made[: self._argument_count]]
        signature = self._message.signature
        for value, arg in zip(body.inputs, signature.input_arg, strict=True):
            if arg.handle_data:
                value.handle_data = _read_handle_data(arg.handle_data)
        body.outputs = [
            made[position].outputs[slot] for position, slot in self._results
        ]
        body.control_outputs = [made[position] for position in self._controls]
        return Function(
            self.name,
            body,
            [arg.name for arg in signature.output_arg],
            self._attrs(),
            _control_names(self._message),
        )

    def _attrs(self) -> dict[str, Attr]:
        attrs = read_attr_map(self._message.attr)
        kept = _kept_bytes(self._message)
        if kept:
            attrs[UNMODELLED] = kept
        return attrs


def _kept_bytes(message: Message) -> bytes:
    signature = message.signature
    kept = [name for name in _KEPT_FIELDS if len(getattr(message, name))]
    data = copy_fields(message, "FunctionDef", kept)
    texts = [name for name in _KEPT_OF_SIGNATURE if getattr(signature, name)]
    if not texts:
        return data
    part = type(message)()
    part.ParseFromString(data)
    part.signature.MergeFromString(copy_fields(signature, "OpDef", texts))
    whole: bytes = part.SerializeToString(deterministic=True)
    return whole


def _read_argument(arg: Message, attrs: dict[str, Attr]) -> ReadNode:
    dtype = dtype_of(arg.type)
    read = ReadNode(arg.name, "Placeholder")
    told = attrs.pop("_output_shapes", None)
    shape = told[0] if isinstance(told, list) and told else UNKNOWN
    if not isinstance(shape, Shape):
        raise read.wrong("its `_output_shapes` are no shapes")
    read.attrs = {"dtype": dtype, "shape": shape, **attrs}
    read.types = CallTypes((), (dtype,))
    # what an unknown op lacks, an argument has: its dtype is in the signature
    read.facts = OpTable({}).facts("Placeholder")
    kept = [name for name in _KEPT_OF_ARG if _is_set(arg, name)]
    if kept:
        read.attrs[UNMODELLED] = copy_fields(arg, "OpDef.ArgDef", kept)
    return read


def _is_set(message: Message, name: str) -> bool:
    return any(field.name == name for field, _ in message.ListFields())


def _argument_index(text: str, parts: list[str]) -> int:
    if len(parts) > 1 and parts[1:] != ["0"]:
        raise InvalidGraphError(f"input {text!r}: an argument is one tensor")
    return 0


def _slot(read: ReadNode, arg_name: str, index: int) -> int:
    if read.facts is not None:
        return read.facts.output_index(read.attrs, arg_name, index)
    # nobody knows the op: its outputs are numbered as they are met
    names = read.attrs.setdefault(OUTPUT_NAMES, [])
    name = f"{arg_name}:{index}".encode()
    if name not in names:
        names.append(name)
    return int(names.index(name))


def _result(message: Message, name: str, resolve: Resolver) -> tuple[int, int]:
    if name not in message.ret:
        raise InvalidGraphError(f"the result {name!r} is missing from `ret`")
    try:
        return resolve(message.ret[name])
    except InvalidGraphError as error:
        raise InvalidGraphError(f"result {name!r}: {error}") from error


def _check_result(
    nodes: Sequence[ReadNode], place: tuple[int, int], name: str, dtype: DType
) -> None:
    position, slot = place
    found = nodes[position].types.outputs[slot].base_dtype
    if found is not dtype:
        raise InvalidGraphError(
            f"the result {name!r} is {dtype.name}, but {nodes[position]} gives "
            f"{found.name}"
        )


def _control_names(message: Message) -> list[str]:
    named = list(message.signature.control_output)
    return named + sorted(set(message.control_ret) - set(named))


def _read_handle_data(parts: Sequence[Message]) -> HandleData:
    return tuple(
        (dtype_of(part.dtype).base_dtype, from_shape_proto(part.shape))
        for part in parts
    )
