"""Programs on Keras that print as they train: numbers, and the layout of the text.

    python -m runtime tests/keras/guide_programs_2.py [NAME ...] > answers.json

Run by TensorFlow too; `guide_programs_2.json` is what it gave.
"""

import contextlib
import io
import json
import os
import re
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf

PROGRAMS = {}
layers, ops = keras.layers, keras.ops
ROWS = 64
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
TIME = re.compile(r"\b\d+(?:ms|us|s)(?:/step|/epoch)?")
NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")
BAR = re.compile(r"(\d+)/(\d+) ━")


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def numbers(*values):
    return [float(each) for value in values for each in np.asarray(value).ravel()]


def layout(text):
    """The lines without times, numbers and bars that go on: what a clock says, or what
    the last digit of a rounded number says, is not the same twice."""
    text = TIME.sub("TIME", ESCAPE.sub("", text))
    lines = [re.split(r"\r|\x08+", each.rstrip())[-1] for each in text.splitlines()]
    lines = [" ".join(NUMBER.sub("NUMBER", each).split()) for each in lines]
    return [each for each in lines if each and not goes_on(each)]


def goes_on(line):
    bar = BAR.match(line)
    return bar is not None and bar[1] != bar[2]


def table(count=ROWS, columns=6, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(count, columns)).astype("float32")
    return x, (x[:, :2].sum(axis=1) > 0).astype("float32")


@keras.saving.register_keras_serializable("programs")
class Gated(layers.Layer):
    """A dense layer with a gate; its size comes with the first input."""

    def __init__(self, units, rate=0.1, regularizer=None, **options):
        super().__init__(**options)
        self.units, self.rate = units, rate
        self.regularizer = keras.regularizers.get(regularizer)
        self.dropout = layers.Dropout(rate, seed=5)

    def build(self, shape):
        def weight(name, *sizes):
            return self.add_weight(
                shape=sizes,
                initializer="glorot_uniform",
                regularizer=self.regularizer,
                name=name,
            )

        self.kernel = weight("kernel", shape[-1], self.units)
        self.gate = weight("gate", shape[-1], self.units)
        self.calls = self.add_weight(
            shape=(), initializer="zeros", dtype="int32", trainable=False, name="calls"
        )

    def call(self, x, training=False):
        if training:
            self.calls.assign_add(1)
        gated = ops.matmul(x, self.kernel) * ops.sigmoid(ops.matmul(x, self.gate))
        return self.dropout(gated, training=training)

    def compute_output_shape(self, shape):
        return (*shape[:-1], self.units)

    def get_config(self):
        regularizer = keras.regularizers.serialize(self.regularizer)
        own = {"units": self.units, "rate": self.rate, "regularizer": regularizer}
        return {**super().get_config(), **own}


@keras.saving.register_keras_serializable("programs")
class Focal(keras.losses.Loss):
    def __init__(self, power=2.0, name="focal", **options):
        super().__init__(name=name, **options)
        self.power = power

    def call(self, y_true, y_pred):
        y_true = ops.cast(y_true, y_pred.dtype)
        y_true = ops.reshape(y_true, ops.shape(y_pred))
        p = ops.clip(y_pred, 1e-6, 1 - 1e-6)
        hit = ops.where(y_true > 0.5, p, 1 - p)
        return -ops.mean(ops.power(1 - hit, self.power) * ops.log(hit), axis=-1)

    def get_config(self):
        return {**super().get_config(), "power": self.power}


