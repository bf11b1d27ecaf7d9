"""Circulant operators, applied by Fourier transforms."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, broadcast_shapes
from runtime.apply import apply_op
from runtime.arrays.reshaping import broadcast_to, reshape
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import kept, known_sizes
from runtime.linalg.transposes import matrix_transpose
from runtime.math.arithmetic import abs as absolute
from runtime.math.casting import cast
from runtime.math.complex_numbers import conj, imag
from runtime.math.exponentials import log
from runtime.math.reductions import reduce_max, reduce_mean, reduce_prod, reduce_sum
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor import Tensor


class _Circulant(LinearOperator):
    """``F^H diag(spectrum) F``, where F is the transform over ``depth`` axes."""

    depth: ClassVar[int]
    transforms: ClassVar[tuple[str, str]]

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: DTypeLike = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        given = kept(spectrum, "spectrum")
        if not (given.dtype.is_floating or given.dtype.is_complex):
            raise TypeError(
                f"Argument `spectrum` must have a floating or complex dtype, found "
                f"{given.dtype!r}."
            )
        if given.shape.rank is not None and given.shape.rank < self.depth:
            raise ValueError(
                f"Argument `spectrum` must have at least {self.depth} dimensions. "
                f"Found: {given.shape}."
            )
        self._spectrum = given
        if given.dtype.is_floating and is_self_adjoint is None:
            # a real spectrum is that of a Hermitian matrix
            is_self_adjoint = True
        super().__init__(
            as_dtype(input_output_dtype),
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            is_square,
            name or type(self).__name__,
            {"spectrum": spectrum, "input_output_dtype": input_output_dtype},
        )

    @property
    def spectrum(self) -> Tensor:
        """The eigenvalues, by frequency."""
        return self._spectrum

    @property
    def block_depth(self) -> int:
        """The number of transformed axes."""
        return self.depth

    @property
    def block_shape(self) -> Shape:
        """The shape of a vector, seen as a block."""
        shape: Shape = self._spectrum.shape[-self.depth :]
        return shape

    def block_shape_tensor(self) -> Tensor:
        """The same as a vector."""
        return self._sizes(self.block_shape.as_list())

    def convolution_kernel(self, name: str = "convolution_kernel") -> Tensor:
        """The first column, as a block."""
        kernel: Tensor = apply_op(self.transforms[1], [self._wide(self._spectrum)])
        found: Tensor = cast(kernel, self.dtype)
        return found

    def assert_hermitian_spectrum(self, name: str = "assert_hermitian_spectrum") -> Any:
        """Checks that the first column is real.

        Raises:
          InvalidArgumentError: if the spectrum is not Hermitian.
        """
        from runtime.debugging.comparisons import assert_less

        kernel = apply_op(self.transforms[1], [self._wide(self._spectrum)])
        largest: Any = reduce_max(absolute(imag(kernel)))
        return assert_less(largest, 1e-4, message="Spectrum was not Hermitian")

    def _wide(self, tensor: Tensor) -> Tensor:
        wide = dtypes.complex128 if self.dtype.size > 8 else dtypes.complex64
        if self.dtype is dtypes.float64:
            wide = dtypes.complex128
        found: Tensor = cast(tensor, wide)
        return found

    def _shape(self) -> Shape:
        sizes = self.block_shape.as_list()
        known = [each for each in sizes if each is not None]
        total = math.prod(known) if len(known) == len(sizes) else None
        batch: Shape = self._spectrum.shape[: -self.depth]
        return batch.concatenate(Shape([total, total]))

    def _filtered(self, x: Tensor, spectrum: Any) -> Tensor:
        """Vectors [..., n, k], each transformed, multiplied and transformed back."""
        batch = broadcast_shapes(self.batch_shape, x.shape[:-2])
        spread = broadcast_to(x, [*known_sizes(batch), *known_sizes(x.shape[-2:])])
        vectors: Any = matrix_transpose(spread)
        blocks = reshape(
            vectors, [*known_sizes(vectors.shape)[:-1], *known_sizes(self.block_shape)]
        )
        forth, back = self.transforms
        waves: Any = apply_op(forth, [self._wide(blocks)])
        own = self._wide(spectrum)
        sizes = known_sizes(self.block_shape)
        own = reshape(own, [*known_sizes(own.shape)[: -self.depth], 1, *sizes])
        found = apply_op(back, [waves * own])
        flat = reshape(found, [*known_sizes(vectors.shape)])
        result: Tensor = cast(matrix_transpose(flat), self.dtype)
        return result

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        return self._filtered(x, conj(self._spectrum) if adjoint else self._spectrum)

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        spectrum: Any = conj(self._spectrum) if adjoint else self._spectrum
        return self._filtered(rhs, 1.0 / spectrum)

    def _axes(self) -> list[int]:
        return list(range(-self.depth, 0))

    def _diag_part(self) -> Tensor:
        mean: Any = cast(reduce_mean(self._spectrum, self._axes()), self.dtype)
        return broadcast_to(
            mean[..., None], [*known_sizes(self.batch_shape), self.domain_dimension]
        )

    def _trace(self) -> Tensor:
        total: Tensor = cast(reduce_sum(self._spectrum, self._axes()), self.dtype)
        return total

    def _determinant(self) -> Tensor:
        size: Tensor = cast(reduce_prod(self._spectrum, self._axes()), self.dtype)
        return size

    def _log_abs_determinant(self) -> Tensor:
        logs = log(absolute(self._spectrum))
        total: Tensor = cast(reduce_sum(logs, self._axes()), self.dtype)
        return total

    def _eigvals(self) -> Tensor:
        flat = reshape(self._spectrum, [*known_sizes(self.batch_shape), -1])
        values: Tensor = cast(flat, self.dtype)
        return values

    def _inverse(self) -> LinearOperator:
        spectrum: Any = self._spectrum
        return self._like(1.0 / spectrum)

    def _adjoint(self) -> LinearOperator:
        if self.is_self_adjoint:
            return self
        return self._like(conj(self._spectrum))

    def _like(self, spectrum: Any) -> LinearOperator:
        hints = self._hints
        return type(self)(
            spectrum,
            self.dtype,
            hints.is_non_singular,
            hints.is_self_adjoint,
            hints.is_positive_definite,
        )

    def _product(self, other: LinearOperator) -> LinearOperator | None:
        if type(other) is type(self):
            spectrum: Any = self._spectrum
            return type(self)(spectrum * other.spectrum, self.dtype)
        return None


class LinearOperatorCirculant(_Circulant):
    """A circulant matrix, defined by its spectrum.

    >>> operator = tf.linalg.LinearOperatorCirculant([6.0, 4.0], tf.float32)
    >>> operator.to_dense().numpy().tolist()
    [[5.0, 1.0], [1.0, 5.0]]

    Raises:
      TypeError: for another dtype than floats and complex numbers.
      ValueError: for a spectrum with too few axes.
    """

    _composite_tensor_fields = ("spectrum",)

    depth = 1
    transforms = ("FFT", "IFFT")


class LinearOperatorCirculant2D(_Circulant):
    """The same for vectors that are images: a circulant of circulant blocks.

    >>> tf.linalg.LinearOperatorCirculant2D([[1.0, 2.0]], tf.float32).shape
    TensorShape([2, 2])
    """

    _composite_tensor_fields = ("spectrum",)

    depth = 2
    transforms = ("FFT2D", "IFFT2D")


class LinearOperatorCirculant3D(_Circulant):
    """The same for vectors that are volumes.

    >>> tf.linalg.LinearOperatorCirculant3D([[[1.0, 2.0]]], tf.float32).shape
    TensorShape([2, 2])
    """

    _composite_tensor_fields = ("spectrum",)

    depth = 3
    transforms = ("FFT3D", "IFFT3D")
