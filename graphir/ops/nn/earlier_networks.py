"""Ops of neural networks of earlier versions, and gradients of fused cells."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.ranks import sizes_of_matrix
from graphir.ops.nn.convolution import (
    Conv3DBackpropFilterV2,
    Conv3DBackpropInputV2,
)
from graphir.ops.nn.pooling import MaxPool, MaxPoolGrad, MaxPoolGradGrad
from graphir.shapes import UNKNOWN, Shape

_NUMBERS = """[float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,
    bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64]"""


def _with_windows(call: Any, ksize: Any, strides: Any) -> dict[str, Any]:
    """The attributes of pooling with windows that are tensors here."""
    for name, sizes in (("ksize", ksize), ("strides", strides)):
        if np.shape(sizes) != (4,):
            raise call.invalid(f"{name} must have 4 elements, not {np.size(sizes)}")
    return {
        "ksize": np.asarray(ksize).tolist(),
        "strides": np.asarray(strides).tolist(),
        "padding": call.padding,
        "explicit_paddings": [],
        "data_format": call.data_format,
        "T": call.T,
    }


class MaxPoolV2(
    Op,
    signature="""
        MaxPoolV2(input: T, ksize: int32, strides: int32) -> (output: T)
        | T: type in [half,bfloat16,float,double,int32,int64,uint8,int16,int8,uint16,
          qint8] = float;
          padding: string in ['SAME','VALID'];
          data_format: string in ['NHWC','NCHW','NCHW_VECT_C'] = 'NHWC'
    """,
):
    """The largest element of each window, whose sizes are arguments."""

    def infer_shape(self) -> Shape:
        ksize, strides = self.constant("ksize"), self.constant("strides")
        if ksize is None or strides is None:
            return Shape([None] * 4)
        attrs = _with_windows(self, ksize, strides)
        return MaxPool([self.input], attrs).infer_shape()

    def compute(self, input: Any, ksize: Any, strides: Any) -> Any:
        return MaxPool((), _with_windows(self, ksize, strides)).compute(input)

    def input_gradients(self, d_output: Any) -> Any:
        gradient = self.op.MaxPoolGradV2(
            self.input,
            self.output,
            d_output,
            self.ksize,
            self.strides,
            padding=self.padding,
            data_format=self.data_format,
        )
        return gradient, None, None


class MaxPoolGradV2(
    Op,
    signature="""
        MaxPoolGradV2(orig_input: T, orig_output: T, grad: T, ksize: int32,
        strides: int32) -> (output: T)
        | padding: string in ['SAME','VALID'];
          data_format: string in ['NHWC','NCHW'] = 'NHWC'; T: type in real = float
    """,
):
    """The gradient of MaxPoolV2."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        found: Shape = self.orig_input.shape
        return found

    def compute(
        self, orig_input: Any, orig_output: Any, grad: Any, ksize: Any, strides: Any
    ) -> Any:
        call = MaxPoolGrad((), _with_windows(self, ksize, strides))
        return call.compute(orig_input, orig_output, grad)


class MaxPoolGradGradV2(
    Op,
    signature="""
        MaxPoolGradGradV2(orig_input: T, orig_output: T, grad: T, ksize: int32,
        strides: int32) -> (output: T)
        | padding: string in ['SAME','VALID'];
          data_format: string in ['NHWC','NCHW'] = 'NHWC'; T: type in real
    """,
):
    """The second gradient of MaxPoolV2."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        found: Shape = self.orig_output.shape
        return found

    def compute(
        self, orig_input: Any, orig_output: Any, grad: Any, ksize: Any, strides: Any
    ) -> Any:
        call = MaxPoolGradGrad((), _with_windows(self, ksize, strides))
        return call.compute(orig_input, orig_output, grad)


class _VolumeGradient(Op):
    """Gradients of Conv3D whose sizes are those of an argument."""

    input_gradients = not_differentiable

    def _attributes(self) -> dict[str, Any]:
        return {
            "T": self.T,
            "Tshape": self.T,
            "strides": self.strides,
            "padding": self.padding,
            "data_format": b"NDHWC",
            "dilations": self.dilations,
        }


class Conv3DBackpropInput(
    _VolumeGradient,
    signature="""
        Conv3DBackpropInput(input: T, filter: T, out_backprop: T) -> (output: T)
        | T: type in [half,float,double]; strides: list(int) >= 5;
          padding: string in ['SAME','VALID']; dilations: list(int) = [1, 1, 1, 1, 1]
    """,
):
    """The gradient of Conv3D by its input; ``input`` is the input itself."""

    def infer_shape(self) -> Shape:
        found: Shape = self.input.shape
        return found

    def compute(self, input: Any, filter: Any, out_backprop: Any) -> Any:
        call = Conv3DBackpropInputV2((), self._attributes())
        return call.compute(np.int32(input.shape), filter, out_backprop)


class Conv3DBackpropFilter(
    _VolumeGradient,
    signature="""
        Conv3DBackpropFilter(input: T, filter: T, out_backprop: T) -> (output: T)
        | T: type in [half,float,double]; strides: list(int) >= 5;
          padding: string in ['SAME','VALID']; dilations: list(int) = [1, 1, 1, 1, 1]
    """,
):
    """The gradient of Conv3D by its filter; ``filter`` is the filter itself."""

    def infer_shape(self) -> Shape:
        found: Shape = self.filter.shape
        return found

    def compute(self, input: Any, filter: Any, out_backprop: Any) -> Any:
        call = Conv3DBackpropFilterV2((), self._attributes())
        return call.compute(input, np.int32(filter.shape), out_backprop)


class BatchNormWithGlobalNormalization(
    Op,
    signature=f"""
        BatchNormWithGlobalNormalization(t: T, m: T, v: T, beta: T, gamma: T)
        -> (result: T)
        | T: type in {_NUMBERS}; variance_epsilon: float;
          scale_after_normalization: bool
    """,
):
    """Elements less their mean over their deviation, scaled and shifted."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        found: Shape = self.t.shape
        return found

    def compute(self, t: Any, m: Any, v: Any, beta: Any, gamma: Any) -> Any:
        scale = 1 / np.sqrt(v + v.dtype.type(self.variance_epsilon))
        if self.scale_after_normalization:
            scale = scale * gamma
        return ((t - m) * scale + beta).astype(t.dtype)


