"""The stage that `check` uses when it is given none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import autograph
import runtime
from autograph.checking import stages
from autograph.checking.stages import register_check_stage, registered


def _same(function: Any) -> Any:
    return function


@pytest.fixture
def kept() -> Iterator[None]:
    """The registered stage is there again afterwards."""
    assert runtime  # offers its stage, which it registers when it is first asked for
    registered.get()
    before = dict(vars(registered))
    yield
    vars(registered).update(before)


@pytest.mark.usefixtures("kept")
def test_without_a_stage_the_way_out_is_told(monkeypatch: Any) -> None:
    registered.stage = None
    monkeypatch.setattr(stages, "_ask_imported_packages", lambda: None)
    with pytest.raises(LookupError, match="stage="):
        registered.get()


@pytest.mark.usefixtures("kept")
def test_a_registered_stage_is_given() -> None:
    register_check_stage(_same)
    assert registered.get() is _same


@pytest.mark.usefixtures("kept")
def test_what_is_left_out_asks_nothing() -> None:
    value = object()
    register_check_stage(_same)
    assert registered.components(value) is value
    assert registered.variables_of(value) == {}
    assert not registered.is_same_refusal(ValueError(), TypeError())
    assert not autograph.check(lambda x: x + 1, 1).divergences
