"""The page about passes says what the code does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphir.passes.documentation import passes_page
from graphir.passes.registry import OPTIONS, PASSES, find_pass

PAGE = Path(__file__).parents[3] / "docs" / "passes.md"


def test_page_is_what_the_code_gives(golden: Callable[..., None]) -> None:
    """`make goldens` writes it."""
    golden(PAGE, passes_page())


def test_page_names_every_rule_and_option() -> None:
    page = passes_page()
    rules = [rule.name for name in PASSES for rule in find_pass(name).rules]
    assert len(rules) > 150
    assert [name for name in [*rules, *OPTIONS] if f"`{name}" not in page] == []


@pytest.mark.parametrize("name", PASSES)
def test_pass_says_what_it_counts(name: str) -> None:
    """Either by rules, or by rewrites with an explanation each."""
    found = find_pass(name)
    assert found.__doc__
    assert bool(list(found.rules)) != bool(found.rewrites)
