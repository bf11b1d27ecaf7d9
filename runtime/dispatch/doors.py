"""Dispatching wrappers: public functions that look for a user's override first.

The first registration for a function puts a wrapper (door) around its code in place, so
that every reference to the function, under any name, dispatches; the last one to be
unregistered removes it. A function without registrations has no overhead.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from inspect import Signature
from types import FunctionType
from typing import Any, Final, NamedTuple
from weakref import WeakSet

from runtime.context import op_scope
from runtime.dispatch.type_checks import TypeCheck, is_dispatchable
from runtime.names.elementwise import functions_named


class Target(NamedTuple):
    """A registered override of a public function for arguments of some types."""

    function: Callable[..., Any]
    checks: tuple[Mapping[str, TypeCheck], ...]
    """Type checks by parameter, of which one mapping must match."""
    call: Callable[..., Any]


class Door:
    """The dispatch wrapper of one public function, and the registered targets."""

    def __init__(self, api: FunctionType) -> None:
        self.api = api
        self.original = FunctionType(
            api.__code__,
            api.__globals__,
            api.__name__,
            api.__defaults__,
            api.__closure__,
        )
        self.original.__kwdefaults__ = api.__kwdefaults__
        self.original.__annotations__ = api.__annotations__
        self.original.__doc__ = api.__doc__
        self.original.__module__ = api.__module__
        vars(self.original).update(vars(api))
        self.signature: Signature = inspect.signature(self.original)
        self.targets: list[Target] = []
        self.last_resorts: list[Callable[[Any, Any, Any], Any]] = []

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        found = self.dispatched(args, kwargs)
        if found is not NotImplemented:
            return found
        if not self.last_resorts:
            return self.original(*args, **kwargs)
        try:
            return self.original(*args, **kwargs)
        except (TypeError, ValueError):
            for each in self.last_resorts:
                found = each(self.api, args, kwargs)
                if found is not NotImplemented:
                    return found
            raise

    def dispatched(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """The result of the matching target; ``NotImplemented`` if there is none.

        Raises:
          ValueError: if several match.
        """
        if not self.targets:
            return NotImplemented
        try:
            arguments = self.signature.bind(*args, **kwargs).arguments
        except TypeError:
            return NotImplemented  # the function says what is wrong with them
        matching = [each for each in self.targets if _matches(each, arguments)]
        if not matching:
            return NotImplemented
        if len(matching) > 1:
            names = " and ".join(str(each.function) for each in matching)
            raise ValueError(
                "Multiple dispatch targets that were registered with tf.dispatch_for "
                f"({names}) match the arguments to {self.api.__name__}"
            )
        return matching[0].call(*args, **kwargs)

    @property
    def is_needed(self) -> bool:
        """Whether anything is registered."""
        return bool(self.targets or self.last_resorts)


def _matches(target: Target, arguments: Mapping[str, Any]) -> bool:
    return any(
        all(
            name in arguments and check(arguments[name]) for name, check in each.items()
        )
        and any(is_dispatchable(arguments[name]) for name in each)
        for each in target.checks
    )


_DOORS: Final[dict[FunctionType, Door]] = {}


def _template(*args: Any, _door: Any, **kwargs: Any) -> Any:
    return _door(args, kwargs)


_ALLOWED: Final[WeakSet[FunctionType]] = WeakSet()


def allow_dispatch(function: FunctionType) -> None:
    """Lets a function of a user's have a door."""
    _ALLOWED.add(function)


def is_api(function: Any) -> bool:
    """Whether the argument is a function that can dispatch."""
    if not isinstance(function, FunctionType) or inspect.isgeneratorfunction(function):
        return False  # the code of a generator does not become that of a door
    if function in _ALLOWED:
        return True
    home: str = function.__globals__.get("__name__", "")
    return home.partition(".")[0] == __name__.partition(".")[0]


def door_of(api: Any) -> Door:
    """The dispatching wrapper of a public function, which is put in place if missing.

    Raises:
      ValueError: if the argument is no public function of this library.
    """
    if not is_api(api):
        raise ValueError(f"{api} does not support dispatch.")
    found = _DOORS.get(api)
    if found is None:
        found = _DOORS[api] = Door(api)
        free = api.__code__.co_freevars
        api.__code__ = _template.__code__.replace(
            co_name=api.__code__.co_name, co_freevars=free
        )
        api.__defaults__ = None
        api.__kwdefaults__ = {"_door": found}
        setattr(api, "__wrapped__", found.original)  # noqa: B010 - for its signature
        setattr(api, "__signature__", found.signature)  # noqa: B010 - getfullargspec's
    return found


def close_unneeded() -> None:
    """Restores functions that have no registrations any more."""
    for api, door in list(_DOORS.items()):
        if not door.is_needed:
            original = door.original
            api.__code__ = original.__code__
            api.__defaults__ = original.__defaults__
            api.__kwdefaults__ = original.__kwdefaults__
            vars(api).pop("__wrapped__", None)
            vars(api).pop("__signature__", None)
            vars(api).update(vars(original))
            del _DOORS[api]


def open_doors() -> list[Door]:
    """The dispatch wrappers that are installed."""
    return list(_DOORS.values())


def dispatched_operator(name: str, *operands: Any) -> Any:
    """The result of an operator from the override registered for its public function.

    ``NotImplemented`` if nothing is.
    """
    if not _DOORS:
        return NotImplemented
    door = _DOORS.get(functions_named(name)[0])
    return NotImplemented if door is None else door.dispatched(operands, {})


def signature_of(api: Any) -> Signature:
    """The parameters of a public function, with or without dispatch wrapper."""
    door = _DOORS.get(api)
    return door.signature if door else inspect.signature(api)


def without_name(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with an argument ``name``, under which it opens a name scope."""

    def call(*args: Any, name: str | None = None, **kwargs: Any) -> Any:
        if name is None:
            return function(*args, **kwargs)
        with op_scope(name, name):
            return function(*args, **kwargs)

    return call


__all__ = [
    "Door",
    "Target",
    "allow_dispatch",
    "close_unneeded",
    "dispatched_operator",
    "door_of",
    "is_api",
    "open_doors",
    "signature_of",
    "without_name",
]
