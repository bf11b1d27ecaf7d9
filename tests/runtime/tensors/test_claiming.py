"""Values whose class says what ops on them give."""

from __future__ import annotations

import pytest

from runtime.tensors.claiming import ClaimsOps, claimant_within


class First(ClaimsOps):
    pass


class Second(ClaimsOps):
    pass


@pytest.mark.parametrize(
    ("inputs", "claimant"),
    [
        ([1, 2], None),
        ([], None),
        ([1, First()], First),
        ([First(), Second()], First),
        ([1, [2, (Second(),)], First()], Second),
        ([{"a": First()}], None),
    ],
)
def test_the_first_that_claims(inputs, claimant) -> None:
    assert claimant_within(inputs) is claimant


def test_a_class_that_says_nothing() -> None:
    assert First.called(None, [], 5) == 5
    with pytest.raises(NotImplementedError):
        First.apply("Neg", [First()], {}, None)
