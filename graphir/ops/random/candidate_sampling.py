"""Candidate samplers: random classes for sampled losses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import Shape

_RESULTS = """
    (sampled_candidates: int64, true_expected_count: float,
     sampled_expected_count: float)
"""
_ATTRS = """
    num_true: int >= 1; num_sampled: int >= 1; unique: bool; range_max: int >= 1
"""
_SEEDS = "seed: int = 0; seed2: int = 0"


class CandidateSampler(Op):
    """Sampled classes, and the expected counts of true and sampled classes."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        true = self.true_classes.shape.with_rank(2)
        true = true.merge_with(Shape([None, self.num_true]))
        sampled = Shape([self.num_sampled])
        return [sampled, true, sampled]


class UniformCandidateSampler(
    CandidateSampler,
    signature=f"""
        UniformCandidateSampler(true_classes: int64) -> {_RESULTS}
        | {_ATTRS}; {_SEEDS} | stateful
    """,
):
    """Samples all classes with equal probability."""


class LogUniformCandidateSampler(
    CandidateSampler,
    signature=f"""
        LogUniformCandidateSampler(true_classes: int64) -> {_RESULTS}
        | {_ATTRS}; {_SEEDS} | stateful
    """,
):
    """Low class numbers are likelier: log-uniform, as words by their frequency."""


class LearnedUnigramCandidateSampler(
    CandidateSampler,
    signature=f"""
        LearnedUnigramCandidateSampler(true_classes: int64) -> {_RESULTS}
        | {_ATTRS}; {_SEEDS} | stateful
    """,
):
    """Samples classes as often as they were among the true classes seen before."""


class ThreadUnsafeUnigramCandidateSampler(
    CandidateSampler,
    signature=f"""
        ThreadUnsafeUnigramCandidateSampler(true_classes: int64) -> {_RESULTS}
        | {_ATTRS}; {_SEEDS} | stateful
    """,
):
    """LearnedUnigramCandidateSampler for calls of one thread at a time."""


class AllCandidateSampler(
    CandidateSampler,
    signature=f"""
        AllCandidateSampler(true_classes: int64) -> {_RESULTS}
        | num_true: int >= 1; num_sampled: int >= 1; unique: bool; {_SEEDS} | stateful
    """,
):
    """Every class, each once."""


class FixedUnigramCandidateSampler(
    CandidateSampler,
    signature=f"""
        FixedUnigramCandidateSampler(true_classes: int64) -> {_RESULTS}
        | {_ATTRS}; vocab_file: string = ''; distortion: float = 1.0;
          num_reserved_ids: int = 0; num_shards: int >= 1 = 1; shard: int >= 0 = 0;
          unigrams: list(float) = []; {_SEEDS} | stateful
    """,
):
    """Samples classes with probabilities proportional to fixed frequencies."""


def expected_count(probability: Any, batch_size: int, tries: int) -> Any:
    """How often a class is expected among the sampled, float32.

    With classes sampled once each, it depends on how many tries that took.
    """
    if tries == batch_size:
        return np.float32(probability * batch_size)
    return np.float32(-np.expm1(tries * np.log1p(-probability)))


def log_uniform_probability(value: Any, size: int) -> Any:
    """The probability of a class under the log-uniform distribution."""
    return np.log((value + 2.0) / (value + 1.0)) / math.log1p(size)


class ComputeAccidentalHits(
    Op,
    signature="""
        ComputeAccidentalHits(true_classes: int64, sampled_candidates: int64)
        -> (indices: int32, ids: int64, weights: float)
        | num_true: int; seed: int = 0; seed2: int = 0
    """,
):
    """Where a sampled class is a true one: row, place, and the lowest number."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [Shape([None])] * 3

    def compute(self, true_classes: Any, sampled_candidates: Any) -> Any:
        if np.ndim(true_classes) != 2 or true_classes.shape[1] != self.num_true:
            raise self.invalid("true_classes must be a batch_size * num_true matrix")
        place = {int(each): i for i, each in enumerate(sampled_candidates)}
        hits = [
            (row, place[int(each)])
            for row, classes in enumerate(true_classes)
            for each in classes
            if int(each) in place
        ]
        rows = np.array([row for row, _ in hits], np.int32)
        ids = np.array([at for _, at in hits], np.int64)
        return rows, ids, np.full(len(hits), np.finfo(np.float32).min, np.float32)
