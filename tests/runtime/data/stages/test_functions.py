"""Functions of stages: compiled once, with state where they have some."""

from __future__ import annotations

from typing import Any

import numpy as np

import runtime as tf
from runtime.data.functions.staged_function import StagedFunction
from runtime.data.stages.functions import StageFunction, failure
from runtime.data.stages.stage import IterationSettings

SCALAR = tf.TensorSpec([], tf.int64)


def stage_function(function: Any) -> StageFunction:
    staged = StagedFunction(function, "test", [SCALAR])
    return StageFunction(staged.attribute(), [each._array for each in staged.captured])


def test_components_go_in_and_a_tuple_of_components_comes_out() -> None:
    found = stage_function(lambda x: (x + 7, x * 2))
    assert found.captured == ()
    assert [int(each) for each in found.instance(IterationSettings())(np.int64(1))] == [
        8,
        2,
    ]
    assert not found.has_effect


def test_an_instance_belongs_to_one_iterator() -> None:
    draw = stage_function(lambda x: tf.random.uniform([], 0, 2**20, tf.int32, seed=3))
    assert draw.has_effect
    settings = IterationSettings()
    run = draw.instance(settings)
    assert draw.instance(settings) is run
    first = [int(run(np.int64(0))[0]) for _ in range(3)]
    again = draw.instance(IterationSettings())
    assert [int(again(np.int64(0))[0]) for _ in range(3)] == first
    assert len(set(first)) == 3


def test_an_error_names_stage_and_element_once() -> None:
    error = tf.errors.InvalidArgumentError(None, None, "bad")
    told = failure(error, "MapDataset", 2)
    assert type(told) is tf.errors.InvalidArgumentError
    assert told.message == "bad\n  in stage MapDataset, element 2"
    assert failure(told, "MapDataset", 2) is told
    plain = KeyError("x")
    assert failure(plain, "MapDataset", 0) is plain


def test_captured_tensors_follow_the_components() -> None:
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)
    table.insert(tf.constant(1, tf.int64), tf.constant(5, tf.int64))
    found = stage_function(table.lookup)
    assert len(found.captured) >= 1
    run = found.instance(IterationSettings())
    assert [int(run(np.int64(key))[0]) for key in (1, 2)] == [5, -1]
