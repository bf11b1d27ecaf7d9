"""Errors of converted code, rewritten."""

from __future__ import annotations

import pytest

from autograph import to_graph
from autograph.tracebacks.rewriting import rewritten


def down(count: int) -> int:
    if count == 0:
        raise ValueError("the end")
    return down(count - 1)


def error_of(count: int) -> ValueError:
    with pytest.raises(ValueError, match="the end") as caught:
        to_graph(down)(count)
    return caught.value


def test_error_that_no_converted_code_has_seen_stays() -> None:
    error = ValueError("mine")
    assert rewritten(error) is error
    assert str(error) == "mine"


def test_error_shows_the_users_line() -> None:
    message = str(rewritten(error_of(0)))
    assert message.startswith("in user code:\n")
    assert 'raise ValueError("the end")' in message
    assert message.rstrip().endswith("ValueError: the end")


def test_repeated_line_is_counted() -> None:
    message = str(rewritten(error_of(20)))
    assert "[the same line 17 more times]" in message
    assert message.count("return down(count - 1)") == 3
