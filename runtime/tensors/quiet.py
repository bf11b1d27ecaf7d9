"""NumPy without floating-point warnings, at a lower cost than ``np.errstate``.

NumPy keeps its floating-point settings in a context variable. A context in which
warnings are off is entered once a call; a spare one waits here for the next call.
A context cannot be entered twice, so a nested call, or one on another thread, takes
another.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context
from typing import Any

import numpy as np

from runtime.context import CURRENT

_SPARE: list[Context] = []

take_spare = _SPARE.pop
"""A context that was given back; IndexError if there is none.

Taking and giving back are atomic, so threads need no lock.
"""


def new_quiet_context() -> Context:
    """A context in which NumPy does not warn, and ops run at once."""
    context = Context()
    context.run(np.seterr, all="ignore")
    # a graph that is the default of the whole process is none of a run's
    context.run(CURRENT.set, None)
    return context


def take_quiet_context() -> Context:
    """A context in which NumPy does not warn; give it back after use."""
    try:
        return take_spare()
    except IndexError:
        return new_quiet_context()


give_back = _SPARE.append
"""Puts a context back, to be taken again."""


def run_quietly(function: Callable[..., Any], *args: Any) -> Any:
    """Calls the function where NumPy does not warn.

    The function must not look at context variables: it runs in a context of its own.

    >>> float(run_quietly(np.divide, np.float32(1), np.float32(0)))
    inf
    """
    context = take_quiet_context()
    try:
        return context.run(function, *args)
    finally:
        give_back(context)
