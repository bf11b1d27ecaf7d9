"""`--golden` and `--update`: status, text, data, and files that cannot be read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from autograph_tools.failures import DIFFERENT, DONE, Failure
from autograph_tools.output.golden_files import (
    add_golden_arguments,
    check_golden_arguments,
    compare_with_golden,
)


def compared(path: Path, text: str, *words: str, json: bool = False) -> int:
    parser = argparse.ArgumentParser()
    add_golden_arguments(parser)
    args = parser.parse_args(["--golden", str(path), *words])
    check_golden_arguments(args)
    args.json, args.quiet, args.output = json, False, None
    return compare_with_golden(args, "code", text)


def test_update_needs_a_file() -> None:
    parser = argparse.ArgumentParser()
    add_golden_arguments(parser)
    with pytest.raises(Failure, match="--update goes with --golden"):
        check_golden_arguments(parser.parse_args(["--update"]))


@pytest.mark.parametrize("recorded", ["a\nb\n", "a\nb", "a\nb\n\n"])
def test_the_same_text_says_nothing(
    recorded: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "golden.txt"
    path.write_text(recorded)
    assert compared(path, "a\nb\n") == DONE
    assert capsys.readouterr() == ("", "")
    assert path.read_text() == recorded


def test_a_difference_is_shown_with_the_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "golden.txt"
    path.write_text("a\n")
    assert compared(path, "b\n") == DIFFERENT
    told = capsys.readouterr()
    assert "-a\n+b\n" in told.out
    assert "accept with --update" in told.err
    assert path.read_text() == "a\n"


@pytest.mark.parametrize("exists", [False, True])
def test_update_rewrites(exists: bool, tmp_path: Path) -> None:
    path = tmp_path / "golden.txt"
    if exists:
        path.write_text("old\n")
    assert compared(path, "new é\n", "--update") == DONE
    assert path.read_text(encoding="utf-8") == "new é\n"
    assert compared(path, "new é\n") == DONE


def test_data_has_the_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "golden.txt"
    assert compared(path, "a\n", json=True) == DIFFERENT
    data = json.loads(capsys.readouterr().out)
    assert data["updated"] is False
    assert "+a" in data["difference"]
    assert not path.exists()


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "golden.txt"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(Failure, match="--golden"):
        compared(path, "a\n")
