"""What converters share: facts about a function, and the functions they leave alone."""

from __future__ import annotations

import ast

import gast
import pytest

from autograph.analysis.activity import Activity
from autograph.analysis.liveness import Liveness
from autograph.converters.base import (
    IS_LEFT_ALONE,
    Conversion,
    Converter,
    constant,
    expression,
    guard,
    may_undo_jump,
    name_of,
)
from autograph.options import ConversionOptions
from autograph.syntax.forms_to_run import PENDING_JUMPS
from autograph.syntax.lowering import to_python_ast
from autograph.syntax.names import NameGenerator


class Renaming(Converter, lowers=(gast.While,), makes=(gast.If,), needs=(Activity,)):
    """Calls every function that it meets `seen`."""

    def visit_function(self, node):
        node.name = "seen"
        return self.visit_children(node)


def conversion_of(text: str) -> Conversion:
    tree = gast.parse(text).body[0]
    return Conversion(tree, ConversionOptions(), NameGenerator([]), lambda _: None)


def shown(node) -> str:
    return ast.unparse(to_python_ast(node))


def test_facts_are_computed_once_until_they_are_forgotten() -> None:
    conversion = conversion_of("def f(x):\n    y = x\n    return y")
    activity = conversion.fact(Activity)
    conversion.fact(Liveness)
    assert conversion.fact(Activity) is activity
    conversion.forget_facts()
    assert conversion.fact(Activity) is not activity


def test_the_function_of_a_lambda_is_the_assigned_expression() -> None:
    conversion = conversion_of("lam = lambda x: x")
    assert isinstance(conversion.function, gast.Lambda)
    function = conversion_of("def f(): pass")
    assert function.function is function.tree


def test_a_converter_without_its_construct_has_no_work() -> None:
    conversion = conversion_of("def f(): pass")
    assert not Renaming(conversion).has_work()
    conversion.kinds.add(gast.While)
    assert Renaming(conversion).has_work()
    assert Converter(conversion).has_work()
    assert (Renaming.makes, Renaming.needs) == ((gast.If,), (Activity,))


def test_generators_and_coroutines_are_left_alone() -> None:
    text = "def f():\n    def g(): yield\n    async def h(): pass\n    def k(): pass"
    conversion = conversion_of(text)
    IS_LEFT_ALONE.set(conversion.tree.body[0], True)
    made = Renaming(conversion).convert(conversion.tree)
    assert [made.name, *(each.name for each in made.body)] == ["seen", "g", "h", "seen"]


def test_a_class_body_is_left_but_its_functions_are_converted() -> None:
    text = "class C:\n    a = 1\n    if a:\n        def m(self): pass"
    conversion = conversion_of(text)
    made = Renaming(conversion).visit_scopes_in(conversion.tree)
    assert [each.name for each in gast.walk(made) if hasattr(each, "name")] == [
        "C",
        "seen",
    ]


@pytest.mark.parametrize(
    ("value", "kinds", "moves"),
    [
        ("(y := x)", {gast.NamedExpr}, True),
        ("f((y := x))", {gast.NamedExpr}, True),
        ("x + 1", {gast.NamedExpr}, False),
        ("(y := x)", set(), False),
    ],
)
def test_an_assignment_in_an_expression_would_move(value, kinds, moves) -> None:
    conversion = conversion_of("def f(x): pass")
    conversion.kinds |= kinds
    node = gast.parse(value, mode="eval").body
    assert Converter(conversion).moves_assignment(node) is moves


def test_a_guard_runs_a_body_unless_its_flag_is_set() -> None:
    origin = gast.parse("\n\nx = 1").body[0]
    made = guard("done", [origin], origin)
    assert shown(made) == "if not done:\n    x = 1"
    assert made.lineno == 3


def test_names_and_literals_are_made() -> None:
    assert shown(constant("a")) == "'a'"
    assert shown(constant(None)) == "None"
    assert shown(name_of("a")) == "a"
    assert isinstance(name_of("a", gast.Store).ctx, gast.Store)


def test_a_template_is_parsed_once() -> None:
    assert expression("f(__x__)") is expression("f(__x__)")


def test_only_a_finally_block_or_a_context_may_undo_a_jump() -> None:
    plain, with_finally = gast.parse(
        "try:\n    a\nexcept E:\n    b\ntry:\n    a\nfinally:\n    b"
    ).body
    context = gast.parse("with a:\n    b").body[0]
    for statement in (plain, with_finally, context):
        may_undo_jump(statement, "done")
    may_undo_jump(context, "again")
    found = [PENDING_JUMPS.get(each) for each in (plain, with_finally, context)]
    assert found == [(), ("done",), ("done", "again")]
