"""Stages that pause, and that choose among equal datasets."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.data.stages import statistics
from tests.runtime.data.whole_reads import plain

D = tf.data.Dataset
KINDS: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[]]}
SPEC = tf.TensorSpec([], tf.int64)


def elements(variant: Any) -> list[Any]:
    return [plain(each) for each in tf.data.experimental.from_variant(variant, SPEC)]


def sleeping(microseconds: int) -> Any:
    return tf.raw_ops.SleepDataset(
        input_dataset=D.range(3)._variant_tensor,
        sleep_microseconds=tf.constant(microseconds, tf.int64),
        **KINDS,
    )


def test_a_pause_before_each_element(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(statistics, "sleep", pauses.append)
    assert elements(sleeping(1500)) == [0, 1, 2]
    assert pauses[:3] == [0.0015] * 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be >= 0"):
        sleeping(-1)


def choose(*datasets: Any) -> Any:
    return tf.raw_ops.ChooseFastestDataset(
        input_datasets=[each._variant_tensor for each in datasets],
        num_experiments=1,
        **KINDS,
    )


def test_one_of_equal_datasets() -> None:
    filtered = D.range(9).filter(lambda x: x < 3)
    assert elements(choose(filtered, D.range(3))) == [0, 1, 2]
    found = tf.raw_ops.DatasetCardinality(input_dataset=choose(filtered, D.range(3)))
    assert int(found) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="Input 1 has cardinality"):
        choose(D.range(3), D.range(4))
