"""Whether a terminal has colours."""

from __future__ import annotations

import pytest

from autograph_tools.output import terminal


def test_colours_hold_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert not terminal.has_colour()  # captured: no terminal
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert terminal.has_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal.has_colour()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "0")
    assert not terminal.has_colour()
