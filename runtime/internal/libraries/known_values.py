"""Values of tensors that are known while a graph is traced."""

from __future__ import annotations

from typing import Any

from graphir.shapes import UNKNOWN, Shape
from runtime.namespaces.inspection import get_static_value
from runtime.tensors.composites import convert_to_tensor


def constant_value_as_shape(tensor: Any) -> Shape:
    """The shape that a vector of sizes stands for, unknown sizes where it is not known.

    >>> from runtime.internal.libraries.known_values import constant_value_as_shape
    >>> constant_value_as_shape(tf.constant([2, -1]))
    TensorShape([2, None])

    Raises:
      ValueError: for sizes below -1, or a scalar that is not -1.
    """
    given = convert_to_tensor(tensor)
    known = get_static_value(given)
    if given.shape.rank == 0:
        if known is None or int(known) == -1:
            return UNKNOWN
        raise ValueError("Received a scalar, that is not -1, as a shape.")
    if known is not None:
        return Shape([None if each == -1 else int(each) for each in known])
    length = given.shape[0] if given.shape.rank else None
    return UNKNOWN if length is None else Shape([None] * length)


def try_evaluate_constant(tensor: Any) -> Any:
    """The value of a tensor as an array, or None if it is not known."""
    return get_static_value(tensor)


__all__ = ["constant_value_as_shape", "try_evaluate_constant"]
