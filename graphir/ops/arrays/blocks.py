"""SpaceToDepth, SpaceToBatch and their inverses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Dimension, Shape

_FORMATS = "data_format: string in ['NHWC','NCHW','NCHW_VECT_C'] = 'NHWC'"


class DepthBlocks(Op):
    """Between squares of the image and the depth."""

    def _is_channels_first(self) -> bool:
        return bool(self.data_format.startswith(b"NC"))

    def _parts(self, shape: Any) -> tuple[Any, Any, Any, Any]:
        """Batch, height, width, depth."""
        if self._is_channels_first():
            return shape[0], shape[2], shape[3], shape[1]
        return shape[0], shape[1], shape[2], shape[3]

    def _whole(self, batch: Any, height: Any, width: Any, depth: Any) -> list[Any]:
        if self._is_channels_first():
            return [batch, depth, height, width]
        return [batch, height, width, depth]

    def _last(self, array: Any) -> Any:
        return np.moveaxis(array, 1, -1) if self._is_channels_first() else array

    def _given(self, array: Any) -> Any:
        return np.moveaxis(array, -1, 1) if self._is_channels_first() else array


class SpaceToDepth(
    DepthBlocks,
    signature=f"""
        SpaceToDepth(input: T) -> (output: T)
        | T: type; block_size: int >= 2; {_FORMATS}
    """,
    traits="precision_neutral",
):
    """Squares of the image become longer depth vectors."""

    def infer_shape(self) -> Shape:
        shape, size = self.input.shape.with_rank(4), self.block_size
        batch, height, width, depth = self._parts(shape)
        for each in (height, width):
            if each is not None and each % size:
                raise ValueError(
                    f"Dimension size must be evenly divisible by {size} but is {each}"
                )
        return Shape(
            self._whole(
                batch,
                _divided(height, size),
                _divided(width, size),
                None if depth is None else depth * size * size,
            )
        )

    def compute(self, input: Any) -> Any:
        size = self.block_size
        if input.ndim != 4:
            raise self.invalid(f"Input rank should be: 4 instead of: {input.ndim}")
        batch, height, width, depth = self._parts(input.shape)
        if height % size or width % size:
            raise self.invalid(
                f"Image width {width} and height {height} should be divisible by "
                f"block_size: {size}"
            )
        rows, columns = height // size, width // size
        split = self._last(input).reshape(batch, rows, size, columns, size, depth)
        merged = split.transpose(0, 1, 3, 2, 4, 5)
        return self._given(merged.reshape(batch, rows, columns, size * size * depth))

    def input_gradients(self, d_output: Any) -> Any:
        attrs = {"block_size": self.block_size, "data_format": self.data_format}
        return (self.op.DepthToSpace(d_output, **attrs),)


class DepthToSpace(
    DepthBlocks,
    signature=f"""
        DepthToSpace(input: T) -> (output: T)
        | T: type; block_size: int >= 2; {_FORMATS}
    """,
    traits="precision_neutral",
):
    """Parts of the depth become squares of the image."""

    def infer_shape(self) -> Shape:
        shape, size = self.input.shape.with_rank(4), self.block_size
        batch, height, width, depth = self._parts(shape)
        if depth is not None and depth % (size * size):
            raise ValueError(
                f"Dimension size must be evenly divisible by {size * size} but is "
                f"{depth}"
            )
        return Shape(
            self._whole(
                batch,
                None if height is None else height * size,
                None if width is None else width * size,
                _divided(depth, size * size),
            )
        )

    def compute(self, input: Any) -> Any:
        size = self.block_size
        if input.ndim != 4:
            raise self.invalid(f"Input rank should be: 4 instead of: {input.ndim}")
        batch, height, width, depth = self._parts(input.shape)
        if depth % (size * size):
            raise self.invalid(
                f"Input depth dimension {depth} should be divisible by: {size * size}"
            )
        rest = depth // (size * size)
        split = self._last(input).reshape(batch, height, width, size, size, rest)
        merged = split.transpose(0, 1, 3, 2, 4, 5)
        return self._given(merged.reshape(batch, height * size, width * size, rest))

    def input_gradients(self, d_output: Any) -> Any:
        attrs = {"block_size": self.block_size, "data_format": self.data_format}
        return (self.op.SpaceToDepth(d_output, **attrs),)


def _divided(size: Dimension, by: int) -> Dimension:
    return None if size is None else size // by


class SpaceToBatchND(
    Op,
    signature="""
        SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings)
        -> (output: T)
        | T: type; Tblock_shape: type in [int32,int64] = int32;
          Tpaddings: type in [int32,int64] = int32
    """,
    traits="precision_neutral",
):
    """Axes after the batch are padded, and every n-th element goes to one batch."""

    def infer_shape(self) -> Shape:
        return _moved_shape(self, self.constant("paddings"), is_forward=True)

    def compute(self, input: Any, block_shape: Any, paddings: Any) -> Any:
        blocks, pairs = _blocks(self, input, block_shape, paddings, "paddings")
        spatial = len(blocks)
        widths = [(0, 0), *pairs, *[(0, 0)] * (input.ndim - 1 - spatial)]
        empty = b"" if input.dtype == object else 0
        padded = np.pad(input, widths, constant_values=empty)
        for size, block in zip(padded.shape[1:], blocks):
            if size % block:
                raise self.invalid(
                    f"padded_shape[{size}] is not divisible by block_shape {block}"
                )
        batch, rest = padded.shape[0], padded.shape[1 + spatial :]
        counts = [size // block for size, block in zip(padded.shape[1:], blocks)]
        pairs_of_axes = [each for pair in zip(counts, blocks) for each in pair]
        split = padded.reshape(batch, *pairs_of_axes, *rest)
        inner = range(2, 2 + 2 * spatial, 2)
        outer = range(1, 1 + 2 * spatial, 2)
        after = range(1 + 2 * spatial, split.ndim)
        moved = split.transpose(*inner, 0, *outer, *after)
        return moved.reshape(batch * math.prod(blocks), *counts, *rest)

    def input_gradients(self, d_output: Any) -> Any:
        blocks = self.op.BatchToSpaceND(d_output, self.block_shape, self.paddings)
        return blocks, None, None


class BatchToSpaceND(
    Op,
    signature="""
        BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops)
        -> (output: T)
        | T: type; Tblock_shape: type in [int32,int64] = int32;
          Tcrops: type in [int32,int64] = int32
    """,
    traits="precision_neutral",
):
    """Batches become every n-th element again, and the axes are cropped."""

    def infer_shape(self) -> Shape:
        return _moved_shape(self, self.constant("crops"), is_forward=False)

    def compute(self, input: Any, block_shape: Any, crops: Any) -> Any:
        blocks, pairs = _blocks(self, input, block_shape, crops, "crops")
        spatial, product = len(blocks), math.prod(blocks)
        if input.shape[0] % product:
            raise self.invalid(
                f"Input batch dimension ({input.shape[0]}) is not divisible by product "
                f"of block sizes ({product})"
            )
        batch, rest = input.shape[0] // product, input.shape[1 + spatial :]
        counts = input.shape[1 : 1 + spatial]
        split = input.reshape(*blocks, batch, *counts, *rest)
        order = [spatial]
        for axis in range(spatial):
            order += [spatial + 1 + axis, axis]
        moved = split.transpose(*order, *range(1 + 2 * spatial, split.ndim))
        sizes = [count * block for count, block in zip(counts, blocks)]
        whole = moved.reshape(batch, *sizes, *rest)
        for size, (before, after) in zip(sizes, pairs):
            if before + after > size:
                raise self.invalid(
                    f"cropped_shape[{size - before - after}] must be non-negative"
                )
        kept = [
            slice(before, size - after) for size, (before, after) in zip(sizes, pairs)
        ]
        index = (slice(None), *kept)
        return whole[index]

    def input_gradients(self, d_output: Any) -> Any:
        blocks = self.op.SpaceToBatchND(d_output, self.block_shape, self.crops)
        return blocks, None, None


def _blocks(
    call: Op, input: Any, block_shape: Any, pairs: Any, what: str
) -> tuple[list[int], list[list[int]]]:
    if np.ndim(block_shape) != 1:
        raise call.invalid(
            f"block_shape rank should be 1 instead of {np.ndim(block_shape)}"
        )
    blocks = np.asarray(block_shape).tolist()
    if np.shape(pairs) != (len(blocks), 2):
        raise call.invalid(
            f"{what} should have shape [{len(blocks)}, 2] instead of "
            f"{in_brackets(np.shape(pairs))}"
        )
    if input.ndim < 1 + len(blocks):
        raise call.invalid(
            f"input rank should be >= {1 + len(blocks)} instead of {input.ndim}"
        )
    if min(blocks, default=1) < 1:
        raise call.invalid(f"All values in block_shape must be positive, got {blocks}")
    rows = np.asarray(pairs).tolist()
    if min((each for row in rows for each in row), default=0) < 0:
        raise call.invalid(f"{what} must be non-negative: {rows}")
    return blocks, rows


def _moved_shape(call: Any, pairs: Any, *, is_forward: bool) -> Shape:
    shape, blocks = call.input.shape, call.constant("block_shape")
    if shape.rank is None:
        return UNKNOWN
    count = call.block_shape.shape.num_elements()
    if count is not None and shape.rank < 1 + count:
        raise ValueError(
            f"Shape must be at least rank {1 + count} but is rank {shape.rank}"
        )
    if blocks is None or pairs is None:
        spatial = shape.rank - 1 if count is None else count
        rest: Shape = shape[1 + spatial :]
        return Shape([None] * (1 + spatial)).concatenate(rest)
    return _moved_sizes(shape, blocks.tolist(), pairs, is_forward=is_forward)


def _square_shape(call: Any, pairs: Any, *, is_forward: bool) -> Shape:
    shape = call.input.shape.with_rank(4)
    if pairs is None:
        return Shape([None, None, None, shape[3]])
    blocks = [int(call.block_size)] * 2
    return _moved_sizes(shape, blocks, pairs, is_forward=is_forward)


def _moved_sizes(
    shape: Shape, blocks: list[int], pairs: Any, *, is_forward: bool
) -> Shape:
    dims: list[Dimension] = []
    for size, block, pair in zip(shape[1:], blocks, np.asarray(pairs).tolist()):
        if size is None:
            dims.append(None)
        elif is_forward:
            dims.append(_exactly_divided(size + sum(pair), block))
        else:
            dims.append(size * block - sum(pair))
    batch, product = shape[0], math.prod(blocks)
    if batch is not None:
        batch = batch * product if is_forward else _exactly_divided(batch, product)
    return Shape([batch, *dims]).concatenate(shape[1 + len(dims) :])


def _exactly_divided(size: int, by: int) -> int:
    if size % by:
        raise ValueError(
            f"Dimension size must be evenly divisible by {by} but is {size}"
        )
    return size // by


class SpaceToBatch(
    Op,
    signature="""
        SpaceToBatch(input: T, paddings: Tpaddings) -> (output: T)
        | T: type; Tpaddings: type in [int32,int64] = int32; block_size: int >= 2
    """,
):
    """SpaceToBatchND for images and square blocks."""

    def infer_shape(self) -> Shape:
        return _square_shape(self, self.constant("paddings"), is_forward=True)

    def compute(self, input: Any, paddings: Any) -> Any:
        if input.ndim != 4:
            raise self.invalid(f"input rank should be 4 instead of {input.ndim}")
        blocks = np.array([self.block_size] * 2)
        return SpaceToBatchND.compute(self, input, blocks, paddings)  # type: ignore[arg-type]

    def input_gradients(self, d_output: Any) -> Any:
        size = self.block_size
        return self.op.BatchToSpace(d_output, self.paddings, block_size=size), None


class BatchToSpace(
    Op,
    signature="""
        BatchToSpace(input: T, crops: Tidx) -> (output: T)
        | T: type; block_size: int >= 2; Tidx: type in [int32,int64] = int32
    """,
):
    """BatchToSpaceND for images and square blocks."""

    def infer_shape(self) -> Shape:
        return _square_shape(self, self.constant("crops"), is_forward=False)

    def compute(self, input: Any, crops: Any) -> Any:
        if input.ndim != 4:
            raise self.invalid(f"input rank should be 4 instead of {input.ndim}")
        blocks = np.array([self.block_size] * 2)
        return BatchToSpaceND.compute(self, input, blocks, crops)  # type: ignore[arg-type]

    def input_gradients(self, d_output: Any) -> Any:
        size = self.block_size
        return self.op.SpaceToBatch(d_output, self.crops, block_size=size), None
