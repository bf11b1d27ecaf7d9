"""Ops that reshape, transpose or repeat a tensor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets, sum_to_shape
from graphir.shapes import UNKNOWN, Shape, broadcast_shapes


class Reshape(
    Op,
    signature="""
        Reshape(tensor: T, shape: Tshape) -> (output: T)
        | T: type; Tshape: type in [int32,int64] = int32
    """,
    traits="precision_neutral infallible function_without_scope",
):
    """The same elements in another shape; one size may be -1 and is worked out."""

    def infer_shape(self) -> Shape:
        target = self.constant("shape")
        if target is None:
            return self.constant_as_shape("shape")
        if target.ndim != 1:
            raise ValueError(f"Shape must be rank 1 but is rank {target.ndim}")
        count = self.tensor.shape.num_elements()
        sizes: list[int | None] = [int(size) for size in target]
        if -1 not in sizes:
            if count is not None and math.prod(map(int, target)) != count:
                raise ValueError(_reshape_message(count, math.prod(map(int, target))))
            return Shape(sizes)
        rest = math.prod(int(size) for size in target if size != -1)
        missing = None if count is None or not rest else count // rest
        if count is not None and rest and count % rest:
            raise ValueError(_reshape_multiple_message(count, rest))
        return Shape([missing if size == -1 else size for size in sizes])

    def compute(self, tensor: Any, shape: Any) -> Any:
        if np.ndim(shape) > 1:
            raise self.invalid(
                f"sizes input must be 1-D, not {in_brackets(np.shape(shape))}"
            )
        sizes = np.ravel(shape).tolist()  # a scalar is taken too
        if min(sizes, default=0) < -1:
            # NumPy takes any negative size for the one to work out
            raise self._refused(np.size(tensor), sizes)
        try:
            return np.reshape(tensor, sizes)
        except ValueError:
            if 0 in sizes and sizes.count(-1) == 1 and 0 in np.shape(tensor):
                return np.reshape(tensor, _emptied(np.shape(tensor), sizes))
            raise self._refused(np.size(tensor), sizes) from None

    def _refused(self, count: int, sizes: list[int]) -> Exception:
        if sizes.count(-1) > 1:
            first = sizes.index(-1)
            second = sizes.index(-1, first + 1)
            return self.invalid(
                f"Only one input size may be -1, not both {first} and {second}"
            )
        if min(sizes, default=0) < -1:
            bad = next(i for i, size in enumerate(sizes) if size < -1)
            return self.invalid(f"Size {bad} must be non-negative, not {sizes[bad]}")
        if -1 not in sizes:
            return self.invalid(_reshape_message(count, math.prod(sizes)))
        rest = math.prod(size for size in sizes if size != -1)
        if not rest:
            return self.invalid(
                "reshape cannot infer the missing input size for an empty tensor "
                "unless all specified input sizes are non-zero"
            )
        return self.invalid(_reshape_multiple_message(count, rest))

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.Reshape(d_output, self.op.Shape(self.tensor)), None


def _emptied(shape: tuple[int, ...], sizes: list[int]) -> list[int]:
    """The sizes, with the missing one inferred from the non-zero sizes."""
    count = math.prod(size for size in shape if size)
    missing = count // math.prod(size for size in sizes if size > 0)
    return [missing if size == -1 else size for size in sizes]


def _reshape_message(count: int, requested: int) -> str:
    return (
        f"Input to reshape is a tensor with {count} values, but the requested shape "
        f"has {requested}"
    )


def _reshape_multiple_message(count: int, rest: int) -> str:
    return (
        f"Input to reshape is a tensor with {count} values, but the requested shape "
        f"requires a multiple of {rest}"
    )


class ExpandDims(
    Op,
    signature="""
        ExpandDims(input: T, dim: Tdim) -> (output: T)
        | T: type; Tdim: type in [int32,int64] = int32
    """,
    traits="precision_neutral infallible function_without_scope",
):
    """The tensor with an axis of size 1 put in at ``dim``."""

    def infer_shape(self) -> Shape:
        dim = self.constant("dim")
        shape = self.input.shape
        if shape.rank is None:
            return UNKNOWN
        if dim is None:
            return Shape([None] * (shape.rank + 1))
        position = self._position(dim, shape.rank)
        dims = shape.as_list()
        return Shape([*dims[:position], 1, *dims[position:]])

    def compute(self, input: Any, dim: Any) -> Any:
        array = np.asarray(input)
        position = self._position(dim, array.ndim)
        sizes = array.shape
        return array.reshape(*sizes[:position], 1, *sizes[position:])

    def _position(self, axis: Any, rank: int) -> int:
        if np.size(axis) != 1:
            raise self.invalid("'dim' must be a tensor with a single value")
        dim = int(np.ravel(axis)[0])
        if not -rank - 1 <= dim <= rank:
            raise self.invalid(
                f"Tried to expand dim index {dim} for tensor with {rank} dimensions."
            )
        return dim if dim >= 0 else dim + rank + 1

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.Reshape(d_output, self.op.Shape(self.input)), None


class Squeeze(
    Op,
    signature="""
        Squeeze(input: T) -> (output: T) | T: type; squeeze_dims: list(int) >= 0 = []
    """,
    traits="precision_neutral infallible function_without_scope",
):
    """The tensor without its axes of size 1, or only without ``squeeze_dims``."""

    def infer_shape(self) -> Shape:
        shape = self.input.shape
        if shape.rank is None:
            return UNKNOWN
        if not self.squeeze_dims:
            known = shape.is_fully_defined()
            return Shape([d for d in shape if d != 1]) if known else UNKNOWN
        axes = self._axes(shape.rank)
        for axis in axes:
            if shape[axis] not in (1, None):
                raise ValueError(
                    f"Can not squeeze dim[{axis}], expected a dimension of 1, "
                    f"got {shape[axis]}"
                )
        return Shape([d for i, d in enumerate(shape) if i not in axes])

    def compute(self, input: Any) -> Any:
        array = np.asarray(input)
        if not self.squeeze_dims:
            return array.reshape([d for d in array.shape if d != 1])
        axes = self._axes(array.ndim)
        for axis in axes:
            if array.shape[axis] != 1:
                raise self.invalid(
                    f"Can not squeeze dim[{axis}], expected a dimension of 1, "
                    f"got {array.shape[axis]}"
                )
        return array.reshape([d for i, d in enumerate(array.shape) if i not in axes])

    def _axes(self, rank: int) -> set[int]:
        for axis in self.squeeze_dims:
            if not -rank <= axis < rank:
                raise self.invalid(
                    f"Tried to squeeze dim index {axis} for tensor with {rank} "
                    "dimensions."
                )
        return {axis % rank for axis in self.squeeze_dims}

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.Reshape(d_output, self.op.Shape(self.input)),)


class Transpose(
    Op,
    signature="""
        Transpose(x: T, perm: Tperm) -> (y: T)
        | T: type; Tperm: type in [int32,int64] = int32
    """,
    traits="precision_neutral infallible",
    label="transpose/",
):
    """The axes in another order."""

    def infer_shape(self) -> Shape:
        perm, shape = self.constant("perm"), self.x.shape
        count = self.perm.shape.with_rank(1)[0]
        if None not in (count, shape.rank) and count != shape.rank:
            raise ValueError(f"Dimension must be {shape.rank} but is {count}")
        if perm is None:
            return Shape([None] * shape.rank) if shape.rank is not None else UNKNOWN
        if shape.rank is None:
            return Shape([None] * len(perm))
        self._check(perm, shape.rank)
        return Shape([shape[int(axis)] for axis in perm])

    def compute(self, x: Any, perm: Any) -> Any:
        self._check(perm, np.ndim(x))
        return np.transpose(x, perm)

    def _check(self, perm: Any, rank: int) -> None:
        if len(perm) != rank:
            raise self.invalid(
                f"transpose expects a vector of size {rank}. But input(1) is a "
                "vector of "
                f"size {len(perm)}"
            )
        axes = [int(axis) % rank if -rank <= axis < rank else axis for axis in perm]
        if sorted(axes) != list(range(rank)):
            raise self.invalid(f"perm {[int(axis) for axis in perm]} is no permutation")

    def input_gradients(self, d_y: Any) -> Any:
        return self.op.Transpose(d_y, self.op.InvertPermutation(self.perm)), None


class InvertPermutation(
    Op,
    signature="""
        InvertPermutation(x: T) -> (y: T) | T: type in [int32,int64] = int32
    """,
):
    """The permutation that undoes another."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.x.shape
        return shape.with_rank(1)

    def compute(self, x: Any) -> Any:
        array = np.asarray(x)
        if array.ndim != 1:
            raise self.invalid("invert_permutation expects a 1D vector.")
        inverse = np.full(array.shape, -1, array.dtype)
        for position, axis in enumerate(array.tolist()):
            if not 0 <= axis < array.size:
                raise self.invalid(f"{axis} is not between 0 and {array.size}")
            if inverse[axis] != -1:
                raise self.invalid(f"{axis} is duplicated in the input.")
            inverse[axis] = position
        return inverse


