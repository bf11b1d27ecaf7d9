"""Models drawn at random, and what is seen of them: `drawn.py` compares two libraries.

    TF_USE_LEGACY_KERAS=1 python -m runtime tests/keras/drawn_models.py FIRST COUNT

Run by TensorFlow too; prints a line of JSON for each model. Without the variable the
models are of Keras 3.
"""

import contextlib
import importlib
import io
import json
import os
import re
import sys
import traceback

import numpy as np
import tensorflow as tf

IS_KERAS_2 = os.environ.get("TF_USE_LEGACY_KERAS") == "1"
BATCH = 4
keras, layers = tf.keras, tf.keras.layers
# The file beside this one.
draw_layers = importlib.import_module("drawn_layers")


def numbers(value):
    """A few numbers that stand for an array: its size, its sums and its ends."""
    found = np.asarray(value, np.float64).ravel()
    if not found.size:
        return [0.0]
    weights = np.cos(np.arange(found.size))
    return [float(found.size), float(found.mean()), float((found * weights).mean())] + [
        float(each) for each in found[[0, -1]]
    ]


def text_of(value):
    """Text without what differs between two runs or two installations."""
    text = re.sub(r"0x[0-9a-f]{6,}", "0x", str(value))
    text = re.sub(r"\b\d+(?:\.\d+)?(ms|s|us)(/step|/epoch|/sample)?(?!\w)", "T", text)
    # The prefix is of TensorFlow's eager kernels; errors quote weights.
    text = re.sub(r"{{function_node [^}]*}} ", "", text)
    text = re.sub(r"Provided weights: .*", "", text, flags=re.DOTALL)
    text = re.sub(r"(?<=\W)-?\d+\.\d+(e[+-]?\d+)?", "#", text)
    return re.sub(r'File "[^"]*"', "File", text)


def printed(function):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        function()
    lines = re.split(r"[\r\n\x08]+", text_of(out.getvalue()))
    return [each.rstrip() for each in lines if each.strip()]


def error_of(function):
    """The kind and text of the error that a call raises, without frames."""
    try:
        function()
    except Exception as error:
        return [type(error).__name__, text_of(error)]
    return "no error"


