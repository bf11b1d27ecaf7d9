"""Subscripts of plain values."""

from __future__ import annotations

import pytest

from autograph.operators.slices import GetItemOpts, get_item, set_item


def test_item_is_changed_in_place() -> None:
    target = [1, 2, 3]
    assert set_item(target, slice(0, 2), [7]) is target
    assert target == [7, 3]
    assert get_item(target, -1, GetItemOpts()) == 3


def test_error_is_that_of_the_object() -> None:
    with pytest.raises(KeyError):
        get_item({}, "a", GetItemOpts())
    with pytest.raises(TypeError, match="does not support item assignment"):
        set_item((1,), 0, 2)
