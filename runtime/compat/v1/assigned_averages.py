"""Moving averages that a variable holds itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.compat.v1.graph_variables import graph_variable
from runtime.context import entered, name_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.variables.resource import ResourceVariable
from runtime.variables.variable_creation import makes_a_graph_by_hand


def assign_moving_average(
    variable: Any,
    value: TensorLike,
    decay: Any,
    zero_debias: bool = True,
    name: str | None = None,
) -> Any:
    """Moves a variable towards a value; the weight of its old value is ``decay``.

    Args:
      variable: the average, of a floating dtype.
      value: of its shape.
      decay: a number or scalar tensor from 0 to 1.
      zero_debias: whether the average is of the values only, as if the variable had had
        none before. Each eager call is the first one then; a graph counts on.
      name: of the operations.

    >>> average = tf.Variable(1.0)
    >>> move = tf.__internal__.train.assign_moving_average
    >>> float(move(average, 3.0, 0.5, zero_debias=False))
    2.0

    Returns: the variable after the change.

    Raises:
      InvalidArgumentError, ValueError: for a value of another shape.
    """
    dtype = variable.dtype.base_dtype
    # their names begin with the variable's, in no scope of this call
    counters = _counters(variable) if zero_debias else None
    with name_scope(name or "AssignMovingAvg"):
        weight = convert_to_tensor(1.0 - decay)
        if weight.dtype is not dtype:
            weight = apply_op("Cast", [weight], {"DstT": dtype})
        target = convert_to_tensor(value, dtype)
        if counters is None:
            return variable.assign_sub((variable - target) * weight)
        return variable.assign_sub(_change(variable, counters, target, weight))


def _counters(variable: Any) -> tuple[Any, Any]:
    """Variables for the average that begins with zero, and for how often it moved."""
    dtype = variable.dtype.base_dtype
    title = variable.name.removesuffix(":0")
    zeros = np.zeros(tuple(variable.shape), dtype.numpy_dtype)
    biased = _counter(zeros, dtype, f"{title}/biased")
    zero = np.zeros((), dtype.numpy_dtype)
    return biased, _counter(zero, dtype, f"{title}/local_step")


def _change(variable: Any, counters: tuple[Any, Any], value: Any, weight: Any) -> Any:
    """What to take from a variable, so that it is the average of the values so far."""
    biased, step = counters
    average = _read(biased.assign_sub((_read(biased) - value) * weight))
    count = _read(step.assign_add(np.ones((), step.dtype.numpy_dtype)))
    rest = apply_op("Pow", [1.0 - weight, count])
    return variable - average / (1.0 - rest)


def _read(variable: Any) -> Any:
    return convert_to_tensor(variable)


def _counter(first: Any, dtype: dtypes.DType, name: str) -> Any:
    if makes_a_graph_by_hand():
        return graph_variable(first, False, None, name, dtype, None)
    # each graph has counters of its own: they are none of the variables that a function
    # makes in its first trace, as those made in an init_scope are
    with entered(None):
        return ResourceVariable(first, trainable=False, name=name, dtype=dtype)


__all__ = ["assign_moving_average"]
