"""Matrix decompositions: Cholesky, QR, LU, eigenvalues, singular values."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.linalg.square_matrices import (
    MATRIX_TYPES,
    OfMatrices,
    adjoint,
    diagonal,
    diagonal_matrix,
    product,
    triangle,
    widened,
    with_diagonal,
)
from graphir.shapes import UNKNOWN, Shape


class Cholesky(
    OfMatrices,
    signature=f"Cholesky(input: T) -> (output: T) | {MATRIX_TYPES}",
    traits="cubic",
    earlier_name="BatchCholesky",
):
    """L with L L^H = input; only the lower triangle is read, NaN if there is none."""

    def infer_shape(self) -> Shape:
        return self._square_shape("input")

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        matrices = widened(input)
        try:
            return np.linalg.cholesky(matrices).astype(input.dtype)
        except np.linalg.LinAlgError:
            flat = matrices.reshape(-1, *matrices.shape[-2:])
            factors = np.array([_cholesky_or_nan(each) for each in flat])
            return factors.reshape(input.shape).astype(input.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        op, factor = self.op, self.output
        middle = product(op, factor, d_output, adj_x=True)
        half = op.Mul(diagonal(op, middle), 0.5)
        middle = triangle(op, with_diagonal(op, middle, half))
        # L^-H middle L^-1, made symmetric
        left = op.MatrixTriangularSolve(factor, middle, adjoint=True)
        whole = op.MatrixTriangularSolve(factor, adjoint(op, left), adjoint=True)
        return (op.Mul(op.AddV2(whole, adjoint(op, whole)), 0.5),)


def _cholesky_or_nan(matrix: Any) -> Any:
    try:
        return np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return np.tril(np.full_like(matrix, np.nan))


class Qr(
    OfMatrices,
    signature=f"""
        Qr(input: T) -> (q: T, r: T) | full_matrices: bool = False; {MATRIX_TYPES}
    """,
    traits="cubic",
):
    """Orthonormal columns q and an upper triangle r with q r = input."""

    def infer_shape(self) -> list[Shape]:
        shape = self._matrix_shape("input")
        if shape.rank is None:
            return [UNKNOWN, UNKNOWN]
        rows, columns, batch = shape[-2], shape[-1], shape[:-2]
        inner = _least(rows, columns)
        if self.full_matrices:
            inner = rows
        return [batch.concatenate([rows, inner]), batch.concatenate([inner, columns])]

    def compute(self, input: Any) -> Any:
        self._require_matrix(input)
        if self.full_matrices:
            q, r = np.linalg.qr(widened(input), "complete")
        else:
            q, r = np.linalg.qr(widened(input), "reduced")
        return q.astype(input.dtype), r.astype(input.dtype)

    def input_gradients(self, d_q: Any, d_r: Any) -> Any:
        op, q, r = self.op, self.q, self.r
        rows, columns = r.shape[-2], r.shape[-1]
        if rows is None or columns is None:
            raise LookupError("The gradient of Qr needs a known shape.")
        if self.full_matrices and rows != columns:
            raise LookupError("Qr has no gradient with full_matrices=True.")
        d_q = op.ZerosLike(q) if d_q is None else d_q
        d_r = op.ZerosLike(r) if d_r is None else d_r
        if rows >= columns:
            return (_deep_qr_gradient(op, q, r, d_q, d_r),)
        # [x, y] with x square: y = q v moves q too
        _, y = _split_columns(op, self.input, rows)
        u, _ = _split_columns(op, r, rows)
        d_u, d_v = _split_columns(op, d_r, rows)
        d_q = op.AddV2(d_q, product(op, y, d_v, adj_y=True))
        d_x = _deep_qr_gradient(op, q, u, d_q, d_u)
        return (op.ConcatV2([d_x, product(op, q, d_v)], -1),)


def _split_columns(op: Any, value: Any, count: int) -> Any:
    rest = value.shape[-1] - count
    return op.SplitV(value, np.array([count, rest]), -1, num_split=2)


def _deep_qr_gradient(op: Any, q: Any, r: Any, d_q: Any, d_r: Any) -> Any:
    """For a square r: no fewer rows than columns."""
    inner_q = product(op, q, d_q, adj_x=True)
    inner_r = product(op, r, d_r, adj_y=True)
    skew = op.AddV2(
        op.Sub(inner_q, adjoint(op, inner_q)), op.Sub(inner_r, adjoint(op, inner_r))
    )
    through_r = product(op, q, op.AddV2(d_r, _times_inverse(op, triangle(op, skew), r)))
    outside = _times_inverse(op, op.Sub(d_q, product(op, q, inner_q)), r)
    gradient = op.AddV2(through_r, outside)
    if not q.dtype.is_complex:
        return gradient
    middle = op.Sub(inner_r, adjoint(op, inner_q))
    entries = diagonal(op, middle)
    imaginary = op.Sub(
        entries, op.Cast(op.Real(entries, Tout=q.dtype.real_dtype), DstT=q.dtype)
    )
    turned = adjoint(op, diagonal_matrix(op, imaginary))
    return op.AddV2(gradient, _times_inverse(op, product(op, q, turned), r))


def _times_inverse(op: Any, value: Any, r: Any) -> Any:
    """value r^-H for an upper triangle r."""
    solved = op.MatrixTriangularSolve(r, adjoint(op, value), lower=False)
    return adjoint(op, solved)


def _least(rows: Any, columns: Any) -> Any:
    return None if rows is None or columns is None else min(rows, columns)


class Lu(
    OfMatrices,
    signature=f"""
        Lu(input: T) -> (lu: T, p: output_idx_type)
        | {MATRIX_TYPES}; output_idx_type: type in [int32,int64] = int32
    """,
    traits="cubic",
):
    """Both triangles in one matrix, and the permutation of the rows."""

    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        shape = self._square_shape("input")
        return [shape, UNKNOWN if shape.rank is None else shape[:-1]]

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        side = input.shape[-1]
        matrices = np.array(widened(input)).reshape(-1, side, side)
        order = np.tile(np.arange(side), (len(matrices), 1))
        rows = np.arange(len(matrices))
        for step in range(side):
            best = step + np.abs(matrices[:, step:, step]).argmax(1)
            for each in (matrices, order):
                first, other = each[:, step].copy(), each[rows, best].copy()
                each[:, step], each[rows, best] = other, first
            pivots = matrices[:, step, step]
            if not pivots.all():
                raise self.invalid("Input is not invertible.")
            factors = matrices[:, step + 1 :, step] / pivots[:, None]
            matrices[:, step + 1 :, step] = factors
            matrices[:, step + 1 :, step + 1 :] -= (
                factors[..., None] * matrices[:, step, None, step + 1 :]
            )
        index_dtype = self.output_idx_type.numpy_dtype
        permutation = order.astype(index_dtype).reshape(input.shape[:-1])
        return matrices.reshape(input.shape).astype(input.dtype), permutation


class SelfAdjointEigV2(
    OfMatrices,
    signature=f"""
        SelfAdjointEigV2(input: T) -> (e: T, v: T)
        | compute_v: bool = True; {MATRIX_TYPES}
    """,
    traits="cubic",
    earlier_name="BatchSelfAdjointEigV2",
):
    """Eigenvalues, ascending, and eigenvectors of self-adjoint matrices."""

    def infer_shape(self) -> list[Shape]:
        shape = self._square_shape("input")
        values = UNKNOWN if shape.rank is None else shape[:-1]
        return [values, shape if self.compute_v else Shape([0])]

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        dtype = input.dtype
        if not self.compute_v:
            values = np.linalg.eigvalsh(widened(input))
            return values.astype(dtype), np.empty(0, dtype)
        values, vectors = np.linalg.eigh(widened(input))
        return values.astype(dtype), vectors.astype(dtype)

    def input_gradients(self, d_e: Any, d_v: Any) -> Any:
        op, e, v = self.op, self.e, self.v
        if not self.compute_v:
            e, v = op.SelfAdjointEigV2(self.input)
        d_e = op.ZerosLike(e) if d_e is None else d_e
        middle = diagonal_matrix(op, d_e)
        if self.compute_v and d_v is not None:
            turned = op.Mul(_inverse_gaps(op, e), product(op, v, d_v, adj_x=True))
            middle = op.AddV2(middle, turned)
        whole = product(op, v, product(op, middle, v, adj_y=True))
        # the upper triangle is not read: its share goes to the lower one
        lower = triangle(op, op.AddV2(whole, adjoint(op, whole)))
        half = op.Mul(diagonal(op, lower), 0.5)
        return (with_diagonal(op, lower, half),)


def _inverse_gaps(op: Any, values: Any) -> Any:
    """1 / (value j - value i), 0 on the diagonal and for equal values."""
    gaps = op.Sub(op.ExpandDims(values, -2), op.ExpandDims(values, -1))
    return op.DivNoNan(op.OnesLike(gaps), gaps)


class Eig(
    OfMatrices,
    signature="""
        Eig(input: T) -> (e: Tout, v: Tout)
        | compute_v: bool = True; T: type in [float,double,complex64,complex128];
          Tout: type in [complex64,complex128]
    """,
    traits="cubic",
):
    """Eigenvalues and eigenvectors of square matrices, complex."""

    def infer_shape(self) -> list[Shape]:
        shape = self._square_shape("input")
        values = UNKNOWN if shape.rank is None else shape[:-1]
        return [values, shape if self.compute_v else Shape([0])]

    def compute(self, input: Any) -> Any:
        self._require_square(input)
        dtype = self.Tout.numpy_dtype
        if not self.compute_v:
            return np.linalg.eigvals(input).astype(dtype), np.empty(0, dtype)
        values, vectors = np.linalg.eig(input)
        return values.astype(dtype), vectors.astype(dtype)

    def input_gradients(self, d_e: Any, d_v: Any) -> Any:
        op, e, v = self.op, self.e, self.v
        if not self.compute_v:
            e, v = op.Eig(self.input, Tout=self.Tout)
        d_e = op.ZerosLike(e) if d_e is None else d_e
        middle = diagonal_matrix(op, d_e)
        if self.compute_v and d_v is not None:
            inner = product(op, v, d_v, adj_x=True)
            real = op.Real(diagonal(op, inner), Tout=self.Tout.real_dtype)
            sizes = diagonal_matrix(op, op.Cast(real, DstT=self.Tout))
            gram = product(op, v, v, adj_x=True)
            along = product(op, gram, sizes)
            gaps = op.Conj(_inverse_gaps(op, e))
            middle = op.AddV2(middle, op.Mul(gaps, op.Sub(inner, along)))
        turned = adjoint(op, v)
        whole = op.MatrixSolve(turned, product(op, middle, turned))
        if not self.T.is_complex:
            return (op.Real(whole, Tout=self.T),)
        return (whole,)


class Svd(
    OfMatrices,
    signature=f"""
        Svd(input: T) -> (s: T, u: T, v: T)
        | compute_uv: bool = True; full_matrices: bool = False; {MATRIX_TYPES}
    """,
    traits="cubic",
    earlier_name="BatchSvd",
):
    """Singular values, falling, and the vectors u and v: input = u diag(s) v^H."""

    def infer_shape(self) -> list[Shape]:
        shape = self._matrix_shape("input")
        if shape.rank is None:
            empty = UNKNOWN if self.compute_uv else Shape([0])
            return [UNKNOWN, empty, empty]
        rows, columns, batch = shape[-2], shape[-1], shape[:-2]
        least = _least(rows, columns)
        values = batch.concatenate([least])
        if not self.compute_uv:
            return [values, Shape([0]), Shape([0])]
        inner = (rows, columns) if self.full_matrices else (least, least)
        return [
            values,
            batch.concatenate([rows, inner[0]]),
            batch.concatenate([columns, inner[1]]),
        ]

    def compute(self, input: Any) -> Any:
        self._require_matrix(input)
        dtype, matrices = input.dtype, widened(input)
        # LAPACK does not come to an end over infinities: such matrices give NaN
        is_finite = np.isfinite(matrices).all(axis=(-2, -1), keepdims=True)
        matrices = np.where(is_finite, matrices, matrices.dtype.type(0))
        nan = dtype.type(np.nan)
        if not self.compute_uv:
            values = np.linalg.svd(matrices, compute_uv=False).astype(dtype)
            values = np.where(is_finite[..., 0], values, nan)
            return values, np.empty(0, dtype), np.empty(0, dtype)
        u, s, v_adjoint = np.linalg.svd(matrices, full_matrices=self.full_matrices)
        v = np.conj(np.swapaxes(v_adjoint, -1, -2))
        return (
            np.where(is_finite[..., 0], s.astype(dtype), nan),
            np.where(is_finite, u.astype(dtype), nan),
            np.where(is_finite, v.astype(dtype), nan),
        )

    def input_gradients(self, d_s: Any, d_u: Any, d_v: Any) -> Any:
        op = self.op
        s, u, v = self.s, self.u, self.v
        if not self.compute_uv:
            s, u, v = op.Svd(self.input)
            d_u = d_v = None
        elif self.full_matrices and u.shape[-1] != v.shape[-1]:
            raise LookupError("Svd has no gradient with full_matrices=True.")
        middle = diagonal_matrix(op, op.ZerosLike(s) if d_s is None else d_s)
        scale = diagonal_matrix(op, s)
        squares = op.Square(s)
        gaps = _inverse_gaps(op, squares)
        inverse = diagonal_matrix(op, op.DivNoNan(op.OnesLike(s), s))
        outside = []
        if d_u is not None:
            inner = op.Mul(gaps, product(op, u, d_u, adj_x=True))
            both = op.AddV2(inner, adjoint(op, inner))
            middle = op.AddV2(middle, product(op, both, scale))
            rest = op.Sub(d_u, product(op, u, product(op, u, d_u, adj_x=True)))
            outside.append(product(op, product(op, rest, inverse), v, adj_y=True))
        if d_v is not None:
            inner = op.Mul(gaps, product(op, v, d_v, adj_x=True))
            both = op.AddV2(inner, adjoint(op, inner))
            middle = op.AddV2(middle, product(op, scale, both))
            rest = op.Sub(d_v, product(op, v, product(op, v, d_v, adj_x=True)))
            outside.append(product(op, product(op, u, inverse), rest, adj_y=True))
        gradient = product(op, product(op, u, middle), v, adj_y=True)
        for each in outside:
            gradient = op.AddV2(gradient, each)
        return (gradient,)
