"""`grad_pass_through`: a function whose gradient is the identity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.gradients.custom_gradients import custom_gradient
from runtime.tensors.structure import flatten


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with the gradients of its results passed to its arguments.

    >>> rounded = tf.grad_pass_through(tf.round)
    >>> x = tf.constant(2.6)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = 10.0 * rounded(x)
    >>> float(y), float(tape.gradient(y, x))
    (30.0, 10.0)
    """

    @custom_gradient
    def passing(*args: Any, **kwargs: Any) -> Any:
        count = len(flatten(list(args)))

        def gradient(*d_results: Any, variables: Any = None) -> Any:
            if variables is not None:
                return list(d_results), [None] * len(variables)
            return list(d_results[:count])

        return f(*args, **kwargs), gradient

    return passing
