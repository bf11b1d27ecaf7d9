"""`check`: runs a function as plain Python and staged, and reports differences."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from autograph.checking.comparison import Divergence, compared, told
from autograph.checking.observation import Watch, observed
from autograph.checking.stages import Stage, registered
from autograph.checking.state import State


class CheckReport(NamedTuple):
    """The result of `check`: true if there is no divergence."""

    divergences: tuple[Divergence, ...]
    result: Any
    """The result of the plain function's first call; None if it failed."""
    error: BaseException | None = None
    """The error that the plain function's first call raised."""

    def __bool__(self) -> bool:
        return not self.divergences

    def __str__(self) -> str:
        if self.divergences:
            return "\n".join(map(str, self.divergences))
        if self.error is not None:
            return f"no divergence: plain and staged, it {told(self.error)}"
        return "no divergence"


def check(
    fn: Callable[..., Any], *args: Any, stage: Stage | None = None, **kwargs: Any
) -> CheckReport:
    """Run `fn` plain and staged with the same arguments, and compare.

    The comparison covers results, exceptions, printed text, changes of lists, dicts,
    sets and attributes that `fn` can reach, and the number of calls of each function
    that is not converted. Both run twice, since a staged function is recorded in its
    first call only. Afterwards all changed objects, variables of the runtime too, get
    their old values back. A result that differs from one plain call to the next (random
    numbers, the time) is not compared.

    `stage(fn)` returns the staged function; by default, `stage` is the function that a
    runtime has registered.

    Raises:
        LookupError: `stage` is None and no runtime has registered one.

    >>> print(check(lambda x: x + 1, 2, stage=lambda fn: fn))
    no divergence
    >>> print(check(lambda x: x + 1, 2, stage=lambda fn: lambda x: 3.0).divergences[0]
    ...     .message)
    plain Python gives 3, staged it is 3.0
    """
    stage = stage or registered.get()
    plain_function = _plain(fn)
    state = State(_reachable(plain_function, fn, args, kwargs))
    inner = {"autograph", "importlib", _package(stage)} - {_package(plain_function)}
    watched = plain_function.__code__, state, sys._getframe(), inner
    plain = observed(Watch(*watched), fn, args, kwargs)
    staged = observed(Watch(*watched), stage(fn), args, kwargs)
    divergences = tuple(compared(plain, staged))
    value = plain.outcomes[0]
    result = None if value.error else value.result
    return CheckReport(divergences, result, value.error)


def _package(function: Any) -> str:
    return str(getattr(function, "__module__", "")).partition(".")[0]


def _plain(fn: Any) -> Any:
    while True:
        inner = getattr(fn, "python_function", None)
        inner = inner or getattr(fn, "__func__", None)
        if inner is None:
            break
        fn = inner
    return fn if isinstance(fn, FunctionType) else type(fn).__call__


def _reachable(
    function: Any, fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any]:
    """The objects that `function` may change, by their names in it."""
    code = function.__code__
    names = [name for name in code.co_names if name in function.__globals__]
    found = {name: function.__globals__[name] for name in names}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # not assigned yet
            found[name] = cell.cell_contents
    owner = getattr(fn, "__self__", None)
    given = args if owner is None else (owner, *args)
    found.update(zip(code.co_varnames, given, strict=False))
    found.update(kwargs)
    return found
