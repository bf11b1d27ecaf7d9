"""Functions of stages: compiled once, with state where they have some."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.data.functions.staged_function import StagedFunction
from runtime.data.stages.functions import (
    _BY_CONTENT,
    KEPT,
    LARGEST,
    StageFunction,
    _compiled,
    failure,
)
from runtime.data.stages.stage import IterationSettings
from runtime.devices.config import SETTINGS

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


def program_of(function: Any) -> Any:
    staged = stage_function(function)
    staged.instance(IterationSettings())
    return _compiled(staged.body)[0]


def test_equal_functions_of_pipelines_made_anew_share_their_program() -> None:
    def times(factor: int) -> Any:
        return lambda x: x * factor + 1

    same = [program_of(times(factor)) for factor in (2, 2, 3)]
    assert same[0] is same[1]
    assert same[0] is not same[2]
    assert [int(each.run(np.int64(5))[0]) for each in same] == [11, 11, 16]
    # another line: its errors name it
    assert program_of(lambda x: x * 2 + 1) is not same[0]


def test_functions_are_equal_under_equal_settings_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    for options in ({}, {"constant_folding": False}, {}):
        monkeypatch.setattr(SETTINGS, "optimizer_options", options)
        found.append(program_of(lambda x: x * 5))
    assert found[0] is found[2]
    assert found[0] is not found[1]


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x + tf.random.uniform([], 0, 9, tf.int64, seed=1),
        lambda x: tf.numpy_function(lambda y: y + 1, [x], tf.int64),
        lambda x: x + tf.reduce_sum(tf.constant(np.arange(LARGEST, dtype=np.int64))),
        lambda x: tf.while_loop(lambda y: y < 9, lambda y: y + 1, [x])[0],
    ],
    ids=["state", "Python", "a large constant", "functions"],
)
def test_programs_of_other_functions_are_their_own(function: Any) -> None:
    assert program_of(function) is not program_of(function)


def test_few_programs_are_kept() -> None:
    for number in range(KEPT + 5):
        program_of(lambda x, number=number: x - number)
        assert len(_BY_CONTENT) <= KEPT


def test_captured_tensors_follow_the_components() -> None:
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)
    table.insert(tf.constant(1, tf.int64), tf.constant(5, tf.int64))
    found = stage_function(table.lookup)
    assert len(found.captured) >= 1
    run = found.instance(IterationSettings())
    assert [int(run(np.int64(key))[0]) for key in (1, 2)] == [5, -1]
