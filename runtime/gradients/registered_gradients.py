"""Gradient functions that users register under a name, for `gradient_override_map`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from graphir.ops.contract.registry import find
from runtime.gradients.backward.rules import REGISTERED, GradientFunction

Registered = TypeVar("Registered", bound=Callable[..., Any])


class RegisterGradient:
    """A decorator: registers a gradient function under a name.

    The function takes the operation and a gradient for each of its results, and returns
    a gradient or None for each input: alone, or in a list. A graph's
    ``gradient_override_map`` assigns it to nodes.

    >>> @tf.RegisterGradient("Doubled")
    ... def doubled(op, gradient):
    ...     return 2.0 * gradient
    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.constant(3.0)
    ...     with graph.gradient_override_map({"Identity": "Doubled"}):
    ...         y = tf.identity(x)
    ...     tf.gradients(y, x)
    [<tf.Tensor 'gradients/Identity_grad/mul:0' shape=() dtype=float32>]

    Raises:
      TypeError: unless the name is text.
      KeyError: on use, if the name is registered already, or is an op with a gradient.
    """

    __slots__ = ("_op_type",)

    def __init__(self, op_type: str) -> None:
        self._op_type = _checked_name(op_type)

    def __call__(self, f: Registered) -> Registered:
        _register(self._op_type, f)
        return f


def no_gradient(op_type: str) -> None:
    """Registers that the inputs of ops with a name have no gradients.

    >>> tf.no_gradient("Counted")

    Raises:
      TypeError: unless the name is text.
      KeyError: if the name is registered already, or is an op with a gradient.
    """
    _register(_checked_name(op_type), None)


def _checked_name(op_type: Any) -> str:
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    return op_type


def _register(name: str, function: GradientFunction | None) -> None:
    declared = find(name)
    has_own = declared is not None and declared.input_gradients is not None
    if has_own or name.encode() in REGISTERED:
        raise KeyError(f"Registering two gradient with name '{name}'!")
    REGISTERED[name.encode()] = _without_gradients if function is None else function


def _without_gradients(op: Any, *d_outputs: Any) -> Sequence[None]:
    return [None] * len(op.inputs)
