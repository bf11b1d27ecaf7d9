"""Implicit variables of staged statements: staged lists and `nonlocal` variables.

A list to which staged code appends is a tensor list; a variable that a nested function
declares `nonlocal` changes when the function is called. Both are carried through
branches and loops like the variables that the statement assigns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CellType
from typing import Any

from autograph.operators.effects import Mutables
from runtime.staging.effects import (
    ChangedWhileRecordedError,
    changeable_by,
    list_cells,
    rebound_variables,
)
from runtime.staging.flattening import DifferentTypesError
from runtime.staging.lists import LISTS, StagedList
from runtime.staging.loop_recorder import in_scratch
from runtime.staging.truth import TruthOfChoice
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tracing.graph_trace import GraphTrace, current_trace

Get = Callable[[], tuple[Any, ...]]
Set = Callable[[tuple[Any, ...]], None]


class CarriedState:
    """The variables of a statement, then the implicitly carried variables."""

    def __init__(
        self,
        get_state: Get,
        set_state: Set,
        names: tuple[str, ...],
        *code: Callable[..., Any],
    ) -> None:
        self._get, self._set = get_state, set_state
        self._lists = tuple(_known_lists(current_trace()))
        self._cells: dict[str, CellType] = {}
        for function in code:
            for name, cell in rebound_variables(function).items():
                if name not in names:
                    self._cells.setdefault(name, cell)
        self.count = len(self._lists) + len(self._cells)
        """The number of carried variables before the statement's own variables."""
        self.names = (*[each.name for each in self._lists], *self._cells, *names)

    def get(self) -> tuple[Any, ...]:
        """The values of all carried variables."""
        handles = [each.handle for each in self._lists]
        held = [cell.cell_contents for cell in self._cells.values()]
        return (*handles, *held, *self._get())

    def set(self, values: tuple[Any, ...]) -> None:
        """Sets all carried variables."""
        remaining = iter(values)
        for each in self._lists:
            each.handle = next(remaining)
        for cell in self._cells.values():
            cell.cell_contents = next(remaining)
        try:
            self._set(tuple(remaining))
        except IndexError as error:
            items = ", ".join(name for name in self.names if name.endswith("]"))
            raise DifferentTypesError(
                f"{items} has no value before this statement, and gets one on some "
                "paths only: use append, or begin with a longer list."
            ) from error


class NamedLists:
    """Loop variables whose values are staged lists, carried by their tensor handles.

    >>> from runtime.staging.carried_variables import NamedLists
    >>> lists = NamedLists((1, 2), ("a", "b"))
    >>> lists.without((1, 2)), lists.names
    ((1, 2), ('a', 'b'))
    """

    def __init__(self, values: tuple[Any, ...], names: tuple[str, ...]) -> None:
        self._held = {
            position: value
            for position, value in enumerate(values)
            if type(value) is StagedList
        }
        self._all_names = names
        self.names = self._rest(names)
        """The names of the variables that are no staged lists."""

    def _rest(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        if not self._held:
            return values
        return tuple(
            value for position, value in enumerate(values) if position not in self._held
        )

    def without(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values of the variables that are no staged lists.

        Raises:
          TypeError: if a variable does not hold its list any more.
        """
        for position, held in self._held.items():
            if values[position] is not held:
                raise DifferentTypesError(
                    f"'{self._all_names[position]}' is a list that staged code appends "
                    f"to, but {values[position]!r} after one iteration of a loop: use "
                    "another name for the new value."
                )
        return self._rest(values)

    def among(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """All values, from the values of the variables that are no staged lists."""
        merged = list(values)
        for position, held in self._held.items():
            merged.insert(position, held)
        return tuple(merged)


def probed(test: Callable[[], Any]) -> Any:
    """The value of a loop's test, traced in a scratch graph.

    A test that decides by a tensor is evaluated again where the loop is recorded, so
    variables that it rebinds and objects that it changes get their values back.
    """
    if current_trace() is None:
        return test()
    cells = rebound_variables(test)
    before = [cell.cell_contents for cell in cells.values()]
    objects = Mutables(changeable_by(test), deepest=2)
    lists = _handles()
    value = in_scratch(test)
    if isinstance(value, (SymbolicTensor, StagedList, TruthOfChoice)):
        _restore(lists)
        for cell, held in zip(cells.values(), before):
            cell.cell_contents = held
        if objects.changes():
            objects.restore()
    return value


def _known_lists(trace: GraphTrace | None) -> Iterator[StagedList]:
    """The lists made in the current trace, or in one around it."""
    while trace is not None:
        yield from LISTS.of(trace)
        trace = trace.outer if trace.is_branch else None


def _handles() -> list[tuple[StagedList, Any]]:
    return [(each, each.handle) for each in _known_lists(current_trace())]


def _restore(handles: list[tuple[StagedList, Any]]) -> None:
    for each, handle in handles:
        each.handle = handle


def record_with_lists(record: Callable[[], None], restore: Callable[[], None]) -> None:
    """Records a statement, again with staged lists if it appends to Python lists.

    ``restore`` sets the variables to their values before the statement.

    Raises:
      ChangedWhileRecordedError: if a Python object is changed in another way.
    """
    lists = _handles()
    staged: set[str] = set()
    while True:
        try:
            record()
            return
        except ChangedWhileRecordedError as error:
            # setting `items[0]`, a variable too, changes the list
            _restore(lists)
            restore()
            _restore(lists)
            cells = list_cells(error.body, error.appended)
            if cells.keys() <= staged:
                raise
            staged.update(cells)
            likes = error.appended
            # the frames on its way hold lists, that nobody else must hold
            error.__traceback__ = None
        for name, cell in cells.items():
            cell.cell_contents = StagedList(name, cell.cell_contents, likes[name])
        lists = _handles()


__all__ = ["CarriedState", "NamedLists", "probed", "record_with_lists"]
