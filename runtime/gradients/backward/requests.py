"""Arguments of a gradient request: targets, output gradients, sources, None policy."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, NoReturn

from graphir.dtypes import DType
from runtime.apply import apply_op
from runtime.errors import InvalidArgumentError
from runtime.gradients.backward.initial_gradients import (
    ones_for,
    variable_behind,
    zeros_for,
)
from runtime.gradients.backward.rules import is_differentiable
from runtime.messages.logs import get_logger
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices, flatten_gradients
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace

LOG = get_logger()


class UnconnectedGradients(Enum):
    """The gradient of a target with respect to a source that does not influence it.

    >>> tf.UnconnectedGradients("zero")
    <UnconnectedGradients.ZERO: 'zero'>
    """

    NONE = "none"
    ZERO = "zero"


def source_of(thing: Any) -> Any:
    """The tensor to differentiate by: for a variable, its handle."""
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


def check_target(target: Any) -> None:
    """Raises an error for a target that no tape can have recorded.

    Raises:
      TypeError: if it is no tensor, slices or variable.
    """
    is_known = isinstance(target, (Tensor, IndexedSlices))
    if not is_known and not hasattr(type(target), "__tf_tensor__"):
        raise TypeError(
            f"The target of a gradient is a tensor or variable, not {target!r} of type "
            f"{type(target).__name__!r}: ops in the tape's block must compute it."
        )


def has_gradients(thing: Any) -> bool:
    """Whether the dtype of a tensor or variable lets gradients through."""
    return is_differentiable(thing.dtype)


def _dtype_of(source: Any) -> Any:
    """The dtype of a tensor or variable; of an object with a handle, the variable's."""
    if not isinstance(source, Tensor) and not isinstance(
        getattr(source, "dtype", None), DType
    ):
        behind = variable_behind(source.handle)
        return source.handle.dtype if behind is None else behind[0]
    return source.dtype


def check_source(source: Any) -> None:
    """Logs a note for a source that can have no gradient.

    Raises:
      TypeError: if it is no tensor or variable.
    """
    if not isinstance(source, Tensor) and not hasattr(source, "handle"):
        raise TypeError(
            f"The source of a gradient is a tensor or variable, not {source!r} of type "
            f"{type(source).__name__!r}."
        )
    dtype = _dtype_of(source)
    if not is_differentiable(dtype):
        LOG.info(
            "The dtype of the source tensor must be floating (e.g. tf.float32) when "
            "calling GradientTape.gradient, got %r",
            dtype,
        )


def weights_of(targets: Sequence[Any], given: Any) -> list[Any]:
    """The initial gradients of the targets; None for non-differentiable dtypes.

    Raises:
      ValueError: unless there are as many output gradients as targets.
      InvalidArgumentError: for a tensor of another dtype than its target, or with more
        elements. In a graph these are a TypeError and a ValueError.
    """
    if given is None:
        weights: list[Any] = [None] * len(targets)
    else:
        weights = flatten_gradients(given)
    if len(weights) != len(targets):
        raise ValueError(
            f"There are {len(weights)} output gradients for {len(targets)} targets. "
            "Give one for each target, in the same structure; a list counts as "
            "several, so convert a list for one target to a tensor."
        )
    result: list[Any] = []
    for target, weight in zip(targets, weights):
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
            result.append(_weight(weight, target))
    return result


def _weight(given: Any, target: Any) -> Any:
    """A weight as a tensor, which the target's gradient can start with."""
    wanted = target.dtype.base_dtype
    is_typed = isinstance(given, (Tensor, IndexedSlices))
    if is_typed and given.dtype.base_dtype != wanted:
        _refuse(
            TypeError,
            f"The output gradient is of dtype {given.dtype.name}, its target of "
            f"{wanted.name}: cast it with tf.cast.",
        )
    tensor = convert_to_tensor(given, wanted)
    count, there = tensor.shape.num_elements(), target.shape.num_elements()
    if count is not None and there is not None and count > there:
        _refuse(
            ValueError,
            f"The output gradient has shape {tensor.shape}, its target "
            f"{target.shape}: give each element of the target one weight.",
        )
    return tensor


def _refuse(in_graph: type[Exception], message: str) -> NoReturn:
    """Raises the kernel's error, or the graph-building one while a graph is built."""
    if current_trace() is not None:
        raise in_graph(message)
    raise InvalidArgumentError(None, None, message)


def own_weight(
    source: Any, targets: Sequence[Any], weights: Sequence[Any]
) -> Any | None:
    """The part of a source's gradient that it has as one of the targets."""
    found = None
    for target, weight in zip(targets, weights):
        if target is source and weight is not None:
            found = weight if found is None else apply_op("AddV2", [found, weight])
    return found


def checked_choice(choice: Any) -> str:
    """The value of ``unconnected_gradients``.

    Raises:
      ValueError: if it is neither ``none`` nor ``zero``.
    """
    if choice is UnconnectedGradients.NONE:
        return "none"
    try:
        return str(UnconnectedGradients(choice).value)
    except ValueError:
        raise ValueError(
            f"Unknown value for unconnected_gradients: {choice!r}; it is 'none' or "
            "'zero'."
        ) from None


def connected(gradient: Any, source: Any, unconnected: str) -> Any:
    """The gradient, or its replacement for an unconnected source."""
    if gradient is not None or unconnected == "none":
        return gradient
    if hasattr(source, "read_value"):
        source = source.read_value()
    elif hasattr(source, "handle"):
        source = _value_behind(source.handle)
    return zeros_for(source)


def _value_behind(handle: Any) -> Any:
    behind = variable_behind(handle)
    if behind is None:
        return handle
    return apply_op("ReadVariableOp", [handle], {"dtype": behind[0]})
