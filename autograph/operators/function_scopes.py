"""FunctionScope: the options and the return value of a converted function."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from functools import lru_cache
from types import TracebackType
from typing import Any, TypeVar

from autograph.operators.variables import UndefinedReturnValue
from autograph.options import ConversionOptions as Options
from autograph.options import Feature
from autograph.tracebacks.hiding import hide_our_frames, hides_frames_below

__all__ = [
    "STD",
    "ConversionOptions",
    "FunctionScope",
    "autograph_artifact",
    "is_artifact",
    "register_function_context",
    "with_function_scope",
]

Function = TypeVar("Function", bound=Callable[..., Any])

# Generated code builds its options at each call: make each combination once.
ConversionOptions = lru_cache(maxsize=None)(Options)

STD = Options()
"""The options of functions nested in converted ones, when no feature is on."""

_call_options = lru_cache(maxsize=None)(Options.call_options)


_contexts: dict[Feature, Callable[[str], AbstractContextManager[Any]]] = {}


def register_function_context(
    feature: Feature, context: Callable[[str], AbstractContextManager[Any]]
) -> None:
    """Runs converted functions inside `context(function_name)` if `feature` is on.

    With `NAME_SCOPES`, for example, a stage names the ops that it records after the
    function.
    """
    _contexts[feature] = context


class FunctionScope:
    """Context in which the body of a converted function runs."""

    __slots__ = ("callopts", "entered", "function_name", "options", "scope_name")

    def __init__(self, function_name: str, scope_name: str, options: Options) -> None:
        self.function_name = function_name
        self.scope_name = scope_name
        self.options = options
        self.callopts = _call_options(options)
        self.entered: ExitStack | None = None

    def __enter__(self) -> FunctionScope:
        if self.options.optional_features:
            self.entered = ExitStack()
            for feature, context in _contexts.items():
                if self.options.uses(feature):
                    self.entered.enter_context(context(self.function_name))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.entered is not None:
            self.entered.__exit__(kind, error, traceback)
        if traceback is not None:
            hide_our_frames(traceback)
            hides_frames_below(traceback.tb_frame.f_code)

    def ret(self, value: Any, did_return: Any) -> Any:
        """The return value of the function: `value`, or None without a `return`."""
        if isinstance(value, UndefinedReturnValue):
            return value.at_end()
        # a `return` that was swallowed on its way out leaves its value behind
        return None if did_return is False else value


def with_function_scope(
    thunk: Callable[[FunctionScope], Any], scope_name: str, options: Options
) -> Any:
    """The value of `thunk(scope)`: the scope of a lambda."""
    with FunctionScope("lambda_", scope_name, options) as scope:
        return thunk(scope)


def autograph_artifact(entity: Function, extras: Any = None) -> Function:
    """Marks `entity` as made by the converter: calls do not convert it again."""
    # The code, not a flag: `functools.wraps` copies attributes to other functions.
    code = getattr(entity, "__code__", None)
    if code is not None:
        entity.__autograph_artifact__ = code  # type: ignore[attr-defined]
    return entity


def is_artifact(entity: Any) -> bool:
    """Whether `autograph_artifact` marked `entity` itself."""
    marked = getattr(entity, "__autograph_artifact__", None)
    return marked is not None and marked is getattr(entity, "__code__", None)
