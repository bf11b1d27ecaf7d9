"""Decorators that register overrides of public functions for user-defined classes."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from functools import lru_cache
from inspect import Parameter, Signature, signature
from typing import Any, Final, NamedTuple

from runtime.dispatch.doors import (
    Target,
    close_unneeded,
    door_of,
    open_doors,
    signature_of,
    without_name,
)
from runtime.dispatch.type_checks import type_check
from runtime.names.elementwise import (
    BINARY,
    BINARY_ASSERTIONS,
    UNARY,
    functions_named,
)

_Function = Callable[..., Any]


def dispatch_for_api(
    api: Any, *signatures: Mapping[Any, Any]
) -> Callable[[_Function], _Function]:
    """A decorator: calls the function instead of ``api`` if the argument types match.

    Types are matched with the annotations of the function's parameters, or with
    ``signatures``: mappings from a parameter's name or position to a type, one of which
    must match. The function has the same parameters as ``api``; ``name`` may be
    omitted.

    >>> class Celsius(tf.experimental.ExtensionType):
    ...     degrees: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(tf.add)
    ... def add_celsius(x: Celsius, y: Celsius):
    ...     return Celsius(tf.add(x.degrees, y.degrees))
    >>> tf.add(Celsius(20.0), Celsius(1.5)).degrees.numpy()
    np.float32(21.5)
    >>> tf.experimental.unregister_dispatch_for(add_celsius)

    Raises:
      ValueError: if ``api`` is no public function, if the parameters differ from its
        parameters, or for annotations other than classes, ``List[...]`` and
        ``Union[...]``.
    """
    parameters = signature_of(api) if callable(api) else Signature()

    def decorator(function: _Function) -> _Function:
        door = door_of(api)
        try:
            call = _fitting(function, parameters)
            wanted = signatures or (_annotations(function),)
            checks = tuple(_checks(each, parameters) for each in wanted)
        except BaseException:
            close_unneeded()
            raise
        door.targets.append(Target(function, checks, call))
        return function

    return decorator


def _fitting(function: _Function, parameters: Signature) -> _Function:
    """The function with the parameters of the public one.

    Raises:
      ValueError: if they differ.
    """
    own = signature(function)
    takes_name = "name" in own.parameters or "name" not in parameters.parameters
    if not takes_name:
        name = Parameter("name", Parameter.POSITIONAL_OR_KEYWORD, default=None)
        at = list(parameters.parameters).index("name")
        listed = list(own.parameters.values())
        own = own.replace(parameters=[*listed[:at], name, *listed[at:]])
    alike = [_kind_of(each) for each in own.parameters.values()] == [
        _kind_of(each) for each in parameters.parameters.values()
    ]
    if not alike:
        wanted = [
            each.replace(annotation=Parameter.empty)
            for each in parameters.parameters.values()
        ]
        raise ValueError(
            f"Dispatch function's signature {own} does not match API's signature "
            f"{Signature(wanted)}."
        )
    return function if takes_name else _nameless(function, own)


def _nameless(function: _Function, with_name: Signature) -> _Function:
    """The function, which takes no ``name``: that becomes a scope around it."""
    call = without_name(function)

    def bound(*args: Any, **kwargs: Any) -> Any:
        arguments = with_name.bind(*args, **kwargs)
        name = arguments.arguments.pop("name", None)
        return call(*arguments.args, name=name, **arguments.kwargs)

    return bound


def _kind_of(parameter: Parameter) -> tuple[Any, ...]:
    return parameter.name, parameter.kind, parameter.default is Parameter.empty


def _annotations(function: _Function) -> dict[str, Any]:
    """The types of the parameters.

    Raises:
      ValueError: if none has an annotation.
    """
    found = typing.get_type_hints(function)
    found.pop("return", None)
    if not found:
        raise ValueError(
            "The dispatch_for_api decorator must be called with at least one "
            "signature, or applied to a function that has type annotations on its "
            "parameters."
        )
    return found


def _checks(wanted: Mapping[Any, Any], parameters: Signature) -> dict[str, Any]:
    names = list(parameters.parameters)
    checks = {}
    for key, annotation in wanted.items():
        name = names[key] if isinstance(key, int) and key < len(names) else key
        if name not in names:
            raise ValueError(
                f"signature includes annotation for unknown parameter {key!r}."
            )
        checks[name] = type_check(annotation)
    return checks


# --- families of functions


class _Family(NamedTuple):
    """Functions that share one handler, and the registered handlers."""

    title: str
    names: str
    handlers: dict[Any, _Function]


_UNARY: Final = _Family("unary", UNARY, {})
_BINARY: Final = _Family("binary", BINARY, {})
_ASSERTIONS: Final = _Family("binary", BINARY_ASSERTIONS, {})


@lru_cache
def _functions(names: str) -> list[Any]:
    return functions_named(names)


def dispatch_for_unary_elementwise_apis(
    x_type: Any,
) -> Callable[[_Function], _Function]:
    """A decorator that overrides element-wise functions of one tensor for a type.

    The handler takes the public function and its tensor argument; other arguments of
    the call are already bound to the function that the handler receives.

    >>> class Named(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     label: str
    >>> @tf.experimental.dispatch_for_unary_elementwise_apis(Named)
    ... def unary(function, x):
    ...     return Named(function(x.values), x.label)
    >>> tf.cast(tf.negative(Named([1, -2], "a")), tf.float32).values.numpy()
    array([-1.,  2.], dtype=float32)
    >>> tf.experimental.unregister_dispatch_for(unary)

    Raises:
      ValueError: if there is a handler for the type already.
    """
    return _family_decorator(_UNARY, (x_type,))


def dispatch_for_binary_elementwise_apis(
    x_type: Any, y_type: Any
) -> Callable[[_Function], _Function]:
    """The same for functions of two tensors, element by element.

    >>> class Scaled(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_apis(Scaled, Scaled)
    ... def binary(function, x, y):
    ...     return Scaled(function(x.values, y.values))
    >>> tf.maximum(Scaled([1, 5]), Scaled([2, 3])).values.numpy()
    array([2, 5], dtype=int32)
    >>> tf.experimental.unregister_dispatch_for(binary)

    Raises:
      ValueError: if there is a handler for the types already.
    """
    return _family_decorator(_BINARY, (x_type, y_type))


def dispatch_for_binary_elementwise_assert_apis(
    x_type: Any, y_type: Any
) -> Callable[[_Function], _Function]:
    """A decorator that overrides ``tf.debugging.assert_equal`` and other assertions.

    >>> class Weighed(tf.experimental.ExtensionType):
    ...     weight: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_assert_apis(Weighed, Weighed)
    ... def compare(function, x, y):
    ...     return function(x.weight, y.weight)
    >>> tf.debugging.assert_equal(Weighed(1.0), Weighed(1.0))
    >>> tf.experimental.unregister_dispatch_for(compare)

    Raises:
      ValueError: if there is a handler for the types already.
    """
    return _family_decorator(_ASSERTIONS, (x_type, y_type))


def _family_decorator(
    family: _Family, types: tuple[Any, ...]
) -> Callable[[_Function], _Function]:
    checks = [type_check(each) for each in types]
    key = types if len(types) > 1 else types[0]

    def decorator(handler: _Function) -> _Function:
        if key in family.handlers:
            raise ValueError(
                f"A {family.title} elementwise dispatch handler "
                f"({family.handlers[key]}) has already been registered for {key}."
            )
        family.handlers[key] = handler
        for api in _functions(family.names):
            door = door_of(api)
            names = list(door.signature.parameters)[: len(types)]
            call = _handled(handler, api, door.signature, names)
            by_name = dict(zip(names, checks))
            door.targets.append(Target(handler, (by_name,), call))
        return handler

    return decorator


def _handled(
    handler: _Function, api: Any, parameters: Signature, names: list[str]
) -> _Function:
    """Calls the handler with the function, further arguments bound, and the values."""

    def call(*args: Any, **kwargs: Any) -> Any:
        given = dict(parameters.bind(*args, **kwargs).arguments)
        values = [given.pop(name) for name in names]
        name = given.pop("name", None)
        function = api
        if given:

            def function(*values: Any) -> Any:
                return api(**dict(zip(names, values)), **given)

            function.__name__ = api.__name__
        return without_name(handler)(function, *values, name=name)

    return call


def unregister_dispatch_for(dispatch_target: _Function) -> None:
    """Removes the registration of a decorated function.

    Raises:
      ValueError: if the function is not registered.
    """
    is_known = False
    for door in open_doors():
        kept = [each for each in door.targets if each.function is not dispatch_target]
        is_known = is_known or len(kept) < len(door.targets)
        door.targets = kept
    for family in (_UNARY, _BINARY, _ASSERTIONS):
        for key, handler in list(family.handlers.items()):
            if handler is dispatch_target:
                del family.handlers[key]
    close_unneeded()
    if not is_known:
        raise ValueError(
            f"Function {dispatch_target} was not registered using a "
            "`@dispatch_for_*` decorator."
        )


__all__ = [
    "dispatch_for_api",
    "dispatch_for_binary_elementwise_apis",
    "dispatch_for_binary_elementwise_assert_apis",
    "dispatch_for_unary_elementwise_apis",
    "unregister_dispatch_for",
]
