"""Loops over datasets and iterators in graphs."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import runtime as tf

Dataset = tf.data.Dataset


def ops_of(function: Any, *args: Any) -> list[str]:
    graph_def = function.get_concrete_function(*args).graph.as_graph_def()
    return [node.op for node in graph_def.node]


@tf.function
def train(dataset: Any) -> Any:
    loss = tf.constant(0)
    for x, y in dataset:
        loss += tf.abs(y - x)
    return loss


def test_loop_over_a_generator_has_six_nodes() -> None:
    """However much data there is: the loop of seed 001."""
    for data in ([(1, 1), (5, 2)], [(1, 1)] * 10):
        dataset = Dataset.from_generator(lambda data=data: data, (tf.int32, tf.int32))
        assert ops_of(train, dataset) == [
            "Placeholder",
            "Const",
            "ScanDataset",
            "ReduceDataset",
            "Identity",
            "NoOp",
        ]
        assert int(train(dataset)) == sum(abs(y - x) for x, y in data)


@tf.function
def until_large(dataset: Any) -> Any:
    total = tf.constant(0, tf.int64)
    for x in dataset:
        if x > 5:
            break
        if x % 2 == 0:
            continue
        total += x
    return total


def test_break_and_continue() -> None:
    """They become a test of a TakeWhileDataset, and a choice in the scan."""
    assert int(until_large(Dataset.range(10))) == 9
    assert "TakeWhileDataset" in ops_of(until_large, Dataset.range(10))


@tf.function
def first_large(dataset: Any) -> Any:
    for x in dataset:
        if x > 5:
            return x
    return tf.constant(-1, tf.int64)


def test_return_from_a_loop_and_no_trace_for_each_dataset() -> None:
    """Datasets of one spec share a trace, whatever they are made of."""
    assert int(first_large(Dataset.range(10))) == 6
    assert int(first_large(Dataset.range(3).shuffle(2))) == -1
    assert first_large.experimental_get_tracing_count() == 1


@tf.function
def numbered(first: Any, second: Any) -> Any:
    total = tf.constant(0, tf.int64)
    for i, x in enumerate(first):
        for y in Dataset.range(x):
            total += y * i
    for x, y in zip(first, second):
        total += x * y
    return total


def test_enumerate_zip_and_nested_loops() -> None:
    """Python's functions make datasets of datasets."""
    expected = sum(y * i for i, x in enumerate(range(6)) for y in range(x))
    expected += sum(x * x for x in range(4))
    assert int(numbered(Dataset.range(6), Dataset.range(4))) == expected


@tf.function
def stacked(dataset: Any) -> Any:
    array = tf.TensorArray(tf.int64, size=0, dynamic_size=True)
    i = 0
    for x in dataset:
        array = array.write(i, x * 2)
        i += 1  # noqa: SIM113 - a variable of the loop
    return array.stack()


@tf.function
def joined(dataset: Any) -> Any:
    found = tf.zeros([0])
    for x in dataset:
        found = tf.concat([found, [tf.cast(x, tf.float32)]], 0)
    return found


def test_arrays_and_growing_tensors_are_carried() -> None:
    """A shape that grows becomes unknown by itself, as in TensorFlow."""
    assert stacked(Dataset.range(4)).numpy().tolist() == [0, 2, 4, 6]
    assert joined(Dataset.range(3)).numpy().tolist() == [0.0, 1.0, 2.0]


counter = tf.Variable(0, dtype=tf.int64)


@tf.function
def count(dataset: Any) -> Any:
    for x in dataset:
        counter.assign_add(x)
    return counter.read_value()


def test_variables_change_in_loops() -> None:
    """Effects happen once for each element."""
    counter.assign(0)
    assert int(count(Dataset.range(5))) == 10


@tf.function
def derivative(dataset: Any) -> Any:
    total = tf.constant(0.0)
    for x in dataset:
        with tf.GradientTape() as tape:
            y = tf.cast(x, tf.float32)
            tape.watch(y)
            z = y * y
        total += tape.gradient(z, y)
    return total


def test_tapes_in_loops() -> None:
    """A step of training within the loop: seed 000."""
    assert float(derivative(Dataset.range(4))) == 12.0


@tf.function
def changing(dataset: Any) -> Any:
    state = tf.constant(0)
    for _ in dataset:
        state = tf.cast(state, tf.float32) + 1.0
    return state


def test_a_dtype_that_changes_is_refused() -> None:
    """With the variable's name."""
    with pytest.raises(TypeError, match="'state' has dtype int32 before the loop"):
        changing(Dataset.range(3))


