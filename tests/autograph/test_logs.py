"""How much the converter says, and where."""

from __future__ import annotations

import subprocess
import sys

import pytest

from autograph import logs, set_verbosity


@pytest.fixture(autouse=True)
def _quiet_again():
    yield
    set_verbosity(0)


@pytest.mark.parametrize(("level", "said"), [(0, ""), (1, "autograph: one\n")])
def test_messages_up_to_the_level_are_printed(level, said, capsys):
    set_verbosity(level)
    logs.log(1, "one")
    logs.log(2, "two")
    assert capsys.readouterr() == ("", said)


def test_messages_can_go_to_standard_output_too(capsys):
    set_verbosity(1, alsologtostdout=True)
    logs.log(1, "one")
    assert capsys.readouterr() == ("autograph: one\n", "autograph: one\n")


def test_warnings_are_always_printed(capsys):
    logs.warn("careful")
    assert capsys.readouterr().err == "WARNING: careful\n"


@pytest.mark.parametrize(("value", "level"), [("3", "3"), ("", "0"), ("much", "0")])
def test_environment_gives_the_first_level(value, level):
    process = subprocess.run(
        [
            sys.executable,
            "-c",
            "from autograph import logs; print(logs.get_verbosity())",
        ],
        env={"AUTOGRAPH_VERBOSITY": value},
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout.strip() == level


@pytest.mark.parametrize(("value", "strict"), [("1", True), ("0", False), ("", False)])
def test_strict_conversion_is_asked_for_by_the_environment(monkeypatch, value, strict):
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", value)
    assert logs.is_strict() is strict
