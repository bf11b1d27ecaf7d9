"""Takes the pictures of `docs/explorer.md`; needs Playwright, Chromium and Pillow.

python -m tests.runtime.explorer.take_pictures
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from autograph_tools.main import main

ROOT: Final = Path(__file__).parents[3]
PICTURES: Final = ROOT / "docs" / "pictures"
SIZE: Final = {"width": 1440, "height": 780}


class Picture(NamedTuple):
    """A page, what is done on it, and the name of its picture."""

    name: str
    arguments: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    """``key``, ``type``, ``click``, ``hover`` or ``run``, and of what."""
    scheme: str = "light"


_SOURCE: Final = '.pane[data-pane="source"] .ln.has:has-text("%s")'
PICTURE_LIST: Final = (
    Picture(
        "linked",
        ("examples/collatz.py:collatz_length", "--arg", "i64=97"),
        (
            ("run", "goTo(LAST); fit(); paint()"),
            ("key", "5"),
            ("click", _SOURCE % "n = 3"),
        ),
    ),
    Picture(
        "times",
        ("examples/newton_sqrt.py:newton_sqrt", "--arg", "f64=2.0"),
        (
            ("run", "goTo(LAST)"),
            ("run", "document.querySelector('#colour').value = 'time'"),
            ("run", "S.colour = 'time'; showGraph(); fit(); paint()"),
            ("key", "4"),
            ("key", "5"),
            ("click", '.pane[data-pane="result"] tr[data-id]'),
        ),
        "dark",
    ),
    Picture(
        "changes",
        ("examples/fizzbuzz.py:fizzbuzz", "--arg", "i32=15"),
        (("run", "goTo(3)"), ("key", "d")),
    ),
    Picture(
        "search",
        ("examples/count_primes.py:count_primes", "--arg", "i32=60"),
        (
            ("key", "c"),
            ("key", "f"),
            ("key", "/"),
            ("type", "mod"),
        ),
    ),
    Picture(
        "native",
        (
            "examples/tanh_until_small.py:tanh_until_small",
            "--arg",
            "[0.9, 0.4, 0.7]",
            "--jit",
        ),
        (
            ("key", "2"),
            ("key", "6"),
            ("key", "4"),
            ("key", "7"),
            ("run", "goTo(LAST); fit(); paint()"),
            ("click", _SOURCE % "tanh("),
        ),
    ),
    Picture(
        "branches",
        ("examples/relu.py:simple_relu", "--arg", "i32=3"),
        (("key", "2"), ("key", "f"), ("hover", ".frame.call .title")),
        "dark",
    ),
)


def take(browser: Any, picture: Picture, folder: Path) -> bytes:
    """One picture, as PNG."""
    file = folder / f"{picture.name}.html"
    status = main(["explore", *picture.arguments, "-q", "-o", str(file)])
    if status:
        raise SystemExit(status)
    page = browser.new_page(viewport=SIZE, color_scheme=picture.scheme)
    page.goto(file.as_uri())
    page.wait_for_selector(".box")
    for kind, what in picture.steps:
        if kind == "key":
            page.keyboard.press(what)
        elif kind == "type":
            page.keyboard.type(what)
        elif kind == "click":
            page.locator(what).first.click(position={"x": 60, "y": 8})
        elif kind == "hover":
            page.locator(what).first.hover(force=True)
        else:
            page.evaluate(f"() => {{ {what} }}")
    page.wait_for_timeout(200)
    taken: bytes = page.screenshot()
    page.close()
    return taken


def smaller(content: bytes) -> bytes:
    """The picture with few colours, which text and boxes do not need more of."""
    from PIL import Image

    with Image.open(io.BytesIO(content)) as image:
        few = image.convert("RGB").quantize(128, dither=Image.Dither.NONE)
        written = io.BytesIO()
        few.save(written, "PNG", optimize=True)
    return written.getvalue()


def take_all(names: list[str]) -> None:
    """Writes the pictures of those names; all without any."""
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as tool, tempfile.TemporaryDirectory() as folder:
        browser = tool.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for picture in PICTURE_LIST:
            if names and picture.name not in names:
                continue
            content = smaller(take(browser, picture, Path(folder)))
            (PICTURES / f"{picture.name}.png").write_bytes(content)
            print(f"{picture.name}.png: {len(content):,} bytes")
        browser.close()


if __name__ == "__main__":
    take_all(sys.argv[1:])
