"""Datasets whose batches lie on a mesh."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

dtensor = tf.experimental.dtensor
U = dtensor.UNSHARDED
ROWS = np.arange(20, dtype=np.float32).reshape(10, 2)


@pytest.fixture
def mesh(four_cpus: list[str]) -> Any:
    return dtensor.create_mesh([("x", 2), ("y", 2)], devices=four_cpus)


def dataset(mesh: Any, **changes: Any) -> Any:
    elements = tf.data.Dataset.from_tensor_slices({"a": ROWS, "b": np.arange(10)})
    layouts = {
        "a": dtensor.Layout(["x", U], mesh),
        "b": dtensor.Layout(["x"], mesh),
    }
    settings: dict[str, Any] = {
        "mesh": mesh,
        "layouts": layouts,
        "global_batch_size": 4,
        "batch_dim": "x",
    }
    return dtensor.DTensorDataset(elements, **{**settings, **changes})


@pytest.mark.parametrize("prefetch", [None, 2])
def test_whole_batches_are_divided(mesh: Any, prefetch: int | None) -> None:
    made = dataset(mesh, prefetch=prefetch)
    assert len(made) == 2  # two rows are no whole batch
    assert made.element_spec["a"] == tf.TensorSpec([4, 2], tf.float32)
    for number, element in enumerate(made):
        assert dtensor.fetch_layout(element["a"]).sharding_specs == ["x", U]
        first, _, third, _ = dtensor.unpack(element["a"])
        batch = ROWS[4 * number : 4 * number + 4]
        assert np.array_equal(np.concatenate([first, third]), batch)
        assert [each.numpy().size for each in dtensor.unpack(element["b"])] == [2] * 4


def test_batches_that_are_made_already_are_placed(mesh: Any) -> None:
    batches = tf.data.Dataset.from_tensor_slices(ROWS).batch(2)
    made = dtensor.DTensorDataset(
        batches,
        mesh=mesh,
        layouts=dtensor.Layout([U, "y"], mesh),
        global_batch_size=2,
        dataset_already_batched=True,
    )
    assert len(list(made)) == 5
    first = next(iter(made))
    assert dtensor.unpack(first)[1].numpy().tolist() == [[1.0], [3.0]]


def test_what_does_not_fit_the_mesh_is_refused(mesh: Any, four_cpus: list[str]) -> None:
    with pytest.raises(ValueError, match=r"\(5\) must be a multiple of the size 2"):
        dataset(mesh, global_batch_size=5)
    with pytest.raises(ValueError, match="z"):
        dataset(mesh, batch_dim="z")
    with pytest.raises(ValueError, match="service.distribute to the dataset instead"):
        dataset(mesh, tf_data_service_config="grpc://there:1")
    other = dtensor.create_mesh([("z", 4)], devices=four_cpus)
    layouts = {"a": dtensor.Layout(["z", U], other), "b": dtensor.Layout(["z"], other)}
    with pytest.raises(ValueError, match="is not on the mesh"):
        dataset(mesh, layouts=layouts)
