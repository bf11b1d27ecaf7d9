"""What runs in place of what is shown."""

from __future__ import annotations

import ast

import gast
import pytest

from autograph.syntax.forms_to_run import (
    DECIDING_TEXT,
    LOOKS_AT_FRAME,
    RUNS_AS,
    form_to_run,
)
from autograph.syntax.lowering import to_python_ast
from autograph.syntax.templates import Template
from autograph.syntax.truth_uses import TRUTH_USE, TruthUse
from autograph.syntax.variable_roles import OPERAND


def texts(tree):
    """What is shown, and what runs."""
    running = to_python_ast(tree, lambda call: False)
    return ast.unparse(to_python_ast(tree)), ast.unparse(running)


def expression(text):
    return gast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a and b", "b if a else False"),
        ("a or b or c", "True if a or b else c"),
        ("a < b < c", "True if a < b < c else False"),
    ],
)
def test_logic_in_a_test_runs_so_that_python_asks_all_but_the_last(text, expected):
    tree = expression(text)
    assert texts(tree) == (text, text)
    TRUTH_USE.set(tree, TruthUse.TEST)
    assert texts(tree) == (text, expected)


def test_calls_run_as_others():
    tree = expression("ag__.and_(a, locals())")
    RUNS_AS.set(tree, "and_test")
    LOOKS_AT_FRAME.set(tree.args[1], True)
    shown, runs = texts(tree)
    assert shown == "ag__.and_(a, locals())"
    assert runs == "ag__.and_test(a, ag__.converted_call(locals, (), None))"


@pytest.mark.parametrize(
    ("use", "operator"), [(TruthUse.VALUE, "if_exp"), (TruthUse.ASKED, "if_exp_asked")]
)
def test_conditional_expressions_are_decided_when_they_run(use, operator):
    tree = expression("a if b else c")
    DECIDING_TEXT.set(tree, "b")
    TRUTH_USE.set(tree, use)
    text = texts(tree)[1].replace("lambda :", "lambda:")  # as Python 3.10 writes it
    mark = f"lambda *{OPERAND}"
    assert text == f"ag__.{operator}(b, {mark}: a, {mark}: c, 'b')"


def test_lambdas_of_a_template_tell_that_no_user_wrote_them():
    users = expression("lambda: f(a)")
    template = Template("ag__.and_(__left__, lambda: 1)")
    (made,) = template.expand(gast.parse("pass").body[0], left=users)
    shown, runs = (each.replace("lambda :", "lambda:") for each in texts(made.value))
    assert shown == "ag__.and_(lambda: f(a), lambda: 1)"
    assert runs == f"ag__.and_(lambda: f(a), lambda *{OPERAND}: 1)"


def test_what_has_no_annotation_runs_as_it_is_shown():
    for text in ("a and b", "f(a)", "[a for a in b]", "(a, b)", "a if b else c"):
        assert form_to_run(expression(text)) is None
