"""Diagonals and bands of matrices: read, set, and made into matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Shape

_ALIGN = """
    T: type;
    align: string in
    ['LEFT_RIGHT','RIGHT_LEFT','LEFT_LEFT','RIGHT_RIGHT'] = 'RIGHT_LEFT'
"""


class Diagonals(Op):
    """Ops over the diagonals numbered from ``k[0]`` to ``k[1]`` (0 is the main one)."""

    def _band(self, k: Any) -> tuple[int, int]:
        numbers = [int(each) for each in np.ravel(k)]
        if not 1 <= len(numbers) <= 2:
            raise self.invalid(
                f"diag_index must have only one or two elements, received "
                f"{len(numbers)}"
            )
        if numbers[-1] < numbers[0]:
            raise self.invalid(
                f"lower_diag_index must not be larger than upper_diag_index: "
                f"{numbers[0]} > {numbers[-1]}"
            )
        return numbers[0], numbers[-1]

    def _require_inside(self, rows: int, columns: int, lower: int, upper: int) -> None:
        for bound in (lower, upper):
            if not (-rows < bound < columns or bound == 0):
                raise self.invalid(
                    f"diag_index is out of bound: {bound} It must be between {-rows} "
                    f"and {columns}"
                )

    def _places(
        self, rows: int, columns: int, lower: int, upper: int
    ) -> tuple[int, list[tuple[int, Any, Any, Any]]]:
        """The longest diagonal, and for each from the upper one down its row in the
        packed form, its columns there, and its rows and columns in the matrix."""
        longest = min(rows + min(upper, 0), columns - max(lower, 0))
        places = []
        for number, offset in enumerate(range(upper, lower - 1, -1)):
            length = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
            along = np.arange(length)
            shift = longest - length if self._is_right(offset) else 0
            places.append(
                (number, along + shift, along - min(offset, 0), along + max(offset, 0))
            )
        return longest, places

    def _is_right(self, offset: int) -> bool:
        # the name tells superdiagonals' side first, then subdiagonals'
        upper, lower = self._attrs.get("align", b"RIGHT_LEFT").split(b"_")
        return bool((upper if offset >= 0 else lower) == b"RIGHT")

    def _align(self) -> dict[str, Any]:
        return {"align": self._attrs["align"]} if "align" in self._attrs else {}


class MatrixDiagPartV3(
    Diagonals,
    signature=f"""
        MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> (diagonal: T)
        | {_ALIGN}
    """,
    traits="function_without_scope",
    label="diag_part",
):
    """The diagonals of matrices, as vectors or packed as the rows of a matrix."""

    def infer_shape(self) -> Shape:
        shape, k = self.input.shape.with_rank_at_least(2), self.constant("k")
        if shape.rank is None or k is None:
            return UNKNOWN
        lower, upper = self._band(k)
        if None in (shape[-2], shape[-1]):
            longest = None
        else:
            longest = min(shape[-2] + min(upper, 0), shape[-1] - max(lower, 0))
        count = [] if lower == upper else [upper - lower + 1]
        result: Shape = shape[:-2].concatenate([*count, longest])
        return result

    def compute(self, input: Any, k: Any, padding_value: Any) -> Any:
        if input.ndim < 2:
            raise self.invalid(
                f"input must be at least 2-dim, received shape: "
                f"{in_brackets(input.shape)}"
            )
        lower, upper = self._band(k)
        rows, columns = input.shape[-2:]
        self._require_inside(rows, columns, lower, upper)
        longest, places = self._places(rows, columns, lower, upper)
        shape = (*input.shape[:-2], upper - lower + 1, longest)
        packed = np.full(shape, padding_value, input.dtype)
        for number, along, row, column in places:
            packed[..., number, along] = input[..., row, column]
        return packed[..., 0, :] if lower == upper else packed

    def input_gradients(self, d_diagonal: Any) -> Any:
        op, shape = self.op, self.input.shape
        zero = op.ZerosLike(self.padding_value)
        if shape.rank is not None and None not in (shape[-2], shape[-1]):
            sizes = [np.int32(size) for size in (shape[-2], shape[-1])]
            d_input = op.MatrixDiagV3(d_diagonal, self.k, *sizes, zero, **self._align())
        else:
            zeros = op.ZerosLike(self.input)
            d_input = op.MatrixSetDiagV3(zeros, d_diagonal, self.k, **self._align())
        return d_input, None, None


class MatrixDiagV3(
    Diagonals,
    signature=f"""
        MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32,
        padding_value: T) -> (output: T) | {_ALIGN}
    """,
    traits="function_without_scope",
    label="diag",
):
    """Matrices with ``diagonal`` on their diagonals, ``padding_value`` elsewhere."""

    def infer_shape(self) -> Shape:
        shape, k = self.diagonal.shape.with_rank_at_least(1), self.constant("k")
        sizes = [self.constant("num_rows"), self.constant("num_cols")]
        if shape.rank is None or k is None:
            return UNKNOWN
        lower, upper = self._band(k)
        batch: Shape = shape[:-1] if lower == upper else shape[:-2]
        if shape[-1] is None or any(size is None for size in sizes):
            return batch.concatenate([None, None])
        rows, columns = self._sizes(shape[-1], lower, upper, *map(int, sizes))
        return batch.concatenate([rows, columns])

    def _sizes(
        self, longest: int, lower: int, upper: int, rows: int, columns: int
    ) -> tuple[int, int]:
        least_rows, least_columns = longest - min(upper, 0), longest + max(lower, 0)
        if rows == -1 and columns == -1:
            rows = columns = max(least_rows, least_columns)
        rows = least_rows if rows == -1 else rows
        columns = least_columns if columns == -1 else columns
        if rows < least_rows or columns < least_columns:
            raise self.invalid(
                f"The number of rows or columns is too small: {rows}, {columns}"
            )
        if rows != least_rows and columns != least_columns:
            raise self.invalid(
                "The number of rows or columns is not consistent with the "
                "specified d_lower, d_upper, and diagonal."
            )
        return rows, columns

    def compute(
        self, diagonal: Any, k: Any, num_rows: Any, num_cols: Any, padding_value: Any
    ) -> Any:
        lower, upper = self._band(k)
        packed = diagonal[..., None, :] if lower == upper else diagonal
        sizes = self._sizes(
            packed.shape[-1], lower, upper, int(num_rows), int(num_cols)
        )
        output = np.full((*packed.shape[:-2], *sizes), padding_value, diagonal.dtype)
        for number, along, row, column in self._places(
            sizes[0], sizes[1], lower, upper
        )[1]:
            output[..., row, column] = packed[..., number, along]
        return output

    def input_gradients(self, d_output: Any) -> Any:
        zero = self.op.ZerosLike(self.padding_value)
        d_diagonal = self.op.MatrixDiagPartV3(d_output, self.k, zero, **self._align())
        return d_diagonal, None, None, None, None


class MatrixSetDiagV3(
    Diagonals,
    signature=f"""
        MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> (output: T) | {_ALIGN}
    """,
):
    """Matrices with other diagonals."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank_at_least(2)
        return shape

    def compute(self, input: Any, diagonal: Any, k: Any) -> Any:
        lower, upper = self._band(k)
        packed = diagonal[..., None, :] if lower == upper else diagonal
        if input.ndim < 2:
            raise self.invalid(
                f"input must be at least 2-dim, received shape: "
                f"{in_brackets(input.shape)}"
            )
        rows, columns = input.shape[-2:]
        self._require_inside(rows, columns, lower, upper)
        longest, places = self._places(rows, columns, lower, upper)
        expected = (*input.shape[:-2], upper - lower + 1, longest)
        if packed.shape != expected:
            raise self.invalid(
                f"Either first dimensions of diagonal don't match input.shape[:-2], or "
                f"diagonal.shape[:-1] is not equal to the longests diagonal: "
                f"{in_brackets(packed.shape)} vs. {in_brackets(expected)}"
            )
        output = np.array(input)
        for number, along, row, column in places:
            output[..., row, column] = packed[..., number, along]
        return output

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_input = op.MatrixSetDiagV3(
            d_output, op.ZerosLike(self.diagonal), self.k, **self._align()
        )
        zero = op.Reshape(
            op.ZerosLike(op.Slice(op.Reshape(d_output, [-1]), [0], [1])),
            np.zeros(0, np.int32),
        )
        return (
            d_input,
            op.MatrixDiagPartV3(d_output, self.k, zero, **self._align()),
            None,
        )


