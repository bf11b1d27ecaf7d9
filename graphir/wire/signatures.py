"""Signatures of ops for the wire format: attributes, dtypes, output names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from graphir.attributes import Attr, Placeheld
from graphir.compute.forks import forkable_property
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.inference import output_dtypes
from graphir.ops.contract.registry import find, signature_of
from graphir.ops.contract.signature import Arg, AttrSpec, Signature
from graphir.wire.attributes import READERS, WIRE_KINDS
from graphir.wire.shapes import dtype_of

Message = Any

MAX_TENSORS: Final = 1 << 20
"""More inputs or outputs of one node are refused: a damaged count."""


class CallTypes(NamedTuple):
    """The dtypes of a call's inputs and outputs; inputs None for an unknown op."""

    inputs: tuple[DType, ...] | None
    outputs: tuple[DType, ...]


class OpFacts:
    """One op, looked at once for all nodes that use it."""

    def __init__(self, signature: Signature, declaration: type[Op] | None) -> None:
        self.signature = signature
        self.declaration = declaration
        self.name = signature.name
        self._types: dict[Any, CallTypes] = {}
        args = (*signature.inputs, *signature.outputs)
        self._type_attrs = tuple(
            dict.fromkeys(
                name
                for arg in args
                for name in (arg.number_attr, "" if arg.dtype else arg.type_name)
                if name
            )
        )

    @forkable_property
    def passes_handles(self) -> bool:
        """Whether a result is the same resource as the first input."""
        return (
            self.declaration is not None
            and "value_preserving" in self.declaration.all_traits()
        )

    @forkable_property
    def _wire_fields(self) -> dict[str, str]:
        return {
            name: "list" if spec.is_list else WIRE_KINDS[spec.kind]
            for name, spec in self.signature.attrs.items()
        }

    def read_attrs(self, given: Mapping[str, Message]) -> dict[str, Attr]:
        """All declared attributes in order, defaults included, then the others.

        Raises:
          InvalidGraphError: for a missing attribute, one of the wrong kind, or a
            value that is not allowed.
        """
        left = set(given)
        attrs: dict[str, Attr] = {}
        for name, spec in self.signature.attrs.items():
            if name in left:
                left.remove(name)
                attrs[name] = self._read(spec, given[name])
            elif not spec.has_default:
                raise InvalidGraphError(
                    f"attribute {name!r} ({spec}) is missing; "
                    f"the op is {self.signature}."
                )
            elif spec.kind not in ("tensor", "func"):
                default = spec.default
                attrs[name] = list(default) if spec.is_list else default
        for name in sorted(left):
            value = _read_named(name, given[name])
            if value is not None:
                attrs[name] = value
        return attrs

    def _read(self, spec: AttrSpec, message: Message) -> Attr:
        field = message.WhichOneof("value")
        if field != self._wire_fields[spec.name] and field != "placeholder":
            raise InvalidGraphError(
                f"attribute {spec.name!r} must be {spec}; it holds {_kind_text(field)}."
            )
        value = _read_named(spec.name, message)
        if field == "list":
            _check_elements(spec, message)
        if field != "placeholder":
            _check_allowed(spec, value)
        return value

    def types(self, attrs: Mapping[str, Attr]) -> CallTypes:
        """The dtypes of inputs and outputs under these attributes.

        Raises:
          InvalidGraphError: if the attributes do not determine them.
        """
        values = tuple(map(attrs.get, self._type_attrs))
        key = tuple(tuple(each) if isinstance(each, list) else each for each in values)
        found = self._types.get(key)
        if found is None:
            for name, value in zip(self._type_attrs, values, strict=True):
                self._check_type_attr(name, value)
            inputs = output_dtypes(_swapped(self.signature), attrs)
            outputs = output_dtypes(self.signature, attrs)
            found = self._types[key] = CallTypes(tuple(inputs), tuple(outputs))
        return found

    def _check_type_attr(self, name: str, value: Attr) -> None:
        if isinstance(value, Placeheld):
            raise InvalidGraphError(
                f"attribute {name!r} is left open (${value.name}): a function with "
                "open dtypes must be instantiated before it is read here."
            )
        if isinstance(value, int) and not 0 <= value <= MAX_TENSORS:
            raise InvalidGraphError(
                f"attribute {name!r} counts {value} tensors; 0 to {MAX_TENSORS} "
                "are possible."
            )

    def output_index(self, attrs: Mapping[str, Attr], arg_name: str, index: int) -> int:
        """The flat position of an element of an output; -1 if there is none."""
        position = 0
        for arg in self.signature.outputs:
            count = _count(arg, attrs)
            if arg.name == arg_name:
                return position + index if index < count else -1
            position += count
        return -1

    def output_names(self, attrs: Mapping[str, Attr]) -> list[str]:
        """``arg:index`` for every output, flat, as functions name them."""
        return [
            f"{arg.name}:{index}"
            for arg in self.signature.outputs
            for index in range(_count(arg, attrs))
        ]