@keras.saving.register_keras_serializable("programs")
class FScore(keras.metrics.Metric):
    def __init__(self, threshold=0.5, name="f_score", **options):
        super().__init__(name=name, **options)
        self.threshold = threshold
        for each in ("hits", "alarms", "misses"):
            setattr(
                self, each, self.add_weight(shape=(), initializer="zeros", name=each)
            )

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_pred = ops.cast(ops.reshape(y_pred, [-1]) > self.threshold, "float32")
        y_true = ops.cast(ops.reshape(y_true, [-1]), "float32")
        weight = 1.0 if sample_weight is None else ops.reshape(sample_weight, [-1])
        self.hits.assign_add(ops.sum(weight * y_true * y_pred))
        self.alarms.assign_add(ops.sum(weight * (1 - y_true) * y_pred))
        self.misses.assign_add(ops.sum(weight * y_true * (1 - y_pred)))

    def result(self):
        wrong = 0.5 * (self.alarms + self.misses)
        return ops.divide_no_nan(self.hits, self.hits + wrong)

    def get_config(self):
        return {**super().get_config(), "threshold": self.threshold}


@program
def own_layer_loss_and_metric(folder):
    """Trained with progress bars, saved whole, loaded, trained on."""
    x, y = table()
    model = keras.Sequential(
        [
            keras.Input((6,)),
            Gated(8, regularizer=keras.regularizers.L2(1e-3), name="gated"),
            Gated(4, rate=0.2, name="second"),
            layers.Dense(1, activation="sigmoid", name="out"),
        ],
        name="gates",
    )
    model.summary(line_length=80)
    model.compile(
        keras.optimizers.AdamW(0.01, weight_decay=1e-3),
        Focal(1.5),
        metrics=[
            FScore(),
            "accuracy",
            keras.metrics.AUC(name="auc", num_thresholds=20),
        ],
        weighted_metrics=[FScore(0.4, name="weighted")],
    )
    weights = np.where(y > 0, 2.0, 0.5).astype("float32")
    past = model.fit(
        x, y, sample_weight=weights, batch_size=10, epochs=3, validation_split=0.25
    )
    model.save(folder / "gates.keras")
    same = keras.models.load_model(folder / "gates.keras")
    found = same.evaluate(x, y, return_dict=True, verbose=2)
    again = same.fit(x, y, batch_size=16, epochs=1, verbose=2)
    print(int(same.get_layer("gated").calls.numpy()), same.optimizer.iterations.numpy())
    print([each.path for each in same.weights])
    return [past.history, found, again.history, numbers(same.predict(x[:5]))]


@program
def callbacks_that_print(folder):
    """An own callback for each event, beside those that Keras has."""

    class Telling(keras.callbacks.Callback):
        def on_train_begin(self, logs=None):
            print("begin", sorted(logs or {}), self.params)

        def on_epoch_begin(self, epoch, logs=None):
            print("epoch", epoch, "rate", float(self.model.optimizer.learning_rate))

        def on_train_batch_end(self, batch, logs=None):
            if batch % 3 == 0:
                print(f"batch {batch}: {logs['loss']:.4f} {logs['mae']:.4f}")

        def on_test_end(self, logs=None):
            print("tested", {k: round(float(v), 4) for k, v in logs.items()})

        def on_predict_batch_end(self, batch, logs=None):
            print("predicted", batch, logs["outputs"].shape)

        def on_epoch_end(self, epoch, logs=None):
            print(f"end {epoch}:", " ".join(f"{k}={v:.5f}" for k, v in logs.items()))

        def on_train_end(self, logs=None):
            print("over", sorted(logs), self.model.stop_training)

    x, _ = table()
    y = x @ np.arange(6, dtype="float32")
    model = keras.Sequential([layers.Dense(8, activation="gelu"), layers.Dense(1)])
    model.compile(keras.optimizers.Nadam(0.05), "mse", metrics=["mae"])
    past = model.fit(
        x,
        y,
        batch_size=8,
        epochs=8,
        verbose=2,
        validation_data=(x[:20], y[:20] + 3.0),
        callbacks=[
            Telling(),
            keras.callbacks.LearningRateScheduler(
                lambda epoch, rate: rate * (0.7 if epoch > 1 else 1.0), verbose=1
            ),
            keras.callbacks.ReduceLROnPlateau(
                "val_loss", factor=0.5, patience=1, min_delta=2.0, verbose=1
            ),
            keras.callbacks.EarlyStopping(
                "val_mae",
                patience=2,
                min_delta=0.3,
                verbose=1,
                restore_best_weights=True,
            ),
            keras.callbacks.ModelCheckpoint(
                folder / "best-{epoch:02d}.keras",
                "val_loss",
                verbose=1,
                save_best_only=True,
            ),
            keras.callbacks.LambdaCallback(
                on_epoch_end=lambda epoch, logs: print("lambda", epoch, len(logs))
            ),
            keras.callbacks.TerminateOnNaN(),
            keras.callbacks.CSVLogger(folder / "log.csv"),
        ],
    )
    print((folder / "log.csv").read_text().splitlines()[0])
    print(sorted(each.name for each in folder.glob("best-*")))
    model.predict(x, batch_size=30, callbacks=[Telling()], verbose=0)
    return past.history


