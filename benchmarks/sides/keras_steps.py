"""Models of Keras for the benchmark: what one call trains, by the library's name.

Each maker gives a call that trains so many steps of a batch of 32, and says how many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

BATCH = 32
STEPS = 40
"""Steps of one call."""
MODELS = {
    "MLP, SGD": ("mlp", "sgd"),
    "MLP, Adam": ("mlp", "adam"),
    "LSTM, Adam": ("lstm", "adam"),
    "GRU, Adam": ("gru", "adam"),
    "attention, Adam": ("attention", "adam"),
}
SHAPES = {"mlp": (784,), "lstm": (20, 16), "gru": (20, 16), "attention": (20, 32)}
RATES = {"sgd": 0.01, "adam": 0.001}
UNITS = 32
"""Of recurrent layers."""


def arrays(kind: str, steps: int = STEPS) -> tuple[Any, Any]:
    """The same examples and labels on each side."""
    random = np.random.default_rng(5)
    rows = steps * BATCH
    examples = random.normal(size=(rows, *SHAPES[kind])).astype(np.float32)
    return examples, random.integers(0, 10, rows)


def model_of(tf: Any, kind: str) -> Any:
    """The model, which gives logits of ten classes."""
    layers = tf.keras.layers
    inputs = layers.Input(SHAPES[kind])
    if kind == "mlp":
        x = layers.Dense(128, "relu")(inputs)
    elif kind == "lstm":
        x = layers.LSTM(UNITS)(inputs)
    elif kind == "gru":
        x = layers.GRU(UNITS)(inputs)
    else:
        own = layers.MultiHeadAttention(2, 16)(inputs, inputs)
        x = layers.GlobalAveragePooling1D()(layers.LayerNormalization()(inputs + own))
    return tf.keras.Model(inputs, layers.Dense(10)(x))


def fitting(tf: Any, name: str, jit_compile: bool) -> Callable[[], float]:
    """A call of `fit` for one epoch; it gives the loss."""
    kind, rule = MODELS[name]
    tf.keras.utils.set_random_seed(3)
    model = model_of(tf, kind)
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimizer = _optimizer(tf, rule)
    model.compile(optimizer, loss, metrics=["accuracy"], jit_compile=jit_compile)
    examples, labels = arrays(kind)

    def call() -> float:
        found = model.fit(examples, labels, BATCH, 1, verbose=0, shuffle=False)
        return float(found.history["loss"][0])

    return call


def own_steps(tf: Any, name: str, jit_compile: bool) -> Callable[[], float]:
    """Steps of a training loop of one's own, in a function; it gives the last loss."""
    kind, rule = MODELS[name]
    tf.keras.utils.set_random_seed(3)
    model = model_of(tf, kind)
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimizer = _optimizer(tf, rule)
    optimizer.build(model.trainable_variables)
    examples, labels = (
        tf.constant(each.reshape(STEPS, BATCH, *each.shape[1:]))
        for each in arrays(kind)
    )
    batches = [(examples[i], labels[i]) for i in range(STEPS)]

    @tf.function(jit_compile=jit_compile or None)
    def step(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = loss_of(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    def call() -> float:
        for x, y in batches:
            loss = step(x, y)
        return float(loss)

    return call


def _optimizer(tf: Any, rule: str) -> Any:
    kinds = {"sgd": tf.keras.optimizers.SGD, "adam": tf.keras.optimizers.Adam}
    return kinds[rule](RATES[rule])
