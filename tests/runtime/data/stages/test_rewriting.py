"""Pipelines that passes rewrite: what they become, and what is left alone."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

import runtime as tf
from graphir.wire import messages
from runtime.data.stages.rewriting import rewritten, with_parallel_calls
from runtime.data.stages.stage import IterationSettings
from tests.runtime.data.drawn_pipelines import passes_that_differ
from tests.runtime.data.generated_pipelines import functions

RECORDED = json.loads((Path(__file__).parents[1] / "pipelines.json").read_text())
D = tf.data.Dataset


def with_passes(dataset: Any, *names: str) -> Any:
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    for name in names:
        setattr(options.experimental_optimization, name, True)
    return dataset.with_options(options)


def ops(dataset: Any) -> list[str]:
    """The stages that are read, the last first, without those of options."""
    found = []
    stage = rewritten(dataset.variant._array)
    while stage is not None:
        if stage.op != "OptionsDataset":
            found.append(stage.op.removesuffix("Dataset"))
        stage = next(iter(stage.sources), None)
    return found


def values(dataset: Any) -> list[Any]:
    return [np.asarray(x).tolist() for x in dataset]


def plus(x: Any) -> Any:
    return x + 1


def large(x: Any) -> Any:
    return x > 2


def itself(x: Any) -> Any:
    return x


@pytest.mark.parametrize(
    ("name", "dataset", "expected"),
    [
        ("map_fusion", D.range(5).map(plus).map(plus), "Map Range"),
        (
            "map_fusion",
            D.range(8).window(2).window(2).flat_map(itself).flat_map(itself),
            "FlatMap FlatMap Window Window Range",
        ),
        (
            "map_fusion",
            D.range(8).window(2).window(2).interleave(itself).interleave(itself),
            "Interleave Interleave Window Window Range",
        ),
        ("filter_fusion", D.range(9).filter(large).filter(large), "Filter Range"),
        (
            "map_and_filter_fusion",
            D.range(9).map(plus).filter(large),
            "FilterByLastComponent Map Range",
        ),
        (
            "shuffle_and_repeat_fusion",
            D.range(5).shuffle(3, seed=1).repeat(2),
            "ShuffleAndRepeatDatasetV2 Range",
        ),
        ("map_and_batch_fusion", D.range(5).map(plus).batch(2), "MapAndBatch Range"),
        (
            "noop_elimination",
            D.range(5).take(-1).skip(0).repeat(1).shard(1, 0).prefetch(0),
            "Range",
        ),
        ("noop_elimination", D.range(5).map(lambda x: x), "Range"),
        ("map_parallelization", D.range(5).map(plus), "ParallelMapDatasetV2 Range"),
        ("filter_parallelization", D.range(5).filter(large), "ParallelFilter Range"),
        ("parallel_batch", D.range(5).batch(2), "ParallelBatch Range"),
        (
            "inject_prefetch",
            D.range(5).map(plus, num_parallel_calls=2),
            "Prefetch ParallelMapDatasetV2 Range",
        ),
        ("batch_before_map", D.range(5).map(plus).batch(2), "Map BatchDatasetV2 Range"),
        (
            "batch_before_map",
            D.range(9).map(plus).shuffle(4, seed=1).skip(1).prefetch(1).batch(2),
            "Map BatchDatasetV2 Prefetch Skip ShuffleDatasetV3 Range",
        ),
    ],
)
def test_each_pass(name: str, dataset: Any, expected: str) -> None:
    assert ops(with_passes(dataset, name)) == expected.split()
    # one and the same shuffle: read it by seeds, not one after the other
    plain, changed = with_passes(dataset), with_passes(dataset, name)
    if "Shuffle" not in expected:
        assert values(plain) == values(changed)


def test_a_shuffle_gives_the_same_epochs() -> None:
    """Its repetition is one stage with it, whether a pass made that or not."""

    def epochs(dataset: Any) -> list[Any]:
        return [values(dataset) for _ in range(3)]

    def made() -> Any:
        return D.range(20).map(plus).shuffle(7, seed=3).repeat(2).batch(3)

    fused = with_passes(made(), "batch_before_map", "shuffle_and_repeat_fusion")
    assert epochs(fused) == epochs(made())


def test_maps_are_moved_behind_batches_without_being_asked() -> None:
    images = np.arange(24, dtype=np.uint8).reshape(6, 2, 2)
    dataset = D.from_tensor_slices((images, np.arange(6)))
    dataset = dataset.map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y))
    dataset = dataset.shuffle(3, seed=1).batch(4)
    assert ops(dataset)[0] == "Map"
    options = tf.data.Options()
    options.experimental_optimization.batch_before_map = False
    kept = dataset.with_options(options)
    assert ops(kept)[0] == "BatchDatasetV2"
    whole = [x.numpy().tobytes() for x, _ in dataset]
    assert len(whole) == 2
    assert dataset.element_spec == kept.element_spec


@pytest.mark.parametrize(
    "dataset",
    [
        D.range(4).map(lambda x: tf.random.uniform([], seed=1) + 1.0),
        D.range(1, 4).map(lambda x: 12 // x),
        D.range(4).map(lambda x: tf.cast(tf.cast(x, tf.float32) * 99.5, tf.int8)),
        D.range(4).map(lambda x: (x, 1)),
        D.range(4).map(tf.as_string),
        D.range(4).map(lambda x: tf.exp(tf.cast(x, tf.float32))),
        D.range(4).map(lambda x: x + tf.constant([1, 2], tf.int64)),
        D.from_tensor_slices([[1, 2], [3, 4]]).map(tf.reduce_sum),
        D.range(4).map(lambda x: tf.fill([x], x)).map(plus),
        D.range(4).map(plus).cache(),
        D.range(4).map(plus).filter(large),
    ],
)
def test_maps_that_are_not_moved(dataset: Any) -> None:
    assert ops(dataset.batch(1))[0] == "BatchDatasetV2"


def test_functions_that_draw_numbers_stay_apart() -> None:
    def noise(x: Any) -> Any:
        return tf.random.uniform([], seed=1), x

    dataset = D.range(3).map(noise).map(lambda a, x: (a, x + 1))
    found = ops(with_passes(dataset, "map_fusion", "map_parallelization"))
    assert found == ["ParallelMapDatasetV2", "Map", "Range"]


def of_any_shape() -> Any:
    return D.from_generator(
        lambda: iter(([1, 2], 3)), output_signature=tf.TensorSpec(None, tf.int32)
    )


def test_a_map_that_checks_shapes_stays() -> None:
    dataset = of_any_shape().map(lambda x: tf.ensure_shape(x, [2]))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\(2,\)"):
        values(with_passes(dataset, "noop_elimination"))


def test_a_filter_that_checks_shapes_sees_what_the_first_keeps() -> None:
    dataset = of_any_shape().filter(lambda x: tf.rank(x) == 0)
    dataset = dataset.filter(lambda x: tf.ensure_shape(x, []) > 0)
    assert values(with_passes(dataset, "filter_fusion")) == [3]


def test_a_map_that_waits_for_a_check_stays() -> None:
    def checked(x: Any) -> Any:
        with tf.control_dependencies([tf.debugging.check_numerics(x, "found")]):
            return tf.identity(x)

    dataset = D.from_tensor_slices([1.0, np.nan]).map(checked)
    assert ops(with_passes(dataset, "noop_elimination"))[0] == "Map"


def test_a_stage_that_two_read_is_not_fused() -> None:
    once = D.range(3).map(plus)
    both = D.zip((once.map(plus), once.map(plus)))
    names = [
        node.sources[0].op for node in rewritten(_fused(both).variant._array).sources
    ]
    assert names
    assert values(_fused(both)) == values(both)


def _fused(dataset: Any) -> Any:
    return with_passes(dataset, "map_fusion")


def test_functions_are_rewritten_in_copies() -> None:
    def made(x: Any) -> Any:
        return D.range(x).map(plus).map(plus).batch(2)

    dataset = D.range(4).flat_map(made)
    body = dataset.variant._array.attrs["f"].function.body
    before = str(body)
    found = with_passes(dataset, "map_fusion", "batch_before_map")
    assert values(found) == values(dataset) == [[2], [2, 3], [2, 3], [4]]
    assert str(body) == before


def test_functions_of_one_name_in_one_pipeline() -> None:
    def read_back(factor: int) -> Any:
        dataset = D.range(3).map(lambda x: x * factor)
        variant = tf.raw_ops.DatasetToGraphV2(input_dataset=dataset._variant_tensor)
        message = messages.get("GraphDef").FromString(variant.numpy())
        (name,) = (each.signature.name for each in message.library.function)
        text = str(message).replace(name, "same")
        variant = tf.raw_ops.DatasetFromGraph(
            graph_def=text_format.Parse(
                text, messages.get("GraphDef")()
            ).SerializeToString()
        )
        return tf.data.experimental.from_variant(variant, tf.TensorSpec([], tf.int64))

    both = D.zip((read_back(3), read_back(5))).map(lambda x, y: x + y)
    assert values(with_passes(both, "map_parallelization")) == [0, 8, 16]
    again = tf.raw_ops.DatasetToGraphV2(input_dataset=both._variant_tensor)
    variant = tf.raw_ops.DatasetFromGraph(graph_def=again)
    spec = tf.TensorSpec([], tf.int64)
    assert values(tf.data.experimental.from_variant(variant, spec)) == [0, 8, 16]


def test_captured_tensors_come_along() -> None:
    one, two = tf.constant(3, tf.int64), tf.constant(4, tf.int64)
    dataset = D.range(4).map(lambda x: x * one).map(lambda x: x + two)
    dataset = with_passes(dataset.batch(2), "map_fusion", "batch_before_map")
    assert ops(dataset) == ["Map", "BatchDatasetV2", "Range"]
    assert values(dataset) == [[4, 7], [10, 13]]


def test_a_rewritten_iterator_is_saved_and_goes_on() -> None:
    dataset = D.range(20).map(plus).shuffle(7, seed=3).batch(3)
    assert ops(dataset)[0] == "Map"
    iterator = iter(dataset)
    for _ in range(2):
        next(iterator)
    state = iterator._save()
    rest = values(iterator)
    again = iter(dataset)
    again._restore(state)
    assert values(again) == rest


@pytest.mark.parametrize("start", range(0, len(RECORDED), 70))
def test_passes_change_no_element(start: int) -> None:
    helpers, draw = functions(tf), random.Random(start)
    try:
        for text, _ in RECORDED[start : start + 70 : 2]:
            assert not passes_that_differ(tf, helpers, text, draw)
    finally:
        tf.random.set_seed(None)


def test_a_shuffle_draws_its_seeds_when_an_iterator_is_made() -> None:
    """Orders follow the making of iterators, read or not, as in TensorFlow."""

    def shuffled() -> Any:
        return tf.data.Dataset.range(20).shuffle(20, seed=1)

    data, again = shuffled(), shuffled()
    epochs = [[int(each) for each in data] for _ in range(3)]
    unread, later = iter(again), iter(again)
    assert [int(each) for each in later] == epochs[1]
    assert [int(each) for each in again] == epochs[2]
    assert [int(each) for each in unread] == epochs[0]


def test_every_map_is_made_parallel_for_a_measurement() -> None:
    """That of a Python function too, which the pass leaves alone."""
    called = D.range(6).map(lambda x: tf.py_function(lambda v: v + 1, [x], tf.int64))
    zipped = D.zip((called, D.range(6).map(plus))).batch(3)
    changed = with_parallel_calls(zipped.variant._array)
    assert changed is not None
    assert [each.op for each in changed.source.sources] == ["ParallelMapDatasetV2"] * 2
    read = iter(changed.iterate(IterationSettings()))
    assert [[part.tolist() for part in each] for each in read] == [
        [[1, 2, 3], [1, 2, 3]],
        [[4, 5, 6], [4, 5, 6]],
    ]
    assert with_parallel_calls(D.range(3).batch(2).variant._array) is None


def test_a_source_that_two_stages_read_stays_one() -> None:
    """It has a buffer, a cache or seeds of its own."""
    shared = D.range(6).map(plus).shuffle(6, seed=1)
    changed = with_parallel_calls(D.zip((shared, shared.take(3))).variant._array)
    assert changed is not None
    one, other = changed.sources
    assert one is other.source
    assert one.source.op == "ParallelMapDatasetV2"
    assert one.source.attrs["deterministic"] == b"default"
