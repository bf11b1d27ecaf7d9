"""Equations of einsum: what they refuse, and what NumPy gives for them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

SIZES = {"a": 2, "b": 3, "c": 1, "d": 4}


@st.composite
def equations(draw: st.DrawFn) -> str:
    """Two operands of up to three labels, and a result of some of them."""
    labels = st.lists(st.sampled_from("abcd"), max_size=3, unique=True)
    operands = ["".join(draw(labels)) for _ in range(2)]
    known = sorted(set("".join(operands)))
    result = draw(st.permutations(known)) if known else []
    kept = draw(st.integers(0, len(result)))
    return f"{','.join(operands)}->{''.join(result[:kept])}"


@given(equations())
def test_two_operands_as_numpy(equation: str) -> None:
    rng = np.random.default_rng(0)
    operands = equation.partition("->")[0].split(",")
    arrays = [rng.normal(size=[SIZES[label] for label in each]) for each in operands]
    found = tf.einsum(equation, *arrays)
    np.testing.assert_allclose(found.numpy(), np.einsum(equation, *arrays))


def test_three_operands_are_contracted_in_pairs() -> None:
    arrays = [np.ones((2, 3)), np.ones((3, 4)), np.ones((4,))]
    assert tf.einsum("ij,jk,k->i", *arrays).numpy().tolist() == [12.0, 12.0]


@pytest.mark.parametrize(
    ("equation", "message"),
    [
        ("ij,jk->il", "contain the label l not present in the input"),
        ("ij,jk->iik", "contain a label appearing more than once"),
        ("i1,jk->i", "incorrect format"),
        ("ij->i", "Got 2 inputs"),
    ],
)
def test_malformed_equations_are_refused(equation: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tf.einsum(equation, np.ones((2, 2)), np.ones((2, 2)))


def test_sizes_must_agree() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expected dimension 3"):
        tf.einsum("ij,jk->ik", np.ones((2, 3)), np.ones((2, 4)))
