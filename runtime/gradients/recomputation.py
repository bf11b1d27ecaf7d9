"""`recompute_grad`: saves no intermediate values, recomputes the function instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any

from runtime.apply import apply_op
from runtime.context import CURRENT, Ambient, entered
from runtime.gradients.custom_gradients import VariableWatcher, custom_gradient
from runtime.gradients.tape import GradientTape
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, pack
from runtime.tracing.graphs import control_dependencies


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose gradient recomputes it instead of saving intermediate values.

    >>> slope = tf.recompute_grad(lambda x: tf.sin(x) * x)
    >>> x = tf.constant(0.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = slope(x)
    >>> float(tape.gradient(y, x))
    0.0
    """

    def recomputed(*args: Any, **kwargs: Any) -> Any:
        _refuse_forwards(args)

        def inner(*given: Any) -> Any:
            return _unrecorded(f, given, kwargs), _gradient_of(f, given, kwargs)

        return custom_gradient(inner)(*args)

    return update_wrapper(recomputed, f)


def _refuse_forwards(args: Sequence[Any]) -> None:
    ambient = CURRENT.get()
    for tape in () if ambient is None else ambient.tapes:
        if getattr(tape, "goes_forward", False) and tape.is_watching(flatten(args)):
            raise NotImplementedError(
                "A function under tf.recompute_grad has derivatives backwards only: "
                "call the function itself under tf.autodiff.ForwardAccumulator, which "
                "keeps nothing that could be recomputed."
            )


def _unrecorded(
    f: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> Any:
    ambient = CURRENT.get() or Ambient(None)
    watchers = [each for each in ambient.tapes if isinstance(each, VariableWatcher)]
    with entered(Ambient(ambient.trace, tuple(watchers))):
        return f(*args, **kwargs)


def _gradient_of(
    f: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> Callable[..., Any]:
    def gradient(*d_results: Any, variables: Sequence[Any] = ()) -> Any:
        with GradientTape() as tape:
            copies = [
                apply_op("Identity", [convert_to_tensor(each)])
                for each in flatten(args)
            ]
            tape.watch(copies)
            tape.watch(list(variables))
            # in a graph nothing is computed again before its gradient is there
            with control_dependencies(list(d_results)):
                again = f(*pack(tuple(args), copies), **kwargs)
        found = tape.gradient(
            flatten(again), [copies, list(variables)], output_gradients=list(d_results)
        )
        return (found[0], found[1]) if variables else found[0]

    return gradient
