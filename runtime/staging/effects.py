"""Refusal of mutations of Python objects in staged code: they happen while tracing."""

from __future__ import annotations

import dis
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from opcode import opmap
from types import (
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    MethodType,
    TracebackType,
)
from typing import Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary

from autograph import logs
from autograph.errors import StagingError
from autograph.operators.effects import Mutables
from autograph.operators.iterator_positions import Position
from autograph.operators.ownership import is_only_in
from autograph.operators.staging_context import STAGING, staging
from runtime.staging.flattening import are_alike
from runtime.staging.partial_values import user_place
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.origins import is_ours


class ChangedWhileRecordedError(StagingError, ValueError):
    """A Python object is changed in code that is recorded, not run."""

    appended: dict[str, Any]
    """An item of each list that is only appended to, if nothing else changes."""
    body: Callable[..., Any]
    """The code that has changed it."""


class Effects:
    """A snapshot of the Python objects that some code can change."""

    told: ClassVar[str]
    """The part of the message on the place and effect of the change, and the remedy."""
    is_run_on_copies: ClassVar[bool] = False
    """Whether the code sees copies of the lists that are variables of the statement."""

    def __init__(self, body: Callable[..., Any], names: tuple[str, ...]) -> None:
        self._body, self._names = body, names
        # a loop around holds the list too: it knows whether anything else does
        around = STAGING.get()
        outer: list[set[str]] = [each._own for each in around.statements]
        self._own: set[str] = _own_lists(body).union(*outer, *around.own_lists)
        self._copied = around.own_lists[-1] if around.own_lists else frozenset[str]()
        self._mutables = Mutables(_reachable(body), deepest=2)
        self._noted: dict[str, Any] = {}
        self._rebound = [
            _Rebound(name, cell, cell.cell_contents)
            for name, cell in rebound_variables(body).items()
            if name not in names
        ]

    def __enter__(self) -> Effects:
        self._entered = staging(statements=(*STAGING.get().statements, self))
        self._entered.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._entered.__exit__(None, None, None)
        # what is recorded again must find everything as it was
        if isinstance(error, (StagingError, TypeError)):
            self._mutables.restore()

    def refuse_changes(self) -> None:
        """Refuses changes since the snapshot, except to variables of the statement.

        With ``AUTOGRAPH_LOOP_EFFECTS=warn`` in the environment it is a warning.

        Raises:
          ChangedWhileRecordedError: if a list, dict, set or attribute has changed, or
            a variable that a nested function declares ``nonlocal``.
        """
        changes = {**self._mutables.changes(), **self._noted}
        changed = [
            path
            for path in changes
            if path in self._noted or not self._is_variable(path, changes)
        ]
        rebound = [
            each for each in self._rebound if each.cell.cell_contents is not each.before
        ]
        if not changed and not rebound:
            return
        paths = ", ".join([*changed, *(each.name for each in rebound)])
        message = self.told.format(paths=paths, place=user_place())
        if any(isinstance(each, Position) for each in changes.values()):
            message += " Take items of an iterator before, or go over a tensor of them."
        if os.environ.get("AUTOGRAPH_LOOP_EFFECTS") == "warn":
            logs.warn(message)
            return
        error = ChangedWhileRecordedError(message)
        error.appended, error.body = {}, self._body
        if not rebound:
            error.appended = self._appended({path: changes[path] for path in changed})
        self._mutables.restore()
        raise error

    def _is_variable(self, path: str, changes: dict[str, Any]) -> bool:
        """Whether the changed object is a variable of the loop: `d['a']`, `self.x`."""
        old, new = self._mutables.before(path), changes[path]
        if isinstance(new, Position):
            return False
        if path in self._names and not self._is_resized(path, old, new):
            return True
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

    def _is_resized(self, path: str, old: Any, new: Any) -> bool:
        """Whether a variable is a list that the code appends to or takes items of."""
        if not isinstance(old, list) or not isinstance(new, list):
            return False
        if self.is_run_on_copies or path in self._copied:
            return len(old) != len(new)
        return True

    def _appended(self, changes: dict[str, Any]) -> dict[str, Any]:
        """An item of each list that is changed, if they are the code's own."""
        found = {}
        for path, now in changes.items():
            if path not in self._own or not isinstance(now, list):
                return {}
            items = [*now, *self._mutables.before(path)]
            if not items or not are_alike(items):
                return {}
            found[path] = items[0]
        return found


class LoopEffects(Effects):
    """The effects of a loop's body, which is traced once."""

    is_run_on_copies = True

    told = (
        "{paths} changes in the loop of {place}, which runs over tensors: its body is "
        "recorded once, so Python changes the object once. Keep the value in a local "
        "variable, or items in a tf.TensorArray."
    )


class BranchEffects(Effects):
    """The effects of a branch, which is traced under every condition."""

    told = (
        "{paths} changes in a branch of {place}, which a tensor decides: both branches "
        "are recorded, so Python changes the object in any case. Set a local variable "
        "in the branch, or use a tf.Variable or a tf.TensorArray."
    )


_CALLING_OPERATORS = frozenset(("converted_call", "unpacking_call"))


