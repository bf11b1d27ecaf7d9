"""Suppresses warnings of Python's compiler that the user's file gave already."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from autograph.processes.forks import forkable_lock

__all__ = ["without_repeated_warnings"]

# what one thread puts back must not be what another has put there for a while
_lock = forkable_lock()


@contextmanager
def without_repeated_warnings() -> Iterator[None]:
    """Compile text of users under this: `x is 1` was warned of when Python read it.

    With `-W error` the second warning would end the conversion.

    >>> with without_repeated_warnings():
    ...     code = compile("x = (1)[:3]", "file.py", "exec")
    """
    with _lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        # what it was until Python 3.12
        warnings.filterwarnings("ignore", "invalid (octal )?escape", DeprecationWarning)
        yield
