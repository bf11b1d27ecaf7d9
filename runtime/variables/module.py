"""`tf.Module`: an object that lists the variables and modules in its attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, Final, TypeVar, cast

from graphir.attachments import Attached
from runtime.context import name_scope
from runtime.tensors.structure import keys_of
from runtime.trackable.attributes import AutoTrackable
from runtime.variables.resource import ResourceVariable

Method = TypeVar("Method", bound=Callable[..., Any])

_TO_HTML: Attached[str] = Attached("page of a module")
_OWN: Final = frozenset({"_name", "_name_scope"})
_TRACKING: Final = "_self_"
"""The prefix of attribute names with tracking state."""


class Module(AutoTrackable):
    """A base class for layers and models: named, with its variables collected.

    Variables are found in attributes, also inside lists, tuples, dicts and modules:
    sorted by the attribute's name, a module's own variables before its submodules'.

    >>> class Dense(tf.Module):
    ...     def __init__(self):
    ...         super().__init__(name="dense")
    ...         self.w = tf.Variable(2.0, name="w")
    ...         self.b = tf.Variable(0.0, name="b")
    >>> [v.name for v in Dense().variables]
    ['b:0', 'w:0']

    Raises:
      ValueError: for a name that is no Python identifier.
      TypeError: for a name that is no string.
    """

    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str] = frozenset()
    """Attributes of subclasses that are not looked into."""

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = _snake_case(type(self).__name__)
        elif not isinstance(name, str):
            raise TypeError(f"The name of a module is a string, not {name!r}.")
        elif not name.isidentifier():
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid "
                "Python identifiers (e.g. a valid class name)."
            )
        self._name = name
        with name_scope(name) as scope:
            self._name_scope = scope

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    @property
    def name(self) -> str:
        """The name passed to the constructor, or the class name in snake case."""
        return self._name

    @property
    def name_scope(self) -> name_scope:
        """A context manager: names of ops made inside begin with the module's name."""
        return name_scope(self._name_scope)

    @property
    def variables(self) -> tuple[Any, ...]:
        """All variables of this module and of its submodules."""
        return tuple(self._flatten(_is_variable))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The variables that gradient tapes watch by themselves."""
        return tuple(self._flatten(_is_trainable))

    @property
    def non_trainable_variables(self) -> tuple[Any, ...]:
        """The variables that are not trainable."""
        return tuple(self._flatten(lambda x: _is_variable(x) and not _is_trainable(x)))

    @property
    def submodules(self) -> tuple[Any, ...]:
        """All modules inside this module."""
        return tuple(self._flatten(lambda value: isinstance(value, Module)))

    def _flatten(
        self,
        predicate: Callable[[Any], bool] | None = None,
        recursive: bool = True,
        with_path: bool = False,
    ) -> Iterator[Any]:
        """The values in attributes for which the predicate holds, each once."""
        accepted = predicate or (lambda value: True)
        for path, value in _walk(self, (), {id(self)}, recursive):
            if accepted(value):
                yield (path, value) if with_path else value

    @classmethod
    def with_name_scope(cls, method: Method) -> Method:
        """A decorator: the method runs under the module's name scope.

        >>> class Named(tf.Module):
        ...     @tf.Module.with_name_scope
        ...     def make(self):
        ...         return tf.Variable(1.0, name="w")
        >>> Named(name="part").make().name
        'part/w:0'
        """

        @wraps(method)
        def inside(self: Any, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return cast(Method, inside)


def variables_by_path(module: Module) -> Iterator[tuple[str, Any]]:
    """The variables of a module, each with the attributes that lead to it.

    >>> class Pair(tf.Module):
    ...     def __init__(self):
    ...         self.parts = [tf.Variable(1.0), {"b": tf.Variable(2.0)}]
    >>> [path for path, _ in variables_by_path(Pair())]
    ['parts.0', 'parts.1.b']
    """
    for path, each in module._flatten(_is_variable, with_path=True):
        yield ".".join(map(str, path)), each


def _is_variable(value: Any) -> bool:
    return isinstance(value, ResourceVariable)


def _is_trainable(value: Any) -> bool:
    return _is_variable(value) and bool(value.trainable)


def _walk(
    module: Module, path: tuple[Any, ...], seen: set[int], recursive: bool
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The leaves in the attributes of a module, then those of the modules there."""
    parts = []
    ignored = _OWN | set(module._TF_MODULE_IGNORED_PROPERTIES)
    for key in sorted(vars(module)):
        if key in ignored or key.startswith(_TRACKING):
            continue
        for place, leaf in _leaves(vars(module)[key], (*path, key)):
            if id(leaf) in seen:
                continue
            seen.add(id(leaf))
            yield place, leaf
            if recursive and isinstance(leaf, Module):
                parts.append((place, leaf))
    for place, part in parts:
        yield from _walk(part, place, seen, recursive)


def _leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, Mapping):
        for key in keys_of(value):
            yield from _leaves(value[key], (*path, key))
    elif isinstance(value, (list, tuple)):
        for position, each in enumerate(value):
            yield from _leaves(each, (*path, position))
    elif hasattr(value, "is_sharded_variable"):
        yield from _leaves(value.variables, path)
    else:
        yield path, value


def _snake_case(name: str) -> str:
    apart = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", apart).lower()


__all__ = ["Module", "variables_by_path"]
