"""The initial value of a variable, and its static shape."""

from __future__ import annotations

from typing import Any, Final

from graphir.shapes import Shape, as_shape
from runtime.context import name_scope
from runtime.tensors.composites import convert_to_tensor as dense_tensor
from runtime.tensors.tensor import Tensor

MISSING_VALUE: Final = (
    "The `initial_value` arg to `tf.Variable` must be specified except when you are "
    "not providing a `variable_def`. You provided neither."
)


def initial_tensor(initial_value: Any, dtype: Any) -> Tensor:
    """The value that a variable starts with.

    Raises:
      ValueError: for a dtype that no array can have.
    """
    with name_scope("Initializer"):
        value = initial_value() if callable(initial_value) else initial_value
        tensor = dense_tensor(value, dtype, name="initial_value")
    if not tensor.dtype.has_numpy:
        raise ValueError(f"A variable cannot be of dtype {tensor.dtype.name}.")
    return tensor


def allowed_shape(initial: Tensor, shape: Any) -> Shape:
    """The static shape of a variable: of its initial value, or ``shape``.

    Raises:
      ValueError: if the initial value does not fit ``shape``.
    """
    if shape is None:
        return initial.shape
    if not initial.shape.is_compatible_with(shape):
        raise ValueError(
            "In this `tf.Variable` creation, the initial value's shape "
            f"({initial.shape}) is not compatible with the explicitly supplied `shape` "
            f"argument ({shape})."
        )
    return as_shape(shape)
