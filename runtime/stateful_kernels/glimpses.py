"""Kernels of image windows that are padded with noise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.images import glimpses
from runtime.stateful_kernels.attaching import kernel_factory


@kernel_factory(glimpses.ExtractGlimpse)
@kernel_factory(glimpses.ExtractGlimpseV2)
def _extract_glimpse(attrs: Mapping[str, Attr]) -> Kernel:
    flags = attrs["centered"], attrs["normalized"]
    noise = attrs["noise"]
    if attrs["uniform_noise"] and noise != b"uniform":
        raise InvalidArgumentError(
            "The uniform_noise and noise could not be specified at the same time: "
            f"give uniform_noise=False with noise={noise.decode()!r}."
        )

    def compute(input: Any, size: Any, offsets: Any) -> Any:
        _check(input, size, offsets)
        height, width = map(int, size)
        result = np.empty((len(input), height, width, input.shape[3]), np.float32)
        for number, (image, (row, column)) in enumerate(zip(input, offsets)):
            starts = (
                glimpses.window_start(row, image.shape[0], height, *flags),
                glimpses.window_start(column, image.shape[1], width, *flags),
            )
            around = _noise(noise, image, result.shape[1:])
            result[number] = glimpses.filled_window(image, starts, around)
        return result

    return compute


def _check(input: Any, size: Any, offsets: Any) -> None:
    if input.ndim != 4:
        raise InvalidArgumentError(
            f"input must be 4-dimensional (batch_size, height, width, depth), but got "
            f"{list(input.shape)}"
        )
    if np.shape(size) != (2,) or np.any(size <= 0):
        raise InvalidArgumentError(f"size must be two positive numbers, got {size}")
    if np.shape(offsets) != (len(input), 2):
        raise InvalidArgumentError(
            f"input should be a tensor of shape [batch_size, 2], but got "
            f"{list(np.shape(offsets))}"
        )


def _noise(kind: bytes, image: Any, shape: tuple[int, ...]) -> Any:
    if kind == b"zero":
        return np.zeros(shape, np.float32)
    rng = np.random.default_rng()
    if kind == b"gaussian":
        return rng.normal(image.mean(), image.std(), shape)
    if kind == b"uniform":
        return rng.random(shape)
    raise InvalidArgumentError(
        f"noise should be uniform, gaussian or zero, not {kind.decode()!r}"
    )
