"""Models saved in every format, and read again, here or by Keras on TensorFlow.

    python -m runtime tests/keras/saved_models.py write FOLDER
    python -m runtime tests/keras/saved_models.py read FOLDER

Each form is run by TensorFlow too. The second prints as JSON how far the predictions,
and the loss of one more step of training, are from those of the model that was saved.
"""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

import numpy as np
import tensorflow as tf

IS_KERAS_2 = os.environ.get("TF_USE_LEGACY_KERAS") == "1"
keras, layers = tf.keras, tf.keras.layers
ROWS = 8
WORDS = [
    "the cat sat",
    "a dog",
    "the dog sat down",
    "cats",
    "a a cat",
    "dog",
    "",
    "the",
]


@keras.utils.register_keras_serializable(package="Own")
class Scaled(layers.Layer):
    """A layer of the user's, with a weight and an argument of its own."""

    def __init__(self, by=1.0, **options):
        super().__init__(**options)
        self.by = by

    def build(self, shape):
        self.scale = self.add_weight(
            shape=(shape[-1],), initializer="ones", name="scale"
        )
        super().build(shape)

    def call(self, x):
        return x * self.scale * self.by

    def get_config(self):
        return {**super().get_config(), "by": self.by}


def mlp(random):
    model = keras.Sequential(
        [
            layers.Input((5,)),
            layers.Dense(6, "relu", kernel_regularizer="l2"),
            layers.BatchNormalization(),
            layers.Dropout(0.0),
            layers.Dense(1),
        ]
    )
    return model, [random.normal(size=(ROWS, 5)).astype("float32")], 1


def cnn(random):
    source = layers.Input((6, 6, 2))
    x = layers.Conv2D(3, 3, activation="swish")(source)
    y = layers.DepthwiseConv2D(3, padding="same")(x)
    x = layers.Add()([x, layers.LeakyReLU()(y)])
    x = layers.MaxPooling2D()(x)
    x = layers.Dense(1)(layers.Flatten()(x))
    images = random.normal(size=(ROWS, 6, 6, 2)).astype("float32")
    return keras.Model(source, x), [images], 1


def recurrent(random):
    model = keras.Sequential(
        [
            layers.Input((7,), dtype="int32"),
            layers.Embedding(9, 3, mask_zero=True),
            layers.Bidirectional(layers.LSTM(3, return_sequences=True)),
            layers.GRU(2),
            layers.Dense(1),
        ]
    )
    return model, [random.integers(0, 9, (ROWS, 7)).astype("int32")], 1


def joined(random):
    left, right = layers.Input((4,), name="left"), layers.Input((3, 4), name="right")
    x = layers.MultiHeadAttention(2, 3)(right, right)
    x = layers.LayerNormalization()(x)
    x = layers.GlobalAveragePooling1D()(x)
    both = layers.Concatenate()([Scaled(2.0)(left), x])
    outputs = [layers.Dense(1, name="one")(both), layers.Dense(1, name="two")(x)]
    data = [
        random.normal(size=(ROWS, *size)).astype("float32") for size in ((4,), (3, 4))
    ]
    return keras.Model([left, right], outputs), data, 2


def text(random):
    vectors = layers.TextVectorization(output_sequence_length=4)
    vectors.adapt(tf.constant(WORDS))
    source = layers.Input((1,), dtype="string")
    x = layers.Embedding(12, 3)(vectors(source))
    x = layers.Dense(1)(layers.GlobalAveragePooling1D()(x))
    return keras.Model(source, x), [np.array(WORDS, object).reshape(-1, 1)], 1


WITH_STRINGS = ("text",)
"""Files of HDF5 take no vocabularies in Keras 2."""
MODELS = {f.__name__: f for f in (mlp, cnn, recurrent, joined, text)}


def tensors(data):
    return [
        tf.constant(each.tolist() if each.dtype == object else each) for each in data
    ]


def made(name):
    """A model that was trained for two steps, its data and its targets."""
    random = np.random.default_rng(len(name))
    keras.backend.clear_session()
    keras.utils.set_random_seed(4)
    model, data, outputs = MODELS[name](random)
    targets = [random.normal(size=(ROWS, 1)).astype("float32") for _ in range(outputs)]
    losses = [keras.losses.MeanSquaredError() for _ in range(outputs)]
    model.compile(keras.optimizers.Adam(0.05), one_or_all(losses))
    for _ in range(2):
        trained(model, data, targets)
    return model, data, targets


