"""Activation functions of neural networks and the ops of their gradients."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.ops.contract.families import SameShape, Unary, in_float32

SELU_SCALE: Final = 1.0507009873554804934193349852946
"""Klambauer et al., Self-Normalizing Neural Networks (2017)."""

SELU_SCALED_ALPHA: Final = 1.7580993408473768599402175208123
"""The product of SELU's scale and alpha, from the same paper."""

_FLOATS = "[half,bfloat16,float,double]"
_REALS = "real"


class GradientOf(SameShape):
    """Gradient ops: both arguments have the shape of the result."""


class Relu(
    Unary,
    signature="""
        Relu(features: T) -> (activations: T)
        | T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64,qint8]
    """,
    traits="idempotent precision_neutral blockwise",
    onnx_name="Relu",
):
    """The positive part; NaN stays NaN."""

    def compute(self, features: Any) -> Any:
        return np.maximum(features, features.dtype.type(0))

    def input_gradients(self, d_activations: Any) -> Any:
        return (self.op.ReluGrad(d_activations, self.activations),)


def _flat(call: Any) -> Any:
    """The slope of a slope that is constant between kinks: zeros, if asked for."""
    return call.op.ZerosLike(call.features) if call.wants("features") else None


class ReluGrad(
    GradientOf,
    signature=f"""
        ReluGrad(gradients: T, features: T) -> (backprops: T) | T: type in {_REALS}
    """,
    traits="precision_neutral blockwise",
):
    """The gradient times 1 where the feature is positive, else times 0."""

    def compute(self, gradients: Any, features: Any) -> Any:
        # a product: what is not finite is seen in the gradient, as TensorFlow shows it
        return gradients * (features > 0).astype(gradients.dtype)

    def input_gradients(self, d_backprops: Any) -> Any:
        return self.op.ReluGrad(d_backprops, self.features), _flat(self)


class Relu6(
    Unary,
    signature=f"Relu6(features: T) -> (activations: T) | T: type in {_REALS}",
    traits="idempotent precision_neutral function_opens_scope blockwise",
):
    """The value kept between 0 and 6."""

    def compute(self, features: Any) -> Any:
        dtype = features.dtype.type
        positive = np.maximum(features, dtype(0))
        # a second fresh array would cost as much as the arithmetic of both
        is_array = isinstance(positive, np.ndarray)
        return np.minimum(positive, dtype(6), out=positive if is_array else None)

    def input_gradients(self, d_activations: Any) -> Any:
        return (self.op.Relu6Grad(d_activations, self.activations),)


class Relu6Grad(
    GradientOf,
    signature=f"""
        Relu6Grad(gradients: T, features: T) -> (backprops: T) | T: type in {_REALS}
    """,
    traits="precision_neutral",
):
    """The gradient times 1 where the feature lies inside (0, 6), else times 0."""

    def compute(self, gradients: Any, features: Any) -> Any:
        inside = (features > 0) & (features < 6)
        return gradients * inside.astype(gradients.dtype)

    def input_gradients(self, d_backprops: Any) -> Any:
        return self.op.Relu6Grad(d_backprops, self.features), _flat(self)


def _elu(features: Any) -> Any:
    return np.where(features < 0, np.expm1(features), features)


def _selu(features: Any) -> Any:
    dtype = features.dtype.type
    negative = dtype(SELU_SCALED_ALPHA) * np.expm1(features)
    return np.where(features < 0, negative, dtype(SELU_SCALE) * features)


def _softplus(features: Any) -> Any:
    return np.logaddexp(features, features.dtype.type(0))


class Elu(
    Unary,
    signature=f"Elu(features: T) -> (activations: T) | T: type in {_FLOATS}",
    traits="precision_following blockwise",
    onnx_name="Elu",
):
    """``exp(x) - 1`` below zero, else x (Clevert et al., 2015)."""

    compute = in_float32(_elu)

    def input_gradients(self, d_activations: Any) -> Any:
        return (self.op.EluGrad(d_activations, self.activations),)


class EluGrad(
    GradientOf,
    signature=f"""
        EluGrad(gradients: T, outputs: T) -> (backprops: T) | T: type in {_FLOATS}
    """,
    traits="precision_following",
):
    """The gradient of Elu, from its result."""

    compute = in_float32(lambda d, y: np.where(y < 0, d * (y + y.dtype.type(1)), d))

    def input_gradients(self, d_backprops: Any) -> Any:
        op = self.op
        zeros = op.ZerosLike(self.outputs)
        below = op.Less(self.outputs, zeros)
        d_outputs = op.SelectV2(below, op.Mul(d_backprops, self.gradients), zeros)
        return op.EluGrad(d_backprops, self.outputs), d_outputs


class Selu(
    Unary,
    signature=f"Selu(features: T) -> (activations: T) | T: type in {_FLOATS}",
    traits="precision_following blockwise",
    onnx_name="Selu",
):
    """Scaled Elu (Klambauer et al., 2017)."""

    compute = in_float32(_selu)

    def input_gradients(self, d_activations: Any) -> Any:
        return (self.op.SeluGrad(d_activations, self.activations),)


