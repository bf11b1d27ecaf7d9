"""Iterators: states that are saved, errors, threads, caches."""

from __future__ import annotations

import gc
import logging
import threading
import time
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.data.stages.stage import IterationSettings

Dataset = tf.data.Dataset
WORDS = np.array(["a", "bb", "", "dd", "e"])


def elements(dataset: Any) -> list[Any]:
    return [np.asarray(x).tolist() for x in dataset.as_numpy_iterator()]


PIPELINES = {
    "shuffle": lambda: Dataset.range(20).shuffle(6, seed=2).batch(3),
    "repeat": lambda: Dataset.range(4).shuffle(3, seed=1).repeat(3),
    "gathered": lambda: Dataset.from_tensor_slices(np.arange(9)).shuffle(4, 1).batch(2),
    "interleave": lambda: Dataset.range(5).interleave(
        lambda x: Dataset.range(x), cycle_length=2, block_length=2
    ),
    "flat_map": lambda: Dataset.range(5).flat_map(lambda x: Dataset.range(x)),
    "map": lambda: Dataset.range(7).map(lambda x: x * 2, num_parallel_calls=2),
    "prefetch": lambda: Dataset.range(7).prefetch(3).skip(1).take(5),
    "words": lambda: (
        Dataset.from_tensor_slices(WORDS)
        .cache()
        .concatenate(Dataset.from_tensor_slices(WORDS))
    ),
    "zip": lambda: Dataset.zip((Dataset.range(6).shard(2, 1), Dataset.random(3))).map(
        lambda x, y: x + y
    ),
    "unbatch": lambda: (
        Dataset.range(9).batch(4).unbatch().window(2).flat_map(lambda w: w.batch(2))
    ),
    "groups": lambda: Dataset.range(9).group_by_window(
        lambda x: x % 2, lambda k, d: d.batch(2), window_size=3
    ),
    "scan": lambda: Dataset.range(6).scan(np.int64(0), lambda s, x: (s + x, s)),
    "unique": lambda: Dataset.range(9).map(lambda x: x % 4).unique(),
    "sample": lambda: Dataset.sample_from_datasets(
        [Dataset.range(5), Dataset.range(10, 15)], seed=3
    ),
}


@pytest.mark.parametrize("name", PIPELINES)
@pytest.mark.parametrize("read", [0, 1, 3, 4])
def test_a_restored_iterator_goes_on_at_its_place(name: str, read: int) -> None:
    """After a restart the next element is the right one."""
    expected = elements(PIPELINES[name]())
    first = iter(PIPELINES[name]())
    for _ in range(min(read, len(expected))):
        next(first)
    state = first._serialize_to_tensors()
    again = iter(PIPELINES[name]())
    again._restore_from_tensors(state)
    assert [np.asarray(x.numpy()).tolist() for x in again] == expected[read:]


def test_a_variable_in_an_open_state_is_refused() -> None:
    """A state that holds what only this process has cannot be bytes."""
    added = tf.Variable(1, dtype=tf.int64)
    nested = Dataset.range(3).map(lambda _: Dataset.range(4).map(lambda x: x + added))
    iterator = iter(nested.interleave(lambda w: w, cycle_length=2))
    next(iterator)
    with pytest.raises(tf.errors.UnimplementedError, match="holds <MapDataset>"):
        iterator._serialize_to_tensors()


