"""The harness finds what is planted, and a fixed share of its cases finds nothing."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any, Final

import pytest

from tests.fuzz.__main__ import CASES
from tests.fuzz.kinds import NAMES, NEEDED, is_possible, kind
from tests.fuzz.running import Child, minimized

SECONDS: Final = 300.0
"""How long a case may take on a loaded machine; `make fuzz` allows a few."""
QUICK: Final = {
    "files": 11,
    "messages": 12,
    "ops": 120,
    "names": 22,
    "programs": 1,
    "effects": 1,
    "native": 3,
}
"""Cases of the quick tests, in this process."""
SLOW: Final = {
    "files": 270,
    "messages": 120,
    "ops": 1000,
    "names": 110,
    "programs": 20,
    "effects": 8,
    "faults": 40,
    "threads": 13,
    "leaks": 3,
    "archives": 40,
    "native": 150,
}
"""Cases of the slow tests, in children."""


@pytest.mark.as_written
@pytest.mark.parametrize("name", QUICK)
def test_some_cases_find_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_possible(name):
        pytest.skip(f"needs {NEEDED[name]}")
    chosen = kind(name)
    for number in range(QUICK[name]):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of numbers that overflow
            assert chosen.run(chosen.make(number), folder) is None, (name, number)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_more_cases_find_nothing(name: str) -> None:
    if not is_possible(name):
        pytest.skip(f"needs {NEEDED[name]}")
    with Child(name, SECONDS) as child:
        found = {number: child.fault(number) for number in range(SLOW[name])}
    assert {number: fault for number, fault in found.items() if fault} == {}


def saved() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*.json")):
        case = json.loads(path.read_text())
        found.append(pytest.param(case["kind"], case["steps"], id=path.stem))
    return found


@pytest.mark.as_written
@pytest.mark.parametrize(("name", "steps"), saved())
def test_what_was_found_once_is_mended(
    name: str, steps: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_possible(name):
        pytest.skip(f"needs {NEEDED[name]}")
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert kind(name).run(steps, tmp_path) is None


def test_planted_faults_are_found_and_made_small() -> None:
    with Child("planted", SECONDS) as child:
        assert child.fault(0) is None
        assert "raises LookupError at planted.py" in str(child.fault(3))
        fault = child.fault(1)
        assert fault == "wrong: planted"
        assert minimized(child, child.kind.make(1), fault) == (["wrong"], fault)
        assert "status -6" in str(child.fault(2))
        assert child.fault(0) is None
        assert child.ends == {"died": 1, "late": 0}


def test_what_takes_too_long_is_stopped() -> None:
    with Child("planted", 0.2) as child:
        for way in ("hang", "compute"):
            assert "takes longer than 0.2 s" in str(child.fault(0, [way]))
        assert child.ends["late"] == 2


def test_kinds_have_names() -> None:
    assert set(SLOW) == set(NAMES)
    with pytest.raises(ValueError, match="no kind 'nonsense'"):
        kind("nonsense")


@pytest.mark.parametrize("name", NAMES)
def test_a_number_makes_the_same_case_each_time(name: str) -> None:
    if not is_possible(name):
        pytest.skip(f"needs {NEEDED[name]}")
    assert kind(name).make(7) == kind(name).make(7)
    assert json.loads(json.dumps(kind(name).make(7))) == kind(name).make(7)
