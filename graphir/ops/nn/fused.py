"""Fused ops: matrix product or convolution with bias and activation; norm with ReLU.

These are TensorFlow's internal ops, which its optimizer makes. Here they compute the
same bits as the separate ops that they replace, but reuse the memory of the first
result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr
from graphir.compute.blas import ALONE
from graphir.compute.blas import product as shared_product
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.registry import lookup
from graphir.ops.linalg.matrices import MatMul
from graphir.ops.nn.activations import LeakyRelu
from graphir.ops.nn.batch_norm import FusedBatchNormV3, FusedNormalization
from graphir.ops.nn.biases import BiasAdd
from graphir.ops.nn.convolution import Conv2D, Convolution
from graphir.shapes import Shape

ACTIVATIONS: Final = ("Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid")
"""The activations that ``fused_ops`` may name."""

_FUSED = """
    fused_ops: list(string) = []; epsilon: float = 9.999999747378752e-05;
    leakyrelu_alpha: float = 0.20000000298023224
"""


class FollowedProduct(Op):
    """The base class of ops whose ``fused_ops`` are applied to a product."""

    def _finished(self, product: Any, args: Sequence[Any]) -> Any:
        """The product after all steps; its memory may be used for the result."""
        position = 0
        for count, step in self._steps():
            product = step(product, *args[position : position + count])
            position += count
        return product

    def _steps(self) -> list[tuple[int, Kernel]]:
        """How many more arguments each step takes, and its kernel; made once."""
        known: list[tuple[int, Kernel]] | None = self.__dict__.get("_known_steps")
        if known is None:
            known = [self._step(name.decode()) for name in self.fused_ops]
            self.__dict__["_known_steps"] = known
        return known

    def _step(self, name: str) -> tuple[int, Kernel]:
        data_format = self._attrs.get("data_format", b"NHWC")
        if name == "BiasAdd":
            general = BiasAdd.bind({"data_format": data_format})
            return 1, lambda product, bias: _biased(product, bias, data_format, general)
        if name == "FusedBatchNorm":
            attrs = {"epsilon": self.epsilon, "is_training": False}
            normal = FusedBatchNormV3.bind({**attrs, "data_format": data_format})
            return 4, lambda product, *statistics: normal(product, *statistics)[0]
        if name == "Relu":
            return 0, _rectified
        if name == "LeakyRelu":
            return 0, LeakyRelu.bind({"alpha": self.leakyrelu_alpha})
        if name in ACTIVATIONS:
            return 0, lookup(name).bind({"T": self.T})
        raise self.invalid(f"Unsupported fused operation: {name}")

    def _gradients_of_steps(
        self, product: Callable[[], Any], args: Sequence[Any], result: Any, d: Any
    ) -> tuple[Any, list[Any]]:
        """Gradients for the product and for each of the further arguments."""
        names = [name.decode() for name in self.fused_ops]
        if names and names[-1] in ACTIVATIONS:
            d = self._d_activation(names[-1], product, args, result, d)
        if names and names[0] == "BiasAdd":
            data_format = self._attrs.get("data_format", b"NHWC")
            return d, [self.op.BiasAddGrad(d, data_format=data_format)]
        if names and names[0] == "FusedBatchNorm":
            return self._d_normalized(product(), args, d)
        return d, []

    def _d_activation(
        self, name: str, product: Callable[[], Any], args: Sequence[Any], y: Any, d: Any
    ) -> Any:
        if name == "LeakyRelu":
            features = self._before_activation(product(), args)
            return self.op.LeakyReluGrad(d, features, alpha=self.leakyrelu_alpha)
        # these gradients are functions of the result
        if name in ("Tanh", "Sigmoid"):
            return getattr(self.op, f"{name}Grad")(y, d)
        return getattr(self.op, f"{name}Grad")(d, y)

    def _before_activation(self, product: Any, args: Sequence[Any]) -> Any:
        data_format = self._attrs.get("data_format", b"NHWC")
        if b"BiasAdd" in self.fused_ops:
            return self.op.BiasAdd(product, args[0], data_format=data_format)
        if b"FusedBatchNorm" in self.fused_ops:
            attrs = {"epsilon": self.epsilon, "is_training": False}
            normal = self.op.FusedBatchNormV3
            return normal(product, *args, data_format=data_format, **attrs)[0]
        return product

    def _d_normalized(
        self, product: Any, args: Sequence[Any], d: Any
    ) -> tuple[Any, list[Any]]:
        scale, _, mean, variance = args
        d_x, d_scale, d_offset, _, _ = self.op.FusedBatchNormGradV3(
            d,
            product,
            scale,
            mean,
            variance,
            np.empty(0, np.float32),
            epsilon=self.epsilon,
            data_format=self.data_format,
            is_training=False,
        )
        return d_x, [d_scale, d_offset, None, None]


def _biased(product: Any, bias: Any, data_format: bytes, general: Kernel) -> Any:
    is_last = data_format != b"NCHW" and np.ndim(bias) == 1
    if is_last and product.ndim > 1 and len(bias) == product.shape[-1]:
        return np.add(product, bias, out=product)
    return general(product, bias)


def _rectified(product: Any) -> Any:
    return np.maximum(product, product.dtype.type(0), out=product)


def _dense_layer(general: Kernel, is_rectified: bool) -> Kernel:
    """float32 matrices and a bias; whatever does not fit is left to the other."""
    multiply, add, larger, zero = np.matmul, np.add, np.maximum, np.float32(0)

    def layer(a: Any, b: Any, bias: Any) -> Any:
        if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
            return general(a, b, bias)
        if bias.shape != b.shape[1:]:
            return general(a, b, bias)
        is_small = a.size * b.shape[1] <= ALONE
        product = multiply(a, b) if is_small else shared_product(a, b)
        add(product, bias, product)
        return larger(product, zero, out=product) if is_rectified else product

    return layer


class _FusedMatMul(
    FollowedProduct,
    signature=f"""
        _FusedMatMul(a: T, b: T, args: num_args*T) -> (product: T)
        | transpose_a: bool = False; transpose_b: bool = False;
          T: type in [bfloat16,half,float]; num_args: int >= 0; {_FUSED}
    """,
    traits="makes_new",
):
    """A product of matrices, then a bias and an activation (``fused_ops``)."""

    @classmethod
    def bind(cls, attrs: Mapping[str, Attr]) -> Kernel:
        """The kernel; the usual case, a dense layer, without a way round."""
        call = cls((), attrs)
        fused, is_plain = call.fused_ops, call.T is dtypes.float32
        if call.transpose_a or call.transpose_b or not is_plain:
            return call._compute_flat
        if fused not in ([b"BiasAdd"], [b"BiasAdd", b"Relu"]):
            return call._compute_flat
        return _dense_layer(call._compute_flat, len(fused) == 2)

    def infer_shape(self) -> Shape:
        return MatMul.infer_shape(self)  # type: ignore[arg-type]

    def compute(self, a: Any, b: Any, args: Any) -> Any:
        product = MatMul.compute(self, a, b)  # type: ignore[arg-type]
        return self._finished(product, args)

    def _compute_flat(self, a: Any, b: Any, *args: Any) -> Any:
        return self.compute(a, b, args)

    def input_gradients(self, d_product: Any) -> Any:
        flags = {"transpose_a": self.transpose_a, "transpose_b": self.transpose_b}
        d, d_args = self._gradients_of_steps(
            lambda: self.op.MatMul(self.a, self.b, **flags),
            self.args,
            self.product,
            d_product,
        )
        d_a, d_b = MatMul.input_gradients(self, d)  # type: ignore[arg-type]
        return d_a, d_b, d_args


class _FusedConv2D(
    Convolution,
    FollowedProduct,
    signature=f"""
        _FusedConv2D(input: T, filter: T, args: list(TArgs),
                     host_args: num_host_args*float) -> (output: T)
        | T: type in [half,float,double,int8,qint8]; TArgs: list(type) >= 1;
          num_args: int >= 0; num_host_args: int >= 0 = 0;
          strides: list(int); padding: string in ['SAME','VALID','EXPLICIT'];
          explicit_paddings: list(int) = [];
          data_format: string in ['NHWC','NCHW','NCHW_VECT_C'] = 'NHWC';
          filter_format: string in ['HWIO','OIHW','OIHW_VECT_I'] = 'HWIO';
          dilations: list(int) = [1, 1, 1, 1]; use_cudnn_on_gpu: bool = True; {_FUSED}
    """,
    traits="makes_new",
):
    """A convolution, then a bias or a normalization, and an activation."""

    def compute(  # type: ignore[override]
        self, input: Any, filter: Any, args: Any, host_args: Any
    ) -> Any:
        if self.filter_format != b"HWIO":
            raise self.invalid(f"Filters in {self.filter_format.decode()} order")
        return self._finished(Convolution.compute(self, input, filter), args)

    def input_gradients(self, d_output: Any) -> Any:
        attrs = self._gradient_attrs()
        d, d_args = self._gradients_of_steps(
            lambda: self.op.Conv2D(self.input, self.filter, **attrs),
            self.args,
            self.output,
            d_output,
        )
        d_input, d_filter = Conv2D.input_gradients(self, d)  # type: ignore[arg-type]
        return d_input, d_filter, d_args, [None] * len(self.host_args)


class _FusedBatchNormEx(
    FusedNormalization,
    signature="""
        _FusedBatchNormEx(x: T, scale: U, offset: U, mean: U, variance: U,
                          side_input: num_side_inputs*T)
        -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U,
            reserve_space_2: U, reserve_space_3: U)
        | T: type in [half,float,bfloat16]; U: type in [float];
          epsilon: float = 9.999999747378752e-05; exponential_avg_factor: float = 1.0;
          num_side_inputs: int >= 0 = 0; activation_mode: string = 'Identity';
          data_format: string in ['NHWC','NCHW'] = 'NHWC'; is_training: bool = True
    """,
):
    """Batch normalization, then the sum with another tensor and an activation."""

    saves_third = True

    def compute(  # type: ignore[override]
        self,
        x: Any,
        scale: Any,
        offset: Any,
        mean: Any,
        variance: Any,
        side_input: Any,
    ) -> Any:
        if self.activation_mode not in (b"Identity", b"Relu"):
            raise self.invalid(
                f"Unsupported activation mode: {self.activation_mode.decode()}"
            )
        y, *others = FusedNormalization.compute(self, x, scale, offset, mean, variance)
        for each in side_input:
            y = y + each
        if self.activation_mode == b"Relu":
            y = np.maximum(y, y.dtype.type(0))
        return (y, *others)

    def input_gradients(self, d_y: Any, *others: Any) -> Any:
        if self.activation_mode == b"Relu":
            d_y = self.op.ReluGrad(d_y, self.y)
        gradients = self._gradient("FusedBatchNormGradV3", d_y, self.reserve_space_3)
        return (*gradients, [d_y] * len(self.side_input))
