"""`tf.__internal__.ops`: questions about variables."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op
from runtime.arrays.reshaping import broadcast_to
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.variables.resource import ResourceVariable


def is_resource_variable(var: Any) -> bool:
    """Whether it is a variable, or says that it acts as one.

    >>> tf.__internal__.ops.is_resource_variable(tf.Variable(1))
    True
    """
    acts = getattr(var, "_should_act_as_resource_variable", False)
    return isinstance(var, ResourceVariable) or bool(acts)


def broadcast_weights(weights: Any, values: TensorLike) -> Tensor:
    """The weights in the shape of the values.

    >>> tf.__internal__.ops.broadcast_weights([[1.0], [2.0]], tf.ones([2, 2])).numpy()
    array([[1., 1.],
           [2., 2.]], dtype=float32)

    Raises:
      InvalidArgumentError: if they do not broadcast.
    """
    tensor = convert_to_tensor(values)
    factors = convert_to_tensor(weights, dtype_hint=tensor.dtype)
    return broadcast_to(factors, apply_op("Shape", [tensor]))


__all__ = ["broadcast_weights", "is_resource_variable"]
