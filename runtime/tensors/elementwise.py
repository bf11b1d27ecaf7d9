"""Types of functions of tensors that map composites to composites of the same class.

The decorators only inform type checkers: they return the decorated function unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, cast, overload

from runtime.tensors.composites import CompositeTensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

Composite = TypeVar("Composite", bound=CompositeTensor)


class Elementwise(Protocol):
    """A function of one tensor, element by element."""

    __name__: str

    @overload
    def __call__(self, x: Composite, name: str | None = None) -> Composite: ...  # type: ignore[overload-overlap]  # a composite is like a tensor too

    @overload
    def __call__(self, x: TensorLike, name: str | None = None) -> Tensor: ...


class ElementwisePair(Protocol):
    """A function of two tensors, element by element, with broadcasting."""

    __name__: str

    @overload
    def __call__(  # type: ignore[overload-overlap]  # a composite is like a tensor too
        self, x: Composite, y: TensorLike, name: str | None = None
    ) -> Composite: ...

    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, x: TensorLike, y: Composite, name: str | None = None
    ) -> Composite: ...

    @overload
    def __call__(
        self, x: TensorLike, y: TensorLike, name: str | None = None
    ) -> Tensor: ...


class Reduction(Protocol):
    """A reduction over axes; the result for a composite may be a composite."""

    __name__: str

    @overload
    def __call__(  # type: ignore[overload-overlap]  # a composite is like a tensor too
        self,
        input_tensor: Composite,
        axis: TensorLike | None = None,
        keepdims: bool | None = False,
        name: str | None = None,
    ) -> Composite | Tensor: ...

    @overload
    def __call__(
        self,
        input_tensor: TensorLike,
        axis: TensorLike | None = None,
        keepdims: bool | None = False,
        name: str | None = None,
    ) -> Tensor: ...


def elementwise(function: Callable[[TensorLike, str | None], Tensor]) -> Elementwise:
    """The function itself, to type checkers one of composites too.

    >>> @elementwise
    ... def twice(x, name=None):
    ...     return tf.add(x, x, name)
    >>> twice(tf.ragged.constant([[1, 2], [3]])).to_list()
    [[2, 4], [6]]
    """
    return cast(Elementwise, function)


def elementwise_pair(
    function: Callable[[TensorLike, TensorLike, str | None], Tensor],
) -> ElementwisePair:
    """The function itself, to type checkers one of composites too.

    >>> @elementwise_pair
    ... def least(x, y, name=None):
    ...     return tf.minimum(x, y, name)
    >>> least(tf.ragged.constant([[1, 2], [3]]), 2).to_list()
    [[1, 2], [2]]
    """
    return cast(ElementwisePair, function)


def reduction(
    function: Callable[
        [TensorLike, TensorLike | None, bool | None, str | None], Tensor
    ],
) -> Reduction:
    """The function itself, to type checkers one of composites too.

    >>> @reduction
    ... def total(input_tensor, axis=None, keepdims=False, name=None):
    ...     return tf.reduce_sum(input_tensor, axis, keepdims, name)
    >>> total(tf.ragged.constant([[1, 2], [3]]), 1).numpy()
    array([3, 3], dtype=int32)
    """
    return cast(Reduction, function)
