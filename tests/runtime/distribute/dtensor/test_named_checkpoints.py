"""Checkpoints of tensors on a mesh by names: what is written, read and refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

dtensor = tf.experimental.dtensor


@pytest.fixture
def mesh() -> Any:
    return dtensor.create_mesh([("x", 1)])


def _variable(mesh: Any, values: Any) -> Any:
    layout = dtensor.Layout(["x"], mesh)
    return dtensor.DVariable(dtensor.call_with_layout(tf.constant, layout, values))


def test_what_was_saved_comes_back_with_its_layout(mesh: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "saved")
    v = _variable(mesh, [1.0, 2.0])
    dtensor.name_based_save(mesh, path, {"v": v})
    v.assign(v * 0)
    found = dtensor.name_based_restore(mesh, path, {"v": v})
    assert list(found) == ["v"]
    np.testing.assert_array_equal(found["v"].numpy(), [1.0, 2.0])
    assert dtensor.fetch_layout(found["v"]) == v.layout
    # the variable stays as it is
    np.testing.assert_array_equal(v.numpy(), [0.0, 0.0])
    assert tf.train.list_variables(path) == [("v", [2])]


def test_names_and_shapes_that_do_not_fit_are_errors(mesh: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "saved")
    v, longer = _variable(mesh, [1.0, 2.0]), _variable(mesh, [1.0, 2.0, 3.0])
    dtensor.name_based_save(mesh, path, {"v": v})
    with pytest.raises(tf.errors.NotFoundError, match="Key w not found in checkpoint"):
        dtensor.name_based_restore(mesh, path, {"w": v})
    with pytest.raises(tf.errors.InvalidArgumentError, match="v has the shape"):
        dtensor.name_based_restore(mesh, path, {"v": longer})
    for call in (dtensor.name_based_save, dtensor.name_based_restore):
        with pytest.raises(ValueError, match="no tensors"):
            call(mesh, path, {})


def test_what_is_not_on_the_mesh_is_refused(mesh: Any, tmp_path: Path) -> None:
    path, v = str(tmp_path / "saved"), _variable(mesh, [1.0])
    other = dtensor.create_mesh([("y", 1)])
    for place, each in ((mesh, tf.constant([1.0])), (other, v)):
        with pytest.raises(tf.errors.InvalidArgumentError, match="not on the mesh"):
            dtensor.name_based_save(place, path, {"v": each})
    assert list(tmp_path.iterdir()) == []


def test_parts_and_other_numbers_are_refused(mesh: Any, tmp_path: Path) -> None:
    path, v = str(tmp_path / "saved"), _variable(mesh, [1.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="1 tensor_names and 2"):
        dtensor.sharded_save(mesh, path, ["v"], ["", ""], [v])
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be empty"):
        dtensor.sharded_save(mesh, path, ["v"], ["1 0,1"], [v])


def test_checkpoints_keep_bfloat16_where_asked(mesh: Any, tmp_path: Path) -> None:
    precise, rounded = _variable(mesh, [1.01]), _variable(mesh, [1.01])
    plain, whole = tf.Variable(1.01), _variable(mesh, [7])
    dtensor.enable_save_as_bf16([rounded, plain, whole])
    assert not precise.save_as_bf16
    checkpoint = tf.train.Checkpoint(a=precise, b=rounded, c=plain, d=whole)
    path = checkpoint.write(str(tmp_path / "saved"))
    kinds = tf.train.load_checkpoint(path).get_variable_to_dtype_map()
    names = {key.partition("/")[0]: kind.name for key, kind in kinds.items()}
    del names["_CHECKPOINTABLE_OBJECT_GRAPH"]
    assert names == {"a": "float32", "b": "bfloat16", "c": "float32", "d": "int32"}
    rounded.assign(rounded * 0)
    checkpoint.read(path).assert_consumed()
    assert rounded.dtype is tf.float32
    np.testing.assert_array_equal(rounded.numpy(), [np.float32(1.0078125)])
