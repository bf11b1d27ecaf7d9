"""`assert` on plain values."""

from __future__ import annotations

import pytest

from autograph.operators.exceptions import assert_stmt


def test_message_is_made_only_for_a_failure() -> None:
    asked = []
    assert_stmt(True, lambda: asked.append(1))
    assert asked == []
    with pytest.raises(AssertionError, match="seen"):
        assert_stmt([], lambda: "seen")
