"""Pipelines as graphs, and graphs as pipelines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.wire import messages
from runtime.data.stages.pipeline_graphs import (
    graph_of_message,
    pipeline_graph,
    serialized,
    stage_of_message,
)
from runtime.data.stages.stage import IterationSettings

D = tf.data.Dataset


def stage_of(dataset: Any) -> Any:
    return dataset._variant_tensor._array


def elements(stage: Any) -> list[Any]:
    return [np.asarray(each).tolist() for (each,) in stage.iterate(IterationSettings())]


def test_a_dataset_that_two_read_is_one_node() -> None:
    source = D.range(3)
    whole = pipeline_graph(stage_of(source.concatenate(source)))
    assert [node.op for node in whole.graph].count("RangeDataset") == 1
    assert elements(whole.stage()) == [0, 1, 2, 0, 1, 2]


def test_large_arrays_are_inputs_unless_the_graph_is_whole() -> None:
    stage = stage_of(D.from_tensor_slices(np.arange(100)))
    small = pipeline_graph(stage)
    assert [each.size for each in small.values] == [100]
    assert pipeline_graph(stage, is_whole=True).values == []
    assert elements(small.stage()) == list(range(100))


def test_a_message_is_a_pipeline_again() -> None:
    offset = tf.constant(5, tf.int64)
    data = serialized(stage_of(D.range(4).map(lambda x: x + offset).batch(3)))
    assert elements(stage_of_message(data, {})) == [[5, 6, 7], [8]]


def test_what_lives_in_this_process_is_not_written() -> None:
    variable = tf.Variable(1, dtype=tf.int64)
    with pytest.raises(tf.errors.FailedPreconditionError, match="of this process"):
        serialized(stage_of(D.range(2).map(lambda x: x + variable)))


def test_bytes_that_are_no_pipeline() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="are no GraphDef"):
        graph_of_message(b"\xff\xff")
    empty = messages.get("GraphDef")().SerializeToString()
    with pytest.raises(tf.errors.InvalidArgumentError, match="no node `_Retval`"):
        stage_of_message(empty, {})
    foreign = messages.get("GraphDef")()
    node = foreign.node.add(name="handle", op="Const")
    node.attr["dtype"].type = 20
    handle = node.attr["value"].tensor.resource_handle_val.add()
    handle.maybe_type_name = "Table"
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"'handle' .*\(Table\)"):
        graph_of_message(foreign.SerializeToString())
