"""Sums, products, means, extrema and norms over axes of a tensor."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any as Anything

import numpy as np

from graphir.compute.block_sums import sum_over
from graphir.compute.short_rows import reduce_rows
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op, not_differentiable
from graphir.ops.contract.families import Reduction, conjugate, normalized_axes
from graphir.ops.contract.kernels import bound_by

_NUMERIC_REDUCTION = """(input: T, reduction_indices: Tidx) -> (output: T)
    | keep_dims: bool = False; T: type in numeric; Tidx: type in index = int32
"""
_ORDERED_REDUCTION = """(input: T, reduction_indices: Tidx) -> (output: T)
    | keep_dims: bool = False;
      T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,uint32,
      uint64,qint8,quint8,qint32,qint16,quint16];
      Tidx: type in index = int32
"""
_TRUTH_REDUCTION = """(input: bool, reduction_indices: Tidx) -> (output: bool)
    | keep_dims: bool = False; Tidx: type in index = int32
"""


def _add(
    x: Anything, axis: tuple[int, ...], dtype: Anything, keepdims: bool
) -> Anything:
    return sum_over(x, axis, dtype, keepdims)


def reduction_axes(axes: Anything, rank: int) -> tuple[int, ...]:
    """Reduced axes, non-negative; the check of every reduction kernel.

    Raises:
      InvalidArgumentError: for an axis that does not exist or stands twice.
    """
    given = axes.ravel().tolist()
    if len(given) == 1 and 0 <= given[0] < rank:
        # what nearly all are
        return (given[0],)
    result = []
    for axis in given:
        if not -rank <= axis < rank:
            raise InvalidArgumentError(
                f"Invalid reduction dimension ({axis} for input with {rank} "
                f"dimension(s)"
            )
        result.append(axis % rank)
    if len(set(result)) < len(result):
        repeated = next(axis for axis in result if result.count(axis) > 1)
        raise InvalidArgumentError(
            f"Invalid reduction arguments: Axes contains duplicate dimension: "
            f"{repeated}"
        )
    return tuple(result)


def _accumulated(reduce: Callable[..., Anything]) -> Anything:
    """A kernel of NumPy's ``reduce`` that keeps the dtype.

    Narrow floats are accumulated in float32, integers wrap around.
    """

    def choose(call: Op) -> Kernel:
        keep, dtype = bool(call.keep_dims), call.T.numpy_dtype
        if call.T.is_floating and call.T.size <= 2:

            def narrow(x: Anything, axes: Anything) -> Anything:
                axis = reduction_axes(axes, x.ndim)
                if not axis:
                    return x
                wide = reduce(x, axis=axis, dtype=np.float32, keepdims=keep)
                return wide.astype(dtype)

            return narrow

        def compute(x: Anything, axes: Anything) -> Anything:
            axis = reduction_axes(axes, x.ndim)
            if not axis:
                return x
            return reduce(x, axis=axis, dtype=dtype, keepdims=keep)

        return compute

    return bound_by(choose)


def _extremum(function: Anything, limit: str) -> Anything:
    """A kernel of maximum or minimum; an empty one is the limit of the dtype."""
    reduce = function.reduce

    def choose(call: Op) -> Kernel:
        keep = bool(call.keep_dims)
        infinity = -np.inf if limit == "min" else np.inf
        if call.T.is_floating:
            initial = np.array(infinity).astype(call.T.numpy_dtype)[()]
        else:
            initial = call.T.numpy_dtype.type(getattr(call.T, limit))

        def compute(x: Anything, axes: Anything) -> Anything:
            axis = reduction_axes(axes, x.ndim)
            if not x.size:
                return reduce(x, axis=axis, keepdims=keep, initial=initial)
            if axis == (x.ndim - 1,):
                return reduce_rows(function, x, keep)
            return reduce(x, axis=axis, keepdims=keep)

        return compute

    return bound_by(choose)


def spread_over_reduced(call: Anything, gradient: Anything) -> Anything:
    """A reduced gradient, repeated along the axes that were reduced."""
    op = call.op
    shape = call.input.shape
    kept = gradient if call.keep_dims else with_kept_dims(call, gradient)
    if shape.is_fully_defined():
        return op.BroadcastTo(kept, np.array(shape.as_ints(), np.int32))
    return op.BroadcastTo(kept, op.Shape(call.input))


def with_kept_dims(call: Anything, reduced: Anything) -> Anything:
    """A reduced tensor with an axis of size 1 for each axis that was reduced."""
    op = call.op
    shape = call.input.shape
    axes = call.constant("reduction_indices")
    if axes is None or shape.rank is None:
        kept = op.Sum(call.input, call.reduction_indices, keep_dims=True)
        return op.Reshape(reduced, op.Shape(kept))
    kept_axes = normalized_axes(axes, shape.rank)
    if shape.is_fully_defined():
        sizes = [1 if i in kept_axes else size for i, size in enumerate(shape)]
        return op.Reshape(reduced, np.array(sizes, np.int32))
    for axis in kept_axes:
        reduced = op.ExpandDims(reduced, axis)
    return reduced


class Sum(
    Reduction, signature="Sum" + _NUMERIC_REDUCTION, traits="precision_wide reduction"
):
    """The sum over axes; integers wrap around."""

    compute = _accumulated(_add)

    def input_gradients(self, d_output: Anything) -> Anything:
        return spread_over_reduced(self, d_output), None


def _element_count(x: Anything, axis: tuple[int, ...]) -> int:
    return math.prod(x.shape[each] for each in axis)


def _mean_kernel(call: Op) -> Kernel:
    keep, dtype = bool(call.keep_dims), call.T.numpy_dtype
    if call.T.is_integer or call.T.is_quantized:

        def truncated(x: Anything, axes: Anything) -> Anything:
            axis = reduction_axes(axes, x.ndim)
            count = max(1, _element_count(x, axis))
            total = np.sum(x, axis=axis, keepdims=keep)
            return np.floor_divide(total - np.fmod(total, count), count).astype(dtype)

        return truncated
    is_narrow = call.T.is_floating and call.T.size <= 2
    wide = np.float32 if is_narrow else dtype
    least_count = int(call.T.is_complex)

    def compute(x: Anything, axes: Anything) -> Anything:
        axis = reduction_axes(axes, x.ndim)
        if not axis:
            return x
        total = _add(x, axis=axis, dtype=wide, keepdims=keep)
        # the mean of no complex numbers is 0, that of no reals NaN
        parts = total.size
        elements = x.size // parts if parts else _element_count(x, axis)
        count = max(least_count, elements)
        mean = total / total.dtype.type(count)
        return mean.astype(dtype) if is_narrow else mean

    return compute


class Mean(
    Reduction, signature="Mean" + _NUMERIC_REDUCTION, traits="precision_wide reduction"
):
    """The mean over axes; truncated for integers, NaN of no floats."""

    compute = bound_by(_mean_kernel)

    def input_gradients(self, d_output: Anything) -> Anything:
        op = self.op
        sizes = self.input.shape.num_elements(), d_output.shape.num_elements()
        if None not in sizes:
            share = op.RealDiv(d_output, sizes[0] // max(1, sizes[1]))
            return spread_over_reduced(self, share), None
        count = op.FloorDiv(op.Size(self.input), op.Maximum(op.Size(d_output), 1))
        share = op.RealDiv(d_output, op.Cast(count, DstT=d_output.dtype))
        return spread_over_reduced(self, share), None


class Prod(
    Reduction,
    signature="Prod" + _NUMERIC_REDUCTION,
    traits="precision_following reduction",
):
    """The product over axes; integers wrap around."""

    compute = _accumulated(np.multiply.reduce)

    def input_gradients(self, d_output: Anything) -> Anything:
        axes = self.constant("reduction_indices")
        if axes is None:
            return self._gradient_by_rows(d_output), None
        return self._gradient_along(np.ravel(axes).tolist(), d_output), None

    def _gradient_by_rows(self, d_output: Anything) -> Anything:
        # axes that are known only when it runs: they are moved to the front and
        # made one, along which the products are taken
        op = self.op
        shape, rank = op.Shape(self.input), op.Rank(self.input)
        given = op.Cast(op.Reshape(self.reduction_indices, [-1]), DstT=rank.dtype)
        reduced = op.FloorMod(given, rank)
        others, _ = op.ListDiff(op.Range(0, rank, 1), reduced)
        order = op.ConcatV2([reduced, others], 0)
        moved = op.Transpose(self.input, order)
        sizes = [
            op.Prod(op.GatherV2(shape, each, 0), [0]) for each in (reduced, others)
        ]
        rows = op.Reshape(moved, op.Pack(sizes))
        before = op.Cumprod(rows, 0, exclusive=True)
        after = op.Cumprod(rows, 0, exclusive=True, reverse=True)
        products = op.Reshape(op.Mul(before, after), op.Shape(moved))
        back = op.Transpose(products, op.InvertPermutation(order))
        gradient = d_output if self.keep_dims else with_kept_dims(self, d_output)
        return op.Mul(gradient, conjugate(self, op.Reshape(back, shape)))

    def _gradient_along(self, axes: list[int], d_output: Anything) -> Anything:
        # one axis after the other; the product of the others along each axis is
        # that of those before and those after, so zeros need no division
        op = self.op
        if not axes:
            return d_output
        factors = [self.input]
        for axis in axes[:-1]:
            factors.append(op.Prod(factors[-1], [axis], keep_dims=True))
        gradient = d_output if self.keep_dims else with_kept_dims(self, d_output)
        for axis, factor in zip(reversed(axes), reversed(factors), strict=True):
            before = op.Cumprod(factor, axis, exclusive=True)
            after = op.Cumprod(factor, axis, exclusive=True, reverse=True)
            others = conjugate(self, op.Mul(before, after))
            gradient = op.Mul(gradient, others)
        return gradient


def _gradient_of_extremum(call: Anything, d_output: Anything) -> tuple[Anything, None]:
    # equal elements share the gradient
    op = call.op
    output, gradient = call.output, d_output
    if not call.keep_dims:
        output, gradient = with_kept_dims(call, output), with_kept_dims(call, gradient)
    chosen = op.Cast(op.Equal(call.input, output), DstT=d_output.dtype)
    count = op.Sum(chosen, call.reduction_indices, keep_dims=True)
    return op.Mul(op.RealDiv(chosen, count), gradient), None


class Max(Reduction, signature="Max" + _ORDERED_REDUCTION, traits="reduction"):
    """The greatest element over axes; NaN if any is NaN."""

    compute = _extremum(np.maximum, "min")

    def input_gradients(self, d_output: Anything) -> Anything:
        return _gradient_of_extremum(self, d_output)


class Min(Reduction, signature="Min" + _ORDERED_REDUCTION, traits="reduction"):
    """The least element over axes; NaN if any is NaN."""

    compute = _extremum(np.minimum, "max")

    def input_gradients(self, d_output: Anything) -> Anything:
        return _gradient_of_extremum(self, d_output)


def _truth_kernel(reduce: Callable[..., Anything]) -> Anything:
    def choose(call: Op) -> Kernel:
        keep = bool(call.keep_dims)

        def compute(x: Anything, axes: Anything) -> Anything:
            return reduce(x, axis=reduction_axes(axes, x.ndim), keepdims=keep)

        return compute

    return bound_by(choose)


class All(Reduction, signature="All" + _TRUTH_REDUCTION, traits="reduction"):
    """Whether every element over axes holds."""

    compute = _truth_kernel(np.logical_and.reduce)
    input_gradients = not_differentiable


class Any(Reduction, signature="Any" + _TRUTH_REDUCTION, traits="reduction"):
    """Whether some element over axes holds."""

    compute = _truth_kernel(np.logical_or.reduce)
    input_gradients = not_differentiable


def _norm_kernel(call: Op) -> Kernel:
    keep, dtype = bool(call.keep_dims), call.T.numpy_dtype
    is_narrow = call.T.is_floating and call.T.size <= 2

    def compute(x: Anything, axes: Anything) -> Anything:
        axis = reduction_axes(axes, x.ndim)
        if is_narrow:
            x = x.astype(np.float32)
        squares = np.multiply(x, np.conjugate(x))
        total = _add(squares, axis=axis, dtype=x.dtype, keepdims=keep)
        # the sum is of the dtype too: that of half numbers may overflow
        return np.sqrt(np.asarray(total, dtype)).astype(dtype)

    return compute


class EuclideanNorm(
    Reduction, signature="EuclideanNorm" + _NUMERIC_REDUCTION, traits="reduction"
):
    """The square root of the sum of squares over axes; truncated for integers."""

    compute = bound_by(_norm_kernel)

    def input_gradients(self, d_output: Anything) -> Anything:
        op = self.op
        output, gradient = self.output, d_output
        if not self.keep_dims:
            output, gradient = (
                with_kept_dims(self, output),
                with_kept_dims(self, gradient),
            )
        return op.RealDiv(self.input, op.RealDiv(output, gradient)), None
