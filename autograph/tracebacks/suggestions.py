"""What an error about a missing name had better say: a near name, or a way out."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Any, Final

from autograph.tracebacks.frames import original_names

__all__ = ["suggestion"]

_LIKENESS: Final = 0.75
"""Names that are less alike are no suggestion."""


def suggestion(error: BaseException) -> str:
    """A clause that ends the message of an error about a missing name; or empty.

    Python itself suggests names only for an error that nobody caught and rewrote. A
    class may define `_hint_for_missing(name)`, which tells a way out for its objects.

    >>> try:
    ...     "text".uper()
    ... except AttributeError as error:
    ...     print(suggestion(error))
    . Did you mean: 'upper'?
    """
    if type(error) is AttributeError:
        return _for_attribute(error)
    if type(error) is NameError and error.name is not None:
        return _near(error.name, _visible_names(error.__traceback__))
    return ""


def _for_attribute(error: AttributeError) -> str:
    name, owner = error.name, error.obj
    if name is None or owner is None:
        return ""
    hint = getattr(type(owner), "_hint_for_missing", None)
    told: str = hint(name) if hint is not None else ""
    return told or _near(name, _attributes(owner))


def _attributes(owner: Any) -> Iterable[str]:
    try:
        return list(dir(owner))
    except Exception:
        return ()  # of the user's own __dir__: the first error is the one to tell


def _visible_names(traceback: TracebackType | None) -> list[str]:
    """The user's variables, globals and builtins of the frame that raised."""
    if traceback is None:
        return []
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    frame = traceback.tb_frame
    known = original_names(frame.f_code)
    own = frame.f_locals if known is None else known
    return [*own, *frame.f_globals, *frame.f_builtins]


def _near(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # only an error needs it

    is_private = name.startswith("_")
    offered = [each for each in known if is_private or not each.startswith("_")]
    close = get_close_matches(name, offered, n=1, cutoff=_LIKENESS)
    return f". Did you mean: '{close[0]}'?" if close and close[0] != name else ""
