"""Graphs that sessions run: whether one is recorded, and the one outside of all."""

from __future__ import annotations

from runtime.context import CURRENT, Trace, current_trace


def make_outermost(trace: Trace | None) -> None:
    """Sets the trace to which ops are added outside of every other; None: ops run."""
    CURRENT.set_outermost(trace)


def outermost_trace() -> Trace | None:
    """The trace of `make_outermost`; None where ops run outside of traces."""
    return CURRENT.outermost


def in_session_graph() -> bool:
    """Whether a graph for sessions is recorded, or a function that is called in one.

    >>> from runtime.tracing.session_graphs import in_session_graph
    >>> with tf.Graph().as_default():
    ...     in_session_graph()
    True
    """
    trace = current_trace()
    while trace is not None and trace.is_function:
        trace = trace.outer
    return trace is not None


__all__ = ["in_session_graph", "make_outermost", "outermost_trace"]
