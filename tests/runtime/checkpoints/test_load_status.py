"""Assertions about what a restore has matched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf


def checkpoint(**objects: Any) -> Any:
    return tf.train.Checkpoint(**objects)


@pytest.fixture
def prefix(tmp_path: Path) -> str:
    path: str = checkpoint(a=tf.Variable(1), b=tf.Variable(2)).write(
        str(tmp_path / "m")
    )
    return path


def test_a_whole_match_passes_every_assertion(prefix: str) -> None:
    read = checkpoint(a=tf.Variable(0), b=tf.Variable(0))
    status = read.read(prefix)
    assert status.assert_consumed() is status
    assert status.assert_existing_objects_matched() is status
    assert status.assert_nontrivial_match() is status
    assert int(read.b) == 2


def test_values_without_object_are_not_consumed(prefix: str) -> None:
    status = checkpoint(a=tf.Variable(0)).read(prefix).expect_partial()
    status.assert_existing_objects_matched()
    with pytest.raises(AssertionError, match="Unresolved object in checkpoint.*b"):
        status.assert_consumed()


def test_objects_without_value_are_not_matched(prefix: str) -> None:
    status = checkpoint(c=tf.Variable(0)).read(prefix).expect_partial()
    with pytest.raises(AssertionError, match="Found 1 Python objects that were not bo"):
        status.assert_existing_objects_matched()
    with pytest.raises(AssertionError, match="Nothing except the root object matched"):
        status.assert_nontrivial_match()
    with pytest.raises(AssertionError, match="Nothing to load. No dependencies"):
        checkpoint().read(prefix).expect_partial().assert_nontrivial_match()


def test_without_a_path_every_assertion_fails() -> None:
    status = checkpoint(a=tf.Variable(0)).restore(None)
    status.initialize_or_restore()
    for name in ("consumed", "existing_objects_matched", "nontrivial_match"):
        with pytest.raises(AssertionError, match="No checkpoint specified"):
            getattr(status, f"assert_{name}")()


def test_checkpoints_without_objects_are_read_by_name(tmp_path: Path) -> None:
    path = str(tmp_path / "m")
    tf.raw_ops.SaveV2(
        prefix=path,
        tensor_names=["a"],
        shape_and_slices=[""],
        tensors=[tf.constant(np.float32(5))],
    )
    variable, other = tf.Variable(0.0, name="a"), tf.Variable(0.0, name="other")
    checkpoint(v=variable).restore(path).assert_consumed().assert_nontrivial_match()
    assert float(variable) == 5.0
    status = checkpoint(v=variable, w=other).restore(path)
    with pytest.raises(AssertionError, match=r"not restored: \n.*\['other'\]"):
        status.assert_existing_objects_matched()
    status.add_to_optionally_restored(other)
    status.assert_consumed()
    # as in TensorFlow, the file may have others
    checkpoint().restore(path).assert_consumed().assert_nontrivial_match()
