"""`tf.init_scope`: ops of the outermost context, where state is set up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from runtime.context import Ambient, current_trace, eager_mode, entered


@contextmanager
def init_scope() -> Iterator[None]:
    """A context manager that leaves functions, branches, loops and tapes.

    Ops inside run at once; in a `tf.Graph` that is default they are added to it, and
    wait for none of the operations of `tf.control_dependencies`. Names keep the scope
    that they are in.

    >>> with tf.init_scope():
    ...     tf.executing_eagerly()
    True
    >>> with tf.Graph().as_default():
    ...     ready = tf.constant(True)
    ...     with tf.control_dependencies([ready]), tf.init_scope():
    ...         print(tf.executing_eagerly(), tf.constant(1).op.control_inputs)
    False []
    """
    graph = _graph_around()
    if graph is None:
        with eager_mode():
            yield
        return
    within, defaults = current_trace(), graph.defaults
    before = graph.scope, defaults.device, defaults.control_frames
    if within is not None:
        graph.scope, defaults.device = within.scope, within.defaults.device
    defaults.control_frames = ()
    try:
        with entered(Ambient(graph)):
            yield
    finally:
        graph.scope, defaults.device, defaults.control_frames = before


def _graph_around() -> Any:
    """The innermost graph that is no function's, if ops of functions are around it."""
    trace: Any = current_trace()
    while trace is not None and trace.is_function:
        trace = None if trace.around is None else trace.around.trace
    return trace


__all__ = ["init_scope"]
