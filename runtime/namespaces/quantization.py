"""`tf.quantization`: floats rounded to a quantized grid."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_strictly, convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.named_results import named_after
from runtime.tensors.tensor import Tensor


def fake_quant_with_min_max_args(
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """float32 rounded to the 2**num_bits steps of a fixed range.

    >>> tf.quantization.fake_quant_with_min_max_args(
    ...     [0.3, 9.0], 0.0, 3.0, num_bits=2).numpy()
    array([0., 3.], dtype=float32)

    Raises:
      InvalidArgumentError: for an empty range.
    """
    attrs = _attrs(num_bits, narrow_range, min=float(min), max=float(max))
    values = convert_strictly(inputs, dtypes.float32, name="inputs")
    return apply_single("FakeQuantWithMinMaxArgs", [values], attrs, name)


def _attrs(num_bits: int, narrow_range: bool, **more: Any) -> dict[str, Any]:
    return {"num_bits": num_bits, "narrow_range": narrow_range, **more}


def fake_quant_with_min_max_args_gradient(
    gradients: Any,
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The gradients where inputs are in the range, 0 elsewhere.

    >>> tf.quantization.fake_quant_with_min_max_args_gradient(
    ...     [1.0, 1.0], [0.3, 9.0]).numpy()
    array([1., 0.], dtype=float32)
    """
    attrs = _attrs(num_bits, narrow_range, min=float(min), max=float(max))
    op = "FakeQuantWithMinMaxArgsGradient"
    return apply_single(op, [gradients, inputs], attrs, name)


def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """float32 values rounded to the quantization steps between the tensors min and max.

    >>> tf.quantization.fake_quant_with_min_max_vars(
    ...     [0.3, 9.0], 0.0, 3.0, num_bits=2).numpy()
    array([0., 3.], dtype=float32)

    Raises:
      InvalidArgumentError: if the limits are no scalars.
    """
    attrs = _attrs(num_bits, narrow_range)
    op = "FakeQuantWithMinMaxVars"
    return apply_single(op, [inputs, min, max], attrs, name)


