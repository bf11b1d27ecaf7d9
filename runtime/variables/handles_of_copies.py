"""The handle of a variable with per-device copies in functions of a loaded model."""

from __future__ import annotations

from typing import Any

from runtime.tensors.tensor import EagerTensor


class HandleOfCopies(EagerTensor):
    """A stand-in for the handles of all copies; a call uses the current copy's handle.

    A function captures one tensor for a variable. Which copy a call reads and changes
    is known when it is called: each replica has one of its own.
    """

    __slots__ = ("_variable",)

    def __init__(self, variable: Any) -> None:
        handle = variable.handle
        super().__init__(handle._array, handle.dtype)
        vars(self)["handle_data"] = handle.handle_data
        self._variable = variable

    def meant_now(self) -> EagerTensor:
        """The handle of the current replica's copy."""
        found: EagerTensor = self._variable.handle
        return found
