"""Op signatures as one line of text, parsed and printed.

    Name(arg: type, ...) -> (result: type, ...) | attr: kind ...; ... | traits

A type is a dtype (``float``), the name of a type attribute (``T``), one of these
repeated (``N*T``), a list of types (``list(Tin)``), each also after ``ref``. A kind
is ``int``, ``float``, ``bool``, ``string``, ``type``, ``shape``, ``tensor``,
``func`` or a ``list(...)`` of one, then ``in [...]``, ``>= minimum``, ``= default``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from graphir import dtypes
from graphir.compute.forks import forkable_property
from graphir.dtypes import DType
from graphir.errors import ParseError
from graphir.shapes import UNKNOWN, Shape

GROUPS: Final[dict[str, str]] = {
    "floating": "bfloat16,half,float,double",
    "floating_complex": "bfloat16,half,float,double,complex64,complex128",
    "real": (
        "float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,uint32,uint64"
    ),
    "numeric": (
        "float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,"
        "bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64"
    ),
    "index": "int32,int64",
}
"""Names for lists of dtypes that many signatures share: ``T: type in numeric``."""


class MissingDefault:
    """Marks a required attribute."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = MissingDefault()


@dataclass(frozen=True)
class Arg:
    """One declared argument or result."""

    name: str
    type_name: str
    """A dtype's signature name, or the name of a type or list(type) attribute."""
    number_attr: str = ""
    """The attribute that counts the tensors of ``N*T``."""
    is_type_list: bool = False
    is_ref: bool = False

    @property
    def is_list(self) -> bool:
        """Whether several tensors are passed as one argument."""
        return bool(self.number_attr) or self.is_type_list

    @forkable_property
    def dtype(self) -> DType | None:
        """The dtype if it is fixed, None if an attribute says it."""
        return _FIXED_TYPES.get(self.type_name)

    @property
    def is_handle(self) -> bool:
        """Whether it is a resource or a variant, or several of them, or a reference.

        Before TensorFlow had resources, handles of queues and other stateful objects
        were references of strings, and handles of tensor arrays plain strings.
        """
        if self.dtype is dtypes.string:
            return self.is_ref or self.name == "handle"
        return self.is_ref or self.dtype in (dtypes.resource, dtypes.variant)

    def __str__(self) -> str:
        text = (
            f"{self.number_attr}*{self.type_name}"
            if self.number_attr
            else self.type_name
        )
        text = f"list({text})" if self.is_type_list else text
        return f"{self.name}: {'ref ' if self.is_ref else ''}{text}"


@dataclass(frozen=True)
class AttrSpec:
    """One declared attribute."""

    name: str
    kind: str
    """``int``, ``float``, ``bool``, ``string``, ``type``, ``shape``, ``tensor``,
    ``func``."""
    is_list: bool = False
    allowed: tuple[Any, ...] | None = None
    """The DTypes or byte strings that are allowed, or None for any."""
    minimum: int | None = None
    """The least value of an int, the least length of a list."""
    default: Any = REQUIRED
    default_text: str = ""

    @property
    def has_default(self) -> bool:
        """Whether the attribute may be left out."""
        return self.default is not REQUIRED

    def __str__(self) -> str:
        text = f"{self.name}: " + (f"list({self.kind})" if self.is_list else self.kind)
        if self.allowed is not None:
            text += f" in [{','.join(map(_allowed_text, self.allowed))}]"
        if self.minimum is not None:
            text += f" >= {self.minimum}"
        return text + (f" = {self.default_text}" if self.default_text else "")


@dataclass(frozen=True)
class Signature:
    """The declared form of an op.

    >>> relu = parse_signature("Relu(x: T) -> (y: T) | T: type in [float,double]")
    >>> relu.inputs[0].name, relu.attrs["T"].allowed
    ('x', (tf.float32, tf.float64))
    >>> print(relu)
    Relu(x: T) -> (y: T) | T: type in [float,double]
    """

    name: str
    inputs: tuple[Arg, ...]
    outputs: tuple[Arg, ...]
    attrs: dict[str, AttrSpec]
    traits: frozenset[str]

    @forkable_property
    def has_list_inputs(self) -> bool:
        """Whether an argument takes several tensors."""
        return any(arg.is_list for arg in self.inputs)

    @property
    def takes_handles(self) -> bool:
        """Whether an argument is a resource or a variant."""
        return any(arg.is_handle for arg in self.inputs)

    @property
    def python_name(self) -> str:
        """The op as Python functions are named.

        >>> parse_signature("FIFOQueueV2() -> ()").python_name
        'fifo_queue_v2'
        """
        apart = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", self.name)
        return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", apart).lower()

    @forkable_property
    def reference(self) -> str:
        """The last argument or result that is a reference; empty if there is none."""
        named = [each.name for each in (*self.inputs, *self.outputs) if each.is_ref]
        return named[-1] if named else ""

    @forkable_property
    def inferred_attrs(self) -> frozenset[str]:
        """Attributes that the inputs determine: ``T``, ``N``, ``Tin``."""
        named = {arg.type_name for arg in self.inputs if arg.dtype is None}
        return frozenset(named | {arg.number_attr for arg in self.inputs} - {""})

    def __str__(self) -> str:
        text = f"{self.name}({_args_text(self.inputs)}) -> ({_args_text(self.outputs)})"
        if self.attrs:
            text += " | " + "; ".join(map(str, self.attrs.values()))
        traits = " ".join(each for each in _TRAIT_ORDER if each in self.traits)
        return text + (f" | {traits}" if traits else "")