class BatchNormWithGlobalNormalizationGrad(
    Op,
    signature=f"""
        BatchNormWithGlobalNormalizationGrad(t: T, m: T, v: T, gamma: T, backprop: T)
        -> (dx: T, dm: T, dv: T, db: T, dg: T)
        | T: type in {_NUMBERS}; variance_epsilon: float;
          scale_after_normalization: bool
    """,
):
    """The gradients of BatchNormWithGlobalNormalization."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        whole, depth = self.t.shape, self.m.shape
        return [whole, depth, depth, depth, depth]

    def compute(self, t: Any, m: Any, v: Any, gamma: Any, backprop: Any) -> Any:
        axes = tuple(range(t.ndim - 1))
        scale = 1 / np.sqrt(v + v.dtype.type(self.variance_epsilon))
        shift = backprop.sum(axes)
        spread = (backprop * (t - m)).sum(axes)
        factor = scale * gamma if self.scale_after_normalization else scale
        kept = gamma if self.scale_after_normalization else v.dtype.type(1)
        of_gamma = spread * scale
        if not self.scale_after_normalization:
            of_gamma = np.zeros_like(of_gamma)
        parts = [
            backprop * factor,
            -shift * factor,
            spread * kept * v.dtype.type(-0.5) * scale**3,
            shift,
            of_gamma,
        ]
        return [each.astype(t.dtype) for each in parts]


class SparseMatMul(
    Op,
    signature="""
        SparseMatMul(a: Ta, b: Tb) -> (product: float)
        | transpose_a: bool = False; transpose_b: bool = False;
          a_is_sparse: bool = False; b_is_sparse: bool = False;
          Ta: type in [float,bfloat16] = float; Tb: type in [float,bfloat16] = float
    """,
):
    """The product of matrices that are expected to have many zeros."""

    def infer_shape(self) -> Shape:
        a, b = self.a.shape, self.b.shape
        if a.rank is None or b.rank is None:
            return UNKNOWN
        a, b = a.with_rank(2), b.with_rank(2)
        inner = a[0] if self.transpose_a else a[1], b[1] if self.transpose_b else b[0]
        if None not in inner and inner[0] != inner[1]:
            raise ValueError(
                f"Dimensions must be equal, but are {inner[0]} and {inner[1]}"
            )
        return Shape(
            [a[1] if self.transpose_a else a[0], b[0] if self.transpose_b else b[1]]
        )

    def compute(self, a: Any, b: Any) -> Any:
        sizes_of_matrix(a, "a")
        sizes_of_matrix(b, "b")
        left, right = a.astype(np.float32), b.astype(np.float32)
        left = left.T if self.transpose_a else left
        right = right.T if self.transpose_b else right
        if left.shape[-1] != right.shape[0]:
            raise self.invalid(
                "Matrix size incompatible: a: "
                f"{in_brackets(a.shape)}, b: {in_brackets(b.shape)}"
            )
        return left @ right

    def input_gradients(self, d_product: Any) -> Any:
        op = self.op
        of_a = op.MatMul(
            d_product,
            op.Cast(self.b, DstT=d_product.dtype),
            transpose_b=not self.transpose_b,
        )
        of_b = op.MatMul(
            op.Cast(self.a, DstT=d_product.dtype),
            d_product,
            transpose_a=not self.transpose_a,
        )
        if self.transpose_a:
            of_a = op.Transpose(of_a, np.array([1, 0], np.int32))
        if self.transpose_b:
            of_b = op.Transpose(of_b, np.array([1, 0], np.int32))
        return op.Cast(of_a, DstT=self.Ta), op.Cast(of_b, DstT=self.Tb)
