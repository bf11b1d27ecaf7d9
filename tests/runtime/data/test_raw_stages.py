"""Dataset ops that no method makes: answers are recorded from TensorFlow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset
VECTORS = {"output_types": [tf.int64], "output_shapes": [[None]]}
SCALARS = {"output_types": [tf.int64], "output_shapes": [[]]}


def elements(variant: Any, *shape: Any) -> list[Any]:
    spec = tf.TensorSpec(shape, tf.int64)
    made = tf.data.experimental.from_variant(variant, spec)
    found = [x.numpy().tolist() for x in made]
    iterator = iter(made)
    for _ in found[:2]:
        next(iterator)
    again = iter(made)
    again._restore_from_tensors(iterator._serialize_to_tensors())
    assert [x.numpy().tolist() for x in again] == found[2:]
    return found


@pytest.mark.parametrize(
    ("size", "shift", "stride", "drops", "count", "expected"),
    [
        (3, 1, 1, True, 7, [[i, i + 1, i + 2] for i in range(5)]),
        (2, 3, 2, True, 2, [[0, 2], [3, 5]]),
        (2, 2, 2, False, 4, [[0, 2], [2, 4], [4, 6], [6]]),
        (9, 2, 1, True, 3, []),
        (3, 2, 1, False, 4, [[0, 1, 2], [2, 3, 4], [4, 5, 6], [6]]),
        (2, 5, 1, True, 1, [[0, 1], [5, 6]]),
    ],
)
def test_sliding_windows(
    size: int, shift: int, stride: int, drops: bool, count: int, expected: list[Any]
) -> None:
    made = tf.raw_ops.SlidingWindowDataset(
        input_dataset=Dataset.range(7)._variant_tensor,
        window_size=size,
        window_shift=shift,
        window_stride=stride,
        drop_remainder=drops,
        **VECTORS,
    )
    assert int(tf.raw_ops.DatasetCardinality(input_dataset=made)) == count
    assert elements(made, None) == expected


@pytest.mark.parametrize("name", ["window_size", "window_shift", "window_stride"])
def test_sliding_windows_refuse_zero(name: str) -> None:
    given = {"window_size": 2, "window_shift": 1, "window_stride": 1, name: 0}
    source = Dataset.range(7)._variant_tensor
    with pytest.raises(tf.errors.InvalidArgumentError, match="greater than zero"):
        tf.raw_ops.SlidingWindowDataset(input_dataset=source, **given, **VECTORS)


@pytest.mark.parametrize(
    ("count", "replicas", "expected"),
    [
        (8, 2, [[0, 1], [2, 3], [4, 5], [6, 7]]),
        (8, 3, [[0, 1], [2, 3], [], [4, 5], [6, 7], []]),
        (7, 2, [[0, 1], [2, 3], [4, 5], [6]]),
    ],
)
def test_batches_are_split_for_replicas(
    count: int, replicas: int, expected: list[Any]
) -> None:
    source = Dataset.range(count).batch(4)._variant_tensor
    make = tf.raw_ops.RebatchDataset
    made = make(input_dataset=source, num_replicas=replicas, **VECTORS)
    assert elements(made, None) == expected


@pytest.mark.parametrize(
    ("rate", "seeds", "expected"),
    [
        (0.5, (1, 2), [0, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 17]),
        (0.7, (5, 0), [0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 14, 17, 18, 19]),
        (1.0, (3, 3), list(range(20))),
    ],
)
def test_samples_have_the_elements_of_tensorflow(
    rate: float, seeds: tuple[int, int], expected: list[int]
) -> None:
    made = tf.raw_ops.SamplingDataset(
        input_dataset=Dataset.range(20)._variant_tensor,
        rate=rate,
        seed=seeds[0],
        seed2=seeds[1],
        **SCALARS,
    )
    assert elements(made) == expected


def test_a_dataset_is_written_as_records(tmp_path: Path) -> None:
    path = str(tmp_path / "records")
    words = Dataset.from_tensor_slices(["a", "bb"])._variant_tensor
    write = tf.raw_ops.DatasetToTFRecord
    write(input_dataset=words, filename=path, compression_type="")
    found = [x.numpy() for x in tf.data.TFRecordDataset(path)]
    assert found == [b"a", b"bb"]
    numbers = Dataset.range(2)._variant_tensor
    with pytest.raises(tf.errors.InvalidArgumentError, match="only supports DT_STRING"):
        write(input_dataset=numbers, filename=path, compression_type="")


# --- iterators that begin by themselves


def test_a_one_shot_iterator_begins_once_in_each_session() -> None:
    with tf.Graph().as_default() as graph:
        dataset = Dataset.range(3).map(lambda x: x * 2)
        number = tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()
        assert "OneShotIterator" in [op.type for op in graph.get_operations()]
        with tf.compat.v1.Session() as session:
            assert [int(session.run(number)) for _ in range(3)] == [0, 2, 4]
            with pytest.raises(tf.errors.OutOfRangeError):
                session.run(number)
        with tf.compat.v1.Session() as session:
            assert int(session.run(number)) == 0


def test_a_one_shot_iterator_in_a_function_goes_on_in_the_next_call() -> None:
    """Two functions have two iterators."""

    def make(start: int) -> Any:
        @tf.function
        def following() -> Any:
            dataset = Dataset.range(start, 99)
            return tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()

        return following

    first, second = make(3), make(50)
    assert [int(f()) for f in (first, first, second, first)] == [3, 4, 50, 5]


def test_a_one_shot_iterator_takes_no_placeholder_and_no_variable() -> None:
    make = tf.compat.v1.data.make_one_shot_iterator
    with tf.Graph().as_default():
        count = tf.compat.v1.placeholder(tf.int64)
        with pytest.raises(ValueError, match="Cannot capture a placeholder"):
            make(Dataset.range(count))
    with tf.Graph().as_default():
        variable = tf.compat.v1.Variable(3, dtype=tf.int64)
        with pytest.raises(ValueError, match="Cannot capture a stateful node"):
            make(Dataset.range(3).map(lambda x: x + variable))


# --- models


def test_the_model_of_a_pipeline_names_its_stages_as_tensorflow_does() -> None:
    dataset = Dataset.range(6).map(lambda x: x + 1, num_parallel_calls=2)
    dataset = dataset.filter(lambda x: x > 0).shuffle(3).batch(2).prefetch(1)
    model = tf.data.experimental.get_model_proto(iter(dataset))
    nodes = [model.nodes[number] for number in sorted(model.nodes)]
    assert [(n.name, n.node_class, n.ratio, list(n.inputs)) for n in nodes] == [
        ("Root", 3, 1.0, [2]),
        ("Prefetch", 4, 1.0, [3]),
        ("BatchV2", 3, 2.0, [4]),
        ("Shuffle", 3, 1.0, [5]),
        ("Filter", 5, 0.0, [6]),
        ("ParallelMapV2", 4, 1.0, [7]),
        ("Range", 3, 0.0, []),
    ]
    assert (model.output, model.id_counter) == (1, 8)
    with pytest.raises(ValueError, match="Only supports"):
        tf.data.experimental.get_model_proto(3)


def example(number: int) -> bytes:
    words, numbers = [b"x"] * (number % 3), list(range(number))
    lists = {
        "b": {"int64_list": tf.train.Int64List(value=[number])},
        "a": {"float_list": tf.train.FloatList(value=[number, number + 0.5])},
        "s": {"bytes_list": tf.train.BytesList(value=words)},
        "r": {"int64_list": tf.train.Int64List(value=numbers)},
    }
    features = {name: tf.train.Feature(**each) for name, each in lists.items()}
    message = tf.train.Example(features=tf.train.Features(feature=features))
    return bytes(message.SerializeToString())


@pytest.mark.parametrize("op", ["ParseExampleDataset", "ParseExampleDatasetV2"])
def test_examples_are_parsed_in_batches(op: str) -> None:
    serialized = Dataset.from_tensor_slices([example(number) for number in range(5)])
    kinds: dict[str, Any] = {
        "output_types": [tf.float32, tf.int64, tf.variant, tf.variant],
        "output_shapes": [[None, 2], [None], [], [3]],
    }
    variant = getattr(tf.raw_ops, op)(
        input_dataset=serialized.batch(2)._variant_tensor,
        num_parallel_calls=1,
        dense_defaults=[tf.constant([], tf.int64), tf.constant([], tf.float32)],
        sparse_keys=["s"],
        dense_keys=["b", "a"],
        sparse_types=[tf.string],
        dense_shapes=[[], [2]],
        ragged_keys=["r"],
        ragged_value_types=[tf.int64],
        ragged_split_types=[tf.int64],
        **kinds,
    )
    iterator = tf.raw_ops.AnonymousIteratorV3(**kinds)
    tf.raw_ops.MakeIterator(dataset=variant, iterator=iterator)
    found = []
    for _ in range(3):
        a, b, r, s = tf.raw_ops.IteratorGetNext(iterator=iterator, **kinds)
        splits, flat = tf.raw_ops.RaggedTensorFromVariant(
            encoded_ragged=r,
            input_ragged_rank=-1,
            output_ragged_rank=1,
            Tvalues=tf.int64,
            Tsplits=tf.int64,
        )
        places, words, shape = tf.raw_ops.DeserializeSparse(
            serialized_sparse=s, dtype=tf.string
        )
        parts = (a, b, splits[0], flat, places, words, shape)
        found.append([each.numpy().tolist() for each in parts])
    x = b"x"
    assert found == [
        [[[0, 0.5], [1, 1.5]], [0, 1], [0, 0, 1], [0], [[1, 0]], [x], [2, 1]],
        [
            [[2, 2.5], [3, 3.5]],
            [2, 3],
            [0, 2, 5],
            [0, 1, 0, 1, 2],
            [[0, 0], [0, 1]],
            [x, x],
            [2, 2],
        ],
        [[[4, 4.5]], [4], [0, 4], [0, 1, 2, 3], [[0, 0]], [x], [1, 1]],
    ]
    with pytest.raises(tf.errors.OutOfRangeError):
        tf.raw_ops.IteratorGetNext(iterator=iterator, **kinds)
