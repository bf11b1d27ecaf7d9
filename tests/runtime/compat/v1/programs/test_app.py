"""Programs that absl starts, once their flags are read."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from runtime.compat.v1.programs import app


def test_main_is_run_with_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default it is that of the program."""
    calls: list[Any] = []

    def run(main: Any, argv: Any, flags_parser: Any) -> None:
        assert flags_parser(["program", "--unknown"]) == {"known_only": True}
        calls.append((main, argv))

    fake = SimpleNamespace(run=run, FLAGS=lambda argv, **options: options)
    monkeypatch.setattr(app, "import_module", lambda name: fake)
    app.run(print, ["program", "x"])
    monkeypatch.setattr(sys.modules["__main__"], "main", sorted, raising=False)
    app.run()
    assert calls == [(print, ["program", "x"]), (sorted, None)]


def test_without_absl_the_error_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(app, "import_module", missing)
    with pytest.raises(
        ImportError, match=r"v1.flags is that of absl.*pip install absl"
    ):
        app.absl_module("flags")
