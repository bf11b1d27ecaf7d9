"""`check`: runs a function as plain Python and staged, and reports differences."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from autograph.checking.comparison import Divergence, compared, told
from autograph.checking.observation import Watch, observed
from autograph.checking.stages import Stage, registered
from autograph.checking.state import State, plain_function


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
    function = plain_function(fn)
    state = State.of_call(fn, args, kwargs)
    inner = {"autograph", "importlib", _package(stage)} - {_package(function)}
    watched = function.__code__, state, sys._getframe(), inner
    plain = observed(Watch(*watched), fn, args, kwargs)
    staged = observed(Watch(*watched), stage(fn), args, kwargs)
    divergences = tuple(compared(plain, staged))
    value = plain.outcomes[0]
    result = None if value.error else value.result
    return CheckReport(divergences, result, value.error)


def _package(function: Any) -> str:
    return str(getattr(function, "__module__", "")).partition(".")[0]
