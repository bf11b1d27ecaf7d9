"""tf.__internal__.dispatch: fallbacks for values that public functions refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import FunctionType
from typing import Any, ClassVar, Final, TypeVar

from runtime.dispatch.doors import allow_dispatch, door_of, is_api
from runtime.names.finder import MODULES, list_names

_Function = TypeVar("_Function", bound=Callable[..., Any])

_LISTED: Final = ("compat", "raw_ops", "keras", "test", "__internal__")
"""Modules that are no part of what global dispatchers are asked about."""


class OpDispatcher:
    """A fallback for one public function, for values that it refuses.

    ``handle(args, kwargs)`` returns the result, or ``NOT_SUPPORTED``.
    """

    NOT_SUPPORTED: ClassVar[object] = object()

    def handle(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """The result for these arguments, or ``NOT_SUPPORTED``."""
        return self.NOT_SUPPORTED

    def register(self, op: Any) -> None:
        """Makes this the fallback where ``op`` raises TypeError or ValueError.

        Raises:
          ValueError: if ``op`` is no public function.
        """
        door_of(getattr(op, "__func__", op)).last_resorts.append(
            lambda api, args, kwargs: _answer(self, self.handle(args, kwargs))
        )


class GlobalOpDispatcher:
    """A fallback for all public functions, for values that they refuse.

    ``handle(op, args, kwargs)`` returns the result, or ``NOT_SUPPORTED``.

    >>> class Symbol:
    ...     def __init__(self, name):
    ...         self.name = name
    >>> class Symbols(tf.__internal__.dispatch.GlobalOpDispatcher):
    ...     def handle(self, op, args, kwargs):
    ...         if not any(type(each).__name__ == "Symbol" for each in args):
    ...             return self.NOT_SUPPORTED
    ...         return Symbol(f"{op.__name__}({', '.join(x.name for x in args)})")
    >>> symbols = Symbols()
    >>> symbols.register()
    >>> tf.add(Symbol("x"), Symbol("y")).name
    'add(x, y)'
    """

    NOT_SUPPORTED: ClassVar[object] = OpDispatcher.NOT_SUPPORTED

    def handle(self, op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """The result of a function for these arguments, or ``NOT_SUPPORTED``."""
        return self.NOT_SUPPORTED

    def register(self) -> None:
        """Makes this the fallback of all public functions; see `OpDispatcher`."""
        for api in public_functions():
            door_of(api).last_resorts.append(
                lambda api, args, kwargs: _answer(self, self.handle(api, args, kwargs))
            )


def _answer(dispatcher: Any, found: Any) -> Any:
    return NotImplemented if found is dispatcher.NOT_SUPPORTED else found


def public_functions() -> list[FunctionType]:
    """The functions of `tf` and its modules that take values, each once."""
    root = import_module("runtime")
    found = {id(each): each for each in _functions_of(root, list_names())}
    for name in MODULES:
        if name.partition(".")[0] not in _LISTED:
            module = import_module(f"runtime.{name}")
            found.update({id(f): f for f in _functions_of(module, dir(module))})
    return list(found.values())


def _functions_of(module: Any, names: Sequence[str]) -> list[FunctionType]:
    found = []
    for name in names:
        try:
            value = getattr(module, name)
        except (AttributeError, ImportError):
            continue  # a name that needs what is not installed, as Keras' do
        if is_api(value):
            found.append(value)
    return found


def add_dispatch_support(
    target: Any = None, iterable_parameters: Any = None
) -> Callable[..., Any]:
    """A decorator: overrides registered for the function are tried before it is called.

    >>> @tf.__internal__.dispatch.add_dispatch_support
    ... def double(x):
    ...     return tf.add(x, x)
    >>> class Box(tf.experimental.ExtensionType):
    ...     inside: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(double)
    ... def double_box(x: Box):
    ...     return Box(double(x.inside))
    >>> double(Box(2)).inside.numpy()
    np.int32(4)
    """

    def decorated(function: Any) -> Any:
        allow_dispatch(function)
        return function

    return decorated if target is None else decorated(target)


class _ByType(OpDispatcher):
    """Takes over calls with an argument of given types."""

    def __init__(self, function: Callable[..., Any], types: tuple[type, ...]) -> None:
        self._own, self._types = function, types

    def handle(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if any(isinstance(each, self._types) for each in (*args, *kwargs.values())):
            return self._own(*args, **kwargs)
        return self.NOT_SUPPORTED


def dispatch_for_types(op: Any, *types: type) -> Callable[[_Function], _Function]:
    """A decorator: calls the function instead of `op`, for types that `op` refuses.

    Raises:
      ValueError: if `op` is no public function.
    """

    def decorate(function: _Function) -> _Function:
        _ByType(function, types).register(op)
        return function

    return decorate


__all__ = [
    "GlobalOpDispatcher",
    "OpDispatcher",
    "add_dispatch_support",
    "dispatch_for_types",
    "public_functions",
]
