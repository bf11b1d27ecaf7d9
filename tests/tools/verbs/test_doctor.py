"""The doctor looks for what the project declares."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from autograph_tools.verbs.doctor import NEEDED

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_every_dependency_is_looked_for_with_its_oldest_version() -> None:
    lines = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    declared = dict(re.split(r">=|,", line)[:2] for line in lines)
    assert declared == NEEDED
