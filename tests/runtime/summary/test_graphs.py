"""Graphs of functions that ran, in summaries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.wire import messages
from tests.runtime.summary.events import events_in, only_file


@pytest.fixture(autouse=True)
def no_step_or_writer() -> Iterator[None]:
    with tf.summary.create_noop_writer().as_default(step=0):
        tf.summary.experimental.set_step(None)
        yield
        tf.summary.trace_off()


def test_graphs_of_functions_that_run_are_exported(tmp_path: Path) -> None:
    @tf.function
    def double(x: Any) -> Any:
        return x * 2

    for _ in range(3):
        double(tf.constant(1.0))
    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        tf.summary.trace_on(graph=True)
        for _ in range(2):
            double(tf.constant(1.0))
        tf.summary.trace_export(name="graph", step=7)
        tf.summary.graph(double.get_concrete_function(tf.constant(1.0)).graph)
    _, exported, plain = events_in(only_file(tmp_path))
    [value] = exported.summary.value
    assert value.metadata.plugin_data.plugin_name == "graph_run_metadata_graph"
    content = tf.make_ndarray(value.tensor).item()
    assert content.count(b"Mul") >= 3
    graph = messages.parse("GraphDef", plain.graph_def)
    assert "Mul" in [node.op for node in graph.node]
