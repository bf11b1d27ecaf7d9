"""Parameters of distributions as tensors: their dtypes, checks, shapes and seeds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from graphir.dtypes import DType
from graphir.shapes import Shape, broadcast_shapes
from runtime.arrays.filling import fill, ones_like
from runtime.arrays.indexing import where
from runtime.arrays.rearranging import identity
from runtime.arrays.reshaping import broadcast_dynamic_shape, shape
from runtime.compat.v1.assertions import assert_equal, assert_non_negative
from runtime.context import name_scope
from runtime.math.casting import cast
from runtime.math.exponentials import exp, log, log1p, sigmoid
from runtime.math.rounding import floor
from runtime.nn.activations import softmax
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import control_dependencies


@contextmanager
def parameter_scope(name: str) -> Iterator[str | None]:
    """The scope of a distribution's parameters: its name, or None outside of graphs."""
    with name_scope(name) as scope:
        yield scope if current_trace() is not None else None


def checked(value: Any, checks: Sequence[Any]) -> Any:
    """A tensor that is there once checks have passed."""
    found = [each for each in checks if each is not None]
    if not found:
        return value
    with control_dependencies(found):
        return identity(value)


def same_float_dtype(*tensors: Tensor) -> DType:
    """The one floating-point dtype of tensors.

    Raises:
      ValueError: if they have several, or one of another kind.
    """
    first = tensors[0]
    for each in tensors[1:]:
        if each.dtype is not first.dtype:
            raise ValueError(
                f"{each!s}, type={each.dtype!r}, must be of the same type "
                f"({first.dtype!r}) as {first!s}."
            )
    if not first.dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {first.dtype!r}.")
    return first.dtype


def parameter(value: TensorLike, name: str, checks: Sequence[Any] = ()) -> Tensor:
    """A parameter as a tensor of its own name."""
    named: Tensor = identity(checked(convert_to_tensor(value), checks), name=name)
    return named


def logits_and_probs(
    logits: TensorLike | None,
    probs: TensorLike | None,
    has_classes: bool,
    checks: Any = None,
) -> tuple[Tensor, Tensor]:
    """Log-odds and probabilities, of which one was given.

    Args:
      has_classes: whether the last axis counts classes, not a batch.
      checks: a function that gives checks of probabilities.

    Raises:
      ValueError: if both were given, or neither.
    """
    if (logits is None) == (probs is None):
        raise ValueError("Must pass probs or logits, but not both.")
    if probs is None:
        given = convert_to_tensor(logits, name="logits")
        if not given.dtype.is_floating:
            raise TypeError("logits must having floating type.")
        _require_classes(given, has_classes)
        chances = (
            softmax(given, name="probs") if has_classes else sigmoid(given, "probs")
        )
        return given, chances
    chances = convert_to_tensor(probs, name="probs")
    if not chances.dtype.is_floating:
        raise TypeError("probs must having floating type.")
    _require_classes(chances, has_classes)
    if checks is not None:
        chances = checked(chances, checks(chances))
    odds = log(chances) if has_classes else log(chances) - log1p(-1.0 * chances)
    return odds, chances


def _require_classes(given: Tensor, has_classes: bool) -> None:
    if has_classes and given.shape.rank == 0:
        raise ValueError("Shape () must have rank at least 1")


def common_shape(*tensors: Tensor) -> Shape:
    """The static shape that tensors broadcast to."""
    found = tensors[0].shape
    for each in tensors[1:]:
        found = broadcast_shapes(found, each.shape)
    return found


def common_shape_tensor(*tensors: Tensor) -> Tensor:
    """The shape that tensors broadcast to, int32 [rank]."""
    found = shape(tensors[0])
    for each in tensors[1:]:
        found = broadcast_dynamic_shape(found, shape(each))
    return found


def nan_like(tensor: Tensor) -> Tensor:
    """NaN in the shape and dtype of a tensor."""
    return fill(shape(tensor), convert_to_tensor(float("nan"), tensor.dtype))


def full_like(tensor: Tensor, value: float) -> Tensor:
    """A number in the shape and dtype of a tensor."""
    return ones_like(tensor) * value


def where_defined(condition: Tensor, value: Tensor) -> Tensor:
    """A statistic, NaN where it is not defined."""
    return where(condition, value, nan_like(value))


def whole_number_checks(counts: Tensor) -> list[Any]:
    """Checks that floating-point numbers are whole and not negative."""
    told = counts if current_trace() is not None else counts.numpy()
    return [
        assert_non_negative(counts, message=f"'{told}' must be non-negative."),
        assert_equal(
            counts,
            floor(counts),
            message=f"'{told}' cannot contain fractional components.",
        ),
    ]


def next_seed(seed: int | None, salt: str) -> int | None:
    """A seed that follows from another one, as TensorFlow derives it."""
    if seed is None:
        return None
    digest = hashlib.md5(f"{seed}{salt}".encode(), usedforsecurity=False).hexdigest()
    return int(digest[:8], 16) & 0x7FFFFFFF


def as_dtype_of(value: Tensor, like: Tensor) -> Tensor:
    """A tensor in another one's dtype."""
    return value if value.dtype is like.dtype else cast(value, like.dtype)


__all__ = [
    "as_dtype_of",
    "checked",
    "common_shape",
    "common_shape_tensor",
    "exp",
    "full_like",
    "logits_and_probs",
    "nan_like",
    "next_seed",
    "parameter",
    "parameter_scope",
    "same_float_dtype",
    "where_defined",
    "whole_number_checks",
]
