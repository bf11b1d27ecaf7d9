"""Discrete Fourier transforms over chosen axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import UNKNOWN, Shape

_COMPLEX = "Tcomplex: type in [complex64,complex128] = complex64"
_REAL = "Treal: type in [float,double] = float"


class FourierOverAxes(Op):
    """A transform of ``fft_length`` elements along all of ``axes``."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        lengths, axes = self.constant("fft_length"), self.constant("axes")
        if shape.rank is None:
            return UNKNOWN
        if lengths is None or axes is None:
            return Shape([None] * shape.rank)
        dims = shape.as_list()
        for size, axis in zip(lengths.tolist(), axes.tolist()):
            dims[axis] = size
        if axes.size:
            dims[int(axes[-1])] = self._size_of_last(int(lengths[-1]))
        return Shape(dims)

    def _size_of_last(self, length: int) -> int:
        return length

    def _checked(self, input: Any, fft_length: Any, axes: Any) -> dict[str, Any]:
        if fft_length.shape != axes.shape or axes.ndim != 1:
            raise self.invalid("fft_length and axes must be vectors of one size")
        if len(axes) and (axes.min() < -input.ndim or axes.max() >= input.ndim):
            raise self.invalid(f"axes {axes.tolist()} are not all of the input")
        if len(fft_length) and fft_length.min() < 1:
            raise self.invalid(f"fft_length must be positive: {fft_length.tolist()}")
        return {"s": fft_length.tolist(), "axes": axes.tolist()}


class FFTND(
    FourierOverAxes,
    signature=f"""
        FFTND(input: Tcomplex, fft_length: int32, axes: int32) -> (output: Tcomplex)
        | {_COMPLEX}
    """,
):
    """The Fourier transform over axes, cut or filled with zeros to lengths."""

    def compute(self, input: Any, fft_length: Any, axes: Any) -> Any:
        given = self._checked(input, fft_length, axes)
        return np.fft.fftn(input, **given).astype(input.dtype)


class IFFTND(
    FourierOverAxes,
    signature=f"""
        IFFTND(input: Tcomplex, fft_length: int32, axes: int32) -> (output: Tcomplex)
        | {_COMPLEX}
    """,
):
    """The inverse of FFTND."""

    def compute(self, input: Any, fft_length: Any, axes: Any) -> Any:
        given = self._checked(input, fft_length, axes)
        return np.fft.ifftn(input, **given).astype(input.dtype)


class RFFTND(
    FourierOverAxes,
    signature=f"""
        RFFTND(input: Treal, fft_length: int32, axes: int32) -> (output: Tcomplex)
        | {_REAL}; {_COMPLEX}
    """,
):
    """The Fourier transform of real numbers: half of the last of ``axes``."""

    def _size_of_last(self, length: int) -> int:
        return length // 2 + 1

    def compute(self, input: Any, fft_length: Any, axes: Any) -> Any:
        given = self._checked(input, fft_length, axes)
        return np.fft.rfftn(input, **given).astype(self.Tcomplex.numpy_dtype)


class IRFFTND(
    FourierOverAxes,
    signature=f"""
        IRFFTND(input: Tcomplex, fft_length: int32, axes: int32) -> (output: Treal)
        | {_REAL}; {_COMPLEX}
    """,
):
    """The inverse of RFFTND."""

    def compute(self, input: Any, fft_length: Any, axes: Any) -> Any:
        given = self._checked(input, fft_length, axes)
        # of an axis without elements NumPy gives what is in memory
        empty = [not input.shape[axis] for axis in range(input.ndim)]
        gone = {int(axis) % input.ndim for axis in axes}
        widths = [(0, int(axis in gone and empty[axis])) for axis in range(input.ndim)]
        return np.fft.irfftn(np.pad(input, widths), **given).astype(
            self.Treal.numpy_dtype
        )
