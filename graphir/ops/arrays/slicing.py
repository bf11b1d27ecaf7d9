"""Parts of tensors by begin, end and stride, and their gradients."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from graphir.ops.contract.bounds import require_between
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import sum_to_shape
from graphir.shapes import UNKNOWN, Dimension, Shape

_MASKS = """
    begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0;
    new_axis_mask: int = 0; shrink_axis_mask: int = 0
"""
_MASK_NAMES: Final = (
    "begin_mask",
    "end_mask",
    "ellipsis_mask",
    "new_axis_mask",
    "shrink_axis_mask",
)

KEPT: Final = 4096
"""Indices that are kept: most programs slice by constants, again and again."""


@dataclass(frozen=True, slots=True)
class SliceMasks:
    """The bits that give each entry of a strided slice its meaning."""

    begin: int
    end: int
    ellipsis: int
    new_axis: int
    shrink: int

    def index(self, begin: Any, end: Any, strides: Any) -> tuple[Any, ...]:
        """The equivalent NumPy index.

        >>> SliceMasks(1, 0, 0, 0, 2).index([0, -1], [2, 0], [1, 1])
        (slice(None, 2, 1), -1)
        """
        return tuple(
            self._entry(bit, *map(int, bounds))
            for bit, bounds in enumerate(zip(begin, end, strides, strict=True))
        )

    def _entry(self, bit: int, begin: int, end: int, stride: int) -> Any:
        if self.ellipsis >> bit & 1:
            return Ellipsis
        if self.new_axis >> bit & 1:
            return None
        if self.shrink >> bit & 1:
            return begin
        return slice(
            None if self.begin >> bit & 1 else begin,
            None if self.end >> bit & 1 else end,
            stride,
        )


def _checked_masks(*masks: int) -> SliceMasks:
    for name, mask in zip(_MASK_NAMES, masks, strict=True):
        # TensorFlow reads them into 32 bits
        require_between(mask, -1 << 31, (1 << 31) - 1, name)
    return SliceMasks(*masks)


@lru_cache(maxsize=KEPT)
def _index_of(
    masks: tuple[int, ...],
    begin: tuple[int, ...],
    end: tuple[int, ...],
    strides: tuple[int, ...],
) -> tuple[tuple[Any, ...], int]:
    """The equivalent NumPy index, and how many axes it takes."""
    index = _checked_masks(*masks).index(begin, end, strides)
    taken = sum(1 for entry in index if entry is not None and entry is not Ellipsis)
    return index, taken


class StridedSlicing(Op):
    """The base class of ops with the five slice masks."""

    def _masks(self) -> SliceMasks:
        return _checked_masks(*self._mask_bits())

    def _mask_bits(self) -> tuple[int, ...]:
        return (
            self.begin_mask,
            self.end_mask,
            self.ellipsis_mask,
            self.new_axis_mask,
            self.shrink_axis_mask,
        )

    def _index(self, shape: tuple[int, ...], begin: Any, end: Any, strides: Any) -> Any:
        begin, end, strides = map(np.asarray, (begin, end, strides))
        if begin.ndim != 1 or not begin.shape == end.shape == strides.shape:
            first, second, third = (list(x.shape) for x in (begin, end, strides))
            raise self.invalid(
                "Expected begin, end, and strides to be 1D equal size tensors, but got "
                f"shapes {first}, {second}, and {third} instead."
            )
        steps = strides.tolist()
        index, taken = _index_of(
            self._mask_bits(), tuple(begin.tolist()), tuple(end.tolist()), tuple(steps)
        )
        if taken > len(shape):
            raise self.invalid(
                f"Index out of range using input dim {len(shape)}; input has only "
                f"{len(shape)} dims"
            )
        if 0 in steps:
            raise self.invalid(f"strides[{steps.index(0)}] must be non-zero")
        return index

    def _out_of_bounds(
        self, shape: tuple[int, ...], index: tuple[Any, ...]
    ) -> Exception:
        axis = 0
        for position, entry in enumerate(index):
            if entry is None:
                continue
            if entry is Ellipsis:
                later = [each for each in index[position + 1 :] if each is not None]
                axis = len(shape) - len(later)
                continue
            if isinstance(entry, int) and not -shape[axis] <= entry < shape[axis]:
                return self.invalid(
                    f"slice index {entry} of dimension {axis} out of bounds."
                )
            axis += 1
        return self.invalid(f"slice {index} does not fit shape {list(shape)}.")

    def _take(self, array: Any, begin: Any, end: Any, strides: Any) -> Any:
        index = self._index(array.shape, begin, end, strides)
        try:
            # the ellipsis keeps a single element an array
            return array[index if Ellipsis in index else (*index, Ellipsis)]
        except IndexError:
            raise self._out_of_bounds(array.shape, index) from None


class StridedSlice(
    StridedSlicing,
    signature=f"""
        StridedSlice(input: T, begin: Index, end: Index, strides: Index) -> (output: T)
        | T: type; Index: type in [int16,int32,int64]; {_MASKS}
    """,
    traits="precision_neutral known_by_shape",
    label="strided_slice",
):
    """``input[begin:end:stride, ...]`` with Python's meaning, as the masks say."""

    def infer_shape(self) -> Shape:
        bounds = [self.constant(name) for name in ("begin", "end", "strides")]
        shape = self.input.shape
        if shape.rank is None:
            return UNKNOWN
        if bounds[2] is None:
            return self._shape_without_bounds(shape)
        count = len(bounds[2])
        begin = [None] * count if bounds[0] is None else bounds[0].tolist()
        end = [None] * count if bounds[1] is None else bounds[1].tolist()
        return self._sliced_shape(shape, begin, end, bounds[2].tolist())

    def _shape_without_bounds(self, shape: Shape) -> Shape:
        count = self.begin.shape[0] if self.begin.shape.rank == 1 else None
        if count is None:
            return UNKNOWN
        return self._sliced_shape(shape, [None] * count, [None] * count, [None] * count)

    def _sliced_shape(
        self, shape: Shape, begin: list[Any], end: list[Any], strides: list[Any]
    ) -> Shape:
        masks = self._masks()
        dims = list(shape)
        result: list[Dimension] = []
        axis, count = 0, len(strides)
        for bit in range(count):
            if masks.ellipsis >> bit & 1:
                later = sum(
                    1
                    for each in range(bit + 1, count)
                    if not masks.new_axis >> each & 1
                )
                stop = max(axis, len(dims) - later)
                result += dims[axis:stop]
                axis = stop
                continue
            if masks.new_axis >> bit & 1:
                result.append(1)
                continue
            if axis >= len(dims):
                raise ValueError(
                    f"Index out of range using input dim {axis}; input has only "
                    f"{len(dims)} dims"
                )
            if masks.shrink >> bit & 1:
                _check_bounds(begin[bit], dims[axis], axis)
            else:
                result.append(self._length(dims[axis], bit, begin, end, strides))
            axis += 1
        return Shape(result + dims[axis:])

    def _length(
        self,
        size: Dimension,
        bit: int,
        begin: list[Any],
        end: list[Any],
        strides: list[Any],
    ) -> Dimension:
        masks = self._masks()
        start = None if masks.begin >> bit & 1 else begin[bit]
        stop = None if masks.end >> bit & 1 else end[bit]
        missing_start = begin[bit] is None and not masks.begin >> bit & 1
        missing_stop = end[bit] is None and not masks.end >> bit & 1
        if strides[bit] == 0:
            raise ValueError(f"strides[{bit}] must be non-zero")
        if strides[bit] is None or missing_start or missing_stop:
            return None
        if size is None:
            return _length_of_unknown(start, stop, strides[bit])
        return len(range(*slice(start, stop, strides[bit]).indices(size)))

    def compute(self, input: Any, begin: Any, end: Any, strides: Any) -> Any:
        return self._take(np.asarray(input), begin, end, strides)

    def input_gradients(self, d_output: Any) -> Any:
        shape = self.op.Shape(self.input, out_type=self.Index)
        gradient = self.op.StridedSliceGrad(
            shape,
            self.begin,
            self.end,
            self.strides,
            d_output,
            begin_mask=self.begin_mask,
            end_mask=self.end_mask,
            ellipsis_mask=self.ellipsis_mask,
            new_axis_mask=self.new_axis_mask,
            shrink_axis_mask=self.shrink_axis_mask,
        )
        return gradient, None, None, None