def test_an_error_names_stage_element_and_line() -> None:
    """The line is the user's."""
    dataset = Dataset.range(5).map(lambda x: 10 // (x - 2)).batch(2)
    iterator = iter(dataset)
    next(iterator)
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        next(iterator)
    text = str(caught.value)
    assert "Integer division by zero" in text
    assert "in stage MapDataset, element 2" in text
    assert Path(__file__).name in text


def test_a_generator_keeps_its_own_error() -> None:
    """Class and traceback."""

    def broken() -> Any:
        yield 1
        raise KeyError("lost")

    dataset = Dataset.from_generator(broken, tf.int32)
    iterator = iter(dataset)
    next(iterator)
    with pytest.raises(KeyError, match="lost") as caught:
        next(iterator)
    assert caught.traceback[-1].name == "broken"


def test_what_a_generator_yields_is_checked() -> None:
    """Against the spec."""
    wrong = Dataset.from_generator(lambda: [1, "a"], output_types=tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="did not match"):
        list(wrong)
    spec = tf.TensorSpec([2], tf.int32)
    wrong = Dataset.from_generator(lambda: [1], output_signature=spec)
    with pytest.raises(tf.errors.InvalidArgumentError, match="of shape"):
        list(wrong)


def test_a_cut_record_file_loses_nothing_before_the_cut(tmp_path: Path) -> None:
    """What is behind is DataLossError."""
    path = tmp_path / "records"
    with tf.io.TFRecordWriter(str(path)) as writer:
        for each in (b"one", b"two", b"three"):
            writer.write(each)
    path.write_bytes(path.read_bytes()[:-3])
    iterator = iter(tf.data.TFRecordDataset(str(path)))
    assert [next(iterator).numpy(), next(iterator).numpy()] == [b"one", b"two"]
    with pytest.raises(tf.errors.DataLossError, match="truncated record"):
        next(iterator)
    with pytest.raises(tf.errors.NotFoundError):
        list(tf.data.TFRecordDataset(str(tmp_path / "none")))


def test_a_cache_that_was_read_in_part_is_told(caplog: Any) -> None:
    """As TensorFlow warns: seed 000."""
    dataset = Dataset.range(5).cache().take(2)
    with caplog.at_level(logging.WARNING, logger="tensorflow"):
        assert elements(dataset) == [0, 1]
        gc.collect()
    assert "dataset.take(k).cache().repeat()" in caplog.text


def test_a_cache_file_is_complete_or_not_there(tmp_path: Path) -> None:
    """What was not read to its end is made anew."""
    calls: list[int] = []

    def numbers() -> Any:
        calls.append(1)
        yield from range(3)

    name = str(tmp_path / "kept")
    dataset = Dataset.from_generator(numbers, tf.int32).cache(name)
    partly = iter(dataset)
    next(partly)
    del partly
    gc.collect()
    assert list(tmp_path.iterdir()) == []
    assert elements(dataset) == elements(dataset) == [0, 1, 2]
    assert len(calls) == 2


def test_saved_elements_are_loaded(tmp_path: Path) -> None:
    """Structures, strings, and a compression."""
    dataset = Dataset.from_tensor_slices({"a": [1, 2], "b": ["x", "y"]})
    dataset.save(str(tmp_path / "saved"), compression="GZIP")
    found = Dataset.load(str(tmp_path / "saved"), compression="GZIP")
    assert found.element_spec == dataset.element_spec
    assert [(int(x["a"]), x["b"].numpy()) for x in found] == [(1, b"x"), (2, b"y")]
    with pytest.raises(tf.errors.NotFoundError):
        Dataset.load(str(tmp_path / "none"))


def test_calls_that_wait_run_in_parallel_and_in_order() -> None:
    """Threads work where a call takes long enough; they end with the iterator."""

    inside, most, lock = 0, 0, threading.Lock()

    def slow(x: Any) -> Any:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.01)
        with lock:
            inside -= 1
        return x

    def call(x: Any) -> Any:
        return tf.numpy_function(slow, [x], tf.int64)

    dataset = Dataset.range(24).map(call, num_parallel_calls=4).prefetch(2)
    assert elements(dataset) == list(range(24))
    assert 1 < most <= 4
    gc.collect()
    deadline = time.perf_counter() + 60
    while any(t.name.startswith("tf_data") for t in threading.enumerate()):
        assert time.perf_counter() < deadline
        time.sleep(0.01)


def test_options_are_kept_and_written_as_tensorflow_does() -> None:
    """The message of an OptionsDataset."""
    options = tf.data.Options()
    options.deterministic = False
    options.threading.private_threadpool_size = 3
    dataset = Dataset.range(3).with_options(options).map(lambda x: x)
    assert dataset.options() == options
    assert options.serialized() == b"\x08\x00\x12\x00\x1a\x00*\x02\x10\x03:\x00b\x00"
    with pytest.raises(AttributeError, match="Cannot set the property"):
        options.unknown = 1
    with pytest.raises(TypeError, match="must be of type"):
        options.deterministic = 3


