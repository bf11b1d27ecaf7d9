"""Detection of recursion on staged values, whose tracing would not end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from types import FunctionType
from typing import Any

from autograph.errors import StagingError
from autograph.operators.staging_context import STAGING, StagingContext, staging
from runtime.tensors.tensor import Tensor


class RecursionOnTensorsError(StagingError, RecursionError):
    """A function calls itself under a condition that is a tensor."""


def recording_branches(
    *branches: Callable[..., Any],
    is_guarded: bool = False,
) -> AbstractContextManager[StagingContext]:
    """A context manager under which the two branches of a condition are recorded.

    With ``is_guarded``, the condition is that no jump has left them out.

    Raises:
      RecursionOnTensorsError: if the branches are already being recorded with values of
        the same types.
    """
    key, around = tuple(map(_signature, branches)), STAGING.get()
    if key in around.branches:
        raise RecursionOnTensorsError(
            f"recursion on a tensor, in {_function_name(branches)}: both branches "
            "are recorded, so the call inside never comes to an end; use a loop, "
            "or recurse on a Python value"
        )
    return staging(
        branches=around.branches | {key}, is_guarded=around.is_guarded or is_guarded
    )


def _is_python(function: Any) -> bool:
    return isinstance(function, FunctionType)


def _function_name(branches: tuple[Any, ...]) -> str:
    functions = [each.func if isinstance(each, partial) else each for each in branches]
    name = next(each.__qualname__ for each in functions if _is_python(each))
    return str(name.partition(".<locals>")[0])


def _signature(function: Any) -> Any:
    """The code and what it reads around it: kinds of tensors, values of numbers."""
    if isinstance(function, partial):
        # an operand whose truth alone is wanted, or the body for an item
        return _signature(function.func), tuple(map(_kind, function.args))
    if not _is_python(function):
        return id(function)
    values = []
    for cell in function.__closure__ or ():
        try:
            values.append(_kind(cell.cell_contents))
        except ValueError:
            values.append(None)  # not assigned yet
    return (function.__code__, tuple(values))


def _kind(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.dtype.name, str(value.shape)
    if isinstance(value, (bool, int, float, str, bytes)):
        return type(value), value
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_kind, value))
    if _is_python(value):
        return value.__code__
    if type(value).__module__.startswith("autograph"):
        return type(value)
    return id(value)
