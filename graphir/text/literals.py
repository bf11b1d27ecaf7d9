"""Attribute values and types in the text form, parsed and printed.

bytes "text"   int 7   float 7.0   bool true   DType f32   Shape shape[2,?]
TensorValue [1, 2] : i32[2]   FunctionRef @body{T = f32}   Placeheld $T
a list of these [1, 2]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.attributes import Attr, FunctionRef, Placeheld, TensorValue
from graphir.dtypes import DType, as_dtype
from graphir.node import HandleData, Value
from graphir.shapes import UNKNOWN, Shape
from graphir.text import tensors
from graphir.text.tokens import Tokens, quote_bytes, spell_name, unquote


def print_attrs(attrs: Mapping[str, Attr]) -> str:
    """``{name = value, ...}`` in the order of the mapping."""
    parts = [f"{spell_name(name)} = {print_attr(attrs[name])}" for name in attrs]
    return "{" + ", ".join(parts) + "}"


def print_attr(value: Attr) -> str:
    """One attribute value.

    >>> print_attr([as_dtype("float"), Shape([2, None]), b"NHWC"])
    '[f32, shape[2,?], "NHWC"]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, bytes):
        return quote_bytes(value)
    if isinstance(value, str):
        return quote_bytes(value.encode("utf-8"))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(print_attr, value)) + "]"
    return _print_object(value)


def _print_object(value: Attr) -> str:
    if isinstance(value, DType):
        return value.short_name
    if isinstance(value, Shape):
        return "shape" + print_dims(value)
    if isinstance(value, TensorValue):
        return tensors.print_tensor(value, print_type(value.dtype, value.shape))
    if isinstance(value, FunctionRef):
        attrs = print_attrs(value.attrs) if value.attrs else ""
        return f"@{spell_name(value.name)}{attrs}"
    if isinstance(value, Placeheld):
        return f"${spell_name(value.name)}"
    raise TypeError(f"An attribute cannot be a {type(value).__name__}: {value!r}.")


def print_dims(shape: Shape) -> str:
    """``[2,?]``; ``[*]`` where the rank is unknown."""
    if shape.sizes is None:
        return "[*]"
    return "[" + ",".join("?" if d is None else str(d) for d in shape.sizes) + "]"


def print_type(dtype: DType, shape: Shape, handle_data: HandleData = ()) -> str:
    """``f32[2,3]``; a handle's own type follows in angle brackets."""
    inner = ", ".join(print_type(*each) for each in handle_data)
    return dtype.short_name + (f"<{inner}>" if inner else "") + print_dims(shape)


def print_value_type(value: Value) -> str:
    """The type of a value."""
    return print_type(value.dtype, value.shape, value.handle_data)


def parse_attrs(tokens: Tokens) -> dict[str, Attr]:
    """``{name = value, ...}``."""
    attrs: dict[str, Attr] = {}
    tokens.expect("{")
    while not tokens.accept("}"):
        if attrs:
            tokens.expect(",")
        name = parse_word(tokens)
        tokens.expect("=")
        attrs[name] = parse_attr(tokens)
    return attrs


def parse_word(tokens: Tokens) -> str:
    """A word, quoted or not."""
    if tokens.kind == "string":
        return unquote(tokens.take("string"))
    if tokens.kind == "number":
        return tokens.take("number")
    return tokens.take("word")


def parse_attr(tokens: Tokens) -> Attr:
    """One attribute value."""
    place = tokens.position
    value = _parse_literal(tokens)
    if not tokens.accept(":"):
        if isinstance(value, _Encoded):
            raise tokens.error("needs a type after it", place)
        return value
    dtype, shape, _ = parse_type(tokens)
    try:
        return _tensor(value, dtype, shape)
    except (ValueError, TypeError, OverflowError) as error:
        raise tokens.error(
            f"is no {print_type(dtype, shape)}: {error}", place
        ) from None


class _Encoded:
    """``dense``, ``splat`` or ``raw``, and its elements."""

    def __init__(self, kind: str, content: Any) -> None:
        self.kind = kind
        self.content = content


def _tensor(value: Any, dtype: DType, shape: Shape) -> TensorValue:
    if not isinstance(value, _Encoded):
        return tensors.tensor_of_literal(value, dtype, shape)
    if value.kind == "splat":
        return tensors.tensor_of_splat(value.content, dtype, shape)
    text = value.content.decode("ascii")
    if value.kind == "raw":
        return tensors.tensor_of_raw(text, dtype, shape)
    return tensors.tensor_of_bytes(text, dtype, shape)


def _parse_literal(tokens: Tokens) -> Any:
    if tokens.kind == "number":
        return _parse_number(tokens)
    if tokens.kind == "string":
        # bytes are written as the characters of their numbers
        return unquote(tokens.take("string")).encode("latin-1")
    if tokens.kind == "name":
        return _parse_reference(tokens)
    if tokens.accept("["):
        return _parse_items(tokens, "]")
    if tokens.accept("("):
        real, imaginary = _parse_items(tokens, ")")
        return complex(real, imaginary)
    return _parse_named(tokens)


def _parse_number(tokens: Tokens) -> int | float:
    text = tokens.take("number")
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() else float(text)


def _parse_reference(tokens: Tokens) -> FunctionRef | Placeheld:
    if tokens.token[0] == "$":
        return Placeheld(tokens.take_name("$"))
    name = tokens.take_name("@")
    attrs = parse_attrs(tokens) if tokens.token == "{" else {}
    return FunctionRef(name, attrs)


def _parse_items(tokens: Tokens, end: str) -> list[Any]:
    items: list[Any] = []
    while not tokens.accept(end):
        if items:
            tokens.expect(",")
        items.append(parse_attr(tokens))
    return items


def _parse_named(tokens: Tokens) -> Any:
    place = tokens.position
    word = tokens.take("word")
    if word in ("true", "false"):
        return word == "true"
    if word == "shape":
        return _parse_dims(tokens)
    if word in ("dense", "splat", "raw"):
        return _Encoded(word, _parse_literal(tokens))
    return _dtype(tokens, word, place)


def parse_type(tokens: Tokens) -> tuple[DType, Shape, HandleData]:
    """``f32[2,?]`` or ``resource<f32[2]>[]``."""
    place = tokens.position
    dtype = _dtype(tokens, tokens.take("word"), place)
    inner: list[tuple[DType, Shape]] = []
    if tokens.accept("<"):
        while not tokens.accept(">"):
            if inner:
                tokens.expect(",")
            inner.append(parse_type(tokens)[:2])
    return dtype, _parse_dims(tokens), tuple(inner)


def _parse_dims(tokens: Tokens) -> Shape:
    tokens.expect("[")
    if tokens.accept("*"):
        tokens.expect("]")
        return UNKNOWN
    dims: list[int | None] = []
    while not tokens.accept("]"):
        if dims:
            tokens.expect(",")
        dims.append(None if tokens.accept("?") else int(tokens.take("number")))
    return Shape(dims)


def _dtype(tokens: Tokens, word: str, place: int) -> DType:
    try:
        return as_dtype(word)
    except TypeError:
        raise tokens.error("is no dtype", place) from None
