"""Activation functions, and the softmax family."""

from __future__ import annotations

import math
import operator
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

# TensorFlow casts these numbers from float32 to the dtype of the features
_CUBIC: Final = float(np.float32(0.044715))
_ROOT_OF_HALF: Final = float(np.float32(math.sqrt(0.5)))


def relu(features: TensorLike, name: str | None = None) -> Tensor:
    """max(features, 0), for real numbers of any shape.

    >>> tf.nn.relu([-1.0, 2.0]).numpy()
    array([0., 2.], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    result: Tensor = applied("Relu", features, name=name)
    return result


def relu6(features: TensorLike, name: str | None = None) -> Tensor:
    """min(max(features, 0), 6), for real numbers of any shape.

    >>> tf.nn.relu6([-1.0, 2.0, 9.0]).numpy()
    array([0., 2., 6.], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    result: Tensor = applied("Relu6", features, name=name)
    return result


def elu(features: TensorLike, name: str | None = None) -> Tensor:
    """features where positive, else exp(features) - 1; floats of any shape.

    >>> tf.nn.elu([0.0, 2.0]).numpy()
    array([0., 2.], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    result: Tensor = applied("Elu", features, name=name)
    return result


def selu(features: TensorLike, name: str | None = None) -> Tensor:
    """The scaled ELU, which keeps mean 0 and variance 1; floats of any shape.

    >>> tf.nn.selu([1.0]).numpy().round(4)
    array([1.0507], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    result: Tensor = applied("Selu", features, name=name)
    return result


def softplus(features: TensorLike, name: str | None = None) -> Tensor:
    """log(exp(features) + 1), for floats of any shape.

    >>> tf.nn.softplus([0.0]).numpy().round(4)
    array([0.6931], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    result: Tensor = applied("Softplus", features, name=name)
    return result


def log_sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """log(1 / (1 + exp(-x))), for floats of any shape.

    >>> tf.math.log_sigmoid([0.0]).numpy().round(4)
    array([-0.6931], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    with op_scope(name, "LogSigmoid") as scope:
        value = convert_to_tensor(x, name="x")
        opposite = apply_op("Softplus", [apply_op("Neg", [value])])
        return apply_single("Neg", [opposite], None, scope)


def softsign(features: TensorLike, name: str | None = None) -> Tensor:
    """features / (|features| + 1), for floats of any shape.

    >>> tf.nn.softsign([1.0, -3.0]).numpy()
    array([ 0.5 , -0.75], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    result: Tensor = applied("Softsign", features, name=name)
    return result


def leaky_relu(
    features: TensorLike, alpha: TensorLike = 0.2, name: str | None = None
) -> Tensor:
    """features where positive, else alpha times features; integers become float32.

    >>> tf.nn.leaky_relu([-1.0, 2.0], alpha=0.5).numpy()
    array([-0.5,  2. ], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    with op_scope(name, "LeakyRelu") as scope:
        value = convert_to_tensor(features, name="features")
        if value.dtype.is_integer:
            value = apply_op("Cast", [value], {"DstT": dtypes.float32})
        slope = float(np.asarray(alpha.numpy() if hasattr(alpha, "numpy") else alpha))
        return apply_single("LeakyRelu", [value], {"alpha": slope}, scope)


def crelu(features: TensorLike, axis: int = -1, name: str | None = None) -> Tensor:
    """relu(features) and relu(-features), concatenated along an axis.

    >>> tf.nn.crelu([-1.0, 2.0]).numpy()
    array([0., 2., 1., 0.], dtype=float32)

    Raises:
      InvalidArgumentError: if the axis is out of range.
    """
    with op_scope(name, "CRelu") as scope:
        value = convert_to_tensor(features, name="features")
        both = apply_op("ConcatV2", [[value, apply_op("Neg", [value])], axis])
        return apply_single("Relu", [both], None, scope)


def silu(features: TensorLike, beta: TensorLike = 1.0) -> Tensor:
    """features * sigmoid(beta * features), for floats of any shape.

    >>> tf.nn.silu([0.0, 1.0]).numpy().round(4)
    array([0.    , 0.7311], dtype=float32)

    Raises:
      InvalidArgumentError: for another dtype (traced: TypeError).
    """
    value = convert_to_tensor(features, name="features")
    scale = convert_to_tensor(beta, name="beta")
    if scale.dtype != value.dtype:
        scale = apply_single("Cast", [scale], {"DstT": value.dtype})
    if value.dtype.is_complex:
        return _silu_of_complex(value, scale)
    gate = apply_op("Sigmoid", [apply_op("Mul", [scale, value])])
    return apply_single("Mul", [value, gate])


swish = silu


def _silu_of_complex(value: Tensor, scale: Tensor) -> Tensor:
    """With the gradient that TensorFlow defines: nothing in it is conjugated."""
    from runtime.gradients.custom_gradients import custom_gradient

    def activation(x: Any, beta: Any) -> Any:
        gate = apply_op("Sigmoid", [beta * x])
        slope = gate * (1.0 - gate)

        def gradient(dy: Any) -> Any:
            d_beta = dy * x * x * slope
            axes = np.arange(len(d_beta.shape), dtype=np.int32)
            return dy * (gate + beta * x * slope), apply_op("Sum", [d_beta, axes])

        return x * gate, gradient

    result: Tensor = custom_gradient(activation)(value, scale)
    return result


def gelu(
    features: TensorLike, approximate: bool = False, name: str | None = None
) -> Tensor:
    """features times the normal distribution function, or its tanh approximation.

    >>> tf.nn.gelu([1.0]).numpy().round(4)
    array([0.8413], dtype=float32)

    Raises:
      ValueError: for a dtype that is no float.
    """
    with op_scope(name, "Gelu"):
        x = convert_to_tensor(features, name="features")
        if not x.dtype.is_floating:
            raise ValueError(
                "`features.dtype` must be a floating point tensor. Received:features."
                f"dtype={x.dtype!r}"
            )
        half = apply_op("Mul", [0.5, x])
        if approximate:
            cube = apply_op("Mul", [_CUBIC, apply_op("Pow", [x, 3])])
            scale = math.sqrt(2 / math.pi)
            bent = apply_op("Mul", [scale, apply_op("AddV2", [x, cube])])
            gate = apply_op("AddV2", [1.0, apply_op("Tanh", [bent])])
        else:
            # 1 + erf would lose the small values far below zero
            bent = apply_op("Mul", [apply_op("Neg", [x]), _ROOT_OF_HALF])
            gate = apply_op("Erfc", [bent])
        return apply_single("Mul", [half, gate])


def softmax(
    logits: TensorLike, axis: int | None = None, name: str | None = None
) -> Tensor:
    """exp(logits), divided by its sum along an axis, the last by default.

    >>> tf.nn.softmax([0.0, 0.0]).numpy()
    array([0.5, 0.5], dtype=float32)

    Raises:
      InvalidArgumentError: if the axis is out of range.
    """
    return along_last("Softmax", logits, -1 if axis is None else axis, name)


def log_softmax(
    logits: TensorLike, axis: int | None = None, name: str | None = None
) -> Tensor:
    """The logarithm of the softmax along an axis, the last by default.

    >>> tf.nn.log_softmax([0.0, 0.0]).numpy().round(4)
    array([-0.6931, -0.6931], dtype=float32)

    Raises:
      InvalidArgumentError: if the axis is out of range.
    """
    return along_last("LogSoftmax", logits, -1 if axis is None else axis, name)


def required_integer(axis: Any) -> int:
    """The axis as Python's integer.

    >>> required_integer(np.int64(-1))
    -1

    Raises:
      TypeError: if it is no integer.
    """
    try:
        return operator.index(axis)
    except TypeError:
        raise TypeError(f"The axis must be an integer, not {axis!r}.") from None


def along_last(op: str, logits: TensorLike, axis: int, name: str | None) -> Tensor:
    """Applies an op of the last axis to another axis, by transposes before and after.

    Raises:
      InvalidArgumentError: if the axis is out of range.
      TypeError: if the axis is no integer.
    """
    value = convert_to_tensor(logits, name="logits")
    axis, rank = required_integer(axis), value.shape.rank
    if axis == -1 or (rank is not None and axis == rank - 1):
        return apply_single(op, [value], None, name)
    if rank is None:
        raise ValueError(f"The rank of the logits must be known for axis={axis}.")
    if not -rank <= axis < rank:
        raise InvalidArgumentError(
            None,
            op,
            f"`dim` must be in the range [{-rank}, {rank}) where {rank} is the number "
            f"of dimensions in the input. Received: dim={axis}",
        )
    with op_scope(name, op.lower()) as scope:
        order = np.arange(rank, dtype=np.int32)
        order[axis], order[-1] = order[-1], order[axis]
        swapped = apply_op("Transpose", [value, order])
        return apply_single("Transpose", [apply_op(op, [swapped]), order], None, scope)
