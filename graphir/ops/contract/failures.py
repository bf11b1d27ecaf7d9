"""Error messages of shape rules and kernels: op, reason, inputs.

Rules and kernels raise errors of their own for inputs that they check. For inputs that
they do not check, Python raises one (``list index out of range``): here it becomes an
error about the op, with Python's error as its cause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir import errors
from graphir.attributes import Attr

_BY_BUILTIN: Final[tuple[tuple[type[BaseException], type[errors.OpError]], ...]] = (
    (MemoryError, errors.ResourceExhaustedError),
    (RecursionError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
    (ValueError, errors.InvalidArgumentError),
    (TypeError, errors.InvalidArgumentError),
    (LookupError, errors.InvalidArgumentError),
    (AttributeError, errors.InvalidArgumentError),
    (ArithmeticError, errors.InvalidArgumentError),
    (FileNotFoundError, errors.NotFoundError),
    (PermissionError, errors.PermissionDeniedError),
    (OSError, errors.UnknownError),
)

_LONGEST: Final = 80
"""Characters of an attribute that are shown."""


def error_class(error: BaseException) -> type[errors.OpError]:
    """The class of ``graphir.errors`` for an exception of a kernel.

    >>> error_class(IndexError()).__name__
    'InvalidArgumentError'
    """
    if isinstance(error, errors.OpError):
        return type(error)
    for builtin, kind in _BY_BUILTIN:
        if isinstance(error, builtin):
            return kind
    return errors.InternalError


def reason(error: BaseException) -> str:
    """The reason of an error in words; Python's own errors with their class.

    >>> reason(IndexError("list index out of range"))
    'list index out of range (IndexError)'
    """
    if isinstance(error, RecursionError):
        return "Functions call each other too deeply; they may never come to an end."
    if isinstance(error, MemoryError):
        return f"Out of memory: {error}" if str(error) else "Out of memory."
    text = str(error) or type(error).__name__
    if is_deliberate(error):
        return _without_numpys_words(text)
    return f"{text} ({type(error).__name__})"


def is_deliberate(error: BaseException) -> bool:
    """Whether the error is of a class that rules and kernels refuse inputs with."""
    if isinstance(error, (UnicodeError, errors.NoSuchAxisError)):
        return isinstance(error, errors.NoSuchAxisError)
    return isinstance(
        error,
        (errors.OpError, errors.GraphirError, TypeError, ValueError, ArithmeticError),
    ) and not isinstance(error, OverflowError)


def _without_numpys_words(text: str) -> str:
    shapes = re.fullmatch(
        r"operands could not be broadcast together with shapes ((?:\([\d,]*\) ?)+)",
        text,
    )
    if shapes is None:
        return text
    listed = re.findall(r"\(([\d,]*)\)", shapes.group(1))
    return "Incompatible shapes: " + " vs. ".join(
        f"[{each.rstrip(',')}]" for each in listed
    )


def rule_failure(
    op: str, error: Exception, inputs: Sequence[Any], attrs: Mapping[str, Attr]
) -> Exception:
    """The error to raise for an error in a shape rule; deliberate errors are kept.

    Any other error becomes a ValueError that names the op, its inputs and attributes.
    """
    if is_deliberate(error) and not isinstance(error, ArithmeticError):
        return error
    return ValueError(
        f"Op {op} cannot take these inputs and attributes: {reason(error)}; "
        f"{_call_text(inputs, attrs)}"
    )


def _call_text(inputs: Sequence[Any], attrs: Mapping[str, Attr]) -> str:
    given = ", ".join(f"{each.dtype.name}{each.shape}" for each in inputs)
    settings = ", ".join(
        f"{name}={_shortened(value)}"
        for name, value in attrs.items()
        if not name.startswith("_")
    )
    return f"inputs: {given or 'none'}; attributes: {settings or 'none'}"


def _shortened(value: Any) -> str:
    if isinstance(value, (list, tuple)) and len(value) > _LONGEST:
        value = [*value[:_LONGEST], "..."]
    if isinstance(value, int) and value.bit_length() > _LONGEST:
        return f"a number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


__all__ = ["error_class", "is_deliberate", "reason", "rule_failure"]
