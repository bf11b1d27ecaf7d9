"""The conversion cache: converted functions per code object, while it lives.

The cache holds converted *code*; a call binds it to the globals, the closure and
the defaults of the function at hand, so nothing here holds a user's function alive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from inspect import CO_OPTIMIZED
from types import CellType, CodeType, FunctionType
from typing import Any
from weakref import ref

from autograph.options import ConversionOptions
from autograph.processes.forks import forkable_lock
from autograph.tracebacks.frames import mark_converted, original_names
from autograph.tracebacks.names import with_users_names

__all__ = [
    "NOTHING",
    "CodeTable",
    "Template",
    "block_function",
    "converted_function",
    "may_read_stand_ins",
    "original_of",
    "running_template_of",
    "template_of",
]


class Template:
    """Converted code, to be bound to functions whose code was converted.

    `cells` has an entry for each free variable of the converted code: the variable's
    index in the user's function, or the cell of a variable that this one does not have.
    """

    __slots__ = (
        *("cells", "closure", "code", "has_staged_form", "name", "shares_closure"),
    )

    def __init__(
        self,
        converted: FunctionType,
        original: FunctionType,
        has_staged_form: bool = True,
    ) -> None:
        self.has_staged_form = has_staged_form
        own = original.__code__.co_freevars
        cells = converted.__closure__ or ()
        self.code = converted.__code__
        made = FunctionType(self.code, {}, "", None, converted.__closure__)
        self.name = made.__qualname__
        """The qualified name of a function that is bound, before it gets its own."""
        self.cells: tuple[CellType | int, ...] = tuple(
            own.index(name) if name in own else cell
            for name, cell in zip(self.code.co_freevars, cells, strict=True)
        )
        self.shares_closure = bool(own) and self.cells == tuple(range(len(own)))
        needs_function = any(isinstance(cell, int) for cell in self.cells)
        self.closure = None if needs_function else cells

    def bind(self, function: FunctionType) -> FunctionType:
        """The converted form of `function`."""
        closure = function.__closure__ if self.shares_closure else self.closure
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
        name = function.__qualname__
        if name != self.name:
            result.__qualname__ = name
        return result

    def _closure_for(self, own: tuple[CellType, ...]) -> tuple[CellType, ...]:
        return tuple(
            [own[cell] if isinstance(cell, int) else cell for cell in self.cells]
        )


Key = tuple[int, ConversionOptions]


_NOTHING: Mapping[Key, Any] = {}


class CodeTable:
    """Facts about code objects, by identity: equal code may come from two files."""

    def __init__(self) -> None:
        self._entries: dict[int, tuple[ref[CodeType], dict[Key, Any]]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def of(self, code: CodeType) -> dict[Key, Any]:
        """The entries of `code`, made if missing; they are dropped with the code."""
        entry = self._entries.get(id(code))
        return self._add(code) if entry is None else entry[1]

    def find(self, code: CodeType) -> Mapping[Key, Any]:
        """The entries of `code`; empty, and not added, for unknown code."""
        entry = self._entries.get(id(code))
        return _NOTHING if entry is None else entry[1]

    def _add(self, code: CodeType) -> dict[Key, Any]:
        key, entries = id(code), self._entries
        weak = ref(code, lambda _: entries.pop(key, None))
        return entries.setdefault(key, (weak, {}))[1]


_templates = CodeTable()
_lock = forkable_lock()


def template_of(
    function: FunctionType, options: ConversionOptions, operators: Any
) -> Template:
    """The converted code of `function`; converts it the first time.

    Keyed by code object, globals and options. Threads that need it at the same time
    wait for one conversion.

    Raises:
        ConversionError: there is no source, or it contains unsupported syntax.
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


_running_templates = CodeTable()
_originals = CodeTable()
_ORIGINAL: Key = (0, ConversionOptions())


def running_template_of(
    function: FunctionType, options: ConversionOptions, constants: Mapping[str, Any]
) -> Template:
    """The code of `function` that runs while no stage records; made on first use.

    `constants` are the constants that `autograph.running.code` inserts; they are the
    same for equal options.

    Raises:
        ConversionError: there is no source.
    """
    facts = _running_templates.of(function.__code__)
    key = (id(function.__globals__), options)
    found = facts.get(key)
    if found is None:
        with _lock:
            found = facts.get(key)
            if found is None:
                found = facts[key] = _make_running(function, constants)
    template: Template = found
    return template