def _swapped(signature: Signature) -> Signature:
    return Signature(signature.name, (), signature.inputs, {}, frozenset())


def _count(arg: Arg, attrs: Mapping[str, Attr]) -> int:
    if not arg.is_list:
        return 1
    sizes = attrs[arg.number_attr or arg.type_name]
    return sizes if isinstance(sizes, int) else len(sizes)


def _read_named(name: str, message: Message) -> Attr:
    field = message.WhichOneof("value")
    if field is None:
        return None
    try:
        return READERS[field](message)
    except InvalidGraphError as error:
        raise InvalidGraphError(f"attribute {name!r}: {error}") from error


def _check_elements(spec: AttrSpec, message: Message) -> None:
    held = [field.name for field, _ in message.list.ListFields()]
    if held and held != [WIRE_KINDS[spec.kind]]:
        raise InvalidGraphError(
            f"attribute {spec.name!r} must be {spec}; it lists {_kind_text(held[0])}."
        )


def _check_allowed(spec: AttrSpec, value: Attr) -> None:
    if spec.minimum is not None:
        size = len(value) if spec.is_list else value
        if size < spec.minimum:
            raise InvalidGraphError(
                f"attribute {spec.name!r} is {value!r}; it must be {spec}."
            )
    if spec.allowed is not None:
        for each in value if spec.is_list else (value,):
            if each not in spec.allowed:
                raise InvalidGraphError(
                    f"attribute {spec.name!r} is {each!r}; it must be {spec}."
                )


def _kind_text(field: str | None) -> str:
    kinds = {wire: kind for kind, wire in WIRE_KINDS.items()}
    return "nothing" if field is None else f"a value of kind {kinds.get(field, field)}"


class OpTable:
    """Facts of ops by name: known ops, and the functions of one library."""

    def __init__(self, functions: Mapping[str, Signature]) -> None:
        self._functions = functions
        self._facts: dict[str, OpFacts | None] = {}

    def facts(self, op: str) -> OpFacts | None:
        """The known facts about an op, or None."""
        if op not in self._facts:
            signature = signature_of(op) or self._functions.get(op)
            self._facts[op] = (
                None if signature is None else OpFacts(signature, find(op))
            )
        return self._facts[op]

    def is_function(self, name: str) -> bool:
        """Whether the library has a function of that name."""
        return name in self._functions


def signature_of_function(op_def: Message) -> Signature:
    """The signature of a library function, from its ``OpDef`` message.

    Raises:
      InvalidGraphError: if its dtypes depend on attributes.
    """
    return Signature(
        op_def.name,
        tuple(_fixed_arg(op_def.name, arg) for arg in op_def.input_arg),
        tuple(_fixed_arg(op_def.name, arg) for arg in op_def.output_arg),
        {},
        frozenset({"stateful"} if op_def.is_stateful else ()),
    )


def _fixed_arg(function: str, arg: Message) -> Arg:
    if arg.type_attr or arg.number_attr or arg.type_list_attr:
        raise InvalidGraphError(
            f"The function {function!r} leaves the dtype of {arg.name!r} open: it "
            "must be instantiated before it is read here."
        )
    return Arg(arg.name, dtype_of(arg.type).base_dtype.signature_name)
