"""AutoGraph's operators on tensors: Python control flow becomes graph nodes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import autograph
from autograph.checking import register_check_stage
from autograph.operators.dispatch import SetState, Stage, set_test_probe
from autograph.operators.dispatch import State as GetState
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.staging.branches import short_circuit, staged_if, staged_if_exp
from runtime.staging.builtins import BUILTINS, contains
from runtime.staging.calls import (
    components,
    is_same_refusal,
    staged_call,
    variables_of,
)
from runtime.staging.carried_variables import probed
from runtime.staging.jumps import note_guard
from runtime.staging.lists import StagedList
from runtime.staging.loops import State, collected, staged_for, staged_while
from runtime.staging.refusals import refuse_handlers, user_line
from runtime.staging.sequences import StagedSequence, as_sequence
from runtime.staging.truth import TruthOfChoice, as_truth, condition
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor
from runtime.tracing.origins import package_folders

_STAGED = (SymbolicTensor, StagedSequence, StagedList, TruthOfChoice)


class TensorStage(Stage):
    """Control flow of converted code over tensors, while a graph is traced."""

    builtins = BUILTINS
    only_in_recordings = True

    def owns(self, value: Any) -> bool:
        """Symbolic tensors always; eager tensors decide in Python, as outside."""
        kind = type(value)
        is_staged = kind in _STAGED
        return is_staged and current_trace() is not None

    def if_stmt(
        self,
        cond: Any,
        body: Callable[[], None],
        orelse: Callable[[], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        nouts: int,
    ) -> None:
        staged_if(cond, body, orelse, (get_state, set_state), symbol_names, nouts)

    def while_stmt(
        self,
        first: Any,
        test: Callable[[], Any],
        body: Callable[[], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        staged_while(test, body, State(get_state, set_state, symbol_names, opts))

    def for_stmt(
        self,
        iter_: Any,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        state = State(get_state, set_state, symbol_names, opts)
        staged_for(iter_, extra_test, body, state)

    def if_exp(
        self,
        cond: Any,
        if_true: Callable[[], Any],
        if_false: Callable[[], Any],
        expr_repr: str,
    ) -> Any:
        return staged_if_exp(cond, if_true, if_false, expr_repr)

    def and_(self, a: Any, b: Callable[[], Any]) -> Any:
        return short_circuit(a, b, is_and=True)

    def or_(self, a: Any, b: Callable[[], Any]) -> Any:
        return short_circuit(a, b, is_and=False)

    def not_(self, a: Any) -> Any:
        truth = as_truth(a, "boolean expression")
        return note_guard(apply_op("LogicalNot", [truth]), truth)

    def contains(self, item: Any, container: Any) -> Any:
        return contains(item, container)

    def list_comp(self, body: Callable[[Any], Any], iter_: Any) -> Any:
        items = as_sequence(iter_)
        if not isinstance(items.length, SymbolicTensor):
            return NotImplemented
        return collected(items.mapped(lambda item: body([item])[0]), "the list")

    def generator(self, body: Callable[[Any], Any], iter_: Any) -> Any:
        items = as_sequence(iter_)
        if not isinstance(items.length, SymbolicTensor):
            return NotImplemented
        return items.mapped(lambda item: next(iter(body([item]))))

    def is_(self, a: Any, b: bool) -> Any:
        if not a.dtype.is_bool:
            return False
        return a if b else apply_op("LogicalNot", [a])

    def assert_stmt(self, expression1: Any, expression2: Callable[[], Any]) -> None:
        truth = condition(expression1, "assert statement")
        refuse_handlers(AssertionError(), user_line())
        data = [convert_to_tensor(each) for each in _as_list(expression2())]
        apply_op("Assert", [truth, data], {"summarize": 3})


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


@cache
def install() -> None:
    """Registers the staging of tensors with AutoGraph; repeated calls do nothing."""
    for package in ("graphir", "runtime"):
        autograph.do_not_convert_module(package)
    for folder in package_folders():
        autograph.hide_frames_in(folder)
    autograph.register_stage((EagerTensor, *_STAGED), TensorStage())
    set_test_probe(probed)
    register_check_stage(staged_call, components, variables_of, is_same_refusal)
