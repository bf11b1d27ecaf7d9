"""`tf.variable_creator_scope`: functions that replace the creation of variables."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager, ContextDecorator
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from graphir.attachments import Attached
from runtime.variables.variable_creation import makes_a_graph_by_hand

Creator = Callable[..., Any]

_GRAPH_VARIABLE: Attached[Any] = Attached("variable of a graph made by hand")

_CREATORS: Final[ContextVar[tuple[Creator, ...]]] = ContextVar("creators", default=())


class _CreatorScope(ContextDecorator):
    """A context manager under which a function makes the variables."""

    def __init__(self, creator: Creator) -> None:
        self._creator = creator
        self._before: list[tuple[Creator, ...]] = []

    def __enter__(self) -> None:
        before = _CREATORS.get()
        try:
            self._before.append(before)
            _CREATORS.set((*before, self._creator))
            return
        except BaseException:  # an interrupt: nobody leaves what was not entered
            _CREATORS.set(before)
            raise

    def __exit__(self, *error: object) -> None:
        _CREATORS.set(self._before.pop())


def variable_creator_scope(variable_creator: Creator) -> AbstractContextManager[None]:
    """A context manager under which a function makes the variables.

    It is called with ``next_creator`` and, by name, the arguments of ``tf.Variable``;
    the creator of the innermost scope is called first.

    >>> def named(next_creator, **kwargs):
    ...     return next_creator(**{**kwargs, "name": "counted"})
    >>> with tf.variable_creator_scope(named):
    ...     print(tf.Variable(1).name)
    counted:0
    """
    return _CreatorScope(variable_creator)


def creators_kept() -> Callable[[], object]:
    """What makes the creators those that they are now.

    >>> put_back = creators_kept()
    >>> with tf.variable_creator_scope(lambda next_creator, **kwargs: None):
    ...     _ = put_back()
    ...     has_creators()
    False
    """
    return partial(_CREATORS.set, _CREATORS.get())


def has_creators() -> bool:
    """Whether a `variable_creator_scope` is active, such as the scope of a strategy."""
    return bool(_CREATORS.get())


class VariableClass(type):
    """The metaclass of variables: calling a class calls the active creators."""

    if not TYPE_CHECKING:
        # type checkers read the arguments and the result of the class itself

        def __call__(cls, *args, **kwargs):
            return _create(cls, super().__call__, args, kwargs)


def _create(
    kind: type, create: Creator, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    # subclasses are made as they say, within the call of a creator or not
    if "__creator_scopes_asked__" not in kind.__dict__:
        return create(*args, **kwargs)
    creators = _CREATORS.get()
    if makes_a_graph_by_hand():
        create = _GRAPH_VARIABLE
    elif not creators:
        return create(*args, **kwargs)
    for creator in creators:
        create = partial(creator, create)
    constructor: Any = vars(kind)["__init__"]
    bound = inspect.signature(constructor).bind(None, *args, **kwargs)
    bound.apply_defaults()
    _, *given = bound.arguments.items()
    return create(**dict(given))


__all__ = ["VariableClass", "has_creators", "variable_creator_scope"]