class MatrixBandPart(
    Op,
    signature="""
        MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> (band: T)
        | T: type; Tindex: type in [int32,int64] = int64
    """,
    earlier_name="BatchMatrixBandPart",
):
    """The band of ``num_lower`` diagonals below the main one to ``num_upper`` above."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any, num_lower: Any, num_upper: Any) -> Any:
        if input.ndim < 2:
            raise self.invalid(
                f"input must be at least 2-dim, received shape: "
                f"{in_brackets(input.shape)}"
            )
        rows, columns = input.shape[-2:]
        lower, upper = int(num_lower), int(num_upper)
        if lower > rows:
            raise self.invalid(
                f"num_lower must be negative or less or equal to number of rows "
                f"({rows}) got: {lower}"
            )
        if upper > columns:
            raise self.invalid(
                f"num_upper must be negative or less or equal to number of columns "
                f"({columns}) got: {upper}"
            )
        offset = np.arange(columns) - np.arange(rows)[:, None]
        inside = ((lower < 0) | (-offset <= lower)) & ((upper < 0) | (offset <= upper))
        return np.where(inside, input, input.dtype.type(0))

    def input_gradients(self, d_band: Any) -> Any:
        band = self.op.MatrixBandPart(d_band, self.num_lower, self.num_upper)
        return band, None, None


class Diag(
    Op,
    signature="""
        Diag(diagonal: T) -> (output: T)
        | T: type in [bfloat16,half,float,double,int32,int64,complex64,complex128]
    """,
):
    """A tensor of twice the rank with the argument on its diagonal."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.diagonal.shape
        return shape.concatenate(shape)

    def compute(self, diagonal: Any) -> Any:
        if not np.ndim(diagonal):
            raise self.invalid("Input must be at least rank 1, got 0")
        return np.diag(np.ravel(diagonal)).reshape(np.shape(diagonal) * 2)

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.DiagPart(d_output),)


class DiagPart(
    Op,
    signature="""
        DiagPart(input: T) -> (diagonal: T)
        | T: type in [bfloat16,half,float,double,int32,int64,complex64,complex128]
    """,
):
    """The diagonal of a tensor whose shape is one shape twice."""

    def infer_shape(self) -> Shape:
        shape = self.input.shape
        if shape.rank is None:
            return UNKNOWN
        half = shape.rank // 2
        result: Shape = shape[:half].merge_with(shape[half:])
        return result

    def compute(self, input: Any) -> Any:
        half = input.ndim // 2
        shape = input.shape[:half]
        if input.ndim % 2 or shape != input.shape[half:]:
            raise self.invalid(
                f"Invalid shape {in_brackets(input.shape)}: the dimensions must be one "
                f"shape twice."
            )
        count = int(np.prod(shape))
        return np.diagonal(input.reshape(count, count)).reshape(shape)

    def input_gradients(self, d_diagonal: Any) -> Any:
        return (self.op.Diag(d_diagonal),)
