"""Names that are objects of absl, imported when they are asked for."""

from __future__ import annotations

import pytest

from runtime.compat.v1.programs import optional


def test_flags_are_those_of_absl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "absl_module", lambda name: f"absl.{name}")
    assert optional.flags == "absl.flags"
    with pytest.raises(AttributeError, match="has no attribute 'app'"):
        optional.app  # noqa: B018
