"""Discrete Fourier transforms over the last one, two or three axes."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from graphir.dtypes import DType
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import Unary, in_brackets
from graphir.shapes import UNKNOWN, Shape

_COMPLEX = "Tcomplex: type in [complex64,complex128] = complex64"
_REAL = "Treal: type in [float,double] = float"


class Fourier(Op):
    """The base class of the transforms, with the number of axes."""

    _axis_count: ClassVar[int] = 1

    def _axes(self) -> tuple[int, ...]:
        return tuple(range(-self._axis_count, 0))

    def _check_rank(self, array: Any) -> None:
        if array.ndim < self._axis_count:
            raise self.invalid(
                f"Input must have rank of at least {self._axis_count} but got: "
                f"{in_brackets(array.shape)}"
            )

    def _count_of(self, tensor: Any, dtype: Any) -> Any:
        """The number of elements over the transformed axes, in a dtype."""
        op, shape = self.op, tensor.shape
        if shape.rank is not None and None not in shape.sizes[-self._axis_count :]:
            sizes = shape.sizes[-self._axis_count :]
            return np.array(math.prod(sizes), dtype.numpy_dtype)
        sizes = op.StridedSlice(
            op.Shape(tensor), [-self._axis_count], [0], [1], end_mask=1
        )
        return op.Cast(op.Prod(sizes, [0]), DstT=dtype)


class ComplexTransform(Fourier, Unary):
    """Complex in, complex out, of one shape."""

    # an element of the result depends on more than one of the argument
    traits = frozenset()
    _function: ClassVar[Any]

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape.with_rank_at_least(self._axis_count)

    def compute(self, input: Any) -> Any:
        self._check_rank(input)
        if not input.size:
            return np.zeros_like(input)  # NumPy refuses axes without elements
        return type(self)._function(input, axes=self._axes()).astype(input.dtype)


class Forward(ComplexTransform):
    """Sums of elements times powers of ``exp(-2 pi i / n)``."""

    _function = staticmethod(np.fft.fftn)
    _inverse: ClassVar[str]

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        count = self._count_of(d_output, self.Tcomplex)
        return (op.Mul(getattr(op, self._inverse)(d_output), count),)


class Backward(ComplexTransform):
    """The transform that undoes the forward one."""

    _function = staticmethod(np.fft.ifftn)
    _forward: ClassVar[str]

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        count = self._count_of(d_output, self.Tcomplex)
        return (op.RealDiv(getattr(op, self._forward)(d_output), count),)


class FFT(
    Forward,
    signature=f"FFT(input: Tcomplex) -> (output: Tcomplex) | {_COMPLEX}",
    traits="transform",
):
    """The Fourier transform over the last axis."""

    _inverse = "IFFT"


class IFFT(
    Backward,
    signature=f"IFFT(input: Tcomplex) -> (output: Tcomplex) | {_COMPLEX}",
    traits="transform",
):
    """The inverse Fourier transform over the last axis."""

    _forward = "FFT"


class FFT2D(
    Forward,
    signature=f"FFT2D(input: Tcomplex) -> (output: Tcomplex) | {_COMPLEX}",
    traits="transform",
):
    """The Fourier transform over the last two axes."""

    _axis_count = 2
    _inverse = "IFFT2D"


class IFFT2D(
    Backward,
    signature=f"IFFT2D(input: Tcomplex) -> (output: Tcomplex) | {_COMPLEX}",
    traits="transform",
):
    """The inverse Fourier transform over the last two axes."""

    _axis_count = 2
    _forward = "FFT2D"


class FFT3D(
    Forward,
    signature=f"FFT3D(input: Tcomplex) -> (output: Tcomplex) | {_COMPLEX}",
    traits="transform",
):
    """The Fourier transform over the last three axes."""

    _axis_count = 3
    _inverse = "IFFT3D"


class IFFT3D(
    Backward,
    signature=f"IFFT3D(input: Tcomplex) -> (output: Tcomplex) | {_COMPLEX}",
    traits="transform",
):
    """The inverse Fourier transform over the last three axes."""

    _axis_count = 3
    _forward = "FFT3D"


class RealTransform(Fourier):
    """One side is real, so half of the last complex axis determines the other half."""

    def _transformed_shape(self, last: Any) -> Shape:
        """The input's shape with the transformed sizes; ``last`` of a length."""
        shape: Shape = self.input.shape.with_rank_at_least(self._axis_count)
        lengths = self.constant("fft_length")
        if shape.rank is None:
            return UNKNOWN
        batch: Shape = shape[: -self._axis_count]
        if lengths is None:
            return batch.concatenate([None] * self._axis_count)
        sizes = [int(size) for size in lengths]
        return batch.concatenate([*sizes[:-1], last(sizes[-1])])

    def _lengths(self, input: Any, fft_length: Any) -> list[int]:
        self._check_rank(input)
        if fft_length.shape != (self._axis_count,):
            raise self.invalid(f"fft_length must have shape [{self._axis_count}]")
        lengths: list[int] = fft_length.tolist()
        if min(lengths) < 0:
            raise self.invalid(
                f"fft_length[{lengths.index(min(lengths))}] must be >= 0"
            )
        return lengths

    def _empty(self, input: Any, sizes: list[int], dtype: DType) -> Any:
        """The result of a transform without elements, which NumPy refuses."""
        batch = np.shape(input)[: -self._axis_count]
        return np.zeros([*batch, *sizes], dtype.numpy_dtype)

    def _fitted(self, tensor: Any, like: Any) -> Any:
        """Cut or filled with zeros to the sizes of the transformed axes of another."""
        op, rank = self.op, like.shape.rank
        if rank is None or not (
            tensor.shape.is_fully_defined() and like.shape.is_fully_defined()
        ):
            raise LookupError(
                f"The gradient of {type(self).__name__} needs a fully defined shape."
            )
        have, want = tensor.shape.as_ints(), like.shape.as_ints()
        if have == want:
            return tensor
        kept = [min(a, b) for a, b in zip(have, want)]
        cut = op.Slice(tensor, np.zeros(rank, np.int32), np.array(kept, np.int32))
        missing = [[0, b - a] for a, b in zip(kept, want)]
        return op.Pad(cut, np.array(missing, np.int32))


