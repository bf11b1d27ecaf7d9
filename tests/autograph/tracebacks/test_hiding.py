"""Which frames are hidden, and tracebacks without them."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from autograph.tracebacks import hiding
from autograph.tracebacks.hiding import (
    hide_frames_in,
    hide_our_frames,
    hides_frames_below,
    is_hidden,
)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function of a package in a folder: it calls what it is given."""
    monkeypatch.setattr(hiding, "_hidden_folders", list(hiding._hidden_folders))
    path = tmp_path / "package" / "module.py"
    namespace: dict[str, Any] = {}
    exec(compile("def call(f):\n    return f()", str(path), "exec"), namespace)
    return path.parent, namespace["call"]


def above() -> FrameType | None:
    return sys._getframe(1)


def test_frames_are_hidden_by_their_folder(library: Any) -> None:
    folder, call = library
    assert not is_hidden(call(above))
    hide_frames_in(f"{folder}s")
    assert not is_hidden(call(above))
    hide_frames_in(str(folder))
    assert is_hidden(call(above))
    assert not is_hidden(sys._getframe())


def test_a_folder_is_hidden_once(library: Any) -> None:
    folder, _ = library
    hide_frames_in(str(folder))
    before = len(hiding._hidden_folders)
    hide_frames_in(f"{folder}/")
    assert len(hiding._hidden_folders) == before


def names_of_error(call: Any) -> list[str]:
    with pytest.raises(ZeroDivisionError) as raised:
        call(lambda: 1 / 0)
    hidden = hide_our_frames(raised.value.__traceback__)
    return [each.name for each in traceback.extract_tb(hidden)]


def test_tracebacks_lose_hidden_frames(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, call = library
    hide_frames_in(str(folder))
    assert names_of_error(call) == ["names_of_error", "<lambda>"]
    assert hide_our_frames(None) is None
    monkeypatch.setenv("AUTOGRAPH_FULL_TRACEBACKS", "1")
    assert names_of_error(call) == ["names_of_error", "call", "<lambda>"]


def test_frames_below_a_frame_that_hides_them_are_not_gone_through_again(
    library: Any,
) -> None:
    folder, call = library
    hide_frames_in(str(folder))

    def leaf() -> None:
        raise ValueError("leaf")

    def middle() -> None:
        call(leaf)

    def names() -> list[str]:
        with pytest.raises(ValueError, match="leaf") as raised:
            call(middle)
        shown = hide_our_frames(raised.value.__traceback__)
        return [each.name for each in traceback.extract_tb(shown)]

    assert names() == ["names", "middle", "leaf"]
    hides_frames_below(middle.__code__)
    assert names() == ["names", "middle", "call", "leaf"]
