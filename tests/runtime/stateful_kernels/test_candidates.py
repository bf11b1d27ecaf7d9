"""Candidate samplers: distributions, and what they say of their candidates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.stateful_kernels.candidates import Learned, LogUniform, Uniform, Weighted

RAW = tf.raw_ops


class Fixed:
    """Words in a cycle, in place of random ones."""

    def __init__(self, *words: int) -> None:
        self.words = list(words)

    def word(self) -> int:
        self.words.append(self.words.pop(0))
        return self.words[-1]

    long_word = word

    def unit32(self) -> float:
        return self.word() / 2**32

    unit64 = unit32


@pytest.mark.parametrize(
    "distribution",
    [Uniform(5), LogUniform(5), Weighted([1, 0, 3, 1, 2]), Learned(5)],
    ids=lambda each: type(each).__name__,
)
def test_probabilities_add_up_to_one(distribution: Any) -> None:
    found = distribution.probability(np.arange(5))
    assert found.sum() == pytest.approx(1, rel=1e-6)
    assert (found >= 0).all()


def test_weights_are_the_probabilities_of_what_is_drawn() -> None:
    made = Weighted([1, 0, 3])
    words: Any = Fixed(*(n * 2**32 // 12 for n in range(12)))
    found = {
        (place, unit): made.sample(Fixed(unit, place))  # type: ignore[arg-type]
        for place in range(3)
        for unit in (n * 2**32 // 16 for n in range(16))
    }
    counts = np.bincount(list(found.values()), minlength=3) / len(found)
    assert counts.tolist() == pytest.approx([0.25, 0, 0.75], abs=0.03)
    assert 0 <= made.sample(words) < 3
    assert made.probability(np.array([2, 7, -1])).tolist() == [0.75, 0, 0]


def test_learned_counts_begin_at_one() -> None:
    made = Learned(3)
    made.learn(np.array([[2, 2]]))
    assert made.probability(np.arange(3)).tolist() == [0.2, 0.2, 0.6]


def sampled(op: str, **attrs: Any) -> Any:
    given = {"num_true": 1, "num_sampled": 4, "unique": True, "range_max": 4, **attrs}
    return getattr(RAW, op)(true_classes=np.int64([[0], [1]]), **given)


@pytest.mark.parametrize(
    "op",
    [
        "UniformCandidateSampler",
        "LogUniformCandidateSampler",
        "LearnedUnigramCandidateSampler",
        "ThreadUnsafeUnigramCandidateSampler",
    ],
)
def test_different_candidates_are_all_of_the_range(op: str) -> None:
    found, true_counts, counts = sampled(op, seed=1)
    assert sorted(found.numpy().tolist()) == [0, 1, 2, 3]
    assert (true_counts.shape, counts.shape) == ((2, 1), (4,))
    assert (counts.numpy() > 0).all()


def test_all_candidates_are_expected_once() -> None:
    found = RAW.AllCandidateSampler(
        true_classes=np.int64([[0]]), num_true=1, num_sampled=3, unique=True
    )
    assert [each.numpy().tolist() for each in found] == [[0, 1, 2], [[1.0]], [1.0] * 3]


def test_weights_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.csv"
    path.write_text("a,1\nb,0\n")
    common = {"num_sampled": 3, "unique": False, "range_max": 2, "seed": 2}
    found, *_ = sampled("FixedUnigramCandidateSampler", vocab_file=str(path), **common)
    assert found.numpy().tolist() == [0, 0, 0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="there are 3 weights"):
        sampled("FixedUnigramCandidateSampler", unigrams=[1.0] * 3, **common)
    with pytest.raises(tf.errors.NotFoundError, match="absent"):
        sampled("FixedUnigramCandidateSampler", vocab_file="absent", **common)


def test_what_is_refused() -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="5 different classes of 4"
    ):
        sampled("UniformCandidateSampler", num_sampled=5)
    with pytest.raises(tf.errors.InvalidArgumentError, match="num_true = 2 columns"):
        sampled("UniformCandidateSampler", num_true=2)
