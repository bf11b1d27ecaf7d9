"""Rank checks of arguments, before their values are read.

Shape rules know ranks only where they are static. For an array with axes, ``value[()]``
in a kernel would be the array itself, and the bytes of an object array are addresses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError


def scalar_of(value: Any, name: str) -> Any:
    """The element of an argument of rank 0.

    >>> scalar_of(np.array(b"text", object), "contents")
    b'text'

    Raises:
      InvalidArgumentError: for an array with axes.
    """
    if np.ndim(value):
        raise InvalidArgumentError(
            f"{name} must be scalar, got shape {list(np.shape(value))}"
        )
    return value[()] if isinstance(value, np.ndarray) else value


def text_of(value: Any, name: str) -> bytes:
    """The bytes of a scalar string.

    >>> text_of(b"text", "contents")
    b'text'

    Raises:
      InvalidArgumentError: for an array with axes, or an element that is no string.
    """
    found = scalar_of(value, name)
    if not isinstance(found, bytes):
        raise InvalidArgumentError(
            f"{name} must be a string, got {type(found).__name__}"
        )
    return found


def integer_of(value: Any, name: str) -> int:
    """A scalar integer as Python's.

    >>> integer_of(np.int64(3), "k")
    3

    Raises:
      InvalidArgumentError: for an array with axes, or an element that is no integer.
    """
    found = scalar_of(value, name)
    if not isinstance(found, (int, np.integer)) or isinstance(found, (bool, np.bool_)):
        raise InvalidArgumentError(
            f"{name} must be an integer, got {type(found).__name__}"
        )
    return int(found)


def vector_of(value: Any, name: str) -> Any:
    """An argument with one axis, as an array.

    >>> vector_of(np.array([1, 2]), "dims").tolist()
    [1, 2]

    Raises:
      InvalidArgumentError: for an array of another rank.
    """
    array = np.asarray(value)
    if array.ndim != 1:
        raise InvalidArgumentError(
            f"{name} must be a vector, got shape {list(array.shape)}"
        )
    return array


def sizes_of_matrix(value: Any, name: str) -> tuple[int, int]:
    """The rows and columns of an argument with two axes.

    >>> sizes_of_matrix(np.zeros((2, 3)), "x")
    (2, 3)

    Raises:
      InvalidArgumentError: for an array of another rank.
    """
    shape = np.shape(value)
    if len(shape) != 2:
        raise InvalidArgumentError(
            f"{name} must be rank 2 but is rank {len(shape)}, of shape {list(shape)}"
        )
    rows, columns = shape
    return rows, columns


def require_same_shapes(names: str, *arrays: Any) -> None:
    """Raises an error if arrays differ in shape.

    Raises:
      InvalidArgumentError: names the arguments (``"gradients, features"``) and shapes.
    """
    shapes = [getattr(each, "shape", ()) for each in arrays]
    if any(shape != shapes[0] for shape in shapes):
        listed = " vs. ".join(str(list(shape)) for shape in shapes)
        raise InvalidArgumentError(f"{names} have inconsistent shapes: {listed}")


def require_shape(value: Any, name: str, shape: tuple[int, ...]) -> None:
    """Raises an error if an array is of another shape: NumPy would broadcast it.

    Raises:
      InvalidArgumentError: names the argument and both shapes.
    """
    if np.shape(value) != shape:
        raise InvalidArgumentError(
            f"{name} must have shape {list(shape)}, got {list(np.shape(value))}"
        )


__all__ = [
    "integer_of",
    "require_same_shapes",
    "require_shape",
    "scalar_of",
    "sizes_of_matrix",
    "text_of",
    "vector_of",
]
