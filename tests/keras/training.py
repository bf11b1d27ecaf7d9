"""Models of Keras trained for some steps: losses to compare with TensorFlow's.

    python tests/keras/training.py DTYPE --write           with TensorFlow
    python -m runtime tests/keras/training.py DTYPE        here: prints the differences

A model is trained with SGD and with Adam; here eagerly, in a function, and in one with
`jit_compile=True`, all compared with what TensorFlow loses in a function. The dropout
of Keras 2 (`TF_USE_LEGACY_KERAS=1`) draws other numbers eagerly, and is compared with
those. In float64 rounding stays small however an optimizer amplifies it: a difference
there is a fault.
"""

import json
import os
import sys
from pathlib import Path

import numpy as np
import tensorflow as tf

layers = tf.keras.layers
STEPS = 50
VERSION = 2 if os.environ.get("TF_USE_LEGACY_KERAS") == "1" else 3
DIGITS = {"float32": 7, "float64": 16}
OPTIMIZERS = {
    "sgd": lambda: tf.keras.optimizers.SGD(0.01),
    "adam": lambda: tf.keras.optimizers.Adam(0.001),
}
MODES = {"eager": None, "function": False, "jit": True}


def _mlp():
    return (12,), [
        layers.Dense(16, "relu"),
        layers.Dropout(0.2, seed=3),
        layers.Dense(8, "tanh"),
    ]


def _cnn():
    return (8, 8, 2), [
        layers.Conv2D(4, 3, activation="relu"),
        layers.BatchNormalization(),
        layers.MaxPooling2D(),
        layers.Flatten(),
    ]


def _lstm():
    return (6, 4), [layers.LSTM(8)]


def _gru():
    return (6, 4), [layers.Bidirectional(layers.GRU(5))]


class _Attention(layers.Layer):
    def __init__(self):
        super().__init__()
        self.attention = layers.MultiHeadAttention(2, 4)
        self.norm = layers.LayerNormalization()

    def call(self, x):
        return self.norm(x + self.attention(x, x))


def _attention():
    return (5, 8), [_Attention(), layers.GlobalAveragePooling1D()]


def _separable():
    return (8, 8, 4), [
        layers.SeparableConv2D(8, 3, activation="relu"),
        layers.GroupNormalization(4),
        layers.GlobalAveragePooling2D(),
    ]


def _digits():
    """The classifier of the seeds' guide: biases before a normalization, dropout."""
    return (16, 16, 1), [
        layers.Conv2D(
            8, 3, activation="relu", kernel_regularizer=tf.keras.regularizers.l2(0.02)
        ),
        layers.MaxPooling2D(),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dropout(0.1, seed=5),
        layers.Dense(16, activation="relu"),
        layers.BatchNormalization(),
    ]


MODELS = {
    "mlp": _mlp,
    "cnn": _cnn,
    "lstm": _lstm,
    "gru": _gru,
    "attention": _attention,
    "separable": _separable,
}
DOUBLE_MODELS = {**MODELS, "digits": _digits}
"""In float32 the digits of the last cannot be compared: TensorFlow's own move by 1e-4
when it takes other kernels (`TF_ENABLE_ONEDNN_OPTS=0`), or weights by one unit."""
DRAWING = ("mlp", "digits")
"""The models with dropout."""


def models(dtype):
    """The models that are trained with a dtype, by name."""
    return DOUBLE_MODELS if dtype == "float64" else MODELS


def recorded_file(dtype):
    """Where the losses of TensorFlow are."""
    return Path(__file__).with_name(f"losses_{dtype}_{VERSION}.json")


def losses(name, optimizer_name, mode, dtype):
    """The loss of each step."""
    tf.keras.backend.clear_session()
    tf.keras.backend.set_floatx(dtype)
    tf.keras.utils.set_random_seed(11)
    shape, parts = models(dtype)[name]()
    model = tf.keras.Sequential([layers.Input(shape), *parts, layers.Dense(3)])
    optimizer = OPTIMIZERS[optimizer_name]()
    optimizer.build(model.trainable_variables)
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    random = np.random.default_rng(5)
    images = tf.constant(random.normal(size=(16, *shape)), dtype)
    labels = tf.constant(random.integers(0, 3, 16))

    def step():
        with tf.GradientTape() as tape:
            found = sum(model.losses, loss(labels, model(images, training=True)))
        gradients = tape.gradient(found, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return found

    if MODES[mode] is not None:
        step = tf.function(step, jit_compile=MODES[mode])
    return [float(step()) for _ in range(STEPS)]


def recorded_losses(dtype):
    """Every model and optimizer, in functions: the losses by ``model/optimizer``.

    Eagerly too, by ``model/optimizer/eager``, where that draws other numbers.
    """
    found = {}
    for name in models(dtype):
        for optimizer in OPTIMIZERS:
            key = f"{name}/{optimizer}"
            found[key] = losses(name, optimizer, "function", dtype)
            if VERSION == 2 and name in DRAWING:
                found[f"{key}/eager"] = losses(name, optimizer, "eager", dtype)
    return found


def differences(dtype):
    """The largest difference from the recorded losses by ``model/optimizer/mode``."""
    recorded = json.loads(recorded_file(dtype).read_text("utf-8"))
    found = {}
    for name in models(dtype):
        for way in (f"{each}/{mode}" for each in OPTIMIZERS for mode in MODES):
            optimizer, mode = way.split("/")
            key = f"{name}/{way}"
            wanted = recorded.get(key, recorded[f"{name}/{optimizer}"])
            pairs = zip(losses(name, optimizer, mode, dtype), wanted, strict=True)
            found[key] = max(abs(one - other) for one, other in pairs)
    return found


def main():
    """Prints the differences, or writes the losses anew."""
    dtype, *others = sys.argv[1:]
    if others != ["--write"]:
        print(json.dumps(differences(dtype), indent=1))
        return
    digits, found = DIGITS[dtype], recorded_losses(dtype).items()
    lines = [f' "{key}": {[round(each, digits) for each in own]}' for key, own in found]
    recorded_file(dtype).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
