"""Annotations as checks of values."""

from __future__ import annotations

import typing
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.dispatch.type_checks import is_dispatchable, type_check


class Own:
    """A user's class."""


@pytest.mark.parametrize(
    ("annotation", "fits", "not_"),
    [
        (int, [1, True], ["a", 1.0]),
        (list[int], [[1], (1, 2)], [[], [1, "a"], 1]),
        (typing.Sequence[Own], [[Own()]], [[1]]),
        (int | str, [1, "a"], [1.0]),
        (typing.Union[int, list[str]], [1, ["a"]], [[1]]),  # noqa: UP007
        (Own, [Own()], [Own]),
    ],
)
def test_values_that_fit(annotation: Any, fits: list[Any], not_: list[Any]) -> None:
    check = type_check(annotation)
    assert all(map(check, fits))
    assert not any(map(check, not_))


@pytest.mark.parametrize("annotation", [Any, dict[str, int], 3, tuple[int, int]])
def test_annotations_of_another_kind(annotation: Any) -> None:
    with pytest.raises(ValueError, match="is not currently supported by dispatch"):
        type_check(annotation)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Own(), True),
        ([1, [Own()]], True),
        (1, False),
        (np.zeros(2), False),
        (tf.constant(1), False),
        (tf.Variable(1), False),
        (tf.float32, False),
        ([], False),
    ],
)
def test_values_of_users_classes_are_looked_up(value: Any, expected: bool) -> None:
    assert is_dispatchable(value) is expected
