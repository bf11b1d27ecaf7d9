"""Errors raised in a branch: they are recorded, and raised when the graph runs."""

from __future__ import annotations

from autograph.operators.staging_context import STAGING
from autograph.tracebacks.frames import is_of_converted_code, is_raised_by_statement
from runtime.staging.refusals import refuse_handlers
from runtime.stateful_kernels.raised_errors import record_raise
from runtime.tracing.origins import origin_of_error


def is_of_branch(error: BaseException) -> bool:
    """Whether `error` is part of the program's behaviour in this branch.

    An error of a ``raise`` statement is. So is a NameError under the guard of a jump
    that depends on a tensor: in Python the read may never be reached.
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
    made = record_raise(error)
    if made is not None:
        # the line that raised it, not the branch around that
        made.node.origin = origin_of_error(error, made.node.origin)