@tf.function
def following(iterator: Any) -> Any:
    return next(iterator)


@tf.function
def following_or_none(iterator: Any) -> Any:
    found = iterator.get_next_as_optional()
    if found.has_value():
        return found.get_value()
    return tf.constant(-1, tf.int64)


@tf.function
def rest(iterator: Any) -> Any:
    total = tf.constant(0, tf.int64)
    for x in iterator:
        total += x
        if x > 3:
            break
    return total


def test_iterators_go_on_in_graphs() -> None:
    """The position is that of the eager iterator: seed 001."""
    iterator = iter(Dataset.range(9))
    assert [int(following(iterator)), int(next(iterator))] == [0, 1]
    assert int(rest(iterator)) == 2 + 3 + 4
    assert int(following_or_none(iterator)) == 5
    assert int(rest(iterator)) == 6
    assert [int(following_or_none(iterator)) for _ in range(3)] == [7, 8, -1]
    with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
        following(iterator)
    assert following_or_none.experimental_get_tracing_count() == 1


@tf.function
def made_inside(n: Any) -> Any:
    return Dataset.range(n).map(lambda x: x * n).batch(2)


def test_datasets_are_results_of_functions() -> None:
    """With symbolic tensors that functions of the pipeline captured."""
    found = made_inside(tf.constant(3, tf.int64))
    assert [x.numpy().tolist() for x in found] == [[0, 3], [6]]


@tf.function(input_signature=[tf.data.DatasetSpec(tf.TensorSpec([], tf.int64))])
def total_of(dataset: Any) -> Any:
    return dataset.reduce(np.int64(0), lambda a, b: a + b)


def test_specs_stand_for_datasets() -> None:
    """A signature takes every dataset of the spec."""
    assert int(total_of(Dataset.range(4).batch(2).unbatch())) == 6


def test_a_graph_with_a_pipeline_is_read_back_and_run() -> None:
    """Its functions come along in the library."""
    concrete = made_total.get_concrete_function()
    graph_def = concrete.graph.as_graph_def()
    assert {"MapDataset", "BatchDatasetV2", "ReduceDataset"} <= {
        node.op for node in graph_def.node
    }
    name = concrete.outputs[0].name
    (found,) = tf.run_graph(graph_def, {}, [name])
    assert int(found) == sum(range(1, 11))


@tf.function
def made_total() -> Any:
    dataset = Dataset.range(10).map(lambda x: x + 1).batch(2)
    start = tf.constant(0, tf.int64)
    return dataset.reduce(start, lambda s, v: s + tf.reduce_sum(v))


def _rows(dataset: Any) -> Any:
    rows = tf.TensorArray(dataset.element_spec.dtype, 0, dynamic_size=True)
    for row in dataset:
        rows = rows.write(rows.size(), row[0])
    return rows.stack()


@pytest.mark.parametrize("is_captured", [False, True])
def test_epochs_in_functions_go_on_with_the_order_of_a_shuffle(
    is_captured: bool,
) -> None:
    """A pass rewrites the pipeline of each loop; TensorFlow's orders."""
    shuffled = tf.data.Dataset.range(40).map(lambda i: i).shuffle(10, seed=3).batch(5)
    epoch = tf.function(_rows)
    if is_captured:
        captured = shuffled
        epoch = tf.function(lambda _: _rows(captured))
    found = [[int(row[0]) for row in shuffled]]
    found += [epoch(shuffled).numpy().tolist() for _ in range(2)]
    found += [[int(row[0]) for row in shuffled]]
    assert found == [
        [4, 13, 2, 21, 16, 34, 28, 19],
        [8, 9, 11, 7, 3, 22, 35, 39],
        [8, 2, 19, 3, 21, 23, 25, 34],
        [0, 13, 3, 20, 21, 23, 25, 39],
    ]


def test_epochs_in_functions_share_what_is_kept_in_memory() -> None:
    numbers = itertools.count()
    counted = tf.data.Dataset.from_generator(
        lambda: [next(numbers)] * 2, output_signature=tf.TensorSpec([], tf.int64)
    )
    kept = counted.map(lambda x: x + 1).batch(1).cache()
    epoch = tf.function(_rows)
    epochs = [epoch(kept).numpy().tolist() for _ in range(2)]
    assert epochs == [[1, 1], [1, 1]]
    assert [int(row[0]) for row in kept] == [1, 1]