class Case:
    """One model, its data and what is seen of it."""

    def __init__(self, number):
        self.random = np.random.default_rng(number)
        keras.backend.clear_session()
        keras.utils.set_random_seed(number)
        self.is_functional = bool(self.random.integers(2))
        self.drawing = draw_layers.Drawing(self.random, keras)
        self.kinds = []
        self.model = self.made()
        self.inputs = self.drawing.data(3 * BATCH)
        self.labels, self.loss, self.metrics = self.targets()

    def made(self):
        drawing = self.drawing
        source = keras.Input(drawing.shape, dtype=drawing.dtype, name="source")
        count = int(self.random.integers(2, 6))
        if not self.is_functional:
            return self.sequential(source, count)
        x = source
        for _ in range(count):
            x = self.step(x)
        self.width = int(self.random.integers(1, 4))
        x = self.flat(x)
        return keras.Model(source, layers.Dense(self.width, name="last")(x), name="m")

    def sequential(self, source, count):
        model = keras.Sequential([source], name="m")
        for _ in range(count):
            layer = self.drawing.layer(len(model.output_shape))
            self.kinds.append(type(layer).__name__)
            model.add(layer)
        if len(model.output_shape) > 2:
            model.add(layers.Flatten())
        self.width = int(self.random.integers(1, 4))
        model.add(layers.Dense(self.width, name="last"))
        return model

    def step(self, x):
        layer = self.drawing.layer(len(x.shape))
        self.kinds.append(type(layer).__name__)
        y = layer(x)
        if tuple(y.shape) == tuple(x.shape) and self.random.integers(2):
            join = self.drawing.join()
            self.kinds.append(type(join).__name__)
            return join([x, y])
        return y

    def flat(self, x):
        return layers.Flatten()(x) if len(x.shape) > 2 else x

    def targets(self):
        random, rows = self.random, 3 * BATCH
        if self.width == 1:
            loss = ["mse", "mae", "huber" if not IS_KERAS_2 else "log_cosh"]
            return (
                random.normal(size=(rows, 1)).astype("float32"),
                str(random.choice(loss)),
                ["mae", keras.metrics.RootMeanSquaredError()],
            )
        crossentropy = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        return random.integers(0, self.width, rows), crossentropy, ["accuracy"]

    def optimizer(self):
        kinds = keras.optimizers
        # Gradients that are rounding errors of nothing stay small with it.
        near = {"epsilon": 0.01}
        return [
            lambda: kinds.SGD(0.05),
            lambda: kinds.SGD(0.05, momentum=0.9, nesterov=True),
            lambda: kinds.Adam(0.01, **near),
            lambda: kinds.Adam(0.01, amsgrad=True, clipnorm=1.0, **near),
            lambda: kinds.RMSprop(0.01, centered=True, **near),
            lambda: kinds.Adagrad(0.05, **near),
            lambda: kinds.Adamax(0.01, **near),
            lambda: kinds.Nadam(0.01, **near),
            lambda: kinds.Adadelta(0.5, **near),
            lambda: kinds.Ftrl(0.05),
            lambda: kinds.AdamW(0.01, weight_decay=0.02, **near),
        ][self.random.integers(11)]()

    def answers(self):
        found = {"kinds": self.kinds, "functional": self.is_functional}
        for name in (
            "weights",
            "calls",
            "summary",
            "round_trips",
            "training",
            "mistakes",
        ):
            found[name] = getattr(self, name)()
        return found

    def weights(self):
        return [
            [each.name, list(each.shape), *numbers(each)] for each in self.model.weights
        ]

    def calls(self):
        model, x = self.model, tf.constant(self.inputs[:BATCH])
        in_function = tf.function(lambda x: model(x, training=False))
        training = tf.function(lambda x: model(x, training=True))
        return {
            "eager": numbers(model(x)),
            "function": numbers(in_function(x)),
            "training": numbers(model(x, training=True)),
            "training function": numbers(training(x)),
            "spec": [str(model.input_shape), str(model.output_shape)],
        }

    def summary(self):
        lines = []
        self.model.summary(print_fn=lambda line, **_: lines.append(str(line)))
        return [each.rstrip() for text in lines for each in text.split("\n")]

    def round_trips(self):
        model = self.model
        config = model.get_config()
        other = type(model).from_config(config)
        read = keras.models.model_from_json(model.to_json())
        for each in (other, read):
            each.set_weights(model.get_weights())
        x = tf.constant(self.inputs[:BATCH])
        return {
            "config": text_of(json.dumps(config, default=str, sort_keys=True)),
            "json": text_of(model.to_json()),
            "same": [numbers(each(x)) for each in (other, read)],
            "layers": [[each.name, each.count_params()] for each in model.layers],
        }

    def training(self):
        model, data = self.model, (self.inputs, self.labels)
        model.compile(self.optimizer(), self.loss, metrics=self.metrics)
        history = {}

        def fit():
            done = model.fit(*data, batch_size=BATCH, shuffle=False, verbose=2)
            history.update(done.history)

        text = printed(fit)
        return {
            "keys": list(history),
            "history": {key: [float(e) for e in each] for key, each in history.items()},
            # Numbers of the text are those of the history.
            "text": [re.sub(r"-?\d+\.\d+(e[+-]\d+)?", "#", each) for each in text],
            "evaluate": [float(each) for each in model.evaluate(*data, verbose=0)],
            "predict": numbers(model.predict(self.inputs, verbose=0)),
            "one batch": [float(e) for e in np.ravel(model.train_on_batch(*data))],
            "weights": [numbers(each) for each in model.get_weights()],
            "optimizer": [
                [each.name, *numbers(each)] for each in self.variables_of_optimizer()
            ],
        }

    def variables_of_optimizer(self):
        variables = self.model.optimizer.variables
        return variables() if callable(variables) else variables

    def mistakes(self):
        model, x = self.model, self.inputs[:BATCH]
        mistakes = {
            "rank": lambda: model(x[0]),
            "size": lambda: model(np.concatenate([x, x], axis=-1)),
            "labels": lambda: model.fit(x, self.labels[:2], verbose=0),
            "weights": lambda: model.set_weights(model.get_weights()[1:]),
            "shapes": lambda: model.set_weights([w[None] for w in model.get_weights()]),
            "layer": lambda: model.get_layer("nothing"),
            "index": lambda: model.get_layer(index=99),
            "loss": lambda: model.compile("sgd", "nothing"),
            "optimizer": lambda: model.compile("nothing", "mse"),
            "activation": lambda: layers.Dense(3, activation="nothing"),
            "units": lambda: layers.Dense(-3),
            "padding": lambda: layers.Conv2D(3, 3, padding="nothing"),
            "add": lambda: layers.Add()([x]),
            "merge": lambda: layers.Concatenate()([np.ones((2, 3)), np.ones((3, 3))]),
            "kernel": lambda: layers.Conv2D(3, 0),
            "dense": lambda: layers.Dense(3)(tf.constant(1.0)),
            "reshape": lambda: layers.Reshape((7, 11))(np.ones((2, 5), "float32")),
            "not compiled": lambda: keras.Sequential([layers.Dense(1)]).fit(x, x),
            "not built": lambda: keras.Sequential([layers.Dense(1)]).summary(),
            "two axes": lambda: layers.BatchNormalization(axis=5)(np.ones((2, 3))),
            "argument": lambda: layers.Dense(3, nothing=1),
            "initializer": lambda: layers.Dense(3, kernel_initializer="nothing"),
            "rate": lambda: layers.Dropout(1.5),
            "metric": lambda: keras.metrics.get("nothing"),
            "config": lambda: keras.layers.deserialize({"class_name": "Nothing"}),
        }
        names = self.random.choice(sorted(mistakes), 5, replace=False)
        return {str(each): error_of(mistakes[str(each)]) for each in names}


def answer(number):
    try:
        return Case(number).answers()
    except Exception as error:
        frames = traceback.format_exc() if "-v" in sys.argv else ""
        return {"error": [type(error).__name__, text_of(error), frames]}


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    for number in range(first, first + count):
        print(json.dumps({"case": number, **answer(number)}), flush=True)


if __name__ == "__main__":
    main()
