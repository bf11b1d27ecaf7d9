"""Stages of a pipeline that are replaced, and hints of who reads which elements."""

from __future__ import annotations

from typing import Any

import runtime as tf
from graphir import dtypes
from runtime.data.datasets.base import dataset_of
from runtime.data.datasets.shares import (
    all_stages,
    by_hint,
    replaced_stage,
    shard_of,
    shard_policy,
)
from runtime.tensors.tensor import wrap

HINT = tf.data.experimental.SHARD_HINT


def stage_of(dataset: Any) -> Any:
    return dataset.variant._array


def elements(stage: Any) -> list[int]:
    spec = tf.TensorSpec([], tf.int64)
    return [int(each) for each in dataset_of(spec, wrap(stage, dtypes.variant))]


def test_a_stage_is_replaced_wherever_it_is_read() -> None:
    numbers = tf.data.Dataset.range(4)
    twice = stage_of(numbers.concatenate(numbers.map(lambda x: x * 10)))
    source = stage_of(numbers)
    assert source in all_stages(twice)
    found = replaced_stage(twice, source, shard_of(source, 2, 1))
    assert elements(found) == [1, 3, 10, 30]
    assert elements(twice) == [0, 1, 2, 3, 0, 10, 20, 30]


def test_a_share_stands_where_the_hint_was() -> None:
    numbers = tf.data.Dataset.range(6)
    hinted = stage_of(numbers.shard(HINT, HINT).map(lambda x: x + 1))
    assert [elements(by_hint(hinted, 2, rank)) for rank in range(2)] == [
        [1, 3, 5],
        [2, 4, 6],
    ]
    plain = stage_of(numbers.shard(3, 0))
    assert by_hint(plain, 2, 0) is plain


def test_the_policy_is_that_of_the_options() -> None:
    policies = tf.data.experimental.AutoShardPolicy
    numbers = tf.data.Dataset.range(6)
    assert shard_policy(stage_of(numbers)) is policies.AUTO
    options = tf.data.Options()
    options.experimental_distribute.auto_shard_policy = policies.FILE
    assert shard_policy(stage_of(numbers.with_options(options))) is policies.FILE