_TRAIT_ORDER: Final = ("stateful", "commutative", "aggregate")
_FIXED_TYPES: Final = {dtype.signature_name: dtype for dtype in dtypes.ALL}
_SIGNATURE: Final = re.compile(
    r"([\w>]+)\((.*?)\) -> \((.*?)\)(?: \| (.*))?$", re.DOTALL
)
_ATTR: Final = re.compile(
    r"(\w+): (list\()?(\w+)\)?"
    r"(?: in (?:\[(.*?)\]|(\w+)))?(?: >= (-?\d+))?(?: = (.*))?$",
    re.DOTALL,
)


def parse_signature(text: str) -> Signature:
    """The Signature that the text declares; white space is free.

    Raises:
      ParseError: naming the part that cannot be read.
    """
    flat = " ".join(text.split())
    match = _SIGNATURE.match(flat)
    if match is None:
        raise ParseError(f"Not an op signature: {flat!r}")
    name, inputs, outputs, rest = match.groups()
    attrs: dict[str, AttrSpec] = {}
    traits: frozenset[str] = frozenset()
    for section in _sections(rest or ""):
        if ": " in section:
            attrs = {
                spec.name: spec for spec in map(_parse_attr, _split(section, "; "))
            }
        else:
            traits = frozenset(section.split())
    return Signature(name, _parse_args(inputs), _parse_args(outputs), attrs, traits)


def _sections(text: str) -> list[str]:
    return [section.strip() for section in _split(text, " | ") if section.strip()]


def _split(text: str, separator: str) -> list[str]:
    """Splits outside of quotes."""
    parts, quoted, start = [], False, 0
    for position, character in enumerate(text):
        if character == "'":
            quoted = not quoted
        elif not quoted and text.startswith(separator, position):
            parts.append(text[start:position])
            start = position + len(separator)
    return [*parts, text[start:]]


def _parse_args(text: str) -> tuple[Arg, ...]:
    return tuple(_parse_arg(each.strip()) for each in text.split(", ") if each.strip())


def _parse_arg(text: str) -> Arg:
    name, _, kind = text.partition(": ")
    if not kind:
        raise ParseError(f"An argument is `name: type`, not {text!r}")
    is_ref = kind.startswith("ref ")
    kind = kind.removeprefix("ref ")
    if kind.startswith("list("):
        return Arg(name, kind[5:-1], "", True, is_ref)
    number, star, type_name = kind.rpartition("*")
    return Arg(name, type_name, number if star else "", False, is_ref)


def _parse_attr(text: str) -> AttrSpec:
    match = _ATTR.match(text.strip())
    if match is None:
        raise ParseError(f"Not an attribute declaration: {text!r}")
    name, is_list, kind, listed, group, minimum, default = match.groups()
    if group is not None:
        listed = GROUPS[group]
    allowed = None if listed is None else tuple(_parse_allowed(kind, listed))
    return AttrSpec(
        name,
        kind,
        bool(is_list),
        allowed,
        None if minimum is None else int(minimum),
        REQUIRED if default is None else _parse_default(kind, bool(is_list), default),
        default or "",
    )


def _parse_allowed(kind: str, listed: str) -> list[Any]:
    names = [each.strip() for each in listed.split(",")]
    if kind == "type":
        return [dtypes.as_dtype(each) for each in names]
    return [each.strip("'").encode() for each in names]


def _allowed_text(value: Any) -> str:
    return value.signature_name if isinstance(value, DType) else f"'{value.decode()}'"


def _parse_default(kind: str, is_list: bool, text: str) -> Any:
    if is_list:
        inner = text.strip()[1:-1]
        return [_parse_default(kind, False, each.strip()) for each in _items(inner)]
    if kind == "shape":
        return UNKNOWN if text == "unknown_rank" else Shape(_integers(text))
    if kind == "type":
        return dtypes.as_dtype(text)
    if kind == "bool":
        return text == "True"
    if kind == "string":
        return text[1:-1].encode("latin-1").decode("unicode_escape").encode("latin-1")
    if kind in ("int", "float"):
        return int(text) if kind == "int" else float(text)
    # defaults of kind tensor stand in no signature that is run here
    return text


def _items(text: str) -> list[str]:
    return [each for each in _split(text, ",") if each.strip()]


def _integers(text: str) -> list[int | None]:
    sizes = [int(each) for each in re.findall(r"-?\d+", text)]
    return [None if size < 0 else size for size in sizes]


def _args_text(args: tuple[Arg, ...]) -> str:
    return ", ".join(map(str, args))