def _selu_gradient(d: Any, y: Any) -> Any:
    dtype = y.dtype.type
    return np.where(y < 0, d * (y + dtype(SELU_SCALED_ALPHA)), d * dtype(SELU_SCALE))


class SeluGrad(
    GradientOf,
    signature=f"""
        SeluGrad(gradients: T, outputs: T) -> (backprops: T) | T: type in {_FLOATS}
    """,
    traits="precision_following",
):
    """The gradient of Selu, from its result."""

    compute = in_float32(_selu_gradient)

    def input_gradients(self, d_backprops: Any) -> Any:
        op = self.op
        zeros = op.ZerosLike(self.outputs)
        below = op.Less(self.outputs, zeros)
        d_outputs = op.SelectV2(below, op.Mul(d_backprops, self.gradients), zeros)
        return op.SeluGrad(d_backprops, self.outputs), d_outputs


class LeakyRelu(
    Unary,
    signature=f"""
        LeakyRelu(features: T) -> (activations: T)
        | alpha: float = 0.20000000298023224; T: type in {_FLOATS} = float
    """,
    traits="precision_following blockwise",
):
    """``alpha * x`` below zero, else x."""

    def compute(self, features: Any) -> Any:
        return np.where(
            features > 0, features, features * _slope(self.alpha, features.dtype)
        )

    def input_gradients(self, d_activations: Any) -> Any:
        op = self.op
        return (op.LeakyReluGrad(d_activations, self.features, alpha=self.alpha),)


def _slope(alpha: float, dtype: Any) -> Any:
    """The attribute, a float of 32 bits for every dtype of the tensor."""
    return dtype.type(np.float32(alpha))


class LeakyReluGrad(
    GradientOf,
    signature=f"""
        LeakyReluGrad(gradients: T, features: T) -> (backprops: T)
        | alpha: float = 0.20000000298023224; T: type in {_FLOATS} = float
    """,
    traits="precision_following",
):
    """The gradient, times alpha where the feature is not positive."""

    def compute(self, gradients: Any, features: Any) -> Any:
        scaled = gradients * _slope(self.alpha, gradients.dtype)
        return np.where(features > 0, gradients, scaled)

    def input_gradients(self, d_backprops: Any) -> Any:
        op = self.op
        d_gradients = op.LeakyReluGrad(d_backprops, self.features, alpha=self.alpha)
        return d_gradients, _flat(self)


class Softplus(
    Unary,
    signature=f"Softplus(features: T) -> (activations: T) | T: type in {_FLOATS}",
    traits="precision_following blockwise",
    onnx_name="Softplus",
):
    """``log(1 + exp(x))`` without overflow."""

    compute = in_float32(_softplus)

    def input_gradients(self, d_activations: Any) -> Any:
        op = self.op
        return (op.Mul(d_activations, op.Sigmoid(self.features)),)


class SoftplusGrad(
    GradientOf,
    signature=f"""
        SoftplusGrad(gradients: T, features: T) -> (backprops: T) | T: type in {_FLOATS}
    """,
    traits="precision_following",
):
    """The gradient times the sigmoid of the feature."""

    compute = in_float32(lambda d, x: d / (np.exp(-x) + x.dtype.type(1)))

    def input_gradients(self, d_backprops: Any) -> Any:
        op = self.op
        d_gradients = op.SoftplusGrad(d_backprops, self.features)
        probability = op.Sigmoid(self.features)
        slope = op.Mul(probability, op.Sub(1.0, probability))
        return d_gradients, op.Mul(op.Mul(d_backprops, self.gradients), slope)


class Softsign(
    Unary,
    signature=f"Softsign(features: T) -> (activations: T) | T: type in {_FLOATS}",
    traits="blockwise",
    onnx_name="Softsign",
):
    """``x / (1 + abs(x))``."""

    compute = in_float32(lambda x: x / (np.abs(x) + x.dtype.type(1)))

    def input_gradients(self, d_activations: Any) -> Any:
        return (self.op.SoftsignGrad(d_activations, self.features),)


class SoftsignGrad(
    GradientOf,
    signature=f"""
        SoftsignGrad(gradients: T, features: T) -> (backprops: T) | T: type in {_FLOATS}
    """,
):
    """The gradient over ``(1 + abs(x)) ** 2``."""

    compute = in_float32(lambda d, x: d / np.square(np.abs(x) + x.dtype.type(1)))

    def input_gradients(self, d_backprops: Any) -> Any:
        op = self.op
        grown = op.AddV2(op.Abs(self.features), 1.0)
        cubed = op.Mul(op.Mul(grown, grown), grown)
        slope = op.RealDiv(op.Mul(op.Sign(self.features), -2.0), cubed)
        d_features = op.Mul(op.Mul(d_backprops, self.gradients), slope)
        return op.SoftsignGrad(d_backprops, self.features), d_features
