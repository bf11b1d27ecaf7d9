"""The marks that compiled code reads: set by the first recording, unset by the last."""

from __future__ import annotations

import re
from typing import Any

import pytest

from autograph.running.recordings import (
    CALLED_DIRECTLY,
    RECORDINGS,
    begin_recording,
    end_recording,
)


def test_nothing_is_called_directly_until_the_last_recording_ends() -> None:
    before = set(CALLED_DIRECTLY)
    begin_recording()
    begin_recording()
    end_recording()
    assert RECORDINGS == [1]
    assert not CALLED_DIRECTLY
    end_recording()
    assert RECORDINGS == []
    assert set(CALLED_DIRECTLY) == before


@pytest.mark.parametrize(
    "call",
    [
        len,
        [].append,
        re.compile("a").match,
        re.compile("a").sub,
        (1).__add__,
        str.join,
        int.__add__,
        int,
    ],
)
def test_what_is_written_in_c_is_called_directly(call: Any) -> None:
    """Without a look at the rules: a lexer calls `match` a hundred times a line."""
    assert type(call) in CALLED_DIRECTLY
