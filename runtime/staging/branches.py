"""``if`` and conditional expressions on a tensor: both branches are traced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.class_members import asked
from runtime.context import name_scope
from runtime.control_flow.branches import build_cond
from runtime.staging.branch_merging import merge_branches
from runtime.staging.carried_variables import CarriedState, record_with_lists
from runtime.staging.effects import BranchEffects, owning
from runtime.staging.flattening import as_kind_of, is_staged_leaf
from runtime.staging.jumps import is_guard, note_flags, note_guard
from runtime.staging.lists import StagedList, without_items
from runtime.staging.recorded_errors import is_of_branch, record_error
from runtime.staging.recursion import recording_branches
from runtime.staging.staged_text import settled
from runtime.staging.truth import TruthOfChoice, as_truth, condition, truth_of_list
from runtime.tensors.conversion import convert_to_tensor, is_convertible
from runtime.tensors.tensor import Tensor

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


def _as_it_is(value: Any) -> Any:
    return value.snapshot() if type(value) is StagedList else value


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
