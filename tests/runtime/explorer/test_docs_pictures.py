"""The pictures of the explorer's page in the docs: there, small, and all in use."""

from __future__ import annotations

from pathlib import Path

from tests.runtime.explorer.take_pictures import PICTURE_LIST, PICTURES

LARGEST = 150_000


def test_every_picture_is_there_and_small():
    found = {path.stem: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert set(found) == {each.name for each in PICTURE_LIST}
    assert max(found.values()) < LARGEST


def test_the_page_shows_every_picture():
    page = (PICTURES.parent / "explorer.md").read_text("utf-8")
    assert all(f"](pictures/{each.name}.png)" in page for each in PICTURE_LIST)


def test_pictures_are_of_examples_that_exist():
    root = Path(PICTURES).parent.parent
    for each in PICTURE_LIST:
        assert (root / each.arguments[0].partition(":")[0]).is_file()
