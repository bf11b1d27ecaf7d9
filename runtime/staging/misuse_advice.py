"""Advice in errors about lines that use a symbolic tensor like a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autograph import logs
from autograph.analysis.asking_constructs import (
    Construct,
    deciding_construct,
    iterating_construct,
)
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
    handler = handler_for(error, frame, trace.defaults.boundary)
    if handler is None:
        return
    if deciding_construct(frame) is Construct.ASSERTION:
        from runtime.tracing.refused_errors import refuse

        refuse(trace, type(error)(f"{error} It is caught in {handler.place}."))
    elif handler.place not in _WARNED:
        _WARNED.add(handler.place)
        logs.warn(
            f"{handler.place}: `{handler.place.text.rstrip(':')}` catches the error "
            "that a tensor has no truth value while a graph is traced, so it decides "
            f"in the same way for every value. The error: {error}"
        )


_ON_TRUTH: Final = {
    Construct.ASSERTION: (
        "An `assert` is checked while tracing: write tf.debugging.Assert(...), or "
        "turn on Feature.ASSERT_STATEMENTS, with which it is checked when the "
        "graph runs."
    ),
    Construct.CONDITIONAL_ASSIGNMENT: (
        "In a part of an expression that may not be evaluated, `:=` cannot be "
        "recorded: assign in a statement before."
    ),
    Construct.ALTERNATIVES: (
        "Alternatives that take a subject apart are left to Python, which cannot "
        "compare tensors: write a `case` for each."
    ),
    Construct.FILTER: (
        "A comprehension cannot filter by a tensor: write "
        "tf.boolean_mask(values, mask)."
    ),
}


def advice_on_truth() -> str:
    """Advice on the code to write for a construct that needs a tensor's truth value."""
    construct = deciding_construct(calling_frame())
    return "" if construct is None else _ON_TRUTH[construct]


def advice_on_iteration() -> str:
    """Advice: the code to write where a construct iterates over a tensor."""
    if iterating_construct(calling_frame()) is None:
        return ""
    return (
        "Such a comprehension is staged if it makes a list, with one `for` and "
        "without `if`. Write a `for` statement that appends to a list, or "
        "tf.boolean_mask(values, mask) to filter."
    )