def test_slices_are_not_copied() -> None:
    """Rows of an array are views of it."""
    array = np.zeros((3, 1000))
    row = next(iter(Dataset.from_tensor_slices(array)))
    assert np.shares_memory(np.asarray(row), array)


# --- checkpoints, damage, and iterators that are dropped


def test_an_iterator_in_a_checkpoint_goes_on_with_later_epochs(tmp_path: Path) -> None:
    """Also in the process that read on, whose shuffle begins other epochs by then."""
    dataset = Dataset.range(30).shuffle(7, seed=1).repeat(2)
    iterator = iter(dataset)
    for _ in range(5):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "kept"))
    rest = [int(x) for x in iterator]
    again = iter(dataset)
    tf.train.Checkpoint(iterator=again).restore(path)
    assert [int(x) for x in again] == rest


def test_a_damaged_record_names_file_and_offset(tmp_path: Path) -> None:
    file = tmp_path / "records"
    with tf.io.TFRecordWriter(str(file)) as writer:
        for _ in range(5):
            writer.write(b"x" * 10)
    data = bytearray(file.read_bytes())
    data[2 * 26 + 14] ^= 1
    file.write_bytes(data)
    iterator = iter(tf.data.TFRecordDataset(str(file)))
    assert [next(iterator).numpy() for _ in range(2)] == [b"x" * 10] * 2
    with pytest.raises(tf.errors.DataLossError, match=r"record at 64, in '.*records'"):
        next(iterator)


def test_iterators_that_are_dropped_leave_no_thread() -> None:
    def wait(x: Any) -> Any:
        time.sleep(0.001)
        return x

    def slow(x: Any) -> Any:
        return tf.py_function(wait, [x], tf.int64)

    dataset = Dataset.range(100).map(slow, num_parallel_calls=2).prefetch(2)
    before = threading.active_count()
    for _ in range(5):
        iterator = iter(dataset)
        for _ in range(4):
            next(iterator)
        del iterator
    gc.collect()
    for _ in range(3000):
        if threading.active_count() <= before:
            break
        time.sleep(0.02)
    assert threading.active_count() <= before


@pytest.mark.parametrize("count", [3, 7, 100])
def test_elements_drawn_for_batches_are_those_drawn_alone(count: int) -> None:
    values = np.arange(23)
    one = [int(x) for x in Dataset.range(23).shuffle(7, seed=5)]
    batched = Dataset.from_tensor_slices(values).shuffle(7, seed=5).batch(count)
    assert [int(x) for batch in batched for x in batch] == one


def test_iterators_of_a_generator_compile_nothing_anew() -> None:
    """Each iterator calls the generator function; what makes the dataset is shared."""
    spec = tf.TensorSpec([], tf.int64)
    generated = Dataset.from_generator(lambda: iter(range(3)), output_signature=spec)
    stage = generated._variant_tensor._array
    assert stage.function.has_effect
    runs = [stage.function.instance(IterationSettings()) for _ in range(2)]
    assert runs[0] is runs[1]
    noise = Dataset.range(3).map(lambda x: tf.random.uniform([], seed=1))
    mapped = noise._variant_tensor._array.function
    runs = [mapped.instance(IterationSettings()) for _ in range(2)]
    assert runs[0] is not runs[1]


def test_iterators_that_are_dropped_leave_no_byte() -> None:
    spec = tf.TensorSpec([], tf.int64)
    generated = Dataset.from_generator(lambda: iter(range(3)), output_signature=spec)

    def read(count: int) -> None:
        for _ in range(count):
            next(iter(generated))
        gc.collect()

    read(50)
    tracemalloc.start()
    try:
        read(50)
        before, _ = tracemalloc.get_traced_memory()
        read(1000)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 20_000  # 20 bytes each
