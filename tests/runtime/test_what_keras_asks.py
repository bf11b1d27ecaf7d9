"""What Keras' own tests found: small cases of each."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import runtime as tf


def test_a_size_is_worked_out_beside_sizes_of_0() -> None:
    assert tf.reshape(tf.zeros([0, 3]), [0, -1]).shape == [0, 3]
    assert tf.reshape(tf.zeros([2, 0, 4]), [-1, 0, 2]).shape == [4, 0, 2]


@pytest.mark.parametrize("reduce", [tf.sparse.reduce_sum, tf.sparse.reduce_max])
def test_no_axes_reduce_nothing(reduce: object) -> None:
    dense = np.array([[1.0, 2.0], [0.0, 3.0]], np.float32)
    found = reduce(tf.sparse.from_dense(dense), axis=[])  # type: ignore[operator]
    np.testing.assert_array_equal(found.numpy(), dense)


def test_a_view_has_containers_that_an_object_makes_up() -> None:
    class Owner(tf.Module):
        def _trackable_children(self, save_type="checkpoint", **kwargs):
            children = super()._trackable_children(save_type, **kwargs)
            return {**children, "made_up": [self.v]}

    owner = Owner()
    owner.v = tf.Variable(1.0)
    assert len(tf.train.TrackableView(owner).descendants()) == 3


def test_keras_2_that_is_not_there_is_told() -> None:
    code = "import runtime as tf\ntf.keras"
    environment = dict(os.environ, TF_USE_LEGACY_KERAS="1")
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "pip install --no-deps tf_keras" in done.stderr
