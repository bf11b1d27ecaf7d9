"""Converted functions, kept per code object for as long as that lives.

What is kept is converted *code*; a call binds it to the globals, the closure and
the defaults of the function at hand, so nothing here holds a user's function alive.
"""

from __future__ import annotations

from _thread import RLock
from types import CellType, CodeType, FunctionType
from typing import Any
from weakref import ref

from autograph.options import ConversionOptions
from autograph.tracebacks import mark_converted

__all__ = ["CodeTable", "Template", "converted_function", "template_of"]


class Template:
    """Converted code, to be bound to functions whose code was converted.

    `cells` are those of the converted code's free variables that the user's
    function does not have: the operators.
    """

    __slots__ = ("cells", "closure", "code")

    def __init__(self, converted: FunctionType, original: FunctionType) -> None:
        own = original.__code__.co_freevars
        cells = converted.__closure__ or ()
        self.code = converted.__code__
        self.cells: tuple[CellType | int, ...] = tuple(
            own.index(name) if name in own else cell
            for name, cell in zip(self.code.co_freevars, cells, strict=True)
        )
        needs_function = any(isinstance(cell, int) for cell in self.cells)
        self.closure = None if needs_function else cells

    def bind(self, function: FunctionType) -> FunctionType:
        """The converted form of `function`."""
        closure = self.closure
        if closure is None:
            closure = self._closure_for(function.__closure__ or ())
        result = FunctionType(
            self.code,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            closure,
        )
        if function.__kwdefaults__ is not None:
            result.__kwdefaults__ = function.__kwdefaults__
        return result

    def _closure_for(self, own: tuple[CellType, ...]) -> tuple[CellType, ...]:
        return tuple(
            [own[cell] if isinstance(cell, int) else cell for cell in self.cells]
        )


Key = tuple[int, ConversionOptions]


class CodeTable:
    """Facts about code objects, by identity: equal code may come from two files."""

    def __init__(self) -> None:
        self._entries: dict[int, tuple[ref[CodeType], dict[Key, Any]]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def of(self, code: CodeType) -> dict[Key, Any]:
        """The facts about `code`; dropped together with it."""
        entry = self._entries.get(id(code))
        return self._add(code) if entry is None else entry[1]

    def _add(self, code: CodeType) -> dict[Key, Any]:
        key, entries = id(code), self._entries
        weak = ref(code, lambda _: entries.pop(key, None))
        return entries.setdefault(key, (weak, {}))[1]


_templates = CodeTable()
_lock = RLock()


def template_of(
    function: FunctionType, options: ConversionOptions, operators: Any
) -> Template:
    """The converted code of `function`; converts it the first time.

    Keyed by code object, globals and options. Threads that ask at the same time
    wait for one conversion.

    Raises:
        ConversionError: the source is not there, or holds unknown syntax.
    """
    facts = _templates.of(function.__code__)
    key = (id(function.__globals__), options)
    found = facts.get(key)
    if found is None:
        with _lock:
            found = facts.get(key)
            if found is None:
                found = facts[key] = _convert(function, options, operators)
    template: Template = found
    return template


def _convert(
    function: FunctionType, options: ConversionOptions, operators: Any
) -> Template:
    # Imported when the first function is converted: the syntax side is heavy.
    from autograph.pipeline import convert_function
    from autograph.syntax.loading import load_function

    source = convert_function(function, options)
    loaded = load_function(source, function, operators)
    mark_converted(loaded.__code__, function.__code__)
    return Template(loaded, function)


def converted_function(
    function: FunctionType, options: ConversionOptions, operators: Any
) -> FunctionType:
    """The converted form of `function`, with its own closure and defaults."""
    return template_of(function, options, operators).bind(function)
