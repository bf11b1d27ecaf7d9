"""``if`` and conditional expressions on a tensor: both branches are traced."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

from autograph.operators.class_members import asked
from autograph.operators.variables import UndefinedReturnValue
from autograph.syntax.variable_roles import Role, role_of
from runtime.context import name_scope
from runtime.control_flow.branches import build_cond
from runtime.staging.carried_variables import CarriedState, record_with_lists
from runtime.staging.effects import BranchEffects, owning
from runtime.staging.flattening import (
    as_kind_of,
    check_pair,
    is_staged_leaf,
    place_of,
)
from runtime.staging.jumps import JUMPS, is_guard, note_flags, note_guard
from runtime.staging.lists import ListVersion, StagedList, without_items
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
from runtime.staging.recursion import recording_branches
from runtime.staging.staged_text import settled
from runtime.staging.truth import TruthOfChoice, as_truth, condition, truth_of_list
from runtime.tensors.conversion import convert_to_tensor, is_convertible
from runtime.tensors.structure import flatten, pack
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation

UNUSED = "<unused>"
"""The variable of a statement that sets none: its branches return a zero."""


def staged_if(
    cond: Tensor,
    body: Callable[[], None],
    orelse: Callable[[], None],
    state: tuple[Callable[[], tuple[Any, ...]], Callable[[tuple[Any, ...]], None]],
    names: Sequence[str],
    count: int,
) -> None:
    """Records both branches; leaves the merged variables behind."""
    state = without_items(*state)
    with owning(body, orelse) as own:
        before = state[0]()
        places = [place for place, name in enumerate(names) if name in own]
        record_with_lists(
            lambda: _record_if(
                cond,
                (body, orelse),
                (state[0], lambda values: state[1](_with_copies(values, places))),
                names,
                count,
            ),
            lambda: state[1](before),
        )


def _with_copies(values: tuple[Any, ...], places: Sequence[int]) -> tuple[Any, ...]:
    """The variables; lists that nothing else refers to as copies, to be changed."""
    if not places:
        return values
    copied = list(values)
    for place in places:
        if type(copied[place]) is list:
            copied[place] = copied[place].copy()
    return tuple(copied)


def _record_if(
    cond: Tensor,
    branches: tuple[Callable[[], None], Callable[[], None]],
    state: tuple[Callable[[], tuple[Any, ...]], Callable[[tuple[Any, ...]], None]],
    names: Sequence[str],
    count: int,
) -> None:
    carried = CarriedState(*state, tuple(names), *branches)
    before, count = carried.get(), count + carried.count
    outputs = carried.names[:count] or (UNUSED,)

    def after(branch: Callable[[], None]) -> tuple[Any, ...]:
        carried.set(before)
        with BranchEffects(branch, carried.names) as effects:
            branch()
        found = tuple(map(_as_it_is, carried.get()))
        # what is still changed then is no variable of the statement
        carried.set(before)
        effects.refuse_changes()
        return settled(found[:count]) or (0,)

    body, orelse = branches
    with recording_branches(body, orelse, is_guarded=is_guard(cond)):
        merged = merge_branches(
            cond, lambda: after(body), lambda: after(orelse), outputs
        )
    # where both branches raise, what follows is never reached
    after_both = (*merged[:count], *before[count:]) if merged else before
    note_flags(carried.names, after_both)
    carried.set(after_both)


def staged_if_exp(
    cond: Tensor,
    if_true: Callable[[], Any],
    if_false: Callable[[], Any],
    expression: str,
    settle: Callable[[Any], Any] | None = None,
) -> Any:
    """The value of a conditional expression; both operands are recorded.

    With ``settle``, a function that is applied to the operands' values, only the truth
    of the result matters.
    """

    carried = CarriedState(tuple, _set_nothing, (), if_true, if_false)
    before = carried.get()

    def value(side: Callable[[], Any]) -> tuple[Any, ...]:
        carried.set(before)
        with BranchEffects(side, carried.names) as effects:
            result = side() if settle is None else settle(side())
        effects.refuse_changes()
        return settled((result, *carried.get()))

    names = (expression, *carried.names)
    with recording_branches(if_true, if_false):
        merged = merge_branches(
            cond,
            lambda: value(if_true),
            lambda: value(if_false),
            names,
            truths=1 if settle else 0,
        )
    carried.set(merged[1:] if merged else before)
    return merged[0] if merged else None


def _set_nothing(values: tuple[Any, ...]) -> None:
    pass


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


def _as_it_is(value: Any) -> Any:
    return value.snapshot() if type(value) is StagedList else value


def _staged(value: Any) -> list[Any]:
    return [leaf for leaf in flatten(value) if is_staged_leaf(leaf)]


def _with_results(value: Any, results: Any) -> Any:
    leaves = [
        next(results) if is_staged_leaf(leaf) else leaf for leaf in flatten(value)
    ]
    return pack(value, leaves)


def short_circuit(a: Any, b: Callable[[], Any], is_and: bool) -> Any:
    """The value of `a and b()` or `a or b()`; `b` runs only if `a` does not decide.

    Of lists, and of other values that no tensor can be made of, there is only the
    truth.
    """
    first, lists = truth_of_list(a), [] if isinstance(a, Tensor) else [a]

    def settle(result: Any) -> Any:
        truth = truth_of_list(result)
        if isinstance(result, (list, tuple, dict, set)):
            truth = bool(result)
        elif not is_staged_leaf(result) and not is_convertible(result):
            truth = asked(bool, result)
        if truth is not result and not is_guard(first):
            lists.append(result)
        if not lists:
            return truth
        return as_truth(convert_to_tensor(truth), "boolean expression")

    if CarriedState(tuple, _set_nothing, (), b).count:
        # what the operand appends to, or rebinds, is a variable as in a branch
        sides = (b, lambda: first) if is_and else (lambda: first, b)
        made = staged_if_exp(first, *sides, "boolean expression", settle)
    else:
        made = _recorded_operand(first, b, settle, is_and)
    return TruthOfChoice(made, a, *lists) if lists else made


def _recorded_operand(
    a: Tensor, b: Callable[[], Any], settle: Callable[[Any], Any], is_and: bool
) -> Any:
    pred = condition(a, "boolean expression")
    found: dict[str, Any] = {}

    def other_operand() -> Any:
        try:
            with BranchEffects(b, ()) as effects:
                result = settle(b())
        except Exception as error:
            if not is_of_branch(error):
                raise
            record_error(error)
            return a
        effects.refuse_changes()
        return settled((result,))[0]

    def keep(name: str, value: Any) -> None:
        found[name] = value

    def results(position: int) -> Any:
        mine, other = ("b", "a") if (position == 0) is is_and else ("a", "b")
        return as_kind_of(found[mine], found[other], is_truth=True)

    sides = [lambda: keep("b", other_operand()), lambda: keep("a", a)]
    true_fn, false_fn = sides if is_and else reversed(sides)
    with name_scope("cond") as scope:
        made = build_cond(pred, true_fn, false_fn, scope, results)
    return note_guard(made, a, found["b"]) if is_and else made
