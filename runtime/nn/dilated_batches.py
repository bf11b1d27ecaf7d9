"""Dilated windows by `space_to_batch` around undilated windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.arrays.blocks import batch_to_space, space_to_batch
from runtime.tensors.arguments import text_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def with_space_to_batch(
    input: TensorLike,
    dilation_rate: int | Sequence[int],
    padding: str,
    op: Callable[[Any, list[int], str], Any],
    filter_shape: Any = None,
    spatial_dims: Any = None,
    data_format: str | None = None,
) -> Any:
    """``op(input, count of dilated axes, "VALID")`` as if its windows were dilated.

    ``dilation_rate`` has one number for each of ``spatial_dims``, by default the axes
    from 1 on. "SAME" padding needs ``filter_shape``, its sizes first.

    >>> def summed(x, axes, padding):
    ...     return tf.nn.conv1d(x, tf.ones([2, 1, 1]), 1, padding)
    >>> x = tf.constant([[[1.0], [2.0], [3.0], [4.0]]])
    >>> tf.nn.with_space_to_batch(x, [2], "VALID", summed)[0, :, 0].numpy()
    array([4., 6.], dtype=float32)

    Raises:
      ValueError: for rates that are not positive, or "SAME" without filter_shape.
    """
    tensor = convert_to_tensor(input, name="input")
    rates = [int(each) for each in np.ravel(dilation_rate)]
    if not rates or any(each < 1 for each in rates):
        raise ValueError(f"dilation_rate must be positive, not {rates}")
    first = (
        2
        if data_format is not None
        and text_of(data_format, "data_format").startswith("NC")
        else 1
    )
    axes = list(spatial_dims or range(first, first + len(rates)))
    if axes != list(range(axes[0], axes[0] + len(axes))) or axes[0] < 1:
        raise ValueError(f"spatial_dims must follow each other from 1 on, not {axes}")
    if all(each == 1 for each in rates):
        return op(tensor, len(rates), padding)  # type: ignore[arg-type]
    before, after = _padding(padding, rates, filter_shape)
    return _dilated(tensor, rates, axes, (before, after), op)


def _padding(
    padding: str, rates: list[int], filter_shape: Any
) -> tuple[list[int], list[int]]:
    kind = text_of(padding, "padding").upper()
    if kind == "VALID":
        return [0] * len(rates), [0] * len(rates)
    if kind != "SAME":
        raise ValueError(f"padding must be SAME or VALID, not {padding!r}")
    if filter_shape is None:
        raise ValueError("filter_shape must be specified for SAME padding")
    sizes = [int(each) for each in np.ravel(filter_shape)[: len(rates)]]
    extra = [(size - 1) * rate for size, rate in zip(sizes, rates)]
    before = [each // 2 for each in extra]
    return before, [each - half for each, half in zip(extra, before)]


def _dilated(
    tensor: Tensor,
    rates: list[int],
    axes: list[int],
    padding: tuple[list[int], list[int]],
    op: Callable[[Any, Any, str], Any],
) -> Any:
    first = axes[0]
    lead = [1] * (first - 1)
    sizes = [tensor.shape[axis] for axis in axes]
    if None in sizes:
        raise ValueError(f"The sizes of axes {axes} must be known: {tensor.shape}.")
    pairs, crops = [], []
    for size, rate, before, after in zip(sizes, rates, *padding):
        missing = -(int(size or 0) + before + after) % rate
        pairs.append([before, after + missing])
        crops.append([0, missing])
    none = [[0, 0]] * len(lead)
    batched = space_to_batch(tensor, [*lead, *rates], [*none, *pairs])
    found = op(batched, len(rates), "VALID")
    return batch_to_space(found, [*lead, *rates], [*none, *crops])
