"""Elements by index: a shuffle of all, rows by index, weighted datasets, `at`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset
SCALARS = {"output_types": [tf.int64], "output_shapes": [[]]}


def dataset_of(variant: Any, spec: Any = None) -> Any:
    return tf.data.experimental.from_variant(
        variant, spec or tf.TensorSpec([], "int64")
    )


def globally_shuffled(dataset: Any, seed: int = 11, **attrs: Any) -> Any:
    spec = dataset.element_spec
    variant = tf.raw_ops.GlobalShuffleDataset(
        input_dataset=dataset._variant_tensor,
        seed=seed,
        seed2=22,
        seed_generator=tf.raw_ops.DummySeedGenerator(),
        output_types=[spec.dtype],
        output_shapes=[spec.shape],
        **attrs,
    )
    return dataset_of(variant, spec)


def elements(dataset: Any) -> list[Any]:
    return [x.numpy().tolist() for x in dataset]


def test_a_global_shuffle_has_the_order_of_tensorflow() -> None:
    """Recorded: fixed seeds, then three epochs of a shuffle that renews them."""
    fixed = globally_shuffled(Dataset.range(40), reshuffle_each_iteration=False)
    begin = [8, 23, 0, 28, 17, 25, 24, 14, 26, 34]
    assert elements(fixed)[:10] == elements(fixed)[:10] == begin
    renewed = globally_shuffled(Dataset.range(40))
    found = [elements(renewed)[:3] for _ in range(3)]
    assert found == [[21, 34, 18], [33, 37, 4], [2, 38, 13]]
    assert sorted(elements(renewed)) == list(range(40))


SOURCES = {
    "map": lambda d: d.range(6).map(lambda x: x * 2),
    "parallel map": lambda d: d.range(6).map(lambda x: x * 2, num_parallel_calls=2),
    "batches": lambda d: d.range(13).batch(2, drop_remainder=True),
    "slices": lambda d: d.from_tensor_slices([5, 6, 7, 8, 9, 10]),
    "repeat": lambda d: d.range(3).repeat(2),
    "take": lambda d: d.range(9).take(6),
    "skip": lambda d: d.range(9).skip(3),
    "shard": lambda d: d.range(17).shard(3, 1),
    "concatenate": lambda d: d.range(3).concatenate(d.range(10, 13)),
    "zip": lambda d: d.zip((d.range(6), d.range(6))).map(lambda x, y: x * 10 + y),
    "cache": lambda d: d.range(6).cache(),
    "prefetch": lambda d: d.range(6).prefetch(2),
    "list": lambda d: tf.data.experimental.from_list([4, 5, 6, 7, 8, 9]),
    "again": lambda d: globally_shuffled(d.range(6), 5, reshuffle_each_iteration=False),
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_stage_with_an_index_is_read_by_it(name: str) -> None:
    """The shuffle of positions, which is that of range(6), picks the elements."""
    dataset = SOURCES[name](Dataset)
    plain = elements(dataset)
    order = elements(
        globally_shuffled(Dataset.range(6), reshuffle_each_iteration=False)
    )
    shuffled = globally_shuffled(dataset, reshuffle_each_iteration=False)
    assert elements(shuffled) == [plain[place] for place in order]
    at = tf.data.experimental.at
    assert [at(dataset, i).numpy().tolist() for i in range(6)] == plain


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda d: d.range(5).filter(lambda x: x > 1), "FailedPrecondition", "Filter"),
        (lambda d: d.range(6).batch(2), "FailedPrecondition", "drop_remainder=False"),
        (lambda d: d.range(6).repeat(), "FailedPrecondition", r"repeat\(-1\)"),
        (lambda d: d.range(6).shuffle(2), "FailedPrecondition", "ShuffleDatasetV3"),
        (lambda d: d.range(0), "InvalidArgument", "non-empty"),
    ],
)
def test_a_global_shuffle_refuses_what_has_no_index(
    make: Any, error: str, message: str
) -> None:
    with pytest.raises(getattr(tf.errors, f"{error}Error"), match=message):
        globally_shuffled(make(Dataset))


def test_a_global_shuffle_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    dataset = globally_shuffled(Dataset.range(20))
    iterator = iter(dataset)
    for _ in range(7):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "kept"))
    rest = [int(x) for x in iterator]
    again = iter(dataset)
    tf.train.Checkpoint(iterator=again).restore(path)
    assert [int(x) for x in again] == rest


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([0.5, 0.5], [*range(10), *range(100, 110)]),
        ([0.25, 0.75], [0, 1, 2, *range(100, 110)]),
        ([0.9, 0.1], [*range(10), 100]),
        ([3.0, 1.0], [*range(10), 100, 101, 102]),
        ([1.0, 2.0], [*range(5), *range(100, 110)]),
    ],
)
def test_weighted_datasets_give_what_tensorflow_gives(
    weights: list[float], expected: list[int]
) -> None:
    inputs = [d._variant_tensor for d in (Dataset.range(10), Dataset.range(100, 110))]
    make = tf.raw_ops.WeightedFlatMapDataset
    found = dataset_of(make(input_datasets=inputs, weights=weights, **SCALARS))
    assert (elements(found), int(found.cardinality())) == (expected, len(expected))
    iterator = iter(found)
    next(iterator)
    state = iterator._serialize_to_tensors()
    again = iter(found)
    again._restore_from_tensors(state)
    assert [int(x) for x in again] == expected[1:]


def test_weights_are_checked() -> None:
    inputs = [Dataset.range(10)._variant_tensor] * 2
    make = tf.raw_ops.WeightedFlatMapDataset
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="Input 0 has a weight of 0"
    ):
        make(input_datasets=inputs, weights=[0.0, 1.0], **SCALARS)
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="2 datasets and 3 weights"
    ):
        make(input_datasets=inputs, weights=[0.5, 0.2, 0.3], **SCALARS)
    endless = [Dataset.range(3).repeat()._variant_tensor, inputs[0]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="INFINITE cardinality"):
        make(input_datasets=endless, weights=[0.5, 0.5], **SCALARS)


@tf.function(input_signature=[tf.TensorSpec([3], tf.int64)])
def rows(x: Any) -> Any:
    return tf.identity(x)


@tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
def place(i: Any) -> Any:
    return i // 3, i % 3


@pytest.mark.parametrize(
    ("count", "shuffled"), [(6, 6), (4, 4), (8, 2)], ids=["all", "fewer", "more"]
)
def test_rows_are_found_by_their_index(count: int, shuffled: int) -> None:
    """A count that is too large ends a global shuffle at the first missing row."""
    data = Dataset.from_tensor_slices(tf.constant([[1, 2, 3], [4, 5, 6]], tf.int64))
    variant = tf.raw_ops.IndexFlatMapDataset(
        input_dataset=data._variant_tensor,
        map_func_other_args=[],
        index_map_func_other_args=[],
        output_cardinality=count,
        map_func=rows.get_concrete_function(),
        index_map_func=place.get_concrete_function(),
        **SCALARS,
    )
    found = dataset_of(variant)
    assert int(found.cardinality()) == count
    assert elements(found) == [1, 2, 3, 4, 5, 6]
    assert elements(found.skip(4)) == [5, 6]
    in_order = elements(globally_shuffled(found, reshuffle_each_iteration=False))
    assert set(in_order) <= {1, 2, 3, 4, 5, 6}
    assert len(in_order) == shuffled or count == 8


def test_at_takes_a_symbolic_index_and_reads_on_where_there_is_no_index() -> None:
    """Of TensorFlow's random access; the second dataset it refuses."""

    @tf.function
    def third(index: Any) -> Any:
        return tf.data.experimental.at(Dataset.range(5).map(lambda x: x * 3), index)

    assert int(third(tf.constant(2, tf.int64))) == 6
    odd = Dataset.range(9).filter(lambda x: x % 2 == 1)
    assert int(tf.data.experimental.at(odd, 2)) == 5
    for dataset, index in ((Dataset.range(5), 7), (Dataset.range(5), -1), (odd, 4)):
        with pytest.raises(tf.errors.OutOfRangeError, match="Index out of range"):
            tf.data.experimental.at(dataset, index)


def test_at_makes_nothing_before_the_element() -> None:
    calls: list[int] = []

    def noted(x: Any) -> Any:
        calls.append(int(x))
        return x

    dataset = Dataset.range(1000).map(lambda x: tf.py_function(noted, [x], tf.int64))
    assert int(tf.data.experimental.at(dataset, 700)) == 700
    assert calls == [700]
