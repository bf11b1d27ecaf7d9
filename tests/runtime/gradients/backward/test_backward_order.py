"""The order in which calls are visited backwards."""

from __future__ import annotations

from runtime.gradients.backward.backward_order import backward_order
from runtime.gradients.backward.rules import Call


class Value:
    """Something that a call makes or reads."""


def chain(text: str) -> tuple[list[Call], dict[str, Value]]:
    """Calls of a text such as "y=f(x); z=g(y, y)"."""
    values: dict[str, Value] = {}
    calls = []
    for part in text.split("; "):
        results, rest = part.split("=")
        op, inputs = rest.rstrip(")").split("(")
        read = [values.setdefault(each, Value()) for each in inputs.split(", ")]
        made = [values.setdefault(each, Value()) for each in results.split(", ")]
        calls.append(Call(op, read, {}, made))
    return calls, values


def order(text: str, *targets: str) -> list[str]:
    calls, values = chain(text)
    return [each.op for each in backward_order(calls, [values[t] for t in targets])]


def test_a_chain_is_visited_from_its_end() -> None:
    assert order("b=f(a); c=g(b); d=h(c)", "d") == ["h", "g", "f"]


def test_what_leads_to_no_target_is_left_out() -> None:
    assert order("b=f(a); c=g(b); d=h(b)", "c") == ["g", "f"]
    assert order("b=f(a)", "a") == []


def test_a_call_waits_for_all_its_readers() -> None:
    assert order("b=f(a); c=g(b); d=h(b, c)", "d") == ["h", "g", "f"]
    assert order("b=f(a); c=g(b, b); d=h(b)", "c", "d") == ["h", "g", "f"]


def test_ready_calls_come_in_the_order_in_which_they_became_ready() -> None:
    text = "b=f(a); c=g(a); d=h(b); e=k(c); z=m(d, e)"
    assert order(text, "z") == ["m", "h", "k", "f", "g"]


def test_all_results_that_are_read_count() -> None:
    assert order("b, c=f(a); d=g(b); e=h(c)", "d", "e") == ["h", "g", "f"]
    assert order("b, c=f(a); d=g(b)", "d") == ["g", "f"]


def test_a_target_that_another_target_reads() -> None:
    assert order("b=f(a); c=g(b)", "b", "c") == ["g", "f"]
