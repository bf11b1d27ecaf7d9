"""Base classes for families of ops; helpers of kernels and gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.ranks import require_same_shapes
from graphir.shapes import UNKNOWN, Shape, broadcast_shapes


def elementwise(function: Callable[..., Any]) -> Any:
    """A NumPy function as the kernel itself, without a Python frame around it.

    >>> elementwise(np.add).__func__ is np.add
    True
    """
    return staticmethod(function)


def in_float32(function: Callable[..., Any]) -> Any:
    """A kernel that computes float16 and bfloat16 in float32 and casts back.

    TensorFlow's CPU kernels do the same (through Eigen).
    """

    def compute(*arrays: Any) -> Any:
        dtype = arrays[0].dtype
        if dtype.itemsize > 2 or dtype.kind not in "fV":
            return function(*arrays)
        return function(*(each.astype(np.float32) for each in arrays)).astype(dtype)

    return staticmethod(compute)


class Unary(Op, traits="elementwise"):
    """One argument; the result has its shape."""

    def infer_shape(self) -> Shape:
        shape: Shape = self._inputs[0].shape
        return shape


class Elementwise(Op, traits="elementwise"):
    """Arguments broadcast together by NumPy's rules."""

    def infer_shape(self) -> Shape:
        result: Shape = self._inputs[0].shape
        for value in self._inputs[1:]:
            result = broadcast_shapes(result, value.shape)
        return result


class SameShape(Op, traits="elementwise"):
    """Arguments of one shape, which is the result's: gradients of unary ops."""

    def infer_shape(self) -> Shape:
        return same_shapes([value.shape for value in self._inputs])

    @classmethod
    def bind(cls, attrs: Mapping[str, Attr]) -> Kernel:
        """The kernel; NumPy alone would spread one argument over the other."""
        kernel = super().bind(attrs)
        names = ", ".join(arg.name for arg in cls.declared().inputs)

        def compute(*arrays: Any) -> Any:
            require_same_shapes(names, *arrays)
            return kernel(*arrays)

        return compute


class Reduction(Op):
    """``input`` reduced over the axes in ``reduction_indices`` (or ``axis``)."""

    def infer_shape(self) -> Shape:
        shape: Shape = self._inputs[0].shape
        axes = self._inputs[1].constant_value()
        if shape.rank is None:
            return UNKNOWN
        if axes is None:
            return Shape([None] * shape.rank) if self.keep_dims else UNKNOWN
        reduced = normalized_axes(axes, shape.rank)
        if self.keep_dims:
            return Shape([1 if i in reduced else d for i, d in enumerate(shape)])
        return Shape([d for i, d in enumerate(shape) if i not in reduced])


def normalized_axes(axes: Any, rank: int) -> tuple[int, ...]:
    """Axes as sorted, distinct, non-negative integers.

    >>> normalized_axes(np.array([-1, 0]), 3)
    (0, 2)

    Raises:
      ValueError: for an axis that the rank does not have.
    """
    result = set()
    for axis in np.ravel(axes).tolist():
        if not -rank <= axis < rank:
            raise ValueError(
                f"Invalid reduction dimension {axis} for input with {rank} dimensions."
            )
        result.add(axis % rank)
    return tuple(sorted(result))


Pair = tuple[Any, Any]
"""Something for each of two operands."""


def sums_to_shapes(call: Op, operands: Pair, gradients: Pair) -> Pair:
    """The gradients of two operands that were broadcast together.

    Each is summed over the axes that its operand was spread over; None stays None.
    """
    shapes = operands[0].shape, operands[1].shape
    axes = spread_axes(*shapes)
    if axes is not None and not any(
        each and d is not None for each, d in zip(axes, gradients)
    ):
        return gradients
    sizes = [call.op.Shape(each) for each in operands]
    # what is known of the shapes decides, if it is enough
    wanted = axes or call.op.BroadcastGradientArgs(*sizes)
    results = [
        _summed(call, each, along, size) if _is_spread(each, along) else each
        for each, along, size in zip(gradients, wanted, sizes)
    ]
    return results[0], results[1]


def sum_to_shape(call: Op, gradient: Any, operand: Any, other: Any) -> Any:
    """The gradient of one broadcast operand alone."""
    return sums_to_shapes(call, (operand, other), (gradient, None))[0]


def _is_spread(gradient: Any, axes: Any) -> bool:
    return gradient is not None and (not isinstance(axes, list) or bool(axes))


def _summed(call: Op, gradient: Any, axes: Any, sizes: Any) -> Any:
    along = np.array(axes, np.int32) if isinstance(axes, list) else axes
    return call.op.Reshape(call.op.Sum(gradient, along), sizes)


def spread_axes(first: Shape, second: Shape) -> tuple[list[int], list[int]] | None:
    """The axes over which two shapes are spread to be one; None if that is not known.

    >>> spread_axes(Shape([None, 3]), Shape([3]))
    ([], [0])
    >>> spread_axes(Shape([2]), Shape([1, 2]))
    ([0], [])
    """
    if first.sizes is None or second.sizes is None:
        return None
    rank = max(len(first.sizes), len(second.sizes))
    padded = [
        [_ADDED] * (rank - len(each.sizes or ())) + [*each] for each in (first, second)
    ]
    found: tuple[list[int], list[int]] = [], []
    for axis, pair in enumerate(zip(*padded)):
        if _ADDED in pair:
            found[pair.index(_ADDED)].append(axis)
        elif pair[0] == pair[1] and pair[0] is not None:
            continue
        elif 1 in pair:
            found[pair.index(1)].append(axis)
        elif None in pair:
            return None
    return found


_ADDED = -1
"""An axis that a shape of lower rank gets."""


def conjugate(call: Op, value: Any) -> Any:
    """The value for real dtypes, its complex conjugate for complex dtypes.

    The gradient of a holomorphic f is d_result times the conjugate of f'.
    """
    return call.op.Conj(value) if value.dtype.is_complex else value


def same_shapes(shapes: Sequence[Shape]) -> Shape:
    """The merge of all the shapes.

    Raises:
      ValueError: if two of them disagree.
    """
    result = UNKNOWN
    for shape in shapes:
        result = result.merge_with(shape)
    return result


def in_brackets(shape: Sequence[Any]) -> str:
    """A shape as TensorFlow's kernels write it in messages.

    >>> in_brackets((2, 3))
    '[2,3]'
    """
    return "[" + ",".join(map(str, shape)) + "]"