@program
def actor_and_critic(folder):
    """A model that is called first in a loop over steps of a game in NumPy."""

    class Agent(keras.Model):
        def __init__(self):
            super().__init__()
            self.common = keras.layers.Dense(8, activation="tanh")
            self.actor = keras.layers.Dense(2)
            self.critic = keras.layers.Dense(1)

        def call(self, inputs):
            x = self.common(inputs)
            return self.actor(x), self.critic(x)

    @tf.numpy_function(Tout=[tf.float32, tf.int32, tf.int32])
    def play(state, action):
        state = (0.9 * state + 0.2 * (2 * action - 1)).astype(np.float32)
        done = abs(state).max() > 1.4
        return state, np.int32(done == 0), np.int32(done)

    def episode(state, agent, most):
        chances = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        values = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        rewards = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        shape = state.shape
        for t in tf.range(most):
            logits, value = agent(tf.expand_dims(state, 0))
            action = tf.argmax(logits[0])
            values = values.write(t, tf.squeeze(value))
            chances = chances.write(t, tf.nn.softmax(logits)[0, action])
            state, reward, done = play(state, action)
            state.set_shape(shape)
            rewards = rewards.write(t, reward)
            if tf.cast(done, tf.bool):
                break
        return chances.stack(), values.stack(), rewards.stack()

    def returns_of(rewards):
        count = tf.shape(rewards)[0]
        found = tf.TensorArray(tf.float32, size=count)
        total = tf.constant(0.0)
        for i in tf.range(count):
            total = tf.cast(rewards[count - 1 - i], tf.float32) + 0.99 * total
            total.set_shape([])
            found = found.write(i, total)
        return found.stack()[::-1]

    agent, optimizer = Agent(), keras.optimizers.Adam(0.05)
    huber = keras.losses.Huber(reduction="sum")

    @tf.function
    def step(state):
        with tf.GradientTape() as tape:
            chances, values, rewards = episode(state, agent, 12)
            wanted = returns_of(rewards)
            gain = tf.math.log(chances) * (wanted - values)
            loss = huber(wanted[:, None], values[:, None]) - tf.reduce_sum(gain)
        slopes = tape.gradient(loss, agent.trainable_variables)
        optimizer.apply_gradients(zip(slopes, agent.trainable_variables))
        return loss, tf.reduce_sum(rewards)

    rows = [step(tf.constant([0.1, -0.2, 0.3])) for _ in range(4)]
    return [[float(each) for each in row] for row in rows] + [len(agent.weights)]


def main():
    found = {}
    for name in sys.argv[1:] or PROGRAMS:
        keras.backend.clear_session()
        keras.utils.set_random_seed(1)
        text = io.StringIO()
        with (
            tempfile.TemporaryDirectory() as folder,
            contextlib.redirect_stdout(text),
        ):
            answer = PROGRAMS[name](Path(folder))
        printed = text.getvalue().replace(folder, "FOLDER")
        found[name] = {"answer": answer, "printed": layout(printed)}
    print(json.dumps(found, indent=0, ensure_ascii=True))


if __name__ == "__main__":
    main()
