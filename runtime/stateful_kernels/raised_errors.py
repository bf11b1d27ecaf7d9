"""The kernel of a staged `raise`: raises the error when the graph runs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.tensors.conversion import TEXTS, convert_to_tensor
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor

ATTRIBUTE: Final = "_autograph_raises"
"""On an Assert: the user's exception, as a number that carries it."""

_NUMBERS: Final = itertools.count()


class RaisedError(int):
    """The attribute of an Assert: in files a number, in this process an exception.

    It is kept alive by the graphs that use it; of one that was read from a file only
    the number is left.
    """

    error: BaseException
    """As it was made while tracing."""
    positions: tuple[int, ...]
    """Of the arguments that have a value only when the graph runs."""

    def __new__(cls, error: BaseException, positions: tuple[int, ...]) -> RaisedError:
        made = super().__new__(cls, next(_NUMBERS))
        made.error, made.positions = error, positions
        return made


def record_raise(error: BaseException) -> Any:
    """Adds an Assert that always fails, with the user's exception.

    Its data are the message and the arguments that hold tensors, or text of tensors.
    Returns what ``apply_op`` does: the operation.
    """
    text = convert_to_tensor(f"{type(error).__name__}: {error}")
    arguments = {
        position: tensor
        for position, argument in enumerate(error.args)
        if (tensor := _valued(argument)) is not None
    }
    raised = RaisedError(_without_frames(error), tuple(arguments))
    attrs: dict[str, Any] = {"summarize": 3, ATTRIBUTE: raised}
    return apply_op("Assert", [False, [text, *arguments.values()]], attrs)


def _valued(argument: Any) -> Tensor | None:
    """The argument as a tensor, if only the graph knows its value."""
    if isinstance(argument, str):
        trace = current_trace()
        texts = () if trace is None else TEXTS.of(trace)
        is_known = not any(text in argument for text in texts)
        return None if is_known else convert_to_tensor(argument)
    is_staged = isinstance(argument, SymbolicTensor) and argument.dtype.has_numpy
    return argument if is_staged else None


def _without_frames(error: BaseException) -> BaseException:
    kind = type(error)
    # a constructor may take other arguments than the exception keeps
    kept = kind.__new__(kind, *error.args)
    kept.args = error.args
    kept.__dict__.update(error.__dict__)
    return kept


def raised_error(found: Any, data: Sequence[Any] = ()) -> BaseException:
    """The user's exception of an Assert, new at each call, with the graph's values.

    ``data`` are the arrays of the Assert. An exception of a graph from a file has
    TensorFlow's class for its error.
    """
    if not isinstance(found, RaisedError):
        return InvalidArgumentError(None, None, "a raise statement was reached")
    fresh = _without_frames(found.error)
    args = list(fresh.args)
    for position, value in zip(found.positions, data[1:]):
        args[position] = _as_python(value)
    fresh.args = tuple(args)
    fresh.__autograph_raised__ = True  # type: ignore[attr-defined]
    return fresh


def _as_python(value: Any) -> Any:
    if np.ndim(value):
        return value
    plain = np.asarray(value).item()
    return plain.decode() if isinstance(plain, bytes) else plain
