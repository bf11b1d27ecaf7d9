"""What comes of an action: one of our clear errors, or a fault."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import autograph
import graphir
import runtime as tf
from autograph.errors import AutoGraphError
from graphir.errors import GraphirError

PACKAGES: Final = tuple(
    str(Path(str(each.__file__)).parent) for each in (autograph, graphir, tf)
)
OURS: Final = (tf.errors.OpError, GraphirError, AutoGraphError)


def unclear(error: BaseException) -> str | None:
    """What is unclear about an error: it came out of the middle of something.

    Errors of our own classes are clear, and those of Python's that a line of ours
    raises: each was written for who reads it.
    """
    if isinstance(error, OURS):
        return None
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    is_ours = last is not None and last.filename.startswith(PACKAGES)
    if last is not None and is_ours and last.lineno is not None:
        line = linecache.getline(last.filename, last.lineno).strip()
        if line.startswith("raise") and isinstance(error, Exception):
            return None
    return described(error)


def described(error: BaseException) -> str:
    """Class, place and text of an error: the last line of ours in its way."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [each for each in frames if each.filename.startswith(PACKAGES)]
    at = (ours or frames)[-1] if frames else None
    place = f"{Path(at.filename).name}:{at.lineno}" if at is not None else "nowhere"
    return f"{type(error).__name__} at {place}: {str(error)[:300]}"


def fault_of(action: Callable[[], Any]) -> str | None:
    """What is unclear about the error of an action, if it raises one."""
    try:
        action()
    except (KeyboardInterrupt, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    except BaseException as error:  # which ones come out is the question
        return unclear(error)
    return None
