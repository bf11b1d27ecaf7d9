"""The pages in `docs/`: every block runs, and prints what the page shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("adding_*.md"))
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")
NAMED_FILE = re.compile(r"`((?:autograph|graphir|runtime|tools|tests)/[\w/.*<>]*)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_prints_what_it_shows(page: Path, tmp_path: Path) -> None:
    """In a process of its own: what a page adds to the project ends with it."""
    blocks = BLOCK.findall(page.read_text())
    program = tmp_path / f"{page.stem}.py"
    program.write_text("\n\n".join(code for kind, code in blocks if kind == "python"))

    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )

    assert done.stderr == ""
    # A graph as text ends in an empty line, which no page shows.
    printed = [line for line in done.stdout.splitlines() if line]
    shown = "".join(text for kind, text in blocks if kind == "text")
    assert printed == shown.splitlines()


def test_there_are_pages() -> None:
    """A wrong folder would pass all other tests."""
    assert len(PAGES) >= 3


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))],
    ids=lambda page: page.stem,
)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """Links, and paths of the project in code marks; `<name>` and `*` stand for any."""
    text = FENCED.sub("", page.read_text())
    links = [page.parent / link for link in LINK.findall(text)]
    assert [link for link in links if not link.exists()] == []
    patterns = [re.sub(r"<\w+>", "*", name) for name in NAMED_FILE.findall(text)]
    missing = [name for name in patterns if not list(ROOT.glob(name.rstrip("/")))]
    assert missing == []
