"""Datasets as targets: found by name, at any depth."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace

import pytest

import runtime as tf
from autograph_tools.targets.datasets import dataset_in, graph_of_dataset, is_dataset

DATA = tf.data.Dataset.range(3)
MODULE = ModuleType("given")
vars(MODULE).update(
    data=DATA, number=3, holder=SimpleNamespace(data=DATA, inner={"data": DATA})
)


@pytest.mark.parametrize("name", ["data", "holder.data"])
def test_a_dataset_is_found(name: str) -> None:
    assert dataset_in(MODULE, f"given.py:{name}") is DATA


@pytest.mark.parametrize("name", ["number", "none", "holder", "holder.none.data", ""])
def test_other_things_are_none(name: str) -> None:
    assert dataset_in(MODULE, f"given.py:{name}") is None


def test_an_iterator_is_no_dataset() -> None:
    assert is_dataset(DATA)
    assert not is_dataset(iter(DATA))


def test_the_graph_has_its_inputs_and_passes() -> None:
    graph, values, passes = graph_of_dataset(DATA.map(lambda x: x + 1).batch(2))
    assert {value.node.name for value in graph.inputs} == values.keys()
    assert any("Batch" in node.op for node in graph)
    assert "noop_elimination" in passes
