"""Several functions converted: with callees, or written as a module."""

from __future__ import annotations

import argparse
import json
import runpy
from pathlib import Path

import pytest

from autograph_tools.failures import DONE, Failure
from autograph_tools.targets.conversions import show_recursively, write_module

SOURCE = """\
def helper(x):
    return x if x > 0 else -x


def f(x):
    return helper(x) + 1


class Model:
    def scaled(self, x):
        return helper(x) * 2
"""


def arguments(target: str, output: str | None = None) -> argparse.Namespace:
    return argparse.Namespace(target=target, output=output, json=False, quiet=True)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "given_conversions.py"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize("name", ["f", "Model.scaled"])
def test_callees_follow_the_function(
    name: str, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = arguments(f"{source}:{name}")
    args.json = True
    assert show_recursively(args) == DONE
    rows = json.loads(capsys.readouterr().out)
    assert [row["function"] for row in rows] == [name, "helper"]
    assert all("ag__" in row["code"] for row in rows)


def test_a_module_runs_by_itself(source: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.py"
    assert write_module(arguments(f"{source}:f", str(made))) == DONE
    assert runpy.run_path(str(made))["f"](-3) == 4


@pytest.mark.parametrize(
    ("output", "told"),
    [
        (None, "-o FILE.py"),
        ("made.txt", "-o FILE.py"),
        ("{source}", "the source itself"),
    ],
)
def test_the_file_is_a_module_and_not_the_source(
    output: str | None, told: str, source: Path
) -> None:
    before = source.read_text()
    written = output and output.format(source=source)
    with pytest.raises(Failure, match=told):
        write_module(arguments(f"{source}:f", written))
    assert source.read_text() == before