def _check_bounds(index: int | None, size: Dimension, axis: int) -> None:
    if index is None or size is None or -size <= index < size:
        return
    raise ValueError(f"slice index {index} of dimension {axis} out of bounds.")


def _length_of_unknown(start: int | None, stop: int | None, stride: int) -> Dimension:
    """The length of a slice of an axis of unknown size, where it does not matter."""
    if start is not None and start == stop:
        return 0
    return None


class StridedSliceGrad(
    StridedSlicing,
    signature=f"""
        StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T)
        -> (output: T) | T: type; Index: type in [int32,int64]; {_MASKS}
    """,
):
    """Zeros of that shape with ``dy`` at the slice."""

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("shape")

    def compute(self, shape: Any, begin: Any, end: Any, strides: Any, dy: Any) -> Any:
        output = np.zeros(shape.tolist(), np.asarray(dy).dtype)
        self._take(output, begin, end, strides)[...] = dy
        return output

    def input_gradients(self, d_output: Any) -> Any:
        gradient = self.op.StridedSlice(
            d_output,
            self.begin,
            self.end,
            self.strides,
            begin_mask=self.begin_mask,
            end_mask=self.end_mask,
            ellipsis_mask=self.ellipsis_mask,
            new_axis_mask=self.new_axis_mask,
            shrink_axis_mask=self.shrink_axis_mask,
        )
        return None, None, None, None, gradient


