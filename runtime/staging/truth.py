"""The truth value of a tensor as a condition of Python statements and operators."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.staging.flattening import DifferentTypesError
from runtime.staging.lists import StagedList
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace


def condition(cond: Tensor | StagedList | TruthOfChoice, what: str) -> Any:
    """The condition as a bool tensor of the current trace; nonzero numbers are true.

    Raises:
      ValueError: if the condition is no scalar, or its dtype has no truth value.
    """
    tensor: Any = truth_of_list(cond)
    trace = current_trace()
    rank = tensor.shape.rank
    if rank not in (None, 0):
        raise ValueError(
            f"condition of {what} expected to be `tf.bool` scalar, got {tensor!r} of "
            f"shape {tensor.shape}; use tf.reduce_any or tf.reduce_all."
        )
    truth = as_truth(tensor, what)
    return truth if trace is None else trace.capture(truth, "cond")


class TruthOfChoice:
    """The truth of a list, or the like, that `and` or `or` selects; it is unknown.

    It can be used as a condition; every other use is refused.
    """

    def __init__(self, truth: Tensor, *operands: Any) -> None:
        self.truth = truth
        self._operands = operands

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        shown = " or ".join(map(repr, self._operands))
        raise DifferentTypesError(
            f"the value is {shown}: a graph can only choose between tensors. If just "
            "the truth matters, write len(...) > 0 for a list, bool(...) for other "
            "values."
        )


def truth_of_list(value: Any) -> Any:
    """The truth value of a staged list or a choice of lists; other values unchanged."""
    if isinstance(value, TruthOfChoice):
        return value.truth
    if not isinstance(value, StagedList):
        return value
    return apply_op("NotEqual", [value.length(), 0], {"incompatible_shape_error": True})


def as_truth(tensor: Tensor | StagedList | TruthOfChoice, what: str) -> Any:
    """Whether each element is true for Python: a number not zero, a text not empty."""
    if isinstance(tensor, (StagedList, TruthOfChoice)):
        return truth_of_list(tensor)
    if tensor.dtype.is_bool:
        return tensor
    if tensor.dtype is dtypes.string:
        nothing: Any = b""
    elif tensor.dtype.has_numpy:
        nothing = apply_op("Cast", [0], {"DstT": tensor.dtype, "Truncate": False})
    else:
        raise ValueError(
            f"condition of {what} expected to be `tf.bool` scalar, got {tensor!r}; to "
            "use as boolean Tensor, use `tf.cast`; to check for None, use `is not "
            "None`."
        )
    return apply_op("NotEqual", [tensor, nothing], {"incompatible_shape_error": True})