class Tile(
    Op,
    signature="""
        Tile(input: T, multiples: Tmultiples) -> (output: T)
        | T: type; Tmultiples: type in [int32,int64] = int32
    """,
    traits="entry_for_each_axis precision_neutral function_without_scope",
):
    """The tensor repeated along each axis."""

    def infer_shape(self) -> Shape:
        shape = self.input.shape
        multiples = self.constant_as_shape("multiples")
        if shape.rank is None:
            return (
                Shape([None] * multiples.rank)
                if multiples.rank is not None
                else UNKNOWN
            )
        multiples = multiples.with_rank(shape.rank)
        return Shape(
            [
                None if d is None or m is None else d * m
                for d, m in zip(shape, multiples, strict=True)
            ]
        )

    def compute(self, input: Any, multiples: Any) -> Any:
        if np.ndim(multiples) != 1:
            raise self.invalid(
                f"Expected multiples to be 1-D, but got shape "
                f"{in_brackets(np.shape(multiples))}"
            )
        if np.ndim(input) != np.size(multiples):
            raise self.invalid(
                f"Expected multiples argument to be a vector of length "
                f"{np.ndim(input)} "
                f"but got length {np.size(multiples)}"
            )
        if (np.asarray(multiples) < 0).any():
            raise self.invalid(f"Expected multiples >= 0, got {multiples.tolist()}")
        return np.tile(input, multiples)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        shape = op.Shape(self.input, out_type=self.multiples.dtype)
        # [m0, d0, m1, d1, ...]: then the axes of the repeats are summed
        split = op.Reshape(op.Transpose(op.Pack([self.multiples, shape]), [1, 0]), [-1])
        axes = op.Range(0, op.Size(split), 2)
        d_input = op.Sum(op.Reshape(d_output, split), axes)
        if d_input.shape != self.input.shape or not d_input.shape.is_fully_defined():
            d_input = op.Reshape(d_input, shape)
        return d_input, None


class BroadcastTo(
    Op,
    signature="""
        BroadcastTo(input: T, shape: Tidx) -> (output: T)
        | T: type; Tidx: type in [int32,int64] = int32
    """,
    traits="precision_neutral",
):
    """The tensor spread to a larger shape by the broadcasting rules."""

    def infer_shape(self) -> Shape:
        target = self.constant_as_shape("shape")
        if target.is_fully_defined():
            broadcast_shapes(self.input.shape, target)
        return target

    def compute(self, input: Any, shape: Any) -> Any:
        if np.ndim(shape) != 1:
            raise self.invalid(f"shape must be rank 1 but is rank {np.ndim(shape)}")
        try:
            return np.broadcast_to(input, np.asarray(shape).tolist())
        except ValueError:
            raise self.invalid(
                f"Incompatible shapes: {in_brackets(np.shape(input))} vs. "
                f"{in_brackets(np.asarray(shape).tolist())}"
            ) from None

    def input_gradients(self, d_output: Any) -> Any:
        return sum_to_shape(self, d_output, self.input, d_output), None