def changeable_by(code: Callable[..., Any]) -> dict[str, Any]:
    """The outer objects that code reads, if the code has calls; else none."""
    inner = getattr(code, "__code__", None)
    if not isinstance(inner, CodeType):
        return _reachable(code)
    is_calling = not _CALLING_OPERATORS.isdisjoint(inner.co_names)
    if is_calling or any(isinstance(each, CodeType) for each in inner.co_consts):
        return _reachable(code)
    return {}


class _Rebound(NamedTuple):
    """A variable that a nested function declares nonlocal."""

    name: str
    cell: CellType
    before: Any


_STORE_DEREF = opmap["STORE_DEREF"]


def rebound_variables(code: Callable[..., Any]) -> dict[str, CellType]:
    """Variables of enclosing functions that the code or its callees assign."""
    found: dict[str, CellType] = {}
    code = _function_of(code)
    for value in (code, *_reachable(code).values()):
        if not isinstance(value, FunctionType) or not value.__closure__:
            continue
        if is_ours(value.__code__.co_filename):
            continue
        names = _rebound_names(value.__code__)
        for name, cell in zip(value.__code__.co_freevars, value.__closure__):
            if name in names and not _is_empty(cell):
                found.setdefault(name, cell)
    return found


def _function_of(code: Any) -> Any:
    """The function that is called for each item of a Python loop, or for an operand."""
    return code.func if isinstance(code, partial) else code


_known_rebound: WeakKeyDictionary[CodeType, frozenset[str]] = WeakKeyDictionary()


def _rebound_names(code: CodeType) -> frozenset[str]:
    """The result of `_rebound_by`, cached: each enclosing loop and branch asks."""
    found = _known_rebound.get(code)
    if found is None:
        found = _known_rebound[code] = frozenset(_rebound_by(code))
    return found


def _rebound_by(code: CodeType) -> set[str]:
    """Variables of functions around it that the code, or code in it, assigns."""
    found: set[str] = set()
    if _STORE_DEREF in code.co_code[::2]:
        found.update(
            each.argval
            for each in dis.get_instructions(code)
            if each.opname == "STORE_DEREF"
        )
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= _rebound_by(inner)
    return found & set(code.co_freevars)


def _is_empty(cell: CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - reading an empty cell fails
    except ValueError:
        return True
    return False


def is_held_outside(value: Any) -> bool:
    """Whether an enclosing loop would see a mutation of the object."""
    return any(each._mutables.holds(value) for each in STAGING.get().statements)


def note_change(items: list[Any]) -> bool:
    """Whether staged code around will refuse a change of the list.

    That is then recorded again, with a staged list, if it can be one.
    """
    around = STAGING.get().statements
    holding = [each for each in around if each._mutables.holds(items)]
    for effects in holding:
        effects._noted[effects._mutables.path_of(items)] = items
    return bool(holding)


@contextmanager
def owning(*code: Callable[..., Any]) -> Iterator[frozenset[str]]:
    """A context manager that records which lists only variables of the code refer to.

    While a statement is recorded, the recorder itself refers to its variables.
    """
    own = frozenset[str]().union(*map(_own_lists, code))
    with staging(own_lists=(*STAGING.get().own_lists, own)):
        yield own


def list_cells(body: Callable[..., Any], names: Iterable[str]) -> dict[str, CellType]:
    """The cells of variables with lists, unless an enclosing loop must stage them."""
    body = _function_of(body)
    assert isinstance(body, FunctionType)
    cells = dict(zip(body.__code__.co_freevars, body.__closure__ or ()))
    found = {name: cells[name] for name in names}
    if any(is_held_outside(cell.cell_contents) for cell in found.values()):
        return {}
    return found


def _own_lists(body: Any) -> set[str]:
    """Variables of traced functions with a list that nothing else refers to."""
    body = _function_of(body)
    if not isinstance(body, FunctionType):
        return set()
    cells = dict(zip(body.__code__.co_freevars, body.__closure__ or ()))
    found = {name for name, cell in cells.items() if _is_own_list(cell)}
    inherited = {name for name, cell in cells.items() if _is_inherited(name, cell)}
    return (found & _variables_of_trace() if found else found) | inherited


def _is_inherited(name: str, cell: CellType) -> bool:
    """Whether statements around, that hold the list too, know it as their own."""
    if _is_empty(cell) or type(cell.cell_contents) is not list:
        return False
    value = cell.cell_contents
    return any(
        name in each._own
        and each._mutables.holds(value)
        and each._mutables.path_of(value) == name
        for each in STAGING.get().statements
    )


def _variables_of_trace() -> set[str]:
    """The shared variables of the functions that are being traced."""
    trace = current_trace()
    boundary = None if trace is None else trace.defaults.boundary
    found: set[str] = set()
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code is not boundary:
        found.update(frame.f_code.co_cellvars)
        frame = frame.f_back
    return found


def _is_own_list(cell: CellType) -> bool:
    if _is_empty(cell) or type(cell.cell_contents) is not list:
        return False
    return is_only_in(cell)


def _reachable(body: Callable[..., Any]) -> dict[str, Any]:
    found = _read_by(body)
    for value in list(found.values()):
        for name, inner in _read_by(getattr(value, "__func__", value)).items():
            found.setdefault(name, inner)
        if isinstance(value, MethodType):
            found.setdefault(value.__name__, value.__self__)
    return found


def _read_by(function: Any) -> dict[str, Any]:
    """The outer variables that a function reads, by name."""
    function = _function_of(function)
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
