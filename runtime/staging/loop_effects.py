"""Changes of Python objects in the body of a staged loop: recorded once, so refused."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from sys import getrefcount
from threading import local
from types import CellType, FunctionType, MethodType
from typing import Any

from autograph import logs
from autograph.effects import Mutables
from autograph.errors import StagingError
from runtime.staging.partial_values import user_place
from runtime.staging.values import is_staged_leaf


class ChangedInLoopError(StagingError, ValueError):
    """A Python object is changed in a loop that is recorded once."""

    appended: dict[str, Any]
    """An item of each list that is only appended to, if nothing else changes."""


class _Enclosing(local):
    def __init__(self) -> None:
        self.effects: list[LoopEffects] = []


_enclosing = _Enclosing()


class LoopEffects:
    """What the body of a loop can change in Python, as it is before it is recorded."""

    def __init__(self, body: Callable[..., Any], names: tuple[str, ...]) -> None:
        self._names = names
        # a loop around holds the list too: it knows whether anything else does
        outer: list[set[str]] = [each._own for each in _enclosing.effects]
        self._own: set[str] = _own_lists(body).union(*outer)
        self._mutables = Mutables(_reachable(body), deepest=2)

    def __enter__(self) -> LoopEffects:
        _enclosing.effects.append(self)
        return self

    def __exit__(self, *error: object) -> None:
        _enclosing.effects.pop()

    def refuse_changes(self) -> None:
        """Refuses what has changed since, apart from variables of the loop.

        With ``AUTOGRAPH_LOOP_EFFECTS=warn`` in the environment it is a warning.

        Raises:
          ChangedInLoopError: if a list, dict, set or attribute has changed.
        """
        changes = self._mutables.changes()
        changed = [path for path in changes if not self._is_variable(path, changes)]
        if not changed:
            return
        message = (
            f"{', '.join(changed)} changes in the loop of {user_place()}, which runs "
            "over tensors: its body is recorded once, so Python changes the object "
            "once. Keep the value in a local variable, or items in a tf.TensorArray."
        )
        if os.environ.get("AUTOGRAPH_LOOP_EFFECTS") == "warn":
            logs.warn(message)
            return
        error = ChangedInLoopError(message)
        error.appended = self._appended({path: changes[path] for path in changed})
        self._mutables.restore()
        raise error

    def _is_variable(self, path: str, changes: dict[str, Any]) -> bool:
        """Whether the loop has what changed as a variable: `d['a']`, `self.x`."""
        if path in self._names:
            return True
        old, new = self._mutables.before(path), changes[path]
        if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
            old, new = dict(enumerate(old)), dict(enumerate(new))
        if not isinstance(new, dict) or not isinstance(old, dict):
            return False
        missing = object()
        keys = [
            key
            for key in {**old, **new}
            if old.get(key, missing) is not new.get(key, missing)
        ]
        return all(f"{path}[{key!r}]" in self._names for key in keys)

    def _appended(self, changes: dict[str, Any]) -> dict[str, Any]:
        found = {}
        for path, now in changes.items():
            before = self._mutables.before(path)
            if path not in self._own or len(now) <= len(before):
                return {}
            is_longer = all(a is b for a, b in zip(before, now))
            if not is_longer or not all(map(is_staged_leaf, now)):
                return {}
            found[path] = now[-1]
        return found


def is_held_outside(value: Any) -> bool:
    """Whether a loop around the present one would see a change of the object."""
    return any(effects._mutables.holds(value) for effects in _enclosing.effects)


def list_cells(body: Callable[..., Any], names: Iterable[str]) -> dict[str, CellType]:
    """The cells of variables with lists, if no loop around needs them first."""
    assert isinstance(body, FunctionType)
    cells = dict(zip(body.__code__.co_freevars, body.__closure__ or ()))
    found = {name: cells[name] for name in names}
    if any(is_held_outside(cell.cell_contents) for cell in found.values()):
        return {}
    return found


def _own_lists(body: Any) -> set[str]:
    """Variables of the function with a list that nothing else refers to."""
    if not isinstance(body, FunctionType):
        return set()
    cells = zip(body.__code__.co_freevars, body.__closure__ or ())
    return {name for name, cell in cells if _is_own_list(cell)}


def _is_own_list(cell: CellType) -> bool:
    try:
        if type(cell.cell_contents) is not list:
            return False
    except ValueError:
        return False  # not assigned yet
    # the cell, and the argument of the call
    return getrefcount(cell.cell_contents) == 2


def _reachable(body: Callable[..., Any]) -> dict[str, Any]:
    found = _read_by(body)
    for value in list(found.values()):
        for name, inner in _read_by(getattr(value, "__func__", value)).items():
            found.setdefault(name, inner)
        if isinstance(value, MethodType):
            found.setdefault(value.__name__, value.__self__)
    return found


def _read_by(function: Any) -> dict[str, Any]:
    """What a function reads around it, by name."""
    if not isinstance(function, FunctionType):
        return {}
    code, known = function.__code__, function.__globals__
    found = {name: known[name] for name in code.co_names if name in known}
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue  # not assigned yet
    return found
