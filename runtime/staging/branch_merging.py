"""Variables after both branches of a condition: one type and one value for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

from autograph.operators.variables import UndefinedReturnValue
from autograph.syntax.variable_roles import Role, role_of
from runtime.context import name_scope
from runtime.control_flow.branches import build_cond
from runtime.staging.flattening import (
    as_kind_of,
    check_pair,
    is_staged_leaf,
    place_of,
)
from runtime.staging.jumps import JUMPS, is_guard
from runtime.staging.lists import ListVersion, StagedList
from runtime.staging.partial_values import (
    Content,
    UndefinedInBranchError,
    content_of,
    held_by,
    is_undefined,
    partly,
    stand_ins,
    user_place,
)
from runtime.staging.recorded_errors import is_of_branch, record_error
from runtime.staging.truth import condition
from runtime.tensors.structure import flatten, pack
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation


def merge_branches(
    cond: Tensor,
    body: Callable[[], tuple[Any, ...]],
    orelse: Callable[[], tuple[Any, ...]],
    names: Sequence[str],
    truths: int = 0,
) -> tuple[Any, ...]:
    """The variables after a condition, with their values from the executed branch.

    Of the first ``truths`` variables only the truth values matter.
    """
    pred = condition(cond, "if statement")
    merger = _Merger(names, is_guard(cond), truths)
    with name_scope("cond") as scope:
        results = build_cond(
            pred,
            lambda: merger.run(body),
            lambda: merger.run(orelse),
            scope,
            merger.results,
        )
    if isinstance(results, Operation):
        results = []  # no branch comes to its end with a value
    return merger.merged(iter(results))


class _Merger:
    """Traces both branches, then finds a common type for each variable."""

    def __init__(self, names: Sequence[str], is_guarded: bool, truths: int) -> None:
        self._names = names
        self._truths = truths
        self._is_guarded = is_guarded
        self._place = user_place()
        self._found: list[tuple[Any, ...] | None] = []

    def run(self, branch: Callable[[], tuple[Any, ...]]) -> None:
        """Records the next branch; a `raise` in it is recorded as an op and ends it."""
        try:
            self._found.append(branch())
        except Exception as error:
            if not is_of_branch(error):
                raise
            record_error(error)
            self._found.append(None)
        if len(self._found) > 1:
            self._variables = [
                self._variable(name, position)
                for position, name in enumerate(self._names)
            ]

    def _variable(self, name: str, position: int) -> _Variable:
        sides = [
            None if found is None else _Side(found[position]) for found in self._found
        ]
        flags = self._flags(JUMPS)
        leaves = any(isinstance(each, Tensor) or each is True for each in flags)
        leaves = leaves or self._is_guarded
        if any(side and isinstance(side.value, UndefinedReturnValue) for side in sides):
            # a flag that is True on one side and False on the other decides nothing
            leaves = any(
                isinstance(each, Tensor) for each in self._flags({Role.RETURN})
            )
        is_truth = position < self._truths
        return _Variable(name, (sides[0], sides[1]), self._place, leaves, is_truth)

    def _flags(self, roles: Set[Role]) -> list[Any]:
        """The flags of `break`, `continue` and `return` among the variables."""
        return [
            found[position]
            for found in self._found
            if found is not None
            for position, name in enumerate(self._names)
            if role_of(name) in roles
        ]

    def results(self, position: int) -> list[Any]:
        """The results of the branch at that position."""
        return [
            leaf for variable in self._variables for leaf in variable.results(position)
        ]

    def merged(self, results: Any) -> tuple[Any, ...]:
        """The variables after the condition."""
        if self._found == [None, None]:
            return ()
        return tuple(variable.merged(results) for variable in self._variables)


class _Side:
    """A variable after one branch."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.content = content_of(value)
        self.is_undefined = is_undefined(value)


