"""Errors that belong to a branch: they are recorded, and come when the graph runs."""

from __future__ import annotations

from autograph.operators.staging_context import STAGING
from autograph.tracebacks.frames import is_of_converted_code, is_raised_by_statement
from runtime.staging.refusals import refuse_handlers
from runtime.stateful_kernels.raised_errors import record_raise


def is_of_branch(error: BaseException) -> bool:
    """Whether `error` is one that the program raises there on purpose.

    A ``raise`` does. So does a variable without a value where a jump that a tensor
    decides may leave out the read: in Python it may be one that nobody reaches.
    """
    if is_raised_by_statement(error):
        return True
    if not isinstance(error, NameError) or not STAGING.get().is_guarded:
        return False
    return is_of_converted_code(error)


def record_error(error: BaseException) -> None:
    """Adds an op that raises `error` when the graph runs.

    Raises:
      HandlerNotReachedError: if the user's code would catch it in Python.
    """
    refuse_handlers(error)
    record_raise(error)
