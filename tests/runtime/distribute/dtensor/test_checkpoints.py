"""Checkpoints of variables on a mesh, which any layout reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.dtensor.checkpoints import DTensorCheckpoint

dtensor = tf.experimental.dtensor
U = dtensor.UNSHARDED
VALUE = [[1.0, 2.0], [3.0, 4.0]]


@pytest.fixture
def mesh(four_cpus: list[str]) -> Any:
    return dtensor.create_mesh([("x", 2), ("y", 2)], devices=four_cpus)


def variable(mesh: Any, value: Any, *specs: str) -> Any:
    layout = dtensor.Layout(list(specs), mesh)
    return dtensor.DVariable(dtensor.relayout(tf.constant(value), layout))


def test_another_layout_and_none_read_whole_values(mesh: Any, tmp_path: Path) -> None:
    saved = variable(mesh, VALUE, "x", "y")
    prefix = DTensorCheckpoint(mesh, v=saved).save(str(tmp_path / "ckpt"))
    plain = tf.Variable(tf.zeros([2, 2]))
    tf.train.Checkpoint(v=plain).restore(prefix).assert_consumed()
    assert plain.numpy().tolist() == VALUE
    other = variable(mesh, [[0.0, 0.0], [0.0, 0.0]], U, "x")
    DTensorCheckpoint(mesh, v=other).restore(prefix).assert_consumed()
    assert other.layout.sharding_specs == [U, "x"]
    parts = [each.numpy().tolist() for each in dtensor.unpack(other)]
    assert parts == [[[1.0], [3.0]]] * 2 + [[[2.0], [4.0]]] * 2


def test_a_plain_checkpoint_is_read_into_a_layout(mesh: Any, tmp_path: Path) -> None:
    root = tf.Module()
    root.v = tf.Variable(VALUE)
    prefix = tf.train.Checkpoint(root).save(str(tmp_path / "ckpt"))
    mine = tf.Module()
    mine.v = variable(mesh, [[0.0, 0.0], [0.0, 0.0]], "x", U)
    DTensorCheckpoint(mesh, root=mine).restore(prefix)
    assert dtensor.unpack(mine.v)[2].numpy().tolist() == [[3.0, 4.0]]
