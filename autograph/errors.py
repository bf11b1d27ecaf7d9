"""The exceptions of this package."""

from __future__ import annotations

__all__ = [
    "AutoGraphError",
    "ConversionError",
    "SourceUnavailableError",
    "StagingError",
    "UndefinedFreeVariableError",
    "UndefinedVariableError",
    "UnsupportedSyntaxError",
]


class AutoGraphError(Exception):
    """Base of every error that this package defines."""


class ConversionError(AutoGraphError):
    """A function could not be converted; the message names the user's line.

    >>> print(ConversionError("`yield` is not supported", "model.py", 3, "yield x"))
    `yield` is not supported
      File "model.py", line 3
        yield x
    """

    def __init__(
        self,
        message: str,
        filename: str | None = None,
        line: int | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.filename = filename
        self.line = line
        self.text = text

    def __str__(self) -> str:
        if self.filename is None:
            return self.message
        place = f'  File "{self.filename}"'
        if self.line is not None:
            place += f", line {self.line}"
        code = f"\n    {self.text.strip()}" if self.text else ""
        return f"{self.message}\n{place}{code}"

    def __with_message__(self, message: str) -> ConversionError:
        return type(self)(message)


class UnsupportedSyntaxError(ConversionError, NotImplementedError):
    """The function uses syntax that the converter does not know."""


class SourceUnavailableError(ConversionError):
    """The function has no source text: typed at a prompt, from `exec`, or in C."""


class StagingError(AutoGraphError):
    """Control flow over a staged value cannot be recorded by its stage."""


class UndefinedVariableError(UnboundLocalError, AutoGraphError):
    """A variable is read that is undefined on the executed path."""

    def __init__(self, message: str, *, name: str | None = None) -> None:
        super().__init__(message)
        self.name = name

    def __with_message__(self, message: str) -> UndefinedVariableError:
        return type(self)(message, name=self.name)


class UndefinedFreeVariableError(NameError, AutoGraphError):
    """A variable of an enclosing function is read that is undefined on this path."""

    def __init__(self, message: str, *, name: str | None = None) -> None:
        super().__init__(message)
        self.name = name

    def __with_message__(self, message: str) -> UndefinedFreeVariableError:
        return type(self)(message, name=self.name)
