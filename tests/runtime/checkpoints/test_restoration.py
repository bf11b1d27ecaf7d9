"""Objects bound to the nodes of a saved graph, now or when they are made."""

from __future__ import annotations

import gc
import logging
from pathlib import Path

import pytest

import runtime as tf
from runtime.bundles.bundle_reader import BundleReader
from runtime.checkpoints.restoration import Restoration, SlotPosition


@pytest.fixture
def prefix(tmp_path: Path) -> str:
    inner = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0]))
    path: str = tf.train.Checkpoint(inner=inner).write(str(tmp_path / "m"))
    return path


def test_an_object_that_is_made_later_is_restored_then(prefix: str) -> None:
    root, inner = tf.train.Checkpoint(), tf.train.Checkpoint()
    status = root.read(prefix)
    root.inner = inner
    inner.v = tf.Variable([0.0, 0.0])
    assert inner.v.numpy().tolist() == [1.0, 2.0]
    status.assert_consumed()


def test_nodes_are_bound_once_and_known_by_number(prefix: str) -> None:
    variable = tf.Variable([0.0, 0.0])
    restoration = Restoration(BundleReader(prefix))
    assert (restoration.count, restoration.bound) == (0, {})
    (place,) = [
        number for number, node in enumerate(restoration.graph.nodes) if node.attributes
    ]
    assert SlotPosition(restoration, place).is_simple_variable()
    (value,) = SlotPosition(restoration, place).value_tensors().values()
    assert value.numpy().tolist() == [1.0, 2.0]
    assert [name for name, _ in restoration.unresolved()] == ["(root).inner.v"]
    restoration.bind(place, variable)
    assert (restoration.count, restoration.unresolved()) == (1, [])
    assert restoration.object_of(place) is variable


def test_another_dtype_is_refused(prefix: str) -> None:
    inner = tf.train.Checkpoint(v=tf.Variable([0, 0]))
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match="expected dtype int32 does not equal original dtype float",
    ):
        tf.train.Checkpoint(inner=inner).read(prefix)


def test_values_that_were_never_used_are_told_at_the_end(
    prefix: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "tensorflow"):
        gc.collect()  # what other tests have left
        caplog.clear()
        tf.train.Checkpoint().read(prefix).expect_partial()
        gc.collect()
        assert not caplog.records
        tf.train.Checkpoint().read(prefix)
        gc.collect()
    assert "restored object: (root).inner.v" in caplog.text
