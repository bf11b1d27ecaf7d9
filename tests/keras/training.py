"""Six models of Keras trained for some steps: losses to compare with TensorFlow's.

    python tests/keras/training.py FILE            with TensorFlow: writes the losses
    python -m runtime tests/keras/training.py -    here: prints the differences

A model is trained with SGD and with Adam; here eagerly, in a function, and in one with
`jit_compile=True`, all compared with what TensorFlow loses in a function.
"""

import json
import sys
from pathlib import Path

import numpy as np
import tensorflow as tf

layers = tf.keras.layers
STEPS = 50
RECORDED = Path(__file__).with_name("losses.json")
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


MODELS = {
    "mlp": _mlp,
    "cnn": _cnn,
    "lstm": _lstm,
    "gru": _gru,
    "attention": _attention,
    "separable": _separable,
}


def losses(name, optimizer_name, mode):
    """The loss of each step."""
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(11)
    shape, parts = MODELS[name]()
    model = tf.keras.Sequential([layers.Input(shape), *parts, layers.Dense(3)])
    optimizer = OPTIMIZERS[optimizer_name]()
    optimizer.build(model.trainable_variables)
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    random = np.random.default_rng(5)
    images = tf.constant(random.normal(size=(16, *shape)), tf.float32)
    labels = tf.constant(random.integers(0, 3, 16))

    def step():
        with tf.GradientTape() as tape:
            found = loss(labels, model(images, training=True))
        gradients = tape.gradient(found, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return found

    if MODES[mode] is not None:
        step = tf.function(step, jit_compile=MODES[mode])
    return [float(step()) for _ in range(STEPS)]


def recorded_losses():
    """Every model and optimizer, in functions: the losses by ``model/optimizer``."""
    return {
        f"{name}/{optimizer}": losses(name, optimizer, "function")
        for name in MODELS
        for optimizer in OPTIMIZERS
    }


def differences():
    """The largest difference from the recorded losses by ``model/optimizer/mode``."""
    recorded = json.loads(RECORDED.read_text("utf-8"))
    found = {}
    for key, wanted in recorded.items():
        name, optimizer = key.split("/")
        for mode in MODES:
            pairs = zip(losses(name, optimizer, mode), wanted, strict=True)
            found[f"{key}/{mode}"] = max(abs(one - other) for one, other in pairs)
    return found


def main():
    """Writes the file that is named, or prints the differences."""
    if sys.argv[1] != "-":
        found = recorded_losses().items()
        lines = [f' "{key}": {[round(each, 7) for each in own]}' for key, own in found]
        Path(sys.argv[1]).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        return
    print(json.dumps(differences(), indent=1))


if __name__ == "__main__":
    main()
