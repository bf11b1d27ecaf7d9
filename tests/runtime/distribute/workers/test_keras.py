"""Keras in several processes: the history of one; skipped where Keras is absent."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from tests.runtime.distribute.processes import reserved_addresses, results, tf_config

PROGRAM = """
import runtime
runtime.as_tensorflow()
import numpy as np
import tensorflow as tf
import keras

strategy = tf.distribute.MultiWorkerMirroredStrategy()
keras.utils.set_random_seed(given)
x = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
y = (x @ np.float32([[1], [2], [3]]) > 0).astype(np.float32)
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
with strategy.scope():
    model = keras.Sequential([
        keras.Input((3,)),
        keras.layers.Dense(4, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    optimizer = keras.optimizers.Adam(0.05)
    model.compile(optimizer, "binary_crossentropy", metrics=["accuracy"])
history = model.fit(data, epochs=3, verbose=0).history
scores = model.evaluate(data, verbose=0)
weights = [each.tolist() for each in model.get_weights()]
result = [history["loss"], history["accuracy"], scores, weights]
result.append(list(model.predict(data, verbose=0).shape))
"""


@pytest.mark.skipif(find_spec("keras") is None, reason="needs Keras")
@pytest.mark.slow
def test_two_workers_fit_as_one() -> None:
    (alone,) = results(PROGRAM, [1], [{"KERAS_BACKEND": "tensorflow"}])
    with reserved_addresses(2) as addresses:
        variables: list[Any] = [
            {"KERAS_BACKEND": "tensorflow", "TF_CONFIG": tf_config(addresses, rank)}
            for rank in range(2)
        ]
        # other seeds elsewhere: the first worker's weights count
        found = results(PROGRAM, [1, 2], variables)
    for each in found:
        for mine, theirs in zip(each[:3], alone[:3]):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5)
        for mine, theirs in zip(each[3], alone[3]):
            np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-5)
        assert each[4] == [40, 1]
