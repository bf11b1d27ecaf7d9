"""The public API: convert a function, show its generated code, exclude a function."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from types import FunctionType, MethodType
from typing import Any, TypeVar

from autograph import operators
from autograph.errors import ConversionError, SourceUnavailableError
from autograph.kept_modules import is_converted_module
from autograph.operators.calls import converted_call
from autograph.operators.function_scopes import is_artifact
from autograph.operators.running_calls import running_function_for
from autograph.options import ConversionOptions, Feature
from autograph.policy import call_of, is_marked, mark_do_not_convert
from autograph.tracebacks.rewriting import rewritten

__all__ = [
    "convert",
    "converted",
    "converted_call",
    "do_not_convert",
    "set_loop_options",
    "to_code",
    "to_graph",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Features = Feature | Iterable[Feature] | None


def python_function(entity: Any) -> tuple[FunctionType, Any]:
    """The Python function to convert for `entity`, and the object it is bound to.

    Raises:
        SourceUnavailableError: it is not written in Python.
        ConversionError: it is a class or a partial.
        TypeError: it cannot be called.
    """
    traced = getattr(entity, "python_function", None)
    if traced is not None:
        return _traced_function(entity, traced)
    if isinstance(entity, functools.partial):
        raise ConversionError(
            f"cannot convert the partial {entity!r}: convert the function in it, "
            "then apply functools.partial to the result"
        )
    if isinstance(entity, MethodType):
        return python_function(entity.__func__)[0], entity.__self__
    if isinstance(entity, FunctionType):
        return _under_library_wrappers(entity)
    if isinstance(entity, (staticmethod, classmethod)):
        return python_function(entity.__func__)
    if callable(entity) and not isinstance(entity, type):
        call = type(entity).__call__
        if hasattr(call, "python_function"):
            return python_function(call)[0], entity
        call = call_of(entity)
        if call is not None:
            return python_function(call)
    raise _without_source(entity)


def _traced_function(entity: Any, traced: Any) -> tuple[FunctionType, Any]:
    owner = getattr(entity, "__self__", None)
    if owner is not None and isinstance(traced, functools.partial):
        # A traced method of an object gives it as the first argument of a partial.
        return python_function(traced.func)[0], owner
    return python_function(traced)


def _under_library_wrappers(function: FunctionType) -> tuple[FunctionType, Any]:
    """The function under decorators of this package and of the standard library."""
    inner = getattr(function, "__wrapped__", None)
    module = str(function.__globals__.get("__name__", ""))
    if inner is None or is_converted_module(module):
        return function, None
    return python_function(inner)


def _without_source(entity: Any) -> Exception:
    if isinstance(entity, type):
        return ConversionError(
            f"cannot convert the class {entity.__qualname__}: convert its methods, or "
            "a function that makes and uses its objects"
        )
    if not callable(entity):
        return TypeError(
            f"expected a function to convert, got {entity!r} of type "
            f"{type(entity).__name__}"
        )
    name = getattr(entity, "__qualname__", repr(entity))
    return SourceUnavailableError(
        f"cannot convert {name}: it is not written in Python, so there is no source "
        "to convert; call it as it is from a converted function"
    )


def to_code(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Features = None,
) -> str:
    """The text of the function that `entity` is converted to.

    `entity` is a function, a method, an object with `__call__` in Python, or a traced
    function (an object with its Python function in `python_function`). For a function
    that our own decorators wrap, the text is that of the user's function.

    Raises:
        SourceUnavailableError: there is no source text.
        UnsupportedSyntaxError: the function uses syntax with no converted form.
        ConversionError: `entity` is a class or a partial.
        TypeError: `entity` cannot be called.
    """
    from autograph.pipeline import convert_function

    function, _ = python_function(entity)
    options = ConversionOptions(recursive, True, experimental_optional_features)
    return convert_function(function, options).text


def to_graph(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Features = None,
) -> Callable[..., Any]:
    """The converted form of `entity`: a function with the same signature.

    A function that is converted already, by `to_graph` or ahead of time, is returned
    unchanged.

    Raises:
        The same errors as `to_code`.
    """
    options = ConversionOptions(recursive, True, experimental_optional_features)
    if type(entity) is _CACHED:
        return _cached_graph(entity, options)
    function, owner = _wrapper_to_convert(entity) or python_function(entity)
    if is_artifact(function):
        return function if owner is None else MethodType(function, owner)
    result = running_function_for(function, options)
    functools.update_wrapper(result, function)
    operators.autograph_artifact(result)
    return result if owner is None else MethodType(result, owner)


_CACHED = type(functools.lru_cache(len))


def _cached_graph(entity: Any, options: ConversionOptions) -> Callable[..., Any]:
    """A function under `lru_cache`, converted under a cache of its own."""
    inner = to_graph(entity.__wrapped__, options.recursive, options.optional_features)
    result: Callable[..., Any] = functools.lru_cache(**entity.cache_parameters())(inner)
    return functools.update_wrapper(result, entity)


def _wrapper_to_convert(entity: Any) -> tuple[FunctionType, Any] | None:
    """The wrapper that a standard decorator made, if it has an effect of its own.

    Converted itself, it calls the converted function. None for anything else.
    """
    owner = entity.__self__ if isinstance(entity, MethodType) else None
    function = entity.__func__ if isinstance(entity, MethodType) else entity
    if not isinstance(function, FunctionType) or not hasattr(function, "__wrapped__"):
        return None
    module = str(function.__globals__.get("__name__", ""))
    is_library = module.partition(".")[0] in sys.stdlib_module_names
    return (function, owner) if is_library and not is_marked(function) else None


def converted(
    function: Callable[..., Any], options: ConversionOptions | None = None
) -> Callable[..., Any]:
    """A callable that runs `function` converted, as a call in converted code does.

    A function that the policy excludes from conversion, or that cannot be converted,
    runs unconverted. Messages of errors name the user's lines (see
    `autograph.tracebacks`). By default, the options mark `function` as requested by the
    user.
    """
    used = ConversionOptions(user_requested=True) if options is None else options

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return converted_call(function, args, kwargs, None, used)
        except Exception as error:
            shown = rewritten(error)
        try:
            raise shown
        finally:
            del shown  # else its traceback and this frame keep each other alive

    if isinstance(function, (FunctionType, MethodType)):
        functools.update_wrapper(call, function)
    call.python_function = function  # type: ignore[attr-defined]
    mark_do_not_convert(call)
    return call


def convert(
    recursive: bool = False,
    optional_features: Features = None,
    user_requested: bool = True,
) -> Callable[[Function], Function]:
    """A decorator that converts a function when it is called.

    >>> @convert()
    ... def double(x):
    ...     return 2 * x
    >>> double.__name__
    'double'
    """
    options = ConversionOptions(
        recursive, user_requested, optional_features, internal_convert_user_code=True
    )

    def decorator(function: Function) -> Function:
        return converted(function, options)  # type: ignore[return-value]

    return decorator


def do_not_convert(func: Any = None) -> Any:
    """A decorator: `func` runs unconverted, also when converted code calls it.

    >>> @do_not_convert
    ... def plain(x):
    ...     return x + 1
    >>> plain(1)
    2
    """
    if func is None:
        return do_not_convert
    if is_marked(func):
        return func

    def call(*args: Any, **kwargs: Any) -> Any:
        return func(*args, **kwargs)

    functools.update_wrapper(call, func)
    mark_do_not_convert(call)
    return call


def set_loop_options(
    parallel_iterations: int | None = None,
    swap_memory: bool | None = None,
    maximum_iterations: Any = None,
    shape_invariants: Any = None,
) -> None:
    """Options for the loop in whose body this is the first statement.

    The converter reads the call and removes it; a plain Python loop ignores it.
    """
