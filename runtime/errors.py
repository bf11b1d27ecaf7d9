"""Exception classes of `tf.errors`; kernels raise the classes of `graphir.errors`."""

from __future__ import annotations

from graphir.errors import (
    AbortedError,
    AlreadyExistsError,
    CancelledError,
    DataLossError,
    DeadlineExceededError,
    FailedPreconditionError,
    InternalError,
    InvalidArgumentError,
    NotFoundError,
    OpError,
    OutOfRangeError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnauthenticatedError,
    UnavailableError,
    UnimplementedError,
    UnknownError,
)

__all__ = [
    "ABORTED",
    "ALREADY_EXISTS",
    "CANCELLED",
    "DATA_LOSS",
    "DEADLINE_EXCEEDED",
    "FAILED_PRECONDITION",
    "INTERNAL",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "OK",
    "OUT_OF_RANGE",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "UNAUTHENTICATED",
    "UNAVAILABLE",
    "UNIMPLEMENTED",
    "UNKNOWN",
    "AbortedError",
    "AlreadyExistsError",
    "CancelledError",
    "DataLossError",
    "DeadlineExceededError",
    "FailedPreconditionError",
    "InaccessibleTensorError",
    "InternalError",
    "InvalidArgumentError",
    "NotFoundError",
    "OpError",
    "OperatorNotAllowedInGraphError",
    "OutOfRangeError",
    "PermissionDeniedError",
    "ResourceExhaustedError",
    "SignatureMismatchError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "UnknownError",
]

(
    OK,
    CANCELLED,
    UNKNOWN,
    INVALID_ARGUMENT,
    DEADLINE_EXCEEDED,
    NOT_FOUND,
    ALREADY_EXISTS,
    PERMISSION_DENIED,
    RESOURCE_EXHAUSTED,
    FAILED_PRECONDITION,
    ABORTED,
    OUT_OF_RANGE,
    UNIMPLEMENTED,
    INTERNAL,
    UNAVAILABLE,
    DATA_LOSS,
    UNAUTHENTICATED,
) = range(17)
"""The number of each kind of error, that of its ``error_code``."""


class OperatorNotAllowedInGraphError(TypeError):
    """Python needs the value of a symbolic tensor, which has none while tracing."""


class InaccessibleTensorError(TypeError):
    """A symbolic tensor is used outside of the function or branch where it was created.

    The message says where the tensor was created; the traceback shows where it is used,
    as in TensorFlow.
    """

    def __with_message__(self, message: str) -> InaccessibleTensorError:
        """Returns the error unchanged when it passes converted code."""
        return self


class SignatureMismatchError(TypeError, ValueError):
    """The arguments of a call do not fit an ``input_signature``."""


def is_raised_by_user(error: BaseException) -> bool:
    """Whether the error is the user's own, from a `raise` that a graph recorded."""
    return getattr(error, "__autograph_raised__", False) is True
