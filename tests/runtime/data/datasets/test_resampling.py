"""Rejection resampling: the classes of the elements come near a distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

D = tf.data.Dataset


def resampled(target: Any, initial: Any, count: int = 300) -> Any:
    data = D.range(count).map(lambda x: tf.cast(x % 4 == 0, tf.int32))
    return data.rejection_resample(lambda x: x, target, initial, seed=7)


@pytest.mark.parametrize("initial", [None, [0.75, 0.25]])
def test_shares_come_near_the_target(initial: Any) -> None:
    """A quarter of the elements has class 1, half of the result."""
    pairs = [(int(kind), int(x)) for kind, x in resampled([0.5, 0.5], initial)]
    assert all(kind == x for kind, x in pairs)
    share = np.mean([kind for kind, _ in pairs])
    assert 0.35 < share < 0.65
    assert len(pairs) > 100


def test_a_class_that_is_not_wanted_does_not_come() -> None:
    pairs = resampled([0.0, 1.0], [0.75, 0.25], 100)
    assert {int(kind) for kind, _ in pairs} == {1}
