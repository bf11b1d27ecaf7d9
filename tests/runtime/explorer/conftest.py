"""Real browsers, and pages of models that are open in them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.explorer.page import page_of
from tests.runtime.explorer.examples import model_of_loop

BROWSERS = {
    "chromium": ("chromium", "chromium-browser"),
    "firefox": ("firefox", "firefox-esr"),
}
"""Each with the names of its program."""

Open = Callable[..., Any]


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, BROWSERS[request.param])), None)
    if path is None:
        pytest.skip(f"there is no {request.param} here")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        found = Browsers(tool, request.param, path)
        yield found
        found.close()


class Browsers:
    """The system's browser; of Firefox one for each colour scheme, set at its start."""

    def __init__(self, tool: Any, name: str, path: str) -> None:
        self._tool, self._name, self._path = tool, name, path
        self._started: dict[str, Any] = {}

    def new_page(self, scheme: str) -> Any:
        key = scheme if self._name == "firefox" else "any"
        if key not in self._started:
            self._started[key] = launched(self._tool, self._name, self._path, scheme)
        return self._started[key].new_page(
            viewport={"width": 1600, "height": 900}, color_scheme=scheme
        )

    def close(self) -> None:
        for each in self._started.values():
            each.close()


def launched(tool: Any, name: str, path: str, scheme: str) -> Any:
    """The system's browser; Firefox by WebDriver BiDi, if it speaks enough of it."""
    from playwright.sync_api import Error

    if name == "chromium":
        return tool.chromium.launch(executable_path=path, args=["--no-sandbox"])
    dark, light = 0, 1
    asked = {
        "layout.css.prefers-color-scheme.content-override": (
            dark if scheme == "dark" else light
        )
    }
    found = tool.firefox.launch(
        channel="moz-firefox", executable_path=path, firefox_user_prefs=asked
    )
    try:
        found.new_page().close()
    except Error as error:
        found.close()
        pytest.skip(f"this Firefox cannot be driven: {str(error).splitlines()[0]}")
    return found


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a model; at the end no page may have complained."""
    problems: list[str] = []
    pages = []

    def open_page(model: dict[str, Any], scheme: str = "light") -> Any:
        path = tmp_path / f"{len(pages)}.html"
        path.write_text(page_of(model), "utf-8")
        page = browser.new_page(scheme)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text))
        page.on("dialog", lambda dialog: problems.append(dialog.message))
        page.on("request", lambda each: _note_request(problems, each.url))
        page.goto(path.as_uri())
        page.wait_for_selector(".box")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert problems == []


def _note_request(problems: list[str], url: str) -> None:
    if not url.startswith("file:"):
        problems.append(f"asked for {url}")


@pytest.fixture(scope="module")
def loop_model() -> dict[str, Any]:
    return model_of_loop()
