"""Staging errors that the user's own `except` must not hide.

A `raise` under a tensor condition is recorded in the graph, where Python's `except`
cannot catch it. A handler that would have caught it is refused; since the handler also
catches the refusal, the refusal is raised again at the end of the trace.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from autograph.errors import StagingError
from autograph.operators.handlers import (
    Handler,
    Place,
    cleanups_around,
    handler_for,
    place_of_raise,
)
from runtime.staging.staged_text import warn_of_unused
from runtime.tracing.dependencies import changes_state
from runtime.tracing.graph_trace import GraphTrace, current_trace
from runtime.tracing.origins import is_ours
from runtime.tracing.refused_errors import (
    REFUSALS,
    Refusals,
    refusals_around,
    refuse,
)


class HandlerNotReachedError(StagingError, NotImplementedError):
    """An `except` or `finally` would run in Python, but not when the graph runs."""


class _Cleanup(NamedTuple):
    """A `finally` that follows a recorded `raise`."""

    handler: Handler
    raised: Place


@contextmanager
def refusals_of(trace: GraphTrace) -> Iterator[None]:
    """A context manager around a trace that raises swallowed refusals at the end.

    Raises:
      HandlerNotReachedError: if there was one, or a `finally` changes state after a
        recorded `raise`.
    """
    refusals = Refusals()
    REFUSALS.set(trace, refusals)
    try:
        yield
    except Exception as error:
        if refusals.errors and type(error) is not type(refusals.errors[0]):
            raise refusals.errors[0] from error
        raise
    finally:
        REFUSALS.set(trace, None)
    if refusals.errors:
        raise refusals.errors[0]
    warn_of_unused(refusals.texts)
    for cleanup in refusals.cleanups:
        _check_cleanup(trace, cleanup)


def refuse_handlers(error: BaseException, raised: Place | None = None) -> None:
    """Refuses an exception, to be recorded in the graph, that the user's code catches.

    Raises:
      HandlerNotReachedError: names the line of the `raise` and that of the handler.
    """
    trace = current_trace()
    if trace is None:
        return
    raised = place_of_raise(error) if raised is None else raised
    frame, boundary = sys._getframe(1), trace.defaults.boundary
    handler = handler_for(error, frame, boundary)
    if handler is not None:
        refusal = HandlerNotReachedError(_caught(error, raised, handler))
        refuse(trace, refusal)
        raise refusal
    cleanups = [_Cleanup(each, raised) for each in cleanups_around(frame, boundary)]
    for refusals in refusals_around(trace):
        refusals.cleanups += cleanups


def user_line() -> Place:
    """The user's line that is running."""
    frame = sys._getframe(1)
    while is_ours(frame.f_code.co_filename) and frame.f_back is not None:
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


def _caught(error: BaseException, raised: Place, handler: Handler) -> str:
    return (
        f"`{raised.text}` in {raised} is reached or not as a tensor decides, so it is "
        "recorded and happens when the graph runs; "
        f"`{handler.place.text.rstrip(':')}` in {handler.place} would catch "
        f"{type(error).__name__} in Python, but the graph cannot come back to it. Set "
        "what the handler sets in the branch itself, in place of the `raise`, or catch "
        "the exception around the call of the tf.function."
    )


def _check_cleanup(trace: GraphTrace, cleanup: _Cleanup) -> None:
    place, last = cleanup.handler
    for node in trace.graph:
        if node.origin is None or not changes_state(node):
            continue
        for frame in node.origin.frames:
            if frame.filename == place.filename and place.line <= frame.line <= last:
                raise HandlerNotReachedError(
                    f"the `finally` in {place}, has an effect ({node.op} "
                    f"{node.name!r}) that comes after the `raise` in {cleanup.raised}, "
                    "which a tensor decides: when the graph raises, what follows does "
                    "not run. Do it before the `raise`, or around the call of the "
                    "tf.function."
                )
