"""What is asked of gradients: targets, weights, sources, what stands for none."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from runtime.context import current_trace
from runtime.conversion import convert_to_tensor
from runtime.differentiation.rules import is_differentiable
from runtime.differentiation.values import ones_for, zeros_for
from runtime.indexed_slices import IndexedSlices
from runtime.structure import flatten
from runtime.tensor import Tensor

LOG = logging.getLogger("runtime")


class UnconnectedGradients:
    """What a gradient is where a source does not influence the target."""

    NONE = "none"
    ZERO = "zero"


def source_of(thing: Any) -> Any:
    """The tensor by which gradients are taken: of a variable its handle."""
    tensor = getattr(thing, "handle", thing)
    if isinstance(tensor, IndexedSlices):
        tensor = tensor.values
    trace = current_trace()
    if trace is not None and isinstance(tensor, Tensor):
        return trace.capture(tensor)
    return tensor


def target_of(thing: Any) -> Any:
    """A target as a tensor of the current trace, if there is one."""
    if isinstance(thing, (Tensor, IndexedSlices)):
        return source_of(thing)
    return convert_to_tensor(thing)


def has_gradients(thing: Any) -> bool:
    """Whether the dtype of a tensor or variable lets gradients through."""
    return is_differentiable(thing.dtype)


def check_source(source: Any) -> None:
    """Logs a note for a source that can have no gradient.

    Raises:
      TypeError: if it is no tensor or variable.
    """
    if not isinstance(source, Tensor) and not hasattr(source, "handle"):
        raise TypeError(
            f"A gradient is taken by tensors and variables, not by {source!r} of type "
            f"{type(source).__name__!r}."
        )
    if not has_gradients(source):
        LOG.info(
            "The dtype of the source tensor must be floating (e.g. tf.float32) when "
            "calling GradientTape.gradient, got %r",
            source.dtype,
        )


def weights_of(targets: Sequence[Any], given: Any) -> list[Any]:
    """The gradients that the targets start with; None for those of other dtypes."""
    if given is None:
        weights: list[Any] = [None] * len(targets)
    else:
        weights = flatten(given)
    result: list[Any] = []
    for target, weight in zip(targets, weights, strict=True):
        if not has_gradients(target):
            LOG.info(
                "The dtype of the target tensor must be floating (e.g. tf.float32) "
                "when calling GradientTape.gradient, got %r",
                target.dtype,
            )
            result.append(None)
        elif weight is None:
            result.append(ones_for(target))
        else:
            result.append(convert_to_tensor(weight, target.dtype))
    return result


def checked_choice(choice: Any) -> str:
    """The value of ``unconnected_gradients``.

    Raises:
      ValueError: if it is neither ``none`` nor ``zero``.
    """
    value = getattr(choice, "value", choice)
    if value not in (UnconnectedGradients.NONE, UnconnectedGradients.ZERO):
        raise ValueError(
            f"Unknown value for unconnected_gradients: {choice!r}; it is 'none' or "
            "'zero'."
        )
    return str(value)


def connected(gradient: Any, source: Any, unconnected: str) -> Any:
    """The gradient, or what stands for none."""
    if gradient is not None or unconnected == UnconnectedGradients.NONE:
        return gradient
    value = source.read_value() if hasattr(source, "handle") else source
    return zeros_for(value)
