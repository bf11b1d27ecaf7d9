"""Scopes of strategies that an interrupt stops while they are entered."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.contexts import POSITION, Position, at_position
from runtime.signatures.trace_place import TRACE_PLACE
from runtime.variables.creators import has_creators, variable_creator_scope
from tests.runtime.interruptions import interrupted


def state() -> tuple[Any, Any, bool]:
    return POSITION.get(), TRACE_PLACE.get(), has_creators()


SCOPES: dict[str, Callable[[], Any]] = {
    "one device": lambda: tf.distribute.OneDeviceStrategy("/cpu:0").scope(),
    "mirrored": lambda: tf.distribute.MirroredStrategy(["/cpu:0"]).scope(),
    "a position": lambda: at_position(Position(tf.distribute.get_strategy(), None)),
    "a creator": lambda: variable_creator_scope(lambda next_creator, **_: None),
}


@pytest.mark.parametrize("name", SCOPES)
def test_a_scope_that_an_interrupt_stops_is_not_entered(name: str) -> None:
    before = state()
    for number in count(1):
        scope = SCOPES[name]()
        if not interrupted(scope.__enter__, number):
            break
        scope = None  # as `with` does, so that generators come to their end
        assert state() == before, f"call {number}"
    assert number > 3
    assert state() != before
    scope.__exit__(None, None, None)
    assert state() == before


def test_a_scope_is_entered_again_after_an_interrupt() -> None:
    for number in range(1, 5):
        scope = tf.distribute.OneDeviceStrategy("/cpu:0").scope()
        assert interrupted(scope.__enter__, number)
        with scope:
            assert tf.distribute.has_strategy()
        assert not tf.distribute.has_strategy()