class FromReal(RealTransform):
    """Real in; ``n // 2 + 1`` complex numbers along the last axis out."""

    def infer_shape(self) -> Shape:
        return self._transformed_shape(lambda size: size // 2 + 1 if size else 0)

    def compute(self, input: Any, fft_length: Any) -> Any:
        lengths = self._lengths(input, fft_length)
        for size, length in zip(input.shape[-self._axis_count :], lengths):
            if size < length:
                raise self.invalid(
                    f"Input dimension must have length of at least {length} but got: "
                    f"{size}"
                )
        if 0 in lengths:
            sizes = [*lengths[:-1], lengths[-1] // 2 + 1 if lengths[-1] else 0]
            return self._empty(input, sizes, self.Tcomplex)
        result = np.fft.rfftn(input, lengths, self._axes())
        return result.astype(self.Tcomplex.numpy_dtype)

    _inverse: ClassVar[str]

    def input_gradients(self, d_output: Any) -> Any:
        # the transposed transform: the missing half of the spectrum is zero
        op, lengths = self.op, self.constant("fft_length")
        if lengths is None or not d_output.shape.is_fully_defined():
            raise LookupError(
                f"The gradient of {type(self).__name__} needs a constant fft_length."
            )
        sizes = [int(size) for size in lengths]
        missing = sizes[-1] - d_output.shape.as_ints()[-1]
        paddings = [[0, 0]] * (d_output.shape.rank - 1) + [[0, missing]]
        whole = op.Pad(d_output, np.array(paddings, np.int32))
        back = getattr(op, self._inverse)(whole)
        real = op.Real(back, Tout=self.Treal)
        count = np.array(math.prod(sizes), self.Treal.numpy_dtype)
        return self._fitted(op.Mul(real, count), self.input), None


class ToReal(RealTransform):
    """``n // 2 + 1`` complex numbers along the last axis in; n real numbers out."""

    def infer_shape(self) -> Shape:
        return self._transformed_shape(lambda size: size)

    def compute(self, input: Any, fft_length: Any) -> Any:
        lengths = self._lengths(input, fft_length)
        needed = [*lengths[:-1], lengths[-1] // 2 + 1]
        for size, length in zip(input.shape[-self._axis_count :], needed):
            if size < length:
                raise self.invalid(
                    f"Input dimension must have length of at least {length} but got: "
                    f"{size}"
                )
        if 0 in lengths:
            return self._empty(input, lengths, self.Treal)
        result = np.fft.irfftn(input, lengths, self._axes())
        return result.astype(self.Treal.numpy_dtype)

    _forward: ClassVar[str]

    def input_gradients(self, d_output: Any) -> Any:
        # each number but the first (and the middle one) stands for two
        op, lengths = self.op, self.constant("fft_length")
        if lengths is None:
            raise LookupError(
                f"The gradient of {type(self).__name__} needs a constant fft_length."
            )
        sizes = [int(size) for size in lengths]
        weights = np.full(sizes[-1] // 2 + 1, 2.0)
        weights[0] = 1
        if sizes[-1] % 2 == 0:
            weights[-1] = 1
        spectrum = getattr(op, self._forward)(
            d_output, self.fft_length, Tcomplex=self.Tcomplex
        )
        factor = (weights / math.prod(sizes)).astype(self.Tcomplex.numpy_dtype)
        return self._fitted(op.Mul(spectrum, factor), self.input), None


class RFFT(
    FromReal,
    signature=f"""
        RFFT(input: Treal, fft_length: int32) -> (output: Tcomplex)
        | {_REAL}; {_COMPLEX}
    """,
    traits="transform",
):
    """The Fourier transform of real numbers over the last axis."""

    _inverse = "IFFT"


class IRFFT(
    ToReal,
    signature=f"""
        IRFFT(input: Tcomplex, fft_length: int32) -> (output: Treal)
        | {_REAL}; {_COMPLEX}
    """,
):
    """The inverse of RFFT."""

    _forward = "RFFT"


class RFFT2D(
    FromReal,
    signature=f"""
        RFFT2D(input: Treal, fft_length: int32) -> (output: Tcomplex)
        | {_REAL}; {_COMPLEX}
    """,
    traits="transform",
):
    """The Fourier transform of real numbers over the last two axes."""

    _axis_count = 2
    _inverse = "IFFT2D"


class IRFFT2D(
    ToReal,
    signature=f"""
        IRFFT2D(input: Tcomplex, fft_length: int32) -> (output: Treal)
        | {_REAL}; {_COMPLEX}
    """,
):
    """The inverse of RFFT2D."""

    _axis_count = 2
    _forward = "RFFT2D"


class RFFT3D(
    FromReal,
    signature=f"""
        RFFT3D(input: Treal, fft_length: int32) -> (output: Tcomplex)
        | {_REAL}; {_COMPLEX}
    """,
    traits="transform",
):
    """The Fourier transform of real numbers over the last three axes."""

    _axis_count = 3
    _inverse = "IFFT3D"


class IRFFT3D(
    ToReal,
    signature=f"""
        IRFFT3D(input: Tcomplex, fft_length: int32) -> (output: Treal)
        | {_REAL}; {_COMPLEX}
    """,
):
    """The inverse of RFFT3D."""

    _axis_count = 3
    _forward = "RFFT3D"
