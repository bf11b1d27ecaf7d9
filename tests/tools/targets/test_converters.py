"""Which converters rewrote a line, and what became of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from autograph_tools.targets.converters import rewriting_of


def branches(x: Any) -> Any:
    y = x + 1
    if y > 0:
        y = -y

    def inner(z: Any) -> Any:
        return z and y

    return inner(y)


FILE = branches.__code__.co_filename
FIRST = branches.__code__.co_firstlineno


def test_a_branch_names_its_converter() -> None:
    found = rewriting_of(branches, FILE, FIRST + 2)
    assert found is not None
    assert "if_stmt" in "\n".join(found.generated)
    assert "control_flow" in found.converters


def test_lines_of_inner_functions_count() -> None:
    found = rewriting_of(branches, FILE, FIRST + 6)
    assert found is not None
    assert "and_" in "\n".join(found.generated)


def test_a_plain_line_has_no_converter_of_its_own() -> None:
    found = rewriting_of(branches, FILE, FIRST + 1)
    assert found is not None
    assert found.converters == ("variables",)
    assert found.generated == ("y = ag__.ld(x) + 1",)


def test_the_function_behind_a_wrapper_is_found() -> None:
    wrapped = SimpleNamespace(python_function=branches)
    assert rewriting_of(wrapped, FILE, FIRST + 2) == rewriting_of(
        branches, FILE, FIRST + 2
    )


def test_what_is_in_no_function_has_none() -> None:
    assert rewriting_of(branches, FILE, 1) is None
    assert rewriting_of(branches, "elsewhere.py", FIRST) is None
    assert rewriting_of(3, FILE, FIRST) is None
    made: dict[str, Any] = {}
    exec(compile("def f(x):\n    return x", "<typed>", "exec"), made)
    assert rewriting_of(made["f"], "<typed>", 2) is None
