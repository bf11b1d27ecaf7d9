"""Call sites of code that runs while no stage records, with a cache of one callee each.

A site asks as little as tells for sure that the callee is the one found before: for a
method, the function that Python has bound, its code and its defaults; never the class,
which may change, nor the object, which may hide a method.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dis import opmap
from inspect import getattr_static
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
)
from typing import Any, Protocol
from weakref import WeakSet, ref

from autograph.processes.forks import forkable_lock
from autograph.running.recordings import CALLED_DIRECTLY, RECORDINGS, before_recording

__all__ = [
    "Callee",
    "MethodSite",
    "NameSite",
    "TemplateFor",
    "calls_nothing",
    "is_cacheable",
    "is_to_run_as_it_is",
    "note_to_run_as_it_is",
]

Callee = Callable[[Any], Any]


class Binding(Protocol):
    """Converted code."""

    def bind(self, function: FunctionType) -> FunctionType:
        """The converted form of `function`, with its closure and defaults."""


TemplateFor = Callable[[FunctionType], Binding | None]
"""Gives the converted code of a function; None if it runs as it is."""
_UNFILLED, _OTHER = object(), object()
_lock = forkable_lock()

_KINDS = (
    *("CALL", "PRECALL", "MAKE_FUNCTION", "LOAD_BUILD_CLASS", "LOAD_SPECIAL"),
    *("BEFORE_", "SETUP_WITH", "SETUP_ASYNC_WITH"),
)
_CALLS = frozenset(n for name, n in opmap.items() if name.startswith(_KINDS))
_INTRINSICS = frozenset(
    n for name, n in opmap.items() if name.startswith("CALL_INTRINSIC")
)
_CALLING = _CALLS - _INTRINSICS


def calls_nothing(code: CodeType) -> bool:
    """Whether `code` has no call, no `with` and no function or class inside.

    While nothing is recorded, conversion would leave such code as it is: what Python
    calls for operators and attributes runs unconverted anyway.
    """
    return _CALLING.isdisjoint(code.co_code[::2])


_as_they_are: dict[int, ref[CodeType]] = {}
"""Code whose functions run as they are while nothing is recorded, by identity."""


def note_to_run_as_it_is(code: CodeType) -> None:
    """Note that functions of `code` need no conversion while nothing is recorded."""
    key = id(code)
    if key not in _as_they_are:
        _as_they_are[key] = ref(code, lambda _: _as_they_are.pop(key, None))


def is_to_run_as_it_is(code: CodeType) -> bool:
    """Whether `note_to_run_as_it_is` was told of `code`."""
    return id(code) in _as_they_are


def is_cacheable(f: FunctionType) -> bool:
    """Whether a binding for `f` may be cached without keeping other objects alive.

    A method that says `super()` refers to its class, which lives with its module.
    """
    code = f.__code__
    if code.co_kwonlyargcount or code.co_freevars not in _OF_CLASSES:
        return False
    if not all(type(each) in _ATOMS for each in f.__defaults__ or ()):
        return False
    if code.co_freevars:
        return _lives_with_its_module(f)
    module = sys.modules.get(f.__globals__.get("__name__", ""))
    return module is not None and getattr(module, "__dict__", None) is f.__globals__


def _lives_with_its_module(value: type | FunctionType) -> bool:
    """Whether the module of `value` has it by its qualified name; asks no metaclass."""
    read = _reader_of(value)
    module, path = read(value, "__module__"), read(value, "__qualname__")
    found: Any = sys.modules.get(module) if type(module) is str else None
    for name in path.split("."):
        try:
            found = _reader_of(found)(found, "__dict__").get(name)
        except AttributeError:
            return False
    return found is value


def _reader_of(value: Any) -> Callable[[Any, str], Any]:
    kind: Any = type if issubclass(type(value), type) else object
    read: Callable[[Any, str], Any] = kind.__getattribute__
    return read


_OF_CLASSES = ((), ("__class__",))
_ATOMS = frozenset((bool, bytes, complex, float, int, str, type(None)))


class _Site:
    """The callee found at a call site.

    Filled once, so that threads never see one half of it and half of another.
    """

    __slots__ = (
        *("__weakref__", "as_is", "callee", "code", "defaults"),
        *("function", "known", "made"),
    )

    def __init__(self, callee: Callee) -> None:
        self.callee = callee
        self.function: Any = _UNFILLED
        self.known: FunctionType | None = None
        """The function that the site was filled with, also while it is forgotten."""
        self.as_is: CodeType | None = None
        """Code of the last function that was found to run as it is."""

    def fill(self, f: FunctionType, made: FunctionType) -> None:
        """Note that `made` is called for `f`: itself, if it runs as it is."""
        with _lock:
            if self.function is not _UNFILLED or RECORDINGS:
                return
            if self.known is not None and self.known is not f:
                return
            if made is f and isinstance(self, NameSite):
                _forgetful.add(self)
            self.code, self.defaults = f.__code__, f.__defaults__
            self.made = made
            self.function = self.known = f


class NameSite(_Site):
    """The site of a call by name: its text compares the callee with the one found.

    What runs as it is has no test of its own whether something is recorded, so sites
    forget it when a recording begins.
    """

    __slots__ = ("anew", "template_for")

    def __init__(self, callee: Callee, template_for: TemplateFor) -> None:
        super().__init__(callee)
        self.template_for = template_for
        self.anew: tuple[CodeType | None, int, Callee] = (None, 0, callee)
        """Code of the last function that was found to be bound for each call, the
        identity of its globals, and what binds such. One value, for threads."""

    def find(self, f: Any) -> Any:
        """The replacement of `f`."""
        if type(f) is not FunctionType or RECORDINGS:
            return self.callee(f)
        code = f.__code__
        if code is self.as_is:
            if self.function is _UNFILLED:
                self._fill_as_is(f)
            return f
        anew = self.anew
        if code is anew[0] and id(f.__globals__) == anew[1] and not f.__dict__:
            return anew[2](f)
        found = self.callee(f)
        if found is f and is_to_run_as_it_is(code):
            self.as_is = code
        elif not is_cacheable(f):
            template = self.template_for(f)
            if template is not None:
                self.anew = (code, id(f.__globals__), template.bind)
        elif self.function is _UNFILLED:
            self.fill(f, found)
        return found

    def _fill_as_is(self, f: FunctionType) -> None:
        if self.known in (None, f) and is_cacheable(f):
            self.fill(f, f)
        else:
            self.function = _OTHER

    def forget(self) -> None:
        """Let each call be looked up again."""
        self.function = _UNFILLED


class MethodSite(_Site):
    """The site of a call of the attribute `name`: given what the attribute is.

    Where the owner is a variable, the text compares its class with `kind`, one whose
    method runs as it is: then the user's own expression runs, whatever it finds. If
    that is another function by now, it runs as it is too, until a recording begins.
    """

    __slots__ = ("bound_anew", "kind", "name", "tries")

    def __init__(self, callee: Callee, name: str) -> None:
        super().__init__(callee)
        self.name = name
        self.kind: Any = _UNFILLED
        self.tries = 0
        """How many classes were looked at to be the `kind`."""
        self.bound_anew: CodeType | None = None
        """Code of the last function that was found to be bound for each call."""

    def find(self, f: Any) -> Any:
        """The replacement of `f`."""
        if type(f) is MethodType:
            function = f.__func__
            if (
                function is self.function
                and function.__code__ is self.code
                and function.__defaults__ is self.defaults
            ):
                return MethodType(self.made, f.__self__)
            return self.callee(f) if RECORDINGS else self._found_for(f, function)
        if type(f) in CALLED_DIRECTLY:
            if self.tries < _MOST_TRIES and issubclass(type(f), BuiltinFunctionType):
                self._try_kind(type(f.__self__), MethodDescriptorType)
            return f
        return self.callee(f)

    def _found_for(self, f: MethodType, function: Any) -> Any:
        if type(function) is not FunctionType:
            return self.callee(f)
        if function.__code__ is self.as_is:
            if self.tries < _MOST_TRIES:
                self._try_kind(type(f.__self__), FunctionType, function)
            return f
        found = self.callee(f)
        if function.__code__ is self.bound_anew:
            return found
        if found is not f and not is_cacheable(function):
            self.bound_anew = function.__code__
        elif found is not f and self.function is _UNFILLED:
            self.fill(function, found.__func__)
        elif found is f and is_to_run_as_it_is(function.__code__):
            self.as_is = function.__code__
        return found

    def _try_kind(self, kind: type, wanted: type, method: Any = None) -> None:
        """Note `kind` if its method is of the type `wanted`, or `method` itself."""
        is_kept = not issubclass(kind, type) and _lives_with_its_module(kind)
        found = getattr_static(kind, self.name, None) if is_kept else None
        with _lock:
            if RECORDINGS:
                return
            _forgetful.add(self)
            self.tries += 1
            if type(found) is wanted and method in (None, found):
                self.kind = kind

    def forget(self) -> None:
        """Let each call be looked up again."""
        self.kind, self.tries = _UNFILLED, 0


_MOST_TRIES = 8
"""Of classes at one site, as a try costs as much as ten calls."""

_forgetful: WeakSet[NameSite | MethodSite] = WeakSet()
"""Sites that have a function which runs as it is."""


def _forget() -> None:
    with _lock:
        for each in _forgetful:
            each.forget()
        _forgetful.clear()


before_recording(_forget)
