"""Names: qualified, new, private."""

from __future__ import annotations

import gast
import pytest

from autograph.syntax.names import NameGenerator, names_used_in, qualified_name
from autograph.syntax.private_names import class_around
from autograph.syntax.templates import Template, TemplateError


@pytest.mark.parametrize("text", ["a", "a.b", "a['k'].b[i]", "a[b.c[0]]", "a[None]"])
def test_place_has_a_qualified_name(text: str) -> None:
    """Variables, attributes and single items can be state."""
    found = qualified_name(gast.parse(text, mode="eval").body)
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize("text", ["f()", "a[1:2]", "a[0, 1]", "a[-1]", "a[f()]", "1"])
def test_other_expression_has_none(text: str) -> None:
    """Evaluating them twice may not give the same place."""
    assert qualified_name(gast.parse(text, mode="eval").body) is None


def test_new_names_differ_from_all_used_ones() -> None:
    """Also from those that the function only assigns or imports."""
    tree = gast.parse("def f(x):\n    import a.b\n    c = d\n    global e")
    names = NameGenerator(names_used_in(tree))
    new = [names.new(root) for root in ("a", "c", "d", "e", "f", "x")]
    assert new == ["a_1", "c_1", "d_1", "e_1", "f_1", "x"]


@pytest.mark.parametrize(
    ("qualified", "expected"),
    [("f", None), ("A.f", "A"), ("A.f.<locals>.g", "A"), ("f.<locals>.B.C.m", "C")],
)
def test_class_around(qualified: str, expected: str | None) -> None:
    """Private names are those of the innermost class."""
    assert class_around(qualified) == expected


def test_template_refuses_a_value_without_placeholder() -> None:
    """A misspelled argument is an error, never ignored."""
    with pytest.raises(TemplateError, match="not in the template: tset"):
        Template("not __test__").expand_expression(test="a", tset="b")
