"""The state that a function can reach: Python's objects, and a runtime's variables."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

from autograph.checking.stages import registered
from autograph.operators.effects import DEEPEST, Mutables, parts_of


class State:
    """A snapshot of the mutable objects and variables reachable from some names."""

    def __init__(self, roots: dict[str, Any]) -> None:
        self.mutables = Mutables(roots)
        self._variables: dict[int, tuple[str, Any, Any]] = {}
        seen: set[int] = set()
        for name, root in roots.items():
            self._find_variables(name, root, seen, 0)

    @classmethod
    def of_call(
        cls, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> State:
        """What a call of `fn`, plain or staged, can change.

        >>> counts = [0]
        >>> before = State.of_call(lambda x: counts.append(x), (1,), {})
        >>> counts.append(1)
        >>> before.restore()
        >>> counts
        [0]
        """
        registered.ask()
        return cls(_reachable(plain_function(fn), fn, args, kwargs))

    def _find_variables(
        self, path: str, value: Any, seen: set[int], depth: int
    ) -> None:
        if id(value) in seen or depth > DEEPEST:
            return
        seen.add(id(value))
        for name, variable in registered.variables_of(value).items():
            held = path + name, variable, variable.numpy()
            self._variables.setdefault(id(variable), held)
        for step, part in parts_of(value):
            self._find_variables(path + step, part, seen, depth + 1)

    def changes(self) -> dict[str, Any]:
        """The new content of every changed object, by path."""
        found = self.mutables.changes()
        for path, variable, before in self._variables.values():
            now = variable.numpy()
            if not _is_same(now, before):
                found[path] = now
        return found

    def restore(self) -> None:
        """Restore the initial content of all that changed."""
        self.mutables.restore()
        for _, variable, before in self._variables.values():
            variable.assign(before)


def plain_function(fn: Any) -> Any:
    """The Python function that a callable runs: of a method, of a staged function.

    >>> plain_function([].append)
    <slot wrapper '__call__' of 'builtin_function_or_method' objects>
    """
    while True:
        inner = getattr(fn, "python_function", None)
        inner = inner or getattr(fn, "__func__", None)
        if inner is None:
            break
        fn = inner
    return fn if isinstance(fn, FunctionType) else type(fn).__call__


def _reachable(
    function: Any, fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any]:
    """The objects that `function` may change, by their names in it."""
    found: dict[str, Any] = {}
    given = args
    owner = getattr(fn, "__self__", None)
    if owner is not None:
        given = (owner, *args)
    code = getattr(function, "__code__", None)
    if code is None:  # in C: it has arguments alone
        found.update((f"argument {at}", each) for at, each in enumerate(given))
        return found | kwargs
    for name in code.co_names:
        if name in function.__globals__:
            found[name] = function.__globals__[name]
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # not assigned yet
            found[name] = cell.cell_contents
    found.update(zip(code.co_varnames, given, strict=False))
    found.update(kwargs)
    return found


def _is_same(now: Any, before: Any) -> bool:
    """Whether two values of a variable are the same bits, or the same texts."""
    if getattr(now, "shape", ()) != getattr(before, "shape", ()):
        return False
    if hasattr(now, "tobytes") and now.dtype != object:
        return bool(now.tobytes() == before.tobytes())
    plain = [
        each.tolist() if hasattr(each, "tolist") else each for each in (now, before)
    ]
    return bool(plain[0] == plain[1])
