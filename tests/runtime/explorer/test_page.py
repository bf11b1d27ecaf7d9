"""The page: whole in itself, and no name in it can end an element."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from importlib import resources

from runtime.explorer.page import page_of
from tests.runtime.explorer.examples import HOSTILE, hostile_model, model_of_loop


class Elements(HTMLParser):
    """The elements of a page, as a browser reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: dict[str, list[str]] = {}

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.texts.setdefault(self.tags[-1] if self.tags else "", []).append(data)


def parsed(page: str) -> Elements:
    elements = Elements()
    elements.feed(page)
    elements.close()
    return elements


def test_names_cannot_end_an_element():
    model = hostile_model()
    page = page_of(model)
    plain, hostile = parsed(page_of(model_of_loop())), parsed(page)
    assert hostile.tags == plain.tags
    data = json.loads(hostile.texts["script"][0])
    assert data["notes"] == {HOSTILE: HOSTILE}
    names = {state["name"] for state in data["states"]}
    assert any(name.endswith(HOSTILE) for name in names)


def test_a_page_asks_for_nothing():
    elements = parsed(page_of(model_of_loop()))
    asked = [each for each in elements.attributes if each[0] in ("src", "href")]
    assert asked == [("href", "data:,")]  # the icon, which browsers look for else
    (policy,) = [
        value
        for name, value in elements.attributes
        if name == "content" and value and "default-src" in value
    ]
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy


def test_the_licence_of_what_is_bundled_is_in_the_page():
    assert "Copyright (c) 2012-2014 Chris Pettitt" in page_of(model_of_loop())


def test_every_script_file_is_in_the_page():
    folder = resources.files("runtime.explorer").joinpath("scripts")
    page = page_of(model_of_loop())
    texts = {each.name: each.read_text("utf-8") for each in folder.iterdir()}
    assert len(texts) > 1
    assert [name for name, text in texts.items() if text not in page] == []
