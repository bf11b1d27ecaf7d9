"""`wrap_function`: a function traced once, unconverted, whose graph can be pruned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any

from runtime.compat.v1.graph_variables import WRAPPED
from runtime.context import current_trace
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.variables.creators import variable_creator_scope
from runtime.variables.variable_creation import KEPT


def wrap_function(
    fn: Callable[..., Any], signature: Sequence[Any], name: str | None = None
) -> ConcreteFunction:
    """Traces a function for the specs of its arguments, without converting it.

    Variables that it makes are the wrapped function's own, and each call uses the same
    ones: ``variables`` has them. `tf.compat.v1.get_variable` finds them by name, as in
    a graph of version 1, and the graph's collections have them.

    >>> def scaled(x):
    ...     return x * tf.compat.v1.get_variable("scale", initializer=2.0)
    >>> wrapped = tf.compat.v1.wrap_function(scaled, [tf.TensorSpec([], tf.float32)])
    >>> wrapped(tf.constant(3.0)).numpy(), [each.name for each in wrapped.variables]
    (np.float32(6.0), ['scale:0'])

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
      ValueError: for a variable whose name another one has, or that cannot be shared.
    """
    known_as = name or str(getattr(fn, "__name__", type(fn).__name__))
    kept: list[Any] = []
    traced = Function(_making_once(fn, kept), known_as, tuple(signature))
    concrete = traced.get_concrete_function()
    KEPT.set(concrete.trace, kept)
    return concrete


def _making_once(fn: Callable[..., Any], kept: list[Any]) -> Callable[..., Any]:
    """The function, whose variables are made by its first trace and kept.

    A function that makes variables is traced again when they have their values; then
    the variables it makes are those of the first trace, in their order.
    """

    @wraps(fn)
    def call(*args: Any, **kwargs: Any) -> Any:
        made: Iterator[Any] = iter(list(kept))

        def make(next_creator: Callable[..., Any], **options: Any) -> Any:
            variable = next(made, None)
            if variable is None:
                variable = next_creator(**options)
                kept.append(variable)
            return variable

        trace = current_trace()
        assert trace is not None
        WRAPPED.set(trace, True)
        with variable_creator_scope(make):
            return fn(*args, **kwargs)

    return call


__all__ = ["wrap_function"]
