"""The nodes that stand for callees: how they read, and what runs of them."""

from __future__ import annotations

import ast

import pytest

from autograph.running.lookups import (
    MARK,
    At,
    is_one_of,
    is_owner_known,
    is_small,
    looked_up,
    looked_up_at_site,
    looked_up_attribute,
    looked_up_directly,
    staged_call,
)


def parsed(text: str):
    return ast.parse(text, mode="eval").body


def shown(node) -> str:
    """The text of a node; marked constants in capitals."""
    for each in ast.walk(node):
        value = getattr(each, "value", None)
        if isinstance(value, str) and value.startswith(MARK):
            each.value = value.removeprefix(MARK).upper()
    return canonical(ast.unparse(node).replace("'", ""))


def canonical(text: str) -> str:
    """The text without parentheses that mean nothing."""
    return ast.unparse(parsed(text))


def called(name: str) -> str:
    return f"({name} if True else {name})"


def test_nodes_are_at_the_place_of_their_origin() -> None:
    origin = ast.parse("\n  \nf(a)").body[0].value
    at = At(origin)
    made = at.name("x")
    assert (made.lineno, made.col_offset, made.end_col_offset) == (3, 0, 4)
    point = At(origin, is_point=True).name("x")
    assert (point.lineno, point.col_offset, point.end_col_offset) == (3, 0, 0)


def test_what_spans_lines_is_a_point() -> None:
    made = At(parsed("f(\na)")).name("x")
    assert (made.lineno, made.end_lineno, made.end_col_offset) == (1, 1, 0)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (looked_up, f"{called('CALLEE')}(o.f)"),
        (
            looked_up_directly,
            f"o.f if {called('TYPE')}(o.f) in DIRECT else {called('CALLEE')}(o.f)",
        ),
        (lambda f: looked_up_attribute(f, "method1.f"), "METHOD1.F.find(o.f)"),
        (lambda f: is_owner_known(f, "m"), f"{called('TYPE')}(o) is M.kind"),
        (
            lambda f: looked_up_at_site(f, 2),
            "SITE2.made if o.f is SITE2.function and o.f.__code__ is SITE2.code and "
            "o.f.__defaults__ is SITE2.defaults else o.f if "
            f"{called('TYPE')}(o.f) in DIRECT else SITE2.find(o.f)",
        ),
        (lambda f: is_one_of(At(f), f, "direct"), f"{called('TYPE')}(o.f) in DIRECT"),
        (lambda f: At(f).is_recording(), "1 in RECORDINGS"),
        (lambda f: At(f).held(["a", "b"]), "lambda: (CELLS, a, b)"),
        (lambda f: At(f).is_something(f), f"o.f is not {called('NOTHING')}"),
        (lambda f: At(f).assigned("a", f), "(a := o.f)"),
    ],
)
def test_texts(make, text: str) -> None:
    assert shown(make(parsed("o.f"))) == canonical(text)


@pytest.mark.parametrize(
    ("free", "given", "text"),
    [
        ((), "lambda: 0", "(None)()"),
        (("a",), "lambda x, /, y: 0", "(lambda: (CELLS, a))(x, y)"),
        ((), "lambda x, *rest, k, **more: 0", "(None)(x, *rest, k=k, **more)"),
    ],
)
def test_the_staged_form_gets_all_arguments(free, given: str, text: str) -> None:
    function = parsed(given)
    made = staged_call(At(function), function.args, free)
    assert shown(made) == canonical(called("STAGED") + text)


@pytest.mark.parametrize(
    ("call", "small"),
    [
        ("o.f()", True),
        ("o.f(a + 1, k=-b[0])", True),
        ("o.p.f()", False),
        ("o.f(g())", False),
        ("o.f(a + b + c + d + e + f + g)", False),
    ],
)
def test_short_calls_of_a_variables_attribute_may_be_written_twice(
    call: str, small: bool
) -> None:
    assert is_small(parsed(call)) is small
