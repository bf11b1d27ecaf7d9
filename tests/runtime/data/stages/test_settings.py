"""Options within pipelines, and the stages that pass elements on."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.data.stages.settings import options_within, settings_of
from tests.runtime.data.whole_reads import plain

D = tf.data.Dataset


def with_options(dataset: Any, **threading: Any) -> Any:
    options = tf.data.Options()
    for name, value in threading.items():
        setattr(options.threading, name, value)
    return dataset.with_options(options)


def test_the_last_of_several_values_counts() -> None:
    dataset = with_options(D.range(3), private_threadpool_size=2)
    dataset = with_options(dataset.map(lambda x: x), private_threadpool_size=5)
    stage = dataset._variant_tensor._array
    assert options_within(stage)["threading.private_threadpool_size"] == 5
    assert settings_of(stage).threads == 5
    joined = D.range(1).concatenate(with_options(D.range(1), private_threadpool_size=3))
    assert settings_of(joined._variant_tensor._array).threads == 3


def test_by_default_order_is_kept_and_threads_are_not_limited() -> None:
    settings = settings_of(D.range(1)._variant_tensor._array)
    assert (settings.deterministic, settings.threads) == (True, 0)
    options = tf.data.Options()
    options.deterministic = False
    stage = D.range(1).with_options(options)._variant_tensor._array
    assert settings_of(stage).deterministic is False


@pytest.mark.parametrize(
    ("op", "arguments"),
    [
        ("ModelDataset", {}),
        ("OptimizeDataset", {"optimizations": ["noop_elimination"]}),
        ("PrivateThreadPoolDataset", {"num_threads": 2}),
        ("MaxIntraOpParallelismDataset", {"max_intra_op_parallelism": 1}),
        ("NonSerializableDataset", {}),
        ("AutoShardDataset", {"num_workers": 2, "index": 0}),
    ],
)
def test_stages_that_change_nothing_here(op: str, arguments: dict[str, Any]) -> None:
    variant = getattr(tf.raw_ops, op)(
        input_dataset=D.range(3)._variant_tensor,
        output_types=[tf.int64],
        output_shapes=[[]],
        **arguments,
    )
    made = tf.data.experimental.from_variant(variant, tf.TensorSpec([], tf.int64))
    assert [plain(each) for each in made] == [0, 1, 2]
    assert int(made.cardinality()) == 3