class _Variable:
    """A variable after both branches; a side is None where a branch never ends."""

    def __init__(
        self,
        name: str,
        sides: tuple[_Side | None, _Side | None],
        place: str,
        is_checked: bool,
        is_truth: bool,
    ) -> None:
        self._name = name
        self._is_truth = is_truth
        self._is_checked = is_checked
        self._sides = sides
        self._place = place
        with_value = _with_value([side for side in sides if side])
        self._like = held_by(with_value[0].value) if with_value else None
        self._has_value = bool(with_value)
        ending = [side for side in sides if side]
        self._is_partial = self._has_value and any(
            side.is_undefined or side.content for side in ending
        )
        self._kept = _kept_list(ending)
        if self._kept is None:
            self._check(with_value)

    def _check(self, sides: Sequence[_Side]) -> None:
        if len(sides) == 2 and not self._is_truth:
            check_pair(self._name, *(held_by(side.value) for side in sides))
        if self._is_partial and not self._may_be_partial():
            raise UndefinedInBranchError(self._reason())

    def _may_be_partial(self) -> bool:
        # an attribute or item is read by Python itself, which could not check it
        is_return = any(
            side and isinstance(side.value, UndefinedReturnValue)
            for side in self._sides
        )
        return is_return or self._name.isidentifier()

    def results(self, position: int) -> list[Any]:
        """The leaves that the branch at that position returns."""
        if not self._has_value or self._kept is not None:
            return []
        side = self._sides[position]
        has_value: Any = True
        if side is None or side.is_undefined:
            leaves = stand_ins(_staged(self._like))
            has_value = side is None
        else:
            leaves = self._of_kind(side, position)
            if side.content is not None:
                has_value = side.content.has_value
        return [*leaves, has_value] if self._is_partial else leaves

    def _of_kind(self, side: _Side, position: int) -> list[Any]:
        leaves = _staged(held_by(side.value))
        other = self._sides[1 - position]
        if other is None or other.is_undefined:
            return leaves
        others = _staged(held_by(other.value))
        return [
            as_kind_of(leaf, like, self._is_truth) for leaf, like in zip(leaves, others)
        ]

    def merged(self, results: Any) -> Any:
        """The variable after the condition, from the results of the graph node."""
        if self._kept is not None:
            return self._kept
        if not self._has_value:
            return next(side.value for side in self._sides if side)
        value = _with_results(self._like, results)
        if not self._is_partial:
            return value
        without = next(
            side.value
            for side in self._sides
            if side and (side.is_undefined or side.content)
        )
        return partly(without, self._content(value, next(results)))

    def _content(self, value: Any, has_value: Tensor) -> Content:
        contents = [side.content for side in self._sides if side and side.content]
        checked = next((each for each in contents if each.is_checked), None)
        reason = checked.reason if checked else self._reason()
        is_checked = checked is not None or self._is_checked
        return Content(value, has_value, reason, is_checked)

    def _reason(self) -> str:
        for position, side in enumerate(self._sides):
            if side and side.content:
                return side.content.reason
            if side and side.is_undefined:
                return self._missing(position, side.value)
        raise AssertionError("both branches have a value")

    def _missing(self, position: int, undefined: Any) -> str:
        branch, setter = ("main", "else") if position == 0 else ("else", "main")
        shown = f"{self._like!r}{place_of(self._like)}"
        if isinstance(undefined, UndefinedReturnValue):
            return (
                f"A value must also be returned from the {branch} branch. If a value "
                "is returned from one branch of a conditional a value must be returned "
                f"from all branches: the {setter} branch returns {shown}."
            )
        return (
            f"'{self._name}' must also be initialized in the {branch} branch: the "
            f"condition in {self._place} is a tensor, so both branches are recorded. "
            f"The {setter} branch sets it to {shown}."
        )


def _with_value(sides: Sequence[_Side]) -> list[_Side]:
    """The sides with a value; a `return` without one equals the function's end."""
    found = [side for side in sides if not side.is_undefined]
    if any(isinstance(side.value, UndefinedReturnValue) for side in sides) and all(
        side.value is None for side in found
    ):
        return []
    return found


def _kept_list(sides: Sequence[_Side]) -> StagedList | None:
    """The list that a variable holds after both branches; its handle is merged."""
    lists = [getattr(side.value, "list", None) for side in sides]
    if not lists or any(each is not lists[0] for each in lists):
        return None
    return lists[0] if type(sides[0].value) is ListVersion else None


def _staged(value: Any) -> list[Any]:
    return [leaf for leaf in flatten(value) if is_staged_leaf(leaf)]


def _with_results(value: Any, results: Any) -> Any:
    leaves = [
        next(results) if is_staged_leaf(leaf) else leaf for leaf in flatten(value)
    ]
    return pack(value, leaves)
