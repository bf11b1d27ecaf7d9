"""Errors that users of `tf` meet; those of kernels come from `graphir.errors`."""

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


class OperatorNotAllowedInGraphError(TypeError):
    """Python asks a symbolic tensor for its value, which it has only in a run."""


class InaccessibleTensorError(TypeError):
    """A symbolic tensor is used outside of the function that made it."""


class SignatureMismatchError(TypeError, ValueError):
    """The arguments of a call do not fit an ``input_signature``."""
