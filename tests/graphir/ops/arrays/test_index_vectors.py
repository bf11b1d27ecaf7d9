"""Index vectors that point outside: refused with the first one, or passed over."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.ops.arrays.index_vectors import usable_vectors, zeros_like


def call(policy: bytes = b""):
    return SimpleNamespace(
        bad_indices_policy=policy,
        invalid=lambda text: InvalidArgumentError(None, "Op", text),
    )


INSIDE = np.array([[0, 0], [1, 2]])
OUTSIDE = np.array([[[0, 0], [0, 3]], [[-1, 0], [1, 2]]])


def test_vectors_inside_need_no_mask() -> None:
    assert usable_vectors(call(), INSIDE, (2, 3), "params") is None
    assert usable_vectors(call(b"ERROR"), np.zeros((0, 2), int), (0, 3), "x") is None


def test_the_first_outside_is_named() -> None:
    text = r"indices\[0,1\] = \[0,3\] does not index into params \[2,3\]"
    for policy in (b"", b"DEFAULT", b"ERROR"):
        with pytest.raises(InvalidArgumentError, match=text):
            usable_vectors(call(policy), OUTSIDE, (2, 3), "params")
    with pytest.raises(InvalidArgumentError, match=r"indices = \[5\] does not index"):
        usable_vectors(call(), np.array([5]), (2, 3), "params")


def test_ignored_vectors_are_masked() -> None:
    found = usable_vectors(call(b"IGNORE"), OUTSIDE, (2, 3), "params")
    assert found.tolist() == [[True, False], [False, True]]


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="Unknown bad indices handling"):
        usable_vectors(call(b"MAYBE"), INSIDE, (2, 3), "params")


def test_zeros_of_texts_are_empty() -> None:
    texts = zeros_like(np.array([b"a"], object), (2,))
    assert texts.tolist() == [b"", b""]
    assert zeros_like(np.int8([1]), (2, 1)).tolist() == [[0], [0]]
    assert zeros_like(np.int8([1]), 3).dtype == np.int8
