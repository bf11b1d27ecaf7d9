"""Candidate samplers: random classes for sampled losses."""

from __future__ import annotations

from typing import Any, NamedTuple

from runtime.apply import apply_op
from runtime.random.seeds import op_seeds
from runtime.tensors.arguments import text_attr
from runtime.tensors.likes import TensorLike
from runtime.tensors.named_results import named_after
from runtime.tensors.tensor import Tensor


class Candidates(NamedTuple):
    """Sampled classes, and the expected counts of true and sampled classes."""

    sampled_candidates: Tensor
    true_expected_count: Tensor
    sampled_expected_count: Tensor


def _sampled(
    kind: str, true_classes: Any, seed: Any, name: str | None, **attrs: Any
) -> Candidates:
    op = f"{kind}CandidateSampler"
    found = apply_op(op, [true_classes], {**attrs, **op_seeds(seed)}, name)
    return named_after(op, Candidates)(*found)


def uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Samples classes below ``range_max``, all equally likely.

    ``true_classes`` is an int64 matrix of ``num_true`` columns.

    >>> found = tf.random.uniform_candidate_sampler([[1]], 1, 3, True, 9)
    >>> found.sampled_candidates.shape
    TensorShape([3])

    Raises:
      InvalidArgumentError: if there are too few classes to sample each once.
    """
    return _sampled(
        "Uniform",
        true_classes,
        seed,
        name,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
    )


def log_uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Samples classes below ``range_max``, low numbers likelier (log-uniform).

    >>> found = tf.random.log_uniform_candidate_sampler([[1]], 1, 3, True, 9)
    >>> found.true_expected_count.shape
    TensorShape([1, 1])

    Raises:
      InvalidArgumentError: if there are too few classes to sample each once.
    """
    return _sampled(
        "LogUniform",
        true_classes,
        seed,
        name,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
    )


def learned_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Samples classes as frequent as among the true classes of earlier calls.

    >>> found = tf.random.learned_unigram_candidate_sampler([[1]], 1, 3, True, 9)
    >>> found.sampled_expected_count.shape
    TensorShape([3])

    Raises:
      InvalidArgumentError: if there are too few classes to sample each once.
    """
    return _sampled(
        "LearnedUnigram",
        true_classes,
        seed,
        name,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
    )


def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Any = (),
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """Samples classes by frequencies from a list or the last column of a file.

    >>> found = tf.random.fixed_unigram_candidate_sampler(
    ...     [[1]], 1, 2, True, 3, unigrams=[1.0, 0.0, 2.0])
    >>> sorted(found.sampled_candidates.numpy().tolist())
    [0, 2]

    Raises:
      InvalidArgumentError: if there are not ``range_max`` frequencies.
    """
    return _sampled(
        "FixedUnigram",
        true_classes,
        seed,
        name,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        vocab_file=text_attr(vocab_file, "vocab_file"),
        distortion=float(distortion),
        num_reserved_ids=num_reserved_ids,
        num_shards=num_shards,
        shard=shard,
        unigrams=[float(each) for each in unigrams],
    )


def all_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> Candidates:
    """All classes below ``num_sampled``.

    >>> found = tf.random.all_candidate_sampler([[1]], 1, 3, True)
    >>> found.sampled_candidates.numpy().tolist()
    [0, 1, 2]
    """
    return _sampled(
        "All",
        true_classes,
        seed,
        name,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
    )
