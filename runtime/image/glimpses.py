"""`extract_glimpse`: windows around points of images."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: Any,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Tensor:
    """Windows around one point of each image: [batch, height, width, channels].

    ``size`` is height and width, ``offsets`` a row and a column for each image: from
    -1 to 1 if ``normalized`` and ``centered``, from 0 to 1 if not centered, else
    pixels. Pixels of a window outside the image are "uniform" or "gaussian" noise, or
    "zero".

    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.image.extract_glimpse(image, [1, 2], [[0.0, 0.0]]).numpy().ravel()
    array([3., 4.], dtype=float32)

    Raises:
      InvalidArgumentError: for shapes that do not fit, or an unknown noise.
    """
    attrs = {
        "centered": centered,
        "normalized": normalized,
        "uniform_noise": False,
        "noise": text_attr(noise, "noise"),
    }
    with op_scope(name, "extract_glimpse") as scope:
        inputs = [
            convert_to_tensor(input, dtypes.float32, name="input"),
            convert_to_tensor(size, dtypes.int32, name="size"),
            convert_to_tensor(offsets, dtypes.float32, name="offsets"),
        ]
        return apply_single("ExtractGlimpseV2", inputs, attrs, scope)
