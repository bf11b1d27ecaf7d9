"""`wrap_function`: a function traced once, unconverted, whose graph can be pruned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function


def wrap_function(
    fn: Callable[..., Any], signature: Sequence[Any], name: str | None = None
) -> ConcreteFunction:
    """Traces a function for the specs of its arguments, without converting it.

    With ``prune`` and ``tf.import_graph_def`` it makes a callable of a frozen graph.

    >>> frozen = tf.Graph()
    >>> with frozen.as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
    ...     y = tf.identity(x * 2.0, name="y")
    >>> message = frozen.as_graph_def()
    >>> load = lambda: tf.import_graph_def(message, name="")
    >>> wrapped = tf.compat.v1.wrap_function(load, [])
    >>> double = wrapped.prune("x:0", "y:0")
    >>> double(tf.constant([1.0, 2.0])).numpy()
    array([2., 4.], dtype=float32)

    Raises:
      TypeError: for a signature that is none of specs, or does not fit the function.
    """
    known_as = name or str(getattr(fn, "__name__", type(fn).__name__))
    traced = Function(fn, known_as, tuple(signature))
    return traced.get_concrete_function()


__all__ = ["wrap_function"]
