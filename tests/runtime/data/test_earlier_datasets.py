"""Datasets of TensorFlow 1: methods that make iterators, and datasets of their kind."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

v1 = tf.compat.v1
Dataset = v1.data.Dataset


def _all_of(iterator: Any) -> list[Any]:
    following = iterator.get_next()
    found = []
    with v1.Session() as session:
        if getattr(iterator, "_initializer", None) is not None:
            session.run(iterator.initializer)
        while True:
            try:
                found.append(session.run(following).tolist())
            except tf.errors.OutOfRangeError:
                return found


@pytest.mark.parametrize(
    "make", ["make_one_shot_iterator", "make_initializable_iterator"]
)
def test_methods_make_the_iterators_of_graphs(make: str) -> None:
    with tf.Graph().as_default():
        dataset = Dataset.range(5).filter(lambda x: x > 0).map(lambda x: x * 2)
        assert _all_of(getattr(dataset.batch(3), make)()) == [[2, 4, 6], [8]]


def test_each_method_that_makes_a_dataset_makes_one_of_version_1() -> None:
    """Of TensorFlow's methods none is forgotten; the text names the stage."""
    dataset = Dataset.range(4)
    made = {
        "batch": (2,),
        "bucket_by_sequence_length": (lambda x: 1, [2], [1, 1]),
        "cache": (),
        "concatenate": (dataset,),
        "enumerate": (),
        "filter": (lambda x: x > 1,),
        "filter_with_legacy_function": (lambda x: x > 1,),
        "flat_map": (Dataset.range,),
        "group_by_window": (lambda x: x, lambda k, d: d.batch(2), 2),
        "ignore_errors": (),
        "interleave": (Dataset.range,),
        "map": (lambda x: x,),
        "map_with_legacy_function": (lambda x: x,),
        "padded_batch": (2,),
        "prefetch": (1,),
        "ragged_batch": (2,),
        "rebatch": (2,),
        "rejection_resample": (lambda x: tf.cast(x % 2, tf.int32), [0.5, 0.5]),
        "repeat": (2,),
        "scan": (0, lambda s, x: (s, x)),
        "shard": (2, 0),
        "shuffle": (2,),
        "skip": (1,),
        "snapshot": ("unread",),
        "sparse_batch": (2, []),
        "take": (1,),
        "take_while": (lambda x: x < 2,),
        "unbatch": (),
        "unique": (),
        "window": (2,),
        "with_options": (tf.data.Options(),),
        "apply": (lambda d: d.take(1),),
    }
    others = {"options", "reduce", "save", "as_numpy_iterator", "cardinality"}
    others |= {"fingerprint", "get_single_element", "made", "staged", "with_components"}
    others |= {"components", "component_names", "component_kind", "spec_of_components"}
    others |= {"make_one_shot_iterator", "make_initializable_iterator"}
    for name in dir(Dataset):
        member = inspect.getattr_static(Dataset, name)
        if name.startswith("_") or isinstance(member, (staticmethod, property)):
            continue
        if name not in others:
            source = dataset.batch(1) if name in ("rebatch", "unbatch") else dataset
            found = getattr(source, name)(*made[name])
            assert isinstance(found, Dataset), name
            assert isinstance(found, tf.data.Dataset), name
    assert repr(dataset.batch(2)).startswith("<_BatchDataset element_spec=")


def test_sources_make_datasets_of_version_1(tmp_path: Path) -> None:
    rows = Dataset.range(3)
    for found in (
        Dataset.from_tensors(1),
        Dataset.from_tensor_slices([1]),
        Dataset.from_generator(lambda: [1], tf.int32),
        Dataset.random(1),
        Dataset.counter(),
        Dataset.zip((rows, rows)),
        Dataset.sample_from_datasets([rows, rows]),
        v1.data.experimental.choose_from_datasets([rows, rows], rows),
        v1.data.experimental.Counter(),
        v1.data.experimental.RandomDataset(1),
    ):
        assert isinstance(found, Dataset)
    assert not isinstance(tf.data.Dataset.range(2), Dataset)
    with pytest.raises(TypeError, match="abstract"):
        Dataset()


