"""Errors of ops that fail: named after the op, with the text of its shape rule."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

import graphir
from graphir.dtypes import DType
from graphir.errors import (
    GraphirError,
    InvalidArgumentError,
    OpError,
    ResourceExhaustedError,
)
from graphir.ops.contract.failures import error_class, reason
from graphir.ops.contract.registry import lookup
from runtime.errors import is_raised_by_user

_NOT_THE_USERS: Final = tuple(
    os.path.dirname(file) + os.sep
    for file in (np.__file__, str(graphir.__file__), os.path.dirname(__file__))
)
"""Folders whose functions kernels are, or call."""


def failure(
    op: str, flat: Sequence[Any], attrs: Mapping[str, Any], error: Exception
) -> Exception:
    """The error of a kernel as users see it, to be raised from its cause.

    An ``OpError`` with the name of the op; an error of users' code as it is. It has a
    cause only where users' code raised that: NumPy's own error says nothing more.
    """
    if isinstance(error, OpError):
        found: Exception = _named(error, op)
    elif isinstance(error, MemoryError):
        found = exhausted(op, error)
    elif isinstance(error, GraphirError) or is_raised_by_user(error):
        return error
    else:
        # the text of the shape rule instead of NumPy's
        found = _refused(op, flat, attrs, error)
        found.__cause__ = error if _has_users_frames(error) else None
    return found


def _has_users_frames(error: Exception) -> bool:
    """Whether the kernel called a function of the user's, which failed."""
    entry = error.__traceback__
    while entry is not None:
        filename = entry.tb_frame.f_code.co_filename
        if not filename.startswith(_NOT_THE_USERS):
            return True
        entry = entry.tb_next
    return False


def _named(error: OpError, op: str) -> OpError:
    suffix = f" [Op:{op}]"
    if suffix in error.message:
        return error.with_traceback(None)
    return type(error)(error.node_def, op, error.message + suffix)


def exhausted(op: str, error: MemoryError) -> OpError:
    """The error of an op whose result does not fit into memory."""
    shape = getattr(error, "shape", None)
    what = f" with shape[{','.join(map(str, shape))}]" if shape is not None else ""
    text = f"OOM when allocating tensor{what}: {error}"
    return _named(ResourceExhaustedError(None, op, text), op)


def _refused(
    op: str, flat: Sequence[Any], attrs: Mapping[str, Any], error: Exception
) -> OpError:
    """The error to raise: that of the shape rule if it refuses, else the kernel's."""
    try:
        lookup(op).infer(flat, attrs)
    except OpError as refusal:
        return _named(refusal, op)
    except (TypeError, ValueError) as refusal:
        return _named(InvalidArgumentError(None, op, str(refusal)), op)
    shapes = ", ".join(f"{tensor.dtype.name}{tensor.shape}" for tensor in flat)
    text = f"{reason(error)} (inputs: {shapes})"
    return _named(error_class(error)(None, op, text), op)


def _args_of(declared: Sequence[Any], count: int) -> list[Any]:
    """The argument that each of so many tensors belongs to; none if it is not clear."""
    lists = [arg for arg in declared if arg.is_list]
    if len(lists) > 1 or any(arg.is_type_list for arg in lists):
        return []
    spare = count - len(declared) + 1
    args = [[arg] * (spare if arg.is_list else 1) for arg in declared]
    found = [arg for each in args for arg in each]
    return found if len(found) == count else []


def wrong_dtype(op: str, flat: Sequence[Any], error: Exception) -> OpError:
    """The error for tensors of dtypes that the op does not take."""
    expected: dict[str, DType] = {}
    args = _args_of(lookup(op).declared().inputs, len(flat))
    for position, (arg, tensor) in enumerate(zip(args, flat)):
        dtype = tensor.dtype
        wanted = arg.dtype or expected.setdefault(arg.type_name, dtype)
        if wanted is not dtype:
            text = (
                f"cannot compute {op} as input #{position}(zero-based) was expected to "
                f"be a {wanted.signature_name} tensor but is a {dtype.signature_name} "
                f"tensor"
            )
            return _named(InvalidArgumentError(None, op, text), op)
    return _named(InvalidArgumentError(None, op, str(error)), op)
