"""TensorFlow's message classes, built from one table in a private descriptor pool.

Generated code breaks between versions of protobuf, and the default pool clashes
with an imported TensorFlow; a descriptor set of our own in a pool of our own does
neither. Nothing is built, and protobuf is not imported, before the first use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from graphir.errors import ParseError
from graphir.wire.message_names import TOP_LEVEL

Message = Any
"""A message of one of these classes; the classes are made at run time."""

PACKAGE: Final = "tensorflow"
_FILE: Final = "graphir/messages.proto"
_BORROWED: Final = {"gp.Any": "any", "gp.BoolValue": "wrappers"}
"""Messages of protobuf itself that the table names, and the files they are in."""


def get(name: str) -> Any:
    """A message class by its name; a nested one is ``"AttrValue.ListValue"``.

    >>> get("NodeDef")(name="x", op="Placeholder").op
    'Placeholder'

    Raises:
      ParseError: if there is no message of that name.
    """
    return _classes()[_checked(name)]


def enum(name: str) -> Any:
    """An enum by its name, with ``Name(number)`` and ``Value(name)``.

    >>> enum("DataType").Name(1)
    'DT_FLOAT'

    Raises:
      ParseError: if there is no enum of that name.
    """
    from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

    table = _table()
    if name not in table.enums:
        raise ParseError(f"There is no enum {name!r}; enums are {sorted(table.enums)}.")
    return EnumTypeWrapper(pool().FindEnumTypeByName(f"{PACKAGE}.{name}"))


def names() -> tuple[str, ...]:
    """The names of all messages, also nested messages, in the order of the table."""
    return tuple(_table().messages)


def parse(name: str, data: bytes) -> Message:
    """The message that the bytes hold.

    >>> parse("NodeDef", get("NodeDef")(name="x").SerializeToString()).name
    'x'

    Raises:
      ParseError: if the bytes are no such message.
    """
    kind: Any = get(name)
    try:
        message: Message = kind.FromString(data)
    except _refusals() as error:  # looked up when there is one
        raise ParseError(
            f"{len(data)} bytes are no {name} message: truncated, damaged, nested "
            f"deeper than 100 levels, or something else ({error})."
        ) from error
    return message


def parse_each(name: str, several: Sequence[bytes]) -> list[Any]:
    """The messages serialized in several byte strings.

    Raises:
      ParseError: if some of the bytes are no such message.
    """
    kind: Any = get(name)
    try:
        return [kind.FromString(data) for data in several]
    except _refusals():
        return [parse(name, data) for data in several]


def _refusals() -> tuple[type[Exception], ...]:
    """What protobuf raises for bytes that are no message."""
    from google.protobuf.message import DecodeError

    return DecodeError, RecursionError, UnicodeDecodeError


def to_text(message: Message) -> str:
    """The message in protobuf's text form, as ``print(message)`` shows it.

    >>> print(to_text(get("NodeDef")(name="x", op="NoOp")), end="")
    name: "x"
    op: "NoOp"
    """
    return str(message)


def is_message(value: object, name: str) -> bool:
    """Whether the value is a ``name`` message, of our class or of TensorFlow's.

    >>> is_message(get("GraphDef")(), "GraphDef"), is_message(7, "GraphDef")
    (True, False)
    """
    descriptor = getattr(value, "DESCRIPTOR", None)
    return getattr(descriptor, "full_name", None) == f"{PACKAGE}.{name}"


def as_ours(message: Message, name: str) -> Message:
    """The message itself, or a copy of our class if another package made it.

    Raises:
      TypeError: if it is no ``name`` message.
    """
    if not is_message(message, name):
        raise TypeError(f"A {name} message is needed, not {type(message).__name__}.")
    if isinstance(message, get(name)):
        return message
    return parse(name, message.SerializeToString())


def _checked(name: str) -> str:
    if name not in _table().messages:
        raise ParseError(
            f"There is no message {name!r}; the top-level ones are "
            f"{', '.join(TOP_LEVEL)}."
        )
    return name


class _Table:
    """The message table, parsed: fields by message, values by enum."""

    def __init__(self, text: str) -> None:
        self.messages: dict[str, list[str]] = {}
        self.enums: dict[str, list[tuple[str, int]]] = {}
        fields: list[str] = []
        for line in text.splitlines():
            kind, _, rest = line.partition(" ")
            if kind == "message":
                fields = self.messages.setdefault(rest.strip(), [])
            elif kind == "enum":
                self._add_enum(rest)
            elif line.strip():
                fields.append(line.strip())

    def _add_enum(self, rest: str) -> None:
        name, _, values = rest.partition(": ")
        pairs = (each.split("=") for each in values.split(", "))
        self.enums[name] = [(value, int(number)) for value, number in pairs]


@cache
def _table() -> _Table:
    file = resources.files("graphir.wire").joinpath("messages.txt")
    return _Table(file.read_text(encoding="utf-8"))


@cache
def _classes() -> dict[str, Any]:
    from google.protobuf.message_factory import GetMessageClass

    from graphir.wire.text_printing import has_expected_text, install_text

    classes = {}
    for name in _table().messages:
        made = GetMessageClass(pool().FindMessageTypeByName(f"{PACKAGE}.{name}"))
        if "." not in name:
            # where pickle finds the class again
            made.__module__ = "graphir"
        classes[name] = made
    if not has_expected_text(classes["NameAttrList"]):
        install_text(classes.values())
    return classes


@cache
def pool() -> Any:
    """The descriptor pool of these messages, which JSON and text parsing need."""
    from google.protobuf.descriptor_pool import DescriptorPool

    made = DescriptorPool()
    for module in _borrowed_files():
        made.AddSerializedFile(module.DESCRIPTOR.serialized_pb)
    made.AddSerializedFile(_file_descriptor().SerializeToString())
    return made


def _borrowed_files() -> Iterator[Any]:
    from google.protobuf import any_pb2, wrappers_pb2

    yield any_pb2
    yield wrappers_pb2


def _file_descriptor() -> Any:
    from google.protobuf.descriptor_pb2 import FileDescriptorProto

    file = FileDescriptorProto(name=_FILE, package=PACKAGE, syntax="proto3")
    for module in _borrowed_files():
        file.dependency.append(module.DESCRIPTOR.name)
    table = _table()
    made: dict[str, Any] = {"": file}
    # parents before what is nested in them
    for name in sorted(table.messages, key=lambda each: each.count(".")):
        outer, _, simple = name.rpartition(".")
        nested = made[outer].nested_type if outer else file.message_type
        made[name] = nested.add(name=simple)
        # by number: protobuf 4 prints fields as declared, later versions by number
        for field in sorted(table.messages[name], key=_number):
            _add_field(made[name], name, field)
    for name, values in table.enums.items():
        outer, _, simple = name.rpartition(".")
        enum_proto = made[outer].enum_type.add(name=simple)
        for value, number in values:
            enum_proto.value.add(name=value, number=number)
    return file


def _number(line: str) -> int:
    return int(line.partition(" ")[0])


def _add_field(message: Any, message_name: str, line: str) -> None:
    number, declared, rest = line.split(" ", 2)
    name = declared.removesuffix(":")
    kind, _, oneof = rest.partition(" (oneof ")
    field = message.field.add(name=name, number=int(number))
    field.label = field.LABEL_OPTIONAL
    if kind.startswith("map<"):
        _add_map(message, message_name, field, kind[4:-1])
        return
    if kind.startswith("repeated "):
        field.label = field.LABEL_REPEATED
        kind = kind.removeprefix("repeated ")
    element = kind.removesuffix(" packed")
    _set_type(field, element)
    if field.label == field.LABEL_REPEATED and element in _PACKABLE:
        # proto3 packs unless told otherwise
        field.options.packed = kind.endswith(" packed")
    if oneof:
        field.oneof_index = _oneof_index(message, oneof.rstrip(")"))


_PACKABLE: Final = frozenset(
    [
        "int32",
        "int64",
        "uint32",
        "uint64",
        "sint64",
        "fixed32",
        "fixed64",
        "float",
        "double",
        "bool",
    ]
)


def _set_type(field: Any, kind: str) -> None:
    if kind in _BORROWED:
        field.type = field.TYPE_MESSAGE
        field.type_name = kind.replace("gp.", ".google.protobuf.")
    elif kind in _table().messages:
        field.type = field.TYPE_MESSAGE
        field.type_name = f".{PACKAGE}.{kind}"
    elif kind in _table().enums:
        field.type = field.TYPE_ENUM
        field.type_name = f".{PACKAGE}.{kind}"
    else:
        field.type = getattr(field, f"TYPE_{kind.upper()}")


def _add_map(message: Any, message_name: str, field: Any, kinds: str) -> None:
    entry_name = "".join(word.title() for word in field.name.split("_")) + "Entry"
    entry = message.nested_type.add(name=entry_name)
    entry.options.map_entry = True
    pair = zip(("key", "value"), kinds.split(", "), strict=True)
    for number, (name, kind) in enumerate(pair, start=1):
        part = entry.field.add(name=name, number=number)
        part.label = part.LABEL_OPTIONAL
        _set_type(part, kind)
    field.label = field.LABEL_REPEATED
    field.type = field.TYPE_MESSAGE
    field.type_name = f".{PACKAGE}.{message_name}.{entry_name}"


def _oneof_index(message: Any, name: str) -> int:
    known = [each.name for each in message.oneof_decl]
    if name not in known:
        message.oneof_decl.add(name=name)
        return len(known)
    return known.index(name)