def test_readers_of_version_1_have_their_own_class(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    path.write_text("1,2\n3,4\n")
    data = v1.data
    lines = data.TextLineDataset(str(path))
    assert type(lines) is data.TextLineDataset
    assert repr(lines).startswith("<TextLineDatasetV2 ")
    assert lines.output_types is tf.string
    assert [x.numpy() for x in lines.make_one_shot_iterator()] == [b"1,2", b"3,4"]
    fixed = data.FixedLengthRecordDataset(str(path), 4, num_parallel_reads=1)
    assert list(fixed.as_numpy_iterator()) == [b"1,2\n", b"3,4\n"]
    columns = data.experimental.CsvDataset(str(path), [tf.int32], select_cols=[1])
    assert [int(row[0]) for row in columns] == [2, 4]
    with tf.io.TFRecordWriter(str(path)) as writer:
        writer.write(b"a")
    records = data.TFRecordDataset([str(path)])
    assert list(records.as_numpy_iterator()) == [b"a"]
    assert isinstance(records.map(lambda x: x), Dataset)


def test_parts_of_specs() -> None:
    dataset = Dataset.from_tensors({"a": [1, 2], "b": tf.sparse.from_dense([1.0])})
    assert dataset.output_types == {"a": tf.int32, "b": tf.float32}
    assert dataset.output_shapes == {"a": [2], "b": [1]}
    assert dataset.output_classes == {"a": tf.Tensor, "b": tf.SparseTensor}
    older = v1.data.experimental
    assert older.TensorStructure(tf.int32, [2]) == tf.TensorSpec([2], tf.int32)
    assert older.SparseTensorStructure(tf.int32, [2]) == tf.SparseTensorSpec(
        [2], tf.int32
    )
    assert older.RaggedTensorStructure(tf.int32, [2, None], 1) == tf.RaggedTensorSpec(
        [2, None], tf.int32, 1
    )
    assert older.TensorArrayStructure(tf.int32, [2], True, False) == tf.TensorArraySpec(
        [2], tf.int32, True, False
    )
    assert older.DatasetStructure is tf.data.DatasetSpec
    assert older.OptionalStructure is tf.OptionalSpec
    assert isinstance(tf.TensorSpec([]), older.Structure)


def test_rows_of_a_sparse_tensor() -> None:
    rows = tf.sparse.from_dense([[[0, 1], [2, 0]], [[0, 0], [0, 0]]])
    dataset = Dataset.from_sparse_tensor_slices(rows)
    found = [[x.tolist() for x in row] for row in dataset.as_numpy_iterator()]
    assert found == [[[[0, 1], [1, 0]], [1, 2], [2, 2]], [[], [], [2, 2]]]
    assert dataset.element_spec == (
        tf.TensorSpec([None, 2], tf.int64),
        tf.TensorSpec([None], tf.int32),
        tf.TensorSpec([2], tf.int64),
    )
    with pytest.raises(TypeError, match="sparse_tensor"):
        Dataset.from_sparse_tensor_slices([[1]])


def test_batches_of_a_function() -> None:
    batched = v1.data.experimental.map_and_batch_with_legacy_function(lambda x: -x, 2)
    found = [x.tolist() for x in Dataset.range(3).apply(batched).as_numpy_iterator()]
    assert found == [[0, -1], [-2]]


def test_an_initializable_iterator_is_for_graphs() -> None:
    with pytest.raises(RuntimeError, match="not supported in eager mode"):
        Dataset.range(2).make_initializable_iterator()


def test_functions_take_datasets_of_version_1() -> None:
    @tf.function
    def total(dataset: Any) -> Any:
        found = tf.constant(0, tf.int64)
        for x in dataset:
            found += x
        return found

    assert int(total(Dataset.range(4))) == 6
    assert int(total(tf.data.Dataset.range(3))) == 3
    assert total.experimental_get_tracing_count() == 1
