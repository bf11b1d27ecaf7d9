"""Licences are read from the bill of materials; a restricted or unknown one is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.releasing.materials import licences, problems


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([{"license": {"id": "MIT"}}], []),
        ([{"license": {"name": "3-Clause BSD License"}}], []),
        ([{"expression": "Apache-2.0 OR BSD-2-Clause"}], []),
        ([], ["one 1.0: no permissive licence in []"]),
        (
            [{"expression": "MIT AND GPL-3.0-only"}],
            ["one 1.0: restricted by one of ['MIT AND GPL-3.0-only']"],
        ),
    ],
)
def test_licences_of_a_component(
    tmp_path: Path, found: list[object], said: list[str]
) -> None:
    bill = {"components": [{"name": "one", "version": "1.0", "licenses": found}]}
    (path := tmp_path / "bill.json").write_text(json.dumps(bill))
    assert list(problems(path)) == said
    assert list(licences(bill)) == ["one 1.0"]
