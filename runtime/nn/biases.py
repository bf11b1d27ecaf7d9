"""Bias addition per channel."""

from __future__ import annotations

from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.tensors.arguments import text_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def bias_add(
    value: TensorLike,
    bias: TensorLike,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """value + bias, a vector over the channels: the last axis, or the second for NC....

    >>> tf.nn.bias_add([[1.0, 2.0]], [10.0, 20.0]).numpy()
    array([[11., 22.]], dtype=float32)

    Raises:
      ValueError: for an unknown data format.
      InvalidArgumentError: if the sizes differ (traced: ValueError).
    """
    if data_format is not None and not text_of(data_format, "data_format").startswith(
        "N"
    ):
        raise ValueError(
            "`data_format` must be of the form `N...C` or `NC...`. Received: "
            f"data_format={data_format}"
        )
    is_first = data_format is not None and text_of(
        data_format, "data_format"
    ).startswith("NC")
    with op_scope(name, "BiasAdd") as scope:
        given = convert_to_tensor(value, name="input")
        vector = convert_to_tensor(bias, None, given.dtype, name="bias")
        attrs = {"data_format": b"NCHW" if is_first else b"NHWC"}
        return apply_single("BiasAdd", [given, vector], attrs, scope)
