"""`raise` in a branch that a tensor decides: the error comes when the graph runs."""

from __future__ import annotations

from typing import Any, Final

from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.conversion import convert_to_tensor

ATTRIBUTE: Final = "_autograph_raises"
"""On an Assert: the number of the user's exception."""

_ERRORS: Final[dict[int, BaseException]] = {}


def record_raise(error: BaseException) -> None:
    """Adds an Assert that always fails, with the user's exception."""
    number = len(_ERRORS)
    _ERRORS[number] = _without_frames(error)
    text = f"{type(error).__name__}: {error}"
    attrs: dict[str, Any] = {"summarize": 3, ATTRIBUTE: number}
    apply_op("Assert", [False, [convert_to_tensor(text)]], attrs)


def _without_frames(error: BaseException) -> BaseException:
    kind = type(error)
    # a constructor may take other arguments than the exception keeps
    kept = kind.__new__(kind, *error.args)
    kept.args = error.args
    kept.__dict__.update(error.__dict__)
    return kept


def raised_error(number: int) -> BaseException:
    """The user's exception of that number, new at each call.

    One that this process has not recorded is told by TensorFlow's class.
    """
    error = _ERRORS.get(number)
    if error is None:
        return InvalidArgumentError(None, None, "a raise statement was reached")
    fresh = _without_frames(error)
    fresh.__autograph_raised__ = True  # type: ignore[attr-defined]
    return fresh


def is_raised_by_user(error: BaseException) -> bool:
    """Whether the error is the user's own, from `raised_error`."""
    return getattr(error, "__autograph_raised__", False) is True
