"""Rules: levels, and what a match tells."""

from __future__ import annotations

import pytest

from graphir.builder import GraphBuilder
from graphir.rewrite.rule import Match

BUILD = GraphBuilder("g")


def test_a_match_tells_what_it_binds() -> None:
    match = Match(BUILD.graph, None, {"x": 1})  # type: ignore[arg-type]  # not used
    assert match.x == 1
    assert "x" in dir(match)
    assert not hasattr(match, "y")
    with pytest.raises(AttributeError, match="binds no 'y'; it binds: x"):
        match.y  # noqa: B018