class TensorStridedSliceUpdate(
    StridedSlicing,
    signature=f"""
        TensorStridedSliceUpdate(input: T, begin: Index, end: Index, strides: Index,
        value: T) -> (output: T) | T: type; Index: type in [int32,int64]; {_MASKS}
    """,
):
    """The tensor with another value at the slice."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(
        self, input: Any, begin: Any, end: Any, strides: Any, value: Any
    ) -> Any:
        output = np.array(input)
        self._take(output, begin, end, strides)[...] = value
        return output

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        place = (self.begin, self.end, self.strides)
        masks = {
            name: getattr(self, name)
            for name in self.declared().attrs
            if name.endswith("_mask")
        }
        nothing = op.ZerosLike(self.value)
        d_input = op.TensorStridedSliceUpdate(d_output, *place, nothing, **masks)
        taken = op.StridedSlice(d_output, *place, **masks)
        return d_input, None, None, None, sum_to_shape(self, taken, self.value, taken)


class Slice(
    Op,
    signature="""
        Slice(input: T, begin: Index, size: Index) -> (output: T)
        | T: type; Index: type in [int32,int64]
    """,
    traits="entry_for_each_axis precision_neutral",
):
    """``size`` elements of each axis from ``begin`` on; -1 means all that follow."""

    def infer_shape(self) -> Shape:
        shape = self.input.shape
        begin, size = self.constant("begin"), self.constant("size")
        self.begin.shape.with_rank(1).merge_with(self.size.shape)
        if shape.rank is None:
            count = self.begin.shape.num_elements()
            return UNKNOWN if count is None else Shape([None] * count)
        if size is None:
            return Shape([None] * shape.rank)
        if len(size) != shape.rank:
            raise ValueError(
                f"Expected begin and size arguments to be 1-D tensors of size "
                f"{shape.rank}, but got {len(size)}."
            )
        starts = [None] * shape.rank if begin is None else begin.tolist()
        return Shape(list(map(self._dimension, shape, starts, size.tolist())))

    @staticmethod
    def _dimension(total: Dimension, begin: int | None, size: int) -> Dimension:
        if size != -1:
            return size
        return None if total is None or begin is None else total - begin

    def compute(self, input: Any, begin: Any, size: Any) -> Any:
        array = np.asarray(input)
        if array.ndim != len(begin) or array.ndim != len(size):
            raise self.invalid(
                f"Expected begin and size arguments to be 1-D tensors of size "
                f"{array.ndim}, but got shapes [{len(begin)}] and [{len(size)}] "
                "instead."
            )
        index: list[Any] = []
        for axis, (start, count) in enumerate(zip(begin.tolist(), size.tolist())):
            total = array.shape[axis]
            length = total - start if count == -1 else count
            if not 0 <= start <= total:
                raise self.invalid(
                    f"Expected begin[{axis}] in [0, {total}], but got {start}"
                )
            if length < 0 or start + length > total:
                raise self.invalid(
                    f"Expected size[{axis}] in [0, {total - start}], but got {count}"
                )
            index.append(slice(start, start + length))
        everywhere = (*index, Ellipsis)
        return array[everywhere]

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        before = op.Cast(self.begin, DstT=self.Index)
        whole = op.Shape(self.input, out_type=self.Index)
        after = op.Sub(op.Sub(whole, before), op.Shape(d_output, out_type=self.Index))
        return op.Pad(d_output, op.Pack([before, after], axis=1)), None, None
