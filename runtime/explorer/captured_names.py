"""The names that a user gave to what a traced function captures."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any, Final

_DEPTH: Final = 6
"""So many attributes and items deep a variable is searched for in an object."""
_BREADTH: Final = 2_000
"""So many objects are looked into at each depth."""


def captured_variables(function: Any, concrete: Any) -> dict[str, str]:
    """By the name of a captured input: its variable as the user's code names it.

    That is the name in the function's closure, the path of attributes from ``self``,
    or the global name; for any other variable it is the name it was made with.

    >>> import runtime as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> @tf.function
    ... def scaled(x):
    ...     return x * w
    >>> concrete = scaled.get_concrete_function(tf.TensorSpec([2]))
    >>> captured_variables(scaled.python_function, concrete)
    {'mul/ReadVariableOp/resource': 'w'}
    """
    variables = {id(each.handle): each for each in concrete.variables}
    captured = concrete.captured_inputs
    inputs = concrete.graph.ir.inputs
    inputs = inputs[len(inputs) - len(captured) :]
    found = {
        inside.node.name: variables[id(outside)]
        for outside, inside in zip(captured, inputs, strict=True)
        if id(outside) in variables
    }
    wanted = {id(each) for each in found.values()}
    names = _global_names(function, wanted) | _names_in(_scopes(function), wanted)
    if len(names) < len(wanted):
        # of a method that is not bound, what its module has may lead to the object
        names = _names_in(_globals_of(function), wanted) | names
    made = {key: each.name.removesuffix(":0") for key, each in found.items()}
    return {key: names.get(id(each), made[key]) for key, each in found.items()}


def _names_in(scopes: Iterable[tuple[str, Any]], wanted: set[int]) -> dict[int, str]:
    """By the identity of an object that is wanted: its shortest name, nearest first."""
    found: dict[int, str] = {}
    for name, value in scopes:
        level = [(name, value)]
        seen = {id(value)}
        for _ in range(_DEPTH):
            for path, each in level:
                if id(each) in wanted:
                    found.setdefault(id(each), path)
            below = {
                id(each): (path, each)
                for parent in level
                for path, each in _parts(*parent)
                if id(each) not in seen
            }
            seen.update(below)
            level = list(below.values())[:_BREADTH]
    return found


def _global_names(function: Any, wanted: set[int]) -> dict[int, str]:
    """The names in the function's module, which functions that it calls may use."""
    scope = getattr(_plain(function), "__globals__", {})
    return {id(each): name for name, each in scope.items() if id(each) in wanted}


def _globals_of(function: Any) -> list[tuple[str, Any]]:
    scope = getattr(_plain(function), "__globals__", {})
    return [(name, each) for name, each in scope.items() if not name.startswith("_")]


def _plain(function: Any) -> Any:
    found = inspect.unwrap(getattr(function, "__func__", function))
    # what was wrapped may be a method of an object itself
    return inspect.unwrap(getattr(found, "__func__", found))


def _scopes(function: Any) -> Iterator[tuple[str, Any]]:
    """The names that a function sees, with their values; an object's is ``self``."""
    bound = getattr(function, "__self__", None)
    if bound is None:
        bound = getattr(inspect.unwrap(function), "__self__", None)
    if bound is not None:
        yield "self", bound
    plain = _plain(function)
    if not inspect.isfunction(plain):
        yield "self", plain
        return
    seen = inspect.getclosurevars(plain)
    yield from seen.nonlocals.items()
    yield from seen.globals.items()


def _parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The items of a list or dict; the attributes of an object of another class."""
    if isinstance(value, list | tuple):
        yield from ((f"{path}[{index}]", each) for index, each in enumerate(value))
    elif isinstance(value, dict):
        yield from ((f"{path}[{key!r}]", each) for key, each in value.items())
    elif not isinstance(value, type) and not inspect.ismodule(value):
        attributes = getattr(value, "__dict__", None) or {}
        yield from (
            (f"{path}.{name}", each)
            for name, each in attributes.items()
            if not name.startswith("__")
        )
