"""What a tensor means where Python asks for the truth of a value."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.tensor import Tensor


def condition(cond: Tensor, what: str) -> Any:
    """The condition as a bool tensor of the current trace: a number that is not zero.

    Raises:
      ValueError: if it is not one value, or of a dtype without truth.
    """
    trace = current_trace()
    rank = cond.shape.rank
    if rank not in (None, 0):
        raise ValueError(
            f"condition of {what} expected to be `tf.bool` scalar, got {cond!r} of "
            f"shape {cond.shape}; use tf.reduce_any or tf.reduce_all."
        )
    truth = as_truth(cond, what)
    return truth if trace is None else trace.capture(truth, "cond")


def as_truth(tensor: Tensor, what: str) -> Any:
    """Whether each element is true for Python: a number not zero, a text not empty."""
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