def fake_quant_with_min_max_vars_gradient(
    gradients: Any,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Any:
    """The gradients for the inputs, the least and the greatest number.

    >>> tf.quantization.fake_quant_with_min_max_vars_gradient(
    ...     [1.0, 2.0], [0.3, 9.0], 0.0, 3.0)[2].numpy()
    np.float32(2.0)
    """
    attrs = _attrs(num_bits, narrow_range)
    op = "FakeQuantWithMinMaxVarsGradient"
    return apply_op(op, [gradients, inputs, min, max], attrs, name)


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """float32 rounded to the steps of a range for each entry of the last axis.

    >>> tf.quantization.fake_quant_with_min_max_vars_per_channel(
    ...     [0.3, 9.0], [0.0, 0.0], [3.0, 3.0], num_bits=2).numpy()
    array([0., 3.], dtype=float32)

    Raises:
      InvalidArgumentError: if there is not a limit for each entry.
    """
    attrs = _attrs(num_bits, narrow_range)
    op = "FakeQuantWithMinMaxVarsPerChannel"
    return apply_single(op, [inputs, min, max], attrs, name)


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: Any,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Any:
    """The gradients for the inputs, the least and the greatest numbers.

    >>> tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient(
    ...     [1.0, 2.0], [0.3, 9.0], [0.0, 0.0], [3.0, 3.0])[2].numpy()
    array([0., 2.], dtype=float32)
    """
    attrs = _attrs(num_bits, narrow_range)
    op = "FakeQuantWithMinMaxVarsPerChannelGradient"
    return apply_op(op, [gradients, inputs, min, max], attrs, name)


def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: Any,
    input_max: Any,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """Floats as integers of ``num_bits`` and back.

    >>> tf.quantization.quantize_and_dequantize_v2(
    ...     [0.2, 1.0], 0.0, 1.0, num_bits=2, range_given=True).numpy()
    array([0., 1.], dtype=float32)

    Raises:
      InvalidArgumentError: for a range whose ends are the wrong way round.
    """
    value = convert_to_tensor(input)
    limits = [convert_to_tensor(each, value.dtype) for each in (input_min, input_max)]
    attrs = {
        "signed_input": signed_input,
        "num_bits": num_bits,
        "range_given": range_given,
        "round_mode": text_attr(round_mode, "round_mode"),
        "narrow_range": narrow_range,
        "axis": -1 if axis is None else axis % (value.shape.rank or 1),
    }
    op = "QuantizeAndDequantizeV4"
    return apply_single(op, [value, *limits], attrs, name)


def quantize_and_dequantize(
    input: TensorLike,
    input_min: Any,
    input_max: Any,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """The same; the gradient goes through unchanged everywhere.

    >>> tf.quantization.quantize_and_dequantize(
    ...     [0.2, 1.0], 0.0, 1.0, num_bits=2, range_given=True).numpy()
    array([0., 1.], dtype=float32)
    """
    value = convert_to_tensor(input)
    limits = [convert_to_tensor(each, value.dtype) for each in (input_min, input_max)]
    attrs = {
        "signed_input": signed_input,
        "num_bits": num_bits,
        "range_given": range_given,
        "round_mode": text_attr(round_mode, "round_mode"),
        "narrow_range": narrow_range,
        "axis": -1 if axis is None else axis % (value.shape.rank or 1),
    }
    op = "QuantizeAndDequantizeV2"
    return apply_single(op, [value, *limits], attrs, name)


def quantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> Quantized:
    """Converts float32 to a quantized dtype; also returns the quantized range.

    The range, a pair of scalars or with ``axis`` of vectors, is widened to hold 0.

    >>> steps, low, high = tf.quantization.quantize([0.0, 1.5], 0.0, 3.0, tf.quint8)
    >>> tf.bitcast(steps, tf.uint8).numpy()
    array([  0, 128], dtype=uint8)

    Raises:
      InvalidArgumentError: for a range whose end is below its start.
    """
    attrs = {
        "T": as_dtype(T),
        "mode": text_attr(mode, "mode"),
        "round_mode": text_attr(round_mode, "round_mode"),
        "narrow_range": narrow_range,
        "axis": -1 if axis is None else axis,
        "ensure_minimum_range": float(ensure_minimum_range),
    }
    inputs = [
        convert_to_tensor(each, None, dtypes.float32)
        for each in (input, min_range, max_range)
    ]
    found = apply_op("QuantizeV2", inputs, attrs, name)
    return named_after("QuantizeV2", Quantized)(*found)


class Quantized(NamedTuple):
    """The results of ``quantize``: integers, and the range."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def dequantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    axis: int | None = None,
    narrow_range: bool = False,
    dtype: DTypeLike = dtypes.float32,
) -> Tensor:
    """Converts integers of a quantized dtype to floats.

    >>> steps = tf.bitcast(tf.constant([0, 255], tf.uint8), tf.quint8)
    >>> tf.quantization.dequantize(steps, 0.0, 3.0).numpy()
    array([0., 3.], dtype=float32)

    Raises:
      InvalidArgumentError: for an input of another dtype.
    """
    attrs = {
        "mode": text_attr(mode, "mode"),
        "narrow_range": narrow_range,
        "axis": -1 if axis is None else axis,
        "dtype": as_dtype(dtype),
    }
    limits = [
        convert_to_tensor(each, dtypes.float32) for each in (min_range, max_range)
    ]
    return apply_single("Dequantize", [input, *limits], attrs, name)


def quantized_concat(
    concat_dim: Any,
    values: Any,
    input_mins: Any,
    input_maxes: Any,
    name: str | None = None,
) -> Quantized:
    """Concatenates quantized tensors along an axis, after requantizing to one range.

    >>> bytes_of = [tf.constant([each], tf.uint8) for each in (3, 5)]
    >>> steps = [tf.bitcast(each, tf.quint8) for each in bytes_of]
    >>> joined, low, high = tf.quantization.quantized_concat(
    ...     0, steps, [0.0, 0.0], [255.0, 255.0])
    >>> tf.bitcast(joined, tf.uint8).numpy(), high.numpy()
    (array([3, 5], dtype=uint8), np.float32(255.0))

    Raises:
      InvalidArgumentError: for an axis out of range, or sizes that do not fit.
    """
    lows, highs = (
        [convert_to_tensor(each, dtypes.float32) for each in ends]
        for ends in (input_mins, input_maxes)
    )
    inputs = [concat_dim, list(values), lows, highs]
    found = apply_op("QuantizedConcat", inputs, None, name)
    return named_after("QuantizedConcat", Quantized)(*found)
