"""The pages in `docs/`: every block runs, and prints what the page shows."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from autograph_tools.checks import any_types, layers, rooms, size
from autograph_tools.main import VERBS, _parsers

ROOT = Path(__file__).parent.parent
PAGES = [
    *sorted((ROOT / "docs").glob("adding_*.md")),
    ROOT / "docs" / "data.md",
    ROOT / "docs" / "distributing.md",
    ROOT / "docs" / "distributing_processes.md",
    ROOT / "docs" / "graphs.md",
    ROOT / "docs" / "surgery.md",
    ROOT / "docs" / "teaching.md",
]
COMMANDS = re.compile(r"^```console\n\$ autograph (.*?)\n(.*?)^```$", re.M | re.DOTALL)
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


RUN = """
import contextlib, io, json, shlex, sys
from autograph_tools.main import main
answers = []
for command in json.load(sys.stdin):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = main(shlex.split(command))
    answers.append([status, printed.getvalue()])
print(json.dumps(answers))
"""


def test_commands_print_what_the_page_shows(tmp_path: Path) -> None:
    """In order, in a process of their own, in a folder beside the examples."""
    page = ROOT / "docs" / "command_line.md"
    commands = COMMANDS.findall(page.read_text())
    assert len(commands) > 5
    (tmp_path / "examples").symlink_to(ROOT / "examples")

    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN],
        input=json.dumps([command for command, _ in commands]),
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )

    assert done.stderr == ""
    answers = json.loads(done.stdout)
    for (command, expected), (status, printed) in zip(commands, answers, strict=True):
        assert (command, status, printed) == (command, 0, expected)


def test_the_page_of_the_command_line_has_every_verb() -> None:
    page = (ROOT / "docs" / "command_line.md").read_text()
    assert [verb for verb in VERBS if f"| `{verb}" not in page] == []


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


VERB_TABLE = frozenset(
    (
        *("code", "graph", "optimize", "explain", "diff", "run", "check", "bench"),
        *("model", "checkpoint", "convert", "freeze", "explore", "pipeline", "exec"),
        *("run-many", "trace-log", "doctor"),
    )
)
"""The verbs that were designed."""
FLAG = re.compile(r"`(--[a-z-]+)[^`]*`|(?<= )(--[a-z-]+)")


def test_the_designed_verbs_are_here() -> None:
    missing = VERB_TABLE - set(VERBS)
    assert not missing


def test_flags_of_the_page_are_flags_of_the_verbs() -> None:
    """And the page of the command line names no flag that a verb does not take."""
    page = (ROOT / "docs" / "command_line.md").read_text()
    rows = re.findall(r"^\| `([a-z-]+)(?:[^|]|\\\|)*\| (.*) \|$", page, re.M)
    assert {verb for verb, _ in rows} == set(VERBS)
    wrong = []
    for verb, text in rows:
        _, parser = _parsers([verb])
        assert parser is not None
        named = {found[0] or found[1] for found in FLAG.findall(text)}
        wrong += [(verb, flag) for flag in named if flag not in parser.flags()]
    assert wrong == []


def test_the_site_has_every_page() -> None:
    """A page that `.ci/mkdocs.yml` does not name would be in no menu."""
    named = re.findall(r": (\w+\.md)$", (ROOT / ".ci" / "mkdocs.yml").read_text(), re.M)
    pages = [page.name for page in (ROOT / "docs").glob("*.md")]
    assert sorted(named) == sorted([*pages, "index.md"])


def test_the_limits_of_the_architecture_are_those_of_the_checks() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    limits = dict(
        re.findall(r"^\| (.+?) \| ([\d,]+[^|]*?) \| (?:`|the same)", page, re.M)
    )
    assert limits == {
        "lazy imports of a higher room": "0",
        "the same by a name in a string, besides `Attached`": "0",
        "files in a circle of imports, lazy or for types": str(layers.KNOT),
        "files at the root of a package": str(rooms.ROOT_FILES),
        "files in a room": str(rooms.ROOM_FILES),
        "modules with neither a test of their own, a generated test nor examples": "0",
        "types of public signatures that are `Any`": (
            f"{any_types.CEILING:,}, only lowered"
        ),
        "lines of a file": f"{size.FILE_LINES}, scripts {size.SCRIPT_LINES}",
    }


def _hooks() -> ModuleType:
    spec = spec_from_file_location("site_hooks", ROOT / ".ci" / "site_hooks.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_style_sheet_colours_code_on_light_and_dark_pages() -> None:
    rules = _hooks().style().splitlines()
    for scheme in ("light", "dark"):
        keyword = f'[data-bs-theme="{scheme}"] .codehilite .k {{ color: '
        assert any(rule.startswith(keyword) for rule in rules)
    # of colours alone: the box is the theme's, and so is text without a meaning
    assert not any("background" in rule for rule in rules)


def test_links_of_the_site_can_be_read_on_white() -> None:
    """The ratio of luminance that readers with weak eyes need is 4.5."""
    style = _hooks().STYLE
    (colour,) = re.findall(r"--bs-link-color: #(\w{6})", style)
    shares = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [((each + 0.055) / 1.055) ** 2.4 for each in shares]
    luminance = sum(w * each for w, each in zip((0.2126, 0.7152, 0.0722), linear))
    assert 1.05 / (luminance + 0.05) > 4.5


def test_the_switch_of_light_and_dark_finds_the_styles_of_code() -> None:
    page = _hooks().on_post_page("<html><head><title>t</title></head></html>", page=1)
    assert [page.count(f'id="hljs-{scheme}"') for scheme in ("light", "dark")] == [1, 1]
    assert page.index("hljs-light") < page.index("<title>")


def test_pages_of_the_site_load_nothing_from_elsewhere() -> None:
    settings = (ROOT / ".ci" / "mkdocs.yml").read_text()
    assert "highlightjs: false" in settings  # the theme asks a server for it
    assert "://" not in settings


def test_links_of_the_first_page_lead_to_pages() -> None:
    text = _hooks().first_page("[a](docs/graphs.md#x), [b](examples/), [c](LICENSE)")
    assert text == "[a](graphs.md#x), b, c"
