"""Attribute values of nodes: one Python type for each kind of `AttrValue`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType, as_dtype, of_array
from graphir.shapes import Shape

Attr = Any
"""bytes, int, float, bool, DType, Shape, TensorValue, FunctionRef, Placeheld,
or a list of one of these."""


NOTES: Final = frozenset({"_output_shapes", "_user_specified_name"})
"""Attributes that say something about a node but do not change what it computes."""


class TensorValue:
    """A constant tensor in an attribute; its array is read-only.

    >>> TensorValue(np.array([1, 2], np.int32))
    TensorValue(int32, (2,))
    """

    __slots__ = ("array", "dtype", "raw")

    def __init__(
        self, array: Any, dtype: DType | None = None, raw: bytes | None = None
    ) -> None:
        self.array: np.ndarray[Any, Any] = _read_only(np.asarray(array))
        self.dtype: DType = of_array(self.array) if dtype is None else as_dtype(dtype)
        self.raw = raw
        """The message's bytes, for resource and variant values (array is empty)."""

    @property
    def shape(self) -> Shape:
        """The shape of the array."""
        return Shape.of_ints(self.array.shape)

    def content_key(self) -> tuple[Any, ...]:
        """Equal for tensors that are equal bit for bit (NaN and -0.0 included)."""
        if self.array.dtype == object:
            content: Any = tuple(self.array.ravel().tolist())
        else:
            content = self.array.tobytes()
        return self.dtype.name, self.array.shape, content, self.raw

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TensorValue) and self.content_key() == other.content_key()
        )

    def __hash__(self) -> int:
        return hash(self.content_key())

    def __repr__(self) -> str:
        return f"TensorValue({self.dtype.name}, {self.array.shape})"


def _read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if array.flags.writeable:
        # a view: the caller's own array stays writable
        array = array.view()
        array.flags.writeable = False
    return array


@dataclass(frozen=True, slots=True)
class FunctionRef:
    """A function of the library, by name, with its attributes.

    >>> FunctionRef("body_1").name
    'body_1'
    """

    name: str
    attrs: Mapping[str, Attr] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.name)


def with_function_names(value: Attr, names: Mapping[str, str]) -> Attr:
    """The attribute with other names of functions in it; itself if it has none of them.

    >>> with_function_names([FunctionRef("body"), 1], {"body": "body_1"})[0].name
    'body_1'
    """
    if isinstance(value, FunctionRef) and value.name in names:
        return FunctionRef(names[value.name], value.attrs)
    if isinstance(value, list) and any(isinstance(v, FunctionRef) for v in value):
        found = [with_function_names(each, names) for each in value]
        return found if any(a is not b for a, b in zip(found, value)) else value
    return value


@dataclass(frozen=True, slots=True)
class Placeheld:
    """The name of a function's attribute that an instantiation will fill in."""

    name: str


def attr_key(value: Attr) -> Any:
    """A hashable key, equal for equal attribute values of one kind.

    >>> attr_key([1, 2]) == attr_key([1, 2]), attr_key(1) == attr_key(True)
    (True, False)
    """
    if isinstance(value, (list, tuple)):
        return (list, *map(attr_key, value))
    if isinstance(value, FunctionRef):
        return FunctionRef, value.name, attrs_key(value.attrs)
    if isinstance(value, float):
        return float, value.hex()
    return type(value), value


def attrs_key(attrs: Mapping[str, Attr]) -> Any:
    """A hashable key of a whole attribute dictionary, independent of its order."""
    return tuple((name, attr_key(attrs[name])) for name in sorted(attrs))
