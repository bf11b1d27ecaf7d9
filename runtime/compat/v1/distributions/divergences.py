"""Kullback-Leibler divergences, registered by pairs of classes of distributions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from runtime.arrays.rearranging import identity
from runtime.context import name_scope
from runtime.control_flow.conditionals import Assert
from runtime.math.comparison import is_nan, logical_not
from runtime.math.reductions import reduce_any
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import control_dependencies

Divergence = Callable[..., Any]
_Divergence = TypeVar("_Divergence", bound=Divergence)

_REGISTERED: Final[dict[tuple[type, type], Divergence]] = {}


class RegisterKL:
    """A decorator that registers a divergence for a pair of classes.

    The function takes two distributions and ``name``. A pair of subclasses has the
    divergence of the nearest classes that have one.

    >>> v1 = tf.compat.v1.distributions
    >>> class Point(v1.Normal):
    ...     pass
    >>> @v1.RegisterKL(Point, Point)
    ... def of_points(p, q, name=None):
    ...     return tf.abs(p.loc - q.loc)
    >>> v1.kl_divergence(Point(1.0, 1.0), Point(4.0, 1.0)).numpy()
    np.float32(3.0)

    Raises:
      TypeError: for what is not callable.
      ValueError: if the pair has one already.
    """

    def __init__(self, dist_cls_a: type, dist_cls_b: type) -> None:
        self._key = dist_cls_a, dist_cls_b

    def __call__(self, kl_fn: _Divergence) -> _Divergence:
        if not callable(kl_fn):
            raise TypeError(f"kl_fn must be callable, received: {kl_fn}")
        if self._key in _REGISTERED:
            first, second = self._key
            raise ValueError(
                f"KL({first.__name__} || {second.__name__}) has already been "
                f"registered to: {_REGISTERED[self._key]}"
            )
        _REGISTERED[self._key] = kl_fn
        return kl_fn


def _registered(first: type, second: type) -> Divergence | None:
    """The divergence of the pair of ancestors that are nearest, taken together."""
    near = [
        (place + other, place, _REGISTERED[a, b])
        for place, a in enumerate(first.__mro__)
        for other, b in enumerate(second.__mro__)
        if (a, b) in _REGISTERED
    ]
    return min(near, key=lambda found: found[:2])[2] if near else None


def kl_divergence(
    distribution_a: object,
    distribution_b: object,
    allow_nan_stats: bool = True,
    name: str | None = None,
) -> Tensor:
    """The divergence of the first distribution from the second, by batch member.

    Args:
      distribution_a, distribution_b: distributions whose batch shapes broadcast.
      allow_nan_stats: whether NaN may be a value.

    >>> v1 = tf.compat.v1.distributions
    >>> v1.kl_divergence(v1.Normal(0.0, 1.0), v1.Normal(2.0, 1.0)).numpy()
    np.float32(2.0)

    Raises:
      NotImplementedError: if none is registered for the classes.
      InvalidArgumentError: for NaN, if it is not allowed.
    """
    found = _registered(type(distribution_a), type(distribution_b))
    if found is None:
        raise NotImplementedError(
            "No KL(distribution_a || distribution_b) registered for distribution_a "
            f"type {type(distribution_a).__name__} and distribution_b type "
            f"{type(distribution_b).__name__}"
        )
    with name_scope("KullbackLeibler"):
        value: Tensor = convert_to_tensor(
            found(distribution_a, distribution_b, name=name)
        )
        if allow_nan_stats:
            return value
        told = (
            f"KL calculation between {_name(distribution_a)} and "
            f"{_name(distribution_b)} returned NaN values (and was called with "
            "allow_nan_stats=False). Values:"
        )
        check = Assert(logical_not(reduce_any(is_nan(value))), [told, value])
        with control_dependencies([] if check is None else [check]):
            known: Tensor = identity(value, name="checked_kl")
            return known


def _name(distribution: object) -> object:
    return getattr(distribution, "name", None)


__all__ = ["RegisterKL", "kl_divergence"]
