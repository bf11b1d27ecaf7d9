"""Attribute values: ``AttrValue`` messages to Python values and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr, FunctionRef, Placeheld, TensorValue
from graphir.dtypes import DType, as_dtype
from graphir.errors import InvalidGraphError
from graphir.shapes import Shape, as_shape
from graphir.wire import messages
from graphir.wire.shapes import dtype_of, fill_shape_proto, from_shape_proto
from graphir.wire.tensors import fill_tensor_proto, from_tensor_proto

Message = Any

WIRE_KINDS: Final = {
    "int": "i",
    "float": "f",
    "bool": "b",
    "string": "s",
    "type": "type",
    "shape": "shape",
    "tensor": "tensor",
    "func": "func",
}
"""Kinds of a signature, and the field of the message that holds them."""
_KINDS_BY_FIELD: Final = {field: kind for kind, field in WIRE_KINDS.items()}


def to_attr_value(value: Attr, kind: str | None = None) -> Message:
    """The message of an attribute value.

    ``kind`` is a signature's (``"float"``); without it the value's own type decides,
    and so ``1`` is an int, ``1.0`` a float.

    >>> to_attr_value(1).i, to_attr_value(1, "float").f
    (1, 1.0)

    Raises:
      InvalidGraphError: if there is no wire form for the value.
    """
    message = messages.get("AttrValue")()
    fill_attr_value(message, value, kind)
    return message


def from_attr_value(message: Message) -> Attr:
    """The value that a message holds; None if it holds none.

    >>> from_attr_value(to_attr_value([True, False]))
    [True, False]

    Raises:
      InvalidGraphError: for a bad shape, tensor or dtype.
    """
    kind = message.WhichOneof("value")
    return None if kind is None else READERS[kind](message)


def read_attr_map(attrs: Mapping[str, Message]) -> dict[str, Attr]:
    """All values of a message's map, by name in alphabetical order.

    An ``AttrValue`` without a value is left out.
    """
    values = ((name, from_attr_value(attrs[name])) for name in sorted(attrs))
    return {name: value for name, value in values if value is not None}


def fill_attr_map(messages_by_name: Any, attrs: Mapping[str, Attr]) -> None:
    """Writes all values into a message's map."""
    for name, value in attrs.items():
        fill_attr_value(messages_by_name[name], value)


def fill_attr_value(message: Message, value: Attr, kind: str | None = None) -> None:
    """Writes a value into an empty message.

    Raises:
      InvalidGraphError: if there is no wire form for the value.
    """
    if isinstance(value, Placeheld):
        message.placeholder = value.name
    elif isinstance(value, (list, tuple)):
        message.list.SetInParent()
        for each in value:
            field, convert = _writer(each, kind)
            with _refusing(each, field):
                _append(getattr(message.list, field), convert(each))
    else:
        field, convert = _writer(value, kind)
        with _refusing(value, field):
            _set(message, field, convert(value))


@contextmanager
def _refusing(value: Any, field: str) -> Iterator[None]:
    """Says which value is none of a field's: conversions say what they like."""
    try:
        yield
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidGraphError(
            f"The attribute value {value!r} is no {_KINDS_BY_FIELD[field]}: {error}"
        ) from error


def _set(message: Message, field: str, value: Any) -> None:
    fill = _FILLERS.get(field)
    if fill is None:
        setattr(message, field, value)
    else:
        part = getattr(message, field)
        part.SetInParent()
        fill(part, value)


def _append(elements: Any, value: Any) -> None:
    if isinstance(value, (Shape, TensorValue, FunctionRef)):
        _FILLERS[_writer(value, None)[0]](elements.add(), value)
    else:
        elements.append(value)


def _writer(value: Any, kind: str | None) -> tuple[str, Callable[[Any], Any]]:
    """The field for the value, and the conversion to it."""
    if kind in WIRE_KINDS:
        field = WIRE_KINDS[kind]
        return field, _CONVERTERS[field]
    for python_type, field in _FIELDS_BY_TYPE:
        if isinstance(value, python_type):
            return field, _CONVERTERS[field]
    raise InvalidGraphError(
        f"The attribute value {value!r} of type {type(value).__name__} has no wire "
        "form: use bytes, int, float, bool, DType, Shape, TensorValue, FunctionRef, "
        "or a list of one of these."
    )


def _fill_function(message: Message, function: FunctionRef) -> None:
    message.name = function.name
    fill_attr_map(message.attr, function.attrs)


def _as_bytes(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, int):  # of a number, `bytes` makes as many zeros
        raise InvalidGraphError(f"The attribute value {value!r} is no string.")
    return bytes(value)


def _as_tensor(value: Any) -> TensorValue:
    return value if isinstance(value, TensorValue) else TensorValue(value)


def _as_function(value: Any) -> FunctionRef:
    return value if isinstance(value, FunctionRef) else FunctionRef(str(value))


def _wire_number(value: Any) -> int:
    dtype: DType = as_dtype(value)
    return dtype.number


_CONVERTERS: Final[dict[str, Callable[[Any], Any]]] = {
    "i": int,
    "f": float,
    "b": bool,
    "s": _as_bytes,
    "type": _wire_number,
    "shape": as_shape,
    "tensor": _as_tensor,
    "func": _as_function,
}

_FILLERS: Final[dict[str, Callable[[Message, Any], None]]] = {
    "shape": fill_shape_proto,
    "tensor": fill_tensor_proto,
    "func": _fill_function,
}

# bool before int: it is one
_FIELDS_BY_TYPE: Final[tuple[tuple[Any, str], ...]] = (
    (DType, "type"),
    ((bool, np.bool_), "b"),
    ((int, np.integer), "i"),
    ((float, np.floating), "f"),
    ((bytes, str), "s"),
    (Shape, "shape"),
    ((TensorValue, np.ndarray), "tensor"),
    (FunctionRef, "func"),
)


def read_function_ref(message: Message) -> FunctionRef:
    """The function that a ``NameAttrList`` names."""
    return FunctionRef(message.name, read_attr_map(message.attr))


def _read_list(message: Message) -> list[Attr]:
    found = message.list.ListFields()
    if not found:
        return []
    if len(found) > 1:
        kinds = ", ".join(field.name for field, _ in found)
        raise InvalidGraphError(f"A list attribute has elements of kinds {kinds}.")
    field, elements = found[0]
    return [_ELEMENT_READERS[field.name](each) for each in elements]


def _same(value: Any) -> Any:
    return value


_ELEMENT_READERS: Final[dict[str, Callable[[Any], Attr]]] = {
    **dict.fromkeys(("s", "i", "f", "b"), _same),
    "type": dtype_of,
    "shape": from_shape_proto,
    "tensor": from_tensor_proto,
    "func": read_function_ref,
}

READERS: Final[dict[str, Callable[[Message], Attr]]] = {
    "s": lambda message: message.s,
    "i": lambda message: message.i,
    "f": lambda message: message.f,
    "b": lambda message: message.b,
    "type": lambda message: dtype_of(message.type),
    "shape": lambda message: from_shape_proto(message.shape),
    "tensor": lambda message: from_tensor_proto(message.tensor),
    "list": _read_list,
    "func": lambda message: read_function_ref(message.func),
    "placeholder": lambda message: Placeheld(message.placeholder),
}
"""By the field that is set, what reads it."""
