"""The call graph of library functions, which must not be recursive."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Protocol

from graphir.attributes import Attr, FunctionRef
from graphir.errors import InvalidGraphError


class HasCalls(Protocol):
    """A node, as read or as made: it may call functions by op or by attribute."""

    op: str
    attrs: dict[str, Attr]


def function_refs(attrs: Mapping[str, Attr]) -> Iterator[str]:
    """The names of functions in attribute values."""
    for name, value in attrs.items():
        if name.startswith("_"):
            # notes for other tools; nothing is called through them
            continue
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, FunctionRef):
                yield each.name


def called_functions(nodes: Iterable[HasCalls], library: Container[str]) -> list[str]:
    """The functions of the library that the nodes call, each once."""
    called: dict[str, None] = {}
    for node in nodes:
        if node.op in library:
            called[node.op] = None
        for name in function_refs(node.attrs):
            if name in library:
                called[name] = None
    return list(called)


def check_no_recursion(calls: Mapping[str, Iterable[str]]) -> None:
    """Raises an error if a function calls itself, directly or through others.

    >>> check_no_recursion({"f": ["g"], "g": ["f"]})
    Traceback (most recent call last):
    graphir.errors.InvalidGraphError: The functions call each other in a circle:
    'f' -> 'g' -> 'f'. Recursion is not supported: use a While loop.

    Raises:
      InvalidGraphError: naming the functions of a circle.
    """
    done: set[str] = set()
    for start in calls:
        path: dict[str, Iterator[str]] = {}
        name = start
        while name or path:
            if name and name not in done:
                path[name] = iter(calls.get(name, ()))
            name = _next_call(path, done)


def _next_call(path: dict[str, Iterator[str]], done: set[str]) -> str:
    """The next function to look into; leaves those that are finished."""
    while path:
        last = next(reversed(path))
        for name in path[last]:
            if name in path:
                raise _recursion_error([*path], name)
            if name not in done:
                return name
        done.add(last)
        del path[last]
    return ""


def _recursion_error(path: list[str], name: str) -> InvalidGraphError:
    circle = [*path[path.index(name) :], name]
    return InvalidGraphError(
        f"The functions call each other in a circle: "
        f"{' -> '.join(map(repr, circle))}. Recursion is not supported: use a "
        "While loop."
    )
