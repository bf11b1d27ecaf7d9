"""Failures of a command: one clear message, and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from autograph.errors import ConversionError
from autograph.tracebacks.user_lines import message_of, user_lines

_MADE_AT: Final = "\n  made at "

DONE: Final = 0
DIFFERENT: Final = 1
"""Answers or graphs differ."""
BAD_INPUT: Final = 2
"""Wrong usage, or input that cannot be read."""
NOT_CONVERTED: Final = 3
"""The function cannot be converted or traced."""
FAILED: Final = 4
"""It failed while running."""


class Failure(Exception):
    """Ends the command with a message and an exit status.

    >>> Failure("no such file", BAD_INPUT).status
    2
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def failing_with(status: int, what: str) -> Iterator[None]:
    """Turns any error inside into a Failure, with a message about the action.

    A program that ends the process (``sys.exit``) counts as an error as well.

    >>> try:
    ...     with failing_with(FAILED, "running f"):
    ...         1 / 0
    ... except Failure as failure:
    ...     print(str(failure).splitlines()[0])
    running f: ZeroDivisionError: division by zero
    """
    try:
        yield
    except Failure:
        raise
    except (Exception, SystemExit) as error:
        raise Failure(f"{what}: {told(error)}", status) from error


def cannot(action: str, path: object, error: OSError) -> Failure:
    """A file that cannot be read or written, with the system's reason in words.

    >>> cannot("read", "net.py", FileNotFoundError(2, "No such file or directory"))
    Failure('cannot read net.py: no such file or directory.')
    """
    reason = error.strerror or str(error)
    text = f"cannot {action} {path}: {reason[:1].lower()}{reason[1:]}."
    return Failure(text, BAD_INPUT)


def described(error: BaseException) -> str:
    """The public name of an error's class, and its message.

    >>> described(KeyError("x"))
    "KeyError: 'x'"
    """
    return message_of(error)


def told(error: BaseException) -> str:
    """What ``described`` gives; below it the user's lines that led to the error.

    An error of a node that ran tells them itself.
    """
    if isinstance(error, ConversionError) and error.filename is not None:
        code = f": {error.text.strip()}" if error.text else ""
        kind = type(error).__name__
        place = f"{error.filename}:{error.line}"
        return f"{kind}: {error.message}\n  at {place}{code}"
    text = described(error)
    if _MADE_AT in text:
        return text
    return "\n".join([text.rstrip(), *user_lines(error, _our_folders())])


def _our_folders() -> tuple[str, ...]:
    found = (sys.modules.get(name) for name in ("autograph", "graphir", "runtime"))
    files = [__file__, *(each.__file__ for each in found if each is not None)]
    return tuple(os.path.dirname(each) + os.sep for each in files if each)
