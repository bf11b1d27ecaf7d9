"""The options of `tf.function` for one Python function, immutable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import Any

import autograph
from autograph.options import ConversionOptions
from runtime.autograph_operators import install
from runtime.devices.config import SETTINGS
from runtime.native.calls.options import asked_for
from runtime.signatures.binding import Binder


@dataclass(frozen=True, eq=False, slots=True)
class Declaration:
    """A Python function, with the arguments of its ``tf.function``."""

    python_function: Callable[..., Any]
    name: str
    input_signature: Sequence[Any] | None = None
    options: ConversionOptions | None = None
    """How AutoGraph converts; None if it does not."""
    reduce_retracing: bool = False
    is_method: bool = False
    jit_compile: bool | None = None
    follow_type_hints: bool = False

    def binder(self) -> Binder:
        """Makes the binder of arguments to parameters."""
        return Binder(
            self.python_function,
            self.name,
            self.input_signature,
            self.is_method,
            self.follow_type_hints,
        )

    def has_known_owner(self) -> bool:
        """Whether an `input_signature`, which omits `self`, can be checked now."""
        if self.input_signature is None or self.is_method:
            return False
        return next(iter(signature(self.python_function).parameters), "") != "self"

    def converted(self) -> Callable[..., Any]:
        """The function to trace: converted by AutoGraph unless that is turned off."""
        if self.options is None:
            return self.python_function
        install()
        return autograph.converted(self.python_function, self.options)

    def compiles(self) -> bool | str | None:
        """Whether traces become native code; with "auto" their profitable regions."""
        if self.jit_compile is None:
            return asked_for(SETTINGS.jit)
        return self.jit_compile


def named_part(function: Any) -> Any:
    """The innermost function of a partial, which has a name and a docstring."""
    while isinstance(function, partial):
        function = function.func
    return function


__all__ = ["Declaration", "named_part"]
