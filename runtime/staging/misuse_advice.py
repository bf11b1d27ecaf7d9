"""Advice in errors: how the user's line misuses a tensor that has no value yet."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING, Final

from autograph import logs
from autograph.operators.handlers import handler_for
from graphir.attachments import calling_frame

if TYPE_CHECKING:
    from runtime.tracing.graph_trace import GraphTrace

_WARNED: Final[set[tuple[str, int]]] = set()


def judge_handler(error: Exception, trace: GraphTrace) -> None:
    """See whether the user's `except` takes a mistake for a decision.

    For an `assert` that is an error; for anything else, a warning once a line.
    """
    frame = calling_frame()
    handler = handler_for(error, frame, trace.boundary)
    if handler is None:
        return
    if _text_of(frame).startswith("assert "):
        from runtime.tracing.refused_errors import refuse

        refuse(trace, type(error)(f"{error} It is caught in {handler.place}."))
    elif handler.place not in _WARNED:
        _WARNED.add(handler.place)
        logs.warn(
            f"{handler.place}: `{handler.place.text.rstrip(':')}` catches the error "
            "that a tensor has no truth value while a graph is traced, so it decides "
            f"in the same way for every value. The error: {error}"
        )


def _text_of(frame: FrameType) -> str:
    import linecache

    return linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()


def advice_on_truth() -> str:
    """How to rewrite the line that uses a tensor as a truth value."""
    text = _text_of(calling_frame())
    if text.startswith("assert "):
        return (
            "An `assert` is checked while tracing: write tf.debugging.Assert(...), or "
            "turn on Feature.ASSERT_STATEMENTS, with which it is checked when the "
            "graph runs."
        )
    if ":=" in text:
        return (
            "In a part of an expression that may not be evaluated, `:=` cannot be "
            "recorded: assign in a statement before."
        )
    if text.startswith(("match ", "case ")):
        return (
            "Alternatives that take a subject apart are left to Python, which cannot "
            "compare tensors: write a `case` for each."
        )
    return _advice_on_filter(text)


def advice_on_iteration() -> str:
    """How to rewrite the line that iterates over a tensor."""
    text = _text_of(calling_frame())
    if _is_comprehension(text):
        return (
            "Such a comprehension is staged if it makes a list, with one `for` and "
            "without `if`. Write a `for` statement that appends to a list, or "
            "tf.boolean_mask(values, mask) to filter."
        )
    return ""


def _advice_on_filter(text: str) -> str:
    if _is_comprehension(text) and " if " in text:
        return (
            "A comprehension cannot filter by a tensor: write "
            "tf.boolean_mask(values, mask)."
        )
    return ""


def _is_comprehension(text: str) -> bool:
    is_statement = text.startswith(("for ", "if ", "while ", "elif "))
    return not is_statement and " for " in text
