"""Explains how two trace types differ, and how to avoid a retrace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from graphir.shapes import Shape
from runtime.signatures.shaped_types import ShapedContainer
from runtime.signatures.trace_types import (
    Container,
    Literal,
    TensorSpec,
    VariableSpec,
    WeakObject,
)


class Difference(NamedTuple):
    """A part of the arguments in which a call and an earlier trace differ."""

    text: str
    advice: str


_DTYPE: Final = "convert to one dtype before the call (tf.cast)"
_SHAPE: Final = (
    "use reduce_retracing=True, or an input_signature with None for the dimensions "
    "that vary"
)
_VALUE: Final = "pass a tensor instead of a Python value that varies"
_OBJECT: Final = (
    "keep one object and pass it again, or give its class __eq__ and __hash__, or "
    "__tf_tracing_type__"
)
_KIND: Final = "pass the same kind of value in every call"
_VARIABLE: Final = "pass the value of the variable, or call one function for each"


def differences(name: str, mine: Any, theirs: Any) -> Iterator[Difference]:
    """The differences between the trace type of an argument and an earlier type.

    >>> one, two = TensorSpec([2], "int32"), TensorSpec([3], "int32")
    >>> [each.text for each in differences("x", two, one)]
    ["argument 'x' has shape (3,), it had (2,)"]
    """
    if mine.is_subtype_of(theirs):
        return
    if isinstance(mine, Container) and isinstance(theirs, Container):
        yield from _of_containers(name, mine, theirs)
    elif type(mine) is not type(theirs):
        yield Difference(f"argument '{name}' is {mine!r}, it was {theirs!r}", _KIND)
    elif isinstance(mine, TensorSpec):
        yield from _of_tensors(name, mine, theirs)
    elif isinstance(mine, WeakObject):
        yield Difference(_other_object(name, mine, theirs), _OBJECT)
    elif isinstance(mine, VariableSpec):
        text = f"argument '{name}' is another variable: {mine!r}, it was {theirs!r}"
        yield Difference(text, _VARIABLE)
    else:
        advice = _VALUE if isinstance(mine, Literal) else _KIND
        yield Difference(f"argument '{name}' is {mine!r}, it was {theirs!r}", advice)


def _of_tensors(name: str, mine: TensorSpec, theirs: TensorSpec) -> Iterator[Any]:
    if mine.dtype is not theirs.dtype:
        text = f"has dtype {mine.dtype.name}, it had {theirs.dtype.name}"
        yield Difference(f"argument '{name}' {text}", _DTYPE)
    yield from _of_shapes(name, mine.shape, theirs.shape)


def _of_shapes(name: str, mine: Shape, theirs: Shape) -> Iterator[Any]:
    if not mine.is_subtype_of(theirs):
        text = f"has shape {mine}, it had {theirs}"
        yield Difference(f"argument '{name}' {text}", _SHAPE)


def _other_object(name: str, mine: WeakObject, theirs: WeakObject) -> str:
    now = _describe(mine.value)
    earlier = theirs.value
    was = "one that is gone" if earlier is None else _describe(earlier)
    return f"argument '{name}' is another object: {now}, it was {was}"


def _describe(value: Any) -> str:
    named = getattr(value, "__qualname__", None)
    kind = type(value).__qualname__
    return f"{kind} {named!r}" if named else f"{kind} at {id(value):#x}"


def _of_containers(name: str, mine: Container, theirs: Container) -> Iterator[Any]:
    if mine.kind is not theirs.kind:
        text = f"is a {mine.kind.__name__}, it was a {theirs.kind.__name__}"
        yield Difference(f"argument '{name}' {text}", _KIND)
    elif mine.labels != theirs.labels:
        text = f"has the keys {list(mine.labels)}, it had {list(theirs.labels)}"
        yield Difference(f"argument '{name}' {text}", _KIND)
    elif len(mine.parts) != len(theirs.parts):
        text = f"has {len(mine.parts)} elements, it had {len(theirs.parts)}"
        yield Difference(f"argument '{name}' {text}", _KIND)
    else:
        for place, part, other in zip(_places(mine), mine.parts, theirs.parts):
            yield from differences(name + place, part, other)
        if isinstance(mine, ShapedContainer):
            yield from _of_shapes(name, mine.shape, theirs.like.shape)


def _places(container: Container) -> list[str]:
    """How each part is written after the container's name."""
    if issubclass(container.kind, Mapping):
        return [f"[{key!r}]" for key in container.labels]
    if container.labels:
        return [f".{field}" for field in container.labels]
    return [f"[{position}]" for position in range(len(container.parts))]


__all__ = ["Difference", "differences"]
