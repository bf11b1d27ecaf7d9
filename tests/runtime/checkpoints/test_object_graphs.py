"""Object graphs that no program wrote: cycles, many children, names of no node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.wire import messages
from runtime.bundles.bundle_reader import OBJECT_GRAPH_KEY
from runtime.bundles.bundle_writer import SavedTensor, write_bundle

KEY = "w/.ATTRIBUTES/VARIABLE_VALUE"
MANY = 1_000_000


def written(folder: Path, graph: Any) -> str:
    """A checkpoint with the variable w and an object graph."""
    content = np.empty((), object)
    content[()] = graph.SerializeToString()
    prefix = str(folder / "c")
    tensors = [
        SavedTensor(OBJECT_GRAPH_KEY, dtypes.string, content),
        SavedTensor(KEY, dtypes.float32, np.float32(3.0)),
    ]
    write_bundle(prefix, tensors)
    return prefix


def graph_of(*children: int) -> Any:
    """A root with children, of which node 1 is the variable w."""
    graph = messages.get("TrackableObjectGraph")()
    root = graph.nodes.add()
    for place, number in enumerate(children):
        root.children.add(node_id=number, local_name=f"c{place}" if place else "w")
    variable = graph.nodes.add()
    variable.attributes.add(name="VARIABLE_VALUE", checkpoint_key=KEY)
    return graph


def test_cycles_end(tmp_path: Path) -> None:
    graph = graph_of(1, 0)
    graph.nodes[1].children.add(node_id=0, local_name="back")
    w = tf.Variable(0.0)
    w.back = None
    root = tf.train.Checkpoint(w=w)
    root.c1 = root
    root.read(written(tmp_path, graph)).assert_existing_objects_matched()
    assert w.numpy() == 3.0


@pytest.mark.parametrize("number", [2, -1, 2**31 - 1])
def test_a_child_that_is_no_node(number: int, tmp_path: Path) -> None:
    w = tf.Variable(0.0)
    prefix = written(tmp_path, graph_of(1, number))
    with pytest.raises(tf.errors.DataLossError, match="node 0 .* names a node that"):
        tf.train.Checkpoint(w=w).read(prefix)
    assert w.numpy() == 0.0


def test_a_slot_of_no_node(tmp_path: Path) -> None:
    graph = graph_of(1)
    graph.nodes[0].slot_variables.add(
        original_variable_node_id=1, slot_variable_node_id=7, slot_name="m"
    )
    with pytest.raises(tf.errors.DataLossError, match="names a node that"):
        tf.train.Checkpoint(w=tf.Variable(0.0)).read(written(tmp_path, graph))


def test_a_key_that_the_checkpoint_has_not(tmp_path: Path) -> None:
    graph = graph_of(1)
    graph.nodes[1].attributes[0].checkpoint_key = "elsewhere"
    with pytest.raises(tf.errors.NotFoundError, match="elsewhere"):
        tf.train.Checkpoint(w=tf.Variable(0.0)).read(written(tmp_path, graph))


@pytest.mark.slow
def test_a_million_children(tmp_path: Path) -> None:
    w = tf.Variable(0.0)
    prefix = written(tmp_path, graph_of(*[1] * MANY))
    tf.train.Checkpoint(w=w).read(prefix).expect_partial()
    assert w.numpy() == 3.0
    assert tf.train.list_variables(prefix)[1] == (KEY, [])


def test_a_chain_of_many_objects(tmp_path: Path) -> None:
    graph = graph_of(1)
    for number in range(2, 5000):
        graph.nodes[number - 1].children.add(node_id=number, local_name="next")
        graph.nodes.add()
    w = tf.Variable(0.0)
    tf.train.Checkpoint(w=w).read(written(tmp_path, graph)).expect_partial()
    assert w.numpy() == 3.0