def one_or_all(values):
    return values if len(values) > 1 else values[0]


def trained(model, data, targets):
    given = one_or_all(tensors(data)), one_or_all(targets)
    return [float(each) for each in np.ravel(model.train_on_batch(*given))]


def predicted(model, data):
    found = model(one_or_all(tensors(data)), training=False)
    return [np.asarray(each).tolist() for each in tf.nest.flatten(found)]


def checkpoint_of(model):
    return tf.train.Checkpoint(model=model, optimizer=model.optimizer)


def write(folder):
    for name in MODELS:
        model, data, targets = made(name)
        place = folder / name
        place.mkdir(parents=True)
        seen = {"predictions": predicted(model, data)}
        with contextlib.redirect_stdout(io.StringIO()):
            if IS_KERAS_2:
                model.save(place / "directory", save_format="tf")
                model.save_weights(str(place / "bundle"))
            else:
                model.export(str(place / "exported"))
            checkpoint_of(model).write(str(place / "checkpoint"))
            model.save(str(place / "whole.keras"))
            if name not in WITH_STRINGS:
                model.save(str(place / "whole.h5"))
                model.save_weights(str(place / "only.weights.h5"))
        seen["loss"] = trained(model, data, targets)
        (place / "seen.json").write_text(json.dumps(seen))


def readers(place, name):
    """How a model comes back, by the name of the format."""

    def with_weights(path):
        model = made(name)[0]
        kept = model.get_weights()
        zeros = [each if each.dtype == object else each * 0 for each in kept]
        model.set_weights(zeros)
        model.load_weights(path)
        return model

    def with_checkpoint():
        model = made(name)[0]
        trained(model, *made(name)[1:])
        status = checkpoint_of(model).read(str(place / "checkpoint"))
        status.assert_existing_objects_matched().expect_partial()
        return model

    load = keras.models.load_model
    if (place / "checkpoint.index").exists():
        yield "checkpoint", with_checkpoint
    yield "keras", lambda: load(str(place / "whole.keras"))
    if name not in WITH_STRINGS:
        yield "h5", lambda: load(str(place / "whole.h5"))
        yield "weights", lambda: with_weights(str(place / "only.weights.h5"))
    if IS_KERAS_2:
        if (place / "directory").exists():  # the recorded files have a few
            yield "directory", lambda: load(str(place / "directory"))
        yield "bundle", lambda: with_weights(str(place / "bundle"))
    elif (place / "exported").exists():
        yield "exported", lambda: tf.saved_model.load(str(place / "exported"))


def far(found, expected):
    sizes = [np.shape(each) for each in found], [np.shape(each) for each in expected]
    if sizes[0] != sizes[1]:
        return f"{sizes[0]} for {sizes[1]}"
    pairs = zip(found, expected, strict=True)
    return float(max(np.abs(np.subtract(a, b)).max() for a, b in pairs))


def read(folder):
    found = {}
    for name in MODELS:
        place = folder / name
        seen = json.loads((place / "seen.json").read_text())
        random = np.random.default_rng(len(name))
        _, data, outputs = MODELS[name](random)
        targets = [
            random.normal(size=(ROWS, 1)).astype("float32") for _ in range(outputs)
        ]
        for kind, reader in readers(place, name):
            model = reader()
            call = model.serve if kind == "exported" else model
            if kind == "exported":
                results = tf.nest.flatten(call(one_or_all(tensors(data))))
                predictions = [each.numpy().tolist() for each in results]
            else:
                predictions = predicted(call, data)
            entry = {"predictions": far(predictions, seen["predictions"])}
            # The optimizer of an `.h5` file fits no model in Keras 3.
            if kind in ("keras", "directory", "checkpoint") or (
                kind == "h5" and IS_KERAS_2
            ):
                entry["loss"] = far([trained(model, data, targets)], [seen["loss"]])
            found[f"{name}/{kind}"] = entry
    return found


def main():
    action, folder = sys.argv[1], Path(sys.argv[2])
    if action == "write":
        write(folder)
    else:
        print(json.dumps(read(folder), indent=1))


if __name__ == "__main__":
    main()
