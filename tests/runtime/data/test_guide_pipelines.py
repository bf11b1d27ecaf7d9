"""Pipelines of TensorFlow's guides, as they are shown there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.data.functions.debug_mode import DebugMode
from runtime.tensors.tensor import EagerTensor

Dataset = tf.data.Dataset


def images_and_labels(count: int) -> Any:
    images = np.arange(count * 4, dtype=np.uint8).reshape(count, 2, 2, 1)
    return Dataset.from_tensor_slices((images, np.arange(count) % 10))


def scale(image: Any, label: Any) -> Any:
    image = tf.cast(image, tf.float32)
    image /= 255
    return image, label


def test_scaled_shuffled_batched_and_cut() -> None:
    """The data of the guide on TensorFlow 2, then its first batch."""
    train_data = images_and_labels(40).map(scale).shuffle(10).batch(8).take(3)
    image_batch, label_batch = next(iter(train_data))
    assert image_batch.shape == (8, 2, 2, 1)
    assert image_batch.dtype == tf.float32
    numbers = np.rint(image_batch.numpy()[:, 0, 0, 0] * 255 / 4).astype(int)
    assert (numbers % 10 == label_batch.numpy()).all()
    assert max(numbers) < 18
    assert len(list(train_data)) == 3
    assert float(tf.reduce_max(image_batch)) <= 1


def test_a_loop_over_data_trains_within_one_function() -> None:
    """With a tape and variables, as the guide trains its model."""
    w, b = tf.Variable(0.0), tf.Variable(0.0)

    @tf.function
    def train(dataset: Any) -> None:
        for x, y in dataset:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((w * x + b - y) ** 2)
            for variable, gradient in zip((w, b), tape.gradient(loss, (w, b))):
                variable.assign_sub(0.1 * gradient)

    x = np.linspace(-1, 1, 64, dtype=np.float32)
    train(Dataset.from_tensor_slices((x, 3 * x + 2)).shuffle(64).batch(8).repeat(40))
    np.testing.assert_allclose([w.numpy(), b.numpy()], [3, 2], atol=1e-3)
    assert train.experimental_get_tracing_count() == 1


def test_debug_mode_runs_functions_as_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call is Python's own, on values; the first one only tells the spec."""
    monkeypatch.setattr(DebugMode, "enabled", False)
    tf.data.experimental.enable_debug_mode()
    seen: list[Any] = []

    def double(x: Any) -> Any:
        seen.append(int(x) if isinstance(x, EagerTensor) else None)
        return x * 2

    assert [int(x) for x in Dataset.range(3).map(double)] == [0, 2, 4]
    assert seen == [None, 0, 1, 2]


def test_a_generator_is_a_dataset_with_the_text_that_is_shown() -> None:
    """`from_generator`: the older arguments leave shapes unknown."""
    dataset = Dataset.from_generator(lambda: [(1, 1)] * 3, (tf.int32, tf.int32))
    part = "TensorSpec(shape=<unknown>, dtype=tf.int32, name=None)"
    assert repr(dataset) == f"<_FlatMapDataset element_spec=({part}, {part})>"
    assert [(int(x), int(y)) for x, y in dataset] == [(1, 1)] * 3


def test_data_from_tensors_is_one_constant() -> None:
    """All of it stands in the graph, as the guide warns."""
    found: Any = Dataset.from_tensors([[1, 2], [3, 4]])

    @tf.function
    def total() -> Any:
        return found.reduce(0, lambda state, x: state + tf.reduce_sum(x))

    assert int(total()) == 10


def test_records_and_columns_are_read_from_files(tmp_path: Path) -> None:
    """`TFRecordDataset` and `CsvDataset`, looped over in a function."""
    records, table = str(tmp_path / "a.tfrecord"), tmp_path / "a.csv"
    with tf.io.TFRecordWriter(records) as writer:
        for text in (b"one", b"three"):
            writer.write(text)
    table.write_text("a,b\n1,2.5\n3,4.5\n")

    @tf.function
    def lengths(dataset: Any) -> Any:
        total = 0
        for text in dataset:
            total += tf.strings.length(text)
        return total

    @tf.function
    def sums(dataset: Any) -> Any:
        total = 0.0
        for a, b in dataset:
            total += tf.cast(a, tf.float32) * b
        return total

    assert int(lengths(tf.data.TFRecordDataset(records))) == 8
    columns = tf.data.experimental.CsvDataset(
        str(table), [tf.int32, tf.float32], header=True
    )
    assert float(sums(columns)) == 16.0


def test_an_iterator_goes_on_from_call_to_call(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """That of a dataset, in a function that asks it for the next element."""

    @tf.function
    def consume_next(iterator: Any) -> None:
        tf.print("Value:", next(iterator))

    iterator = iter(Dataset.from_tensor_slices([1, 2, 3]))
    for _ in range(3):
        consume_next(iterator)
    assert capfd.readouterr().err == "Value: 1\nValue: 2\nValue: 3\n"


def test_batches_are_numbered_by_enumerate() -> None:
    """Python's own, with parts of elements on the left side, epoch after epoch."""
    images = tf.cast(np.arange(8.0).reshape(4, 2, 1)[..., tf.newaxis] / 255, tf.float32)
    labels = tf.cast(np.arange(4), tf.int64)
    dataset = Dataset.from_tensor_slices((images, labels)).shuffle(1000).batch(3)
    for _ in range(2):
        shapes = []
        for batch, (inputs, targets) in enumerate(dataset):
            shapes.append((batch, tuple(inputs.shape), len(targets)))
        assert shapes == [(0, (3, 2, 1, 1), 3), (1, (1, 2, 1, 1), 1)]
    assert len(list(dataset.take(1))) == 1
