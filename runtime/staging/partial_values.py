"""Variables that are defined on some paths only, which is decided when a graph runs.

Reading such a variable after a branch is refused while tracing; after a loop, whose
iteration count is unknown, it is checked when the graph runs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

import numpy as np

from autograph.errors import StagingError
from autograph.operators.variables import Undefined, UndefinedReturnValue
from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import current_trace, name_scope
from runtime.staging.flattening import is_staged_leaf
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, pack
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import control_dependencies
from runtime.tracing.origins import is_ours


class UndefinedInBranchError(StagingError, ValueError):
    """Python code reads a variable that has a value after one branch only."""


class Check:
    """An assertion that a flag is true; added to a trace on first use."""

    def __init__(self, flag: Any, tensors: Sequence[Tensor], reason: str) -> None:
        self._flag = flag
        self._tensors = tensors
        self._reason = reason
        self._passed: dict[Any, dict[int, Tensor]] = {}

    def passed(self, leaf: Any) -> Any:
        """The tensor after the check; other values unchanged."""
        trace = current_trace()
        if trace not in self._passed:
            self._passed[trace] = self._record()
        return self._passed[trace].get(id(leaf), leaf)

    def _record(self) -> dict[int, Tensor]:
        with name_scope("Assert"):
            convert_to_tensor(self._reason, name="Const")
            with name_scope("Assert") as scope:
                data = convert_to_tensor(self._reason, name="data_0")
                attrs = {"summarize": 3}
                check = apply_op("Assert", [self._flag, [data]], attrs, scope)
        with control_dependencies([check]):
            return {id(each): apply_op("Identity", [each]) for each in self._tensors}


@dataclass(eq=False)
class Content:
    """The value of a partly defined variable, and the flag whether it is defined."""

    value: Any
    has_value: Any
    """A bool tensor; None stands for the one that a loop keeps for all."""
    reason: str
    is_checked: bool
    """Whether a read is checked when the graph runs, or else refused at once."""
    check: Check | None = None
    """The check that several variables share."""

    def read(self) -> Any:
        """The value, after a check in the graph that the variable is defined."""
        leaves = flatten(self.value)
        if self.check is None:
            tensors = [leaf for leaf in leaves if isinstance(leaf, Tensor)]
            self.check = Check(self.has_value, tensors, self.reason)
        return pack(self.value, [self.check.passed(leaf) for leaf in leaves])


class PartlyDefined(Undefined):
    """The value of a variable that is defined on some paths only."""

    __slots__ = ("content",)

    def __init__(self, symbol_name: str, content: Content) -> None:
        super().__init__(symbol_name, content.reason)
        self.content = content

    def read_from(self, frame: FrameType) -> Any:
        """The checked value of a variable; raises the refusal if it cannot be read."""
        if self.content.is_checked:
            return self.content.read()
        raise UndefinedInBranchError(
            f"{self.reason} It is used in {frame.f_code.co_filename}, line "
            f"{frame.f_lineno}."
        )


class PartlyReturned(UndefinedReturnValue):
    """The result of a function that has returned on some paths only."""

    __slots__ = ("content",)

    def __init__(self, content: Content) -> None:
        self.content = content

    def at_end(self) -> Any:
        """The value that the function returns, checked; or the refusal."""
        if self.content.is_checked:
            return self.content.read()
        raise UndefinedInBranchError(self.content.reason)


def partly(like: Any, content: Content) -> Any:
    """A stand-in for an undefined variable, of the kind of `like`."""
    if isinstance(like, UndefinedReturnValue):
        return PartlyReturned(content)
    return PartlyDefined(like.symbol_name, content)


def content_of(value: Any) -> Content | None:
    """The content of a partly defined variable; None for other variables."""
    if isinstance(value, (PartlyDefined, PartlyReturned)):
        return value.content
    return None


def is_undefined(value: Any) -> bool:
    """Whether a variable has no value yet on any path."""
    return type(value) is Undefined or type(value) is UndefinedReturnValue


def held_by(value: Any) -> Any:
    """The value of a variable on the paths where it is defined."""
    content = content_of(value)
    return value if content is None else content.value


def stand_in(leaf: Any) -> Any:
    """A tensor of the dtype and shape of `leaf`, for paths without a value.

    Unknown sizes are zero; a Python object is its own stand-in.

    Raises:
      UnboundLocalError: for a tensor of which there is no empty value.
    """
    if not is_staged_leaf(leaf):
        return leaf
    tensor = convert_to_tensor(leaf)
    if not tensor.dtype.has_numpy:
        raise UnboundLocalError(
            f"{leaf!r} has no value on another path, and {tensor.dtype.name} has no "
            "empty value to stand for it: give the variable a value before."
        )
    sizes = () if tensor.shape.rank is None else tensor.shape
    dims = [0 if size is None else size for size in sizes]
    zeros = np.zeros(dims, tensor.dtype.numpy_dtype)
    if tensor.dtype is dtypes.string:
        zeros = np.full(dims, b"", object)
    return convert_to_tensor(zeros, name="zeros")


def stand_ins(values: Sequence[Any]) -> list[Any]:
    """A stand-in tensor for each leaf."""
    return [stand_in(leaf) for leaf in values]


def user_place() -> str:
    """The user's line that is running: ``model.py, line 3``."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None:
        return "an unknown place"
    return f"{frame.f_code.co_filename}, line {frame.f_lineno}"
