"""`docs/staging.md`: every block runs, and prints what the page shows."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from autograph import unregister_stage

PAGE = Path(__file__).parents[3] / "docs" / "staging.md"
FENCE = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def page(tmp_path):
    """The code of the page, as a file to import, and the output that it shows."""
    blocks = FENCE.findall(PAGE.read_text())
    code = "\n\n".join(body for kind, body in blocks if kind == "python")
    shown = "".join(body for kind, body in blocks if kind == "text")
    path = tmp_path / "staging_page.py"
    path.write_text(code)
    return path, shown


def test_page_runs_and_prints_what_it_shows(page, capsys):
    path, shown = page
    spec = importlib.util.spec_from_file_location("staging_page", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        unregister_stage(module.Symbol)
    assert capsys.readouterr().out == shown