def _make_running(function: FunctionType, constants: Mapping[str, Any]) -> Template:
    from autograph.running.code import running_function

    code = function.__code__
    name = getattr(code, "co_qualname", function.__qualname__)
    made = running_function(function, constants, name, _unsure_in(code))
    mark_converted(made.__code__, code)
    _note_originals(made.__code__, code, name, ref(code))
    return Template(made, function)


def may_read_stand_ins(code: CodeType) -> bool:
    """Whether `code` has variables for which `running_template_of` has checks."""
    return bool(_unsure_in(code))


def _unsure_in(code: CodeType) -> frozenset[str]:
    """Variables in which converted code around `code` may have a stand-in."""
    is_inside = original_names(code) is not None
    return frozenset(code.co_freevars if is_inside else ())


def _note_originals(
    running: CodeType,
    original: CodeType,
    name: str,
    held: Callable[[], CodeType | None],
) -> None:
    """Notes whose code `running` and what is within it stand for.

    The user's function is held weakly: its code leads to this, and neither would go.
    Functions that are made within may outlive it, and hold theirs.
    """
    from autograph.running.code import nested_pairs

    _originals.of(running)[_ORIGINAL] = (held, name)
    # for Python 3.10, without `co_qualname`: bodies of classes have no fast locals
    within = f"{name}.<locals>" if original.co_flags & CO_OPTIMIZED else name
    for made, users in nested_pairs(running, original):
        inner = getattr(users, "co_qualname", f"{within}.{users.co_name}")
        theirs = _with_closure_of(users, made)
        _note_originals(made, theirs, inner, partial(_same, theirs))


def _same(code: CodeType) -> CodeType:
    return code


def _with_closure_of(users: CodeType, running: CodeType) -> CodeType:
    """`users`, of which nothing but its place is used, for functions of `running`.

    In a coroutine inside of converted code, say, the operators are free in the one
    and not in the other.
    """
    if users.co_freevars == running.co_freevars:
        return users
    made = users.replace(co_freevars=running.co_freevars)
    if original_names(users) is not None:
        mark_converted(made, users)
    return made


NOTHING = "\0autograph:came to its end"
"""What a block gives that did not return."""


def block_function(
    original: FunctionType,
    key: str,
    held: FunctionType,
    options: ConversionOptions,
    operators: Any,
) -> FunctionType:
    """The staged form of the body of a `with` in `original`.

    It uses the free variables of `held`, the closure over the running call's variables.
    """
    from autograph.pipeline import convert_block
    from autograph.syntax.loading import load_function

    code = original.__code__
    names = held.__code__.co_freevars
    source = convert_block(original, key, names, options, NOTHING)
    changes = {"co_name": code.co_name, "co_firstlineno": source.tree.lineno}
    looks = FunctionType(
        held.__code__.replace(**changes),
        original.__globals__,
        code.co_name,
        None,
        held.__closure__,
    )
    loaded = load_function(source, looks, operators)
    _mark(loaded, code)
    return loaded


def original_of(code: CodeType) -> tuple[CodeType, str] | None:
    """The user's code and qualified name for converted code; None for other code."""
    found = _originals.find(code).get(_ORIGINAL)
    if found is None:
        return None
    held, name = found
    original: CodeType | None = held()
    return None if original is None else (original, name)


def _convert(
    function: FunctionType, options: ConversionOptions, operators: Any
) -> Template:
    # Imported when the first function is converted: the syntax side is heavy.
    from autograph.pipeline import convert_function
    from autograph.syntax.loading import load_function

    source = convert_function(function, options, unsure=_unsure_in(function.__code__))
    loaded = load_function(source, function, operators)
    _mark(loaded, function.__code__)
    return Template(loaded, function, source.has_staged_form)


def _mark(loaded: FunctionType, original: CodeType) -> None:
    """Record that `loaded` was made of `original`, whose names its code gets."""
    mark_converted(loaded.__code__, original)
    name = getattr(loaded.__code__, "co_qualname", loaded.__qualname__)
    loaded.__code__ = with_users_names(loaded.__code__, name)


def converted_function(
    function: FunctionType, options: ConversionOptions, operators: Any
) -> FunctionType:
    """The converted form of `function`, with its own closure and defaults."""
    return template_of(function, options, operators).bind(function)
