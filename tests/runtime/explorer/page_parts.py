"""Parts of an open page of the explorer, for tests in browsers."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

needs_playwright = pytest.mark.skipif(
    find_spec("playwright") is None, reason="Playwright is not here"
)


def pane(page: Any, name: str) -> Any:
    return page.locator(f'.pane[data-pane="{name}"]')


def line(page: Any, name: str, text: str) -> Any:
    return pane(page, name).locator(".ln", has_text=text)


def node(page: Any, name: str) -> Any:
    """The box of the node of that name, as drawn."""
    found = page.evaluate(
        "name => [...stepGraph(S.step).stateOf.values()]"
        ".filter(each => each.name === name).map(each => each.id)",
        name,
    )
    return page.locator(f'.box[data-id="{found[-1]}"]')
