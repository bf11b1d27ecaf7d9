"""Modules that are saved as models, the same here and in TensorFlow, and calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import runtime as tf


class Rich(tf.Module):
    def __init__(self, words):
        super().__init__(name="rich")
        filling = tf.lookup.TextFileInitializer(words, tf.string, -2, tf.int64, -1)
        self.words = tf.lookup.StaticHashTable(filling, -1)
        pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1.0, 2.0])
        self.pairs = tf.lookup.StaticHashTable(pairs, -1.0)
        self.counts = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        self.counts.insert(["x"], tf.constant([5], tf.int64))
        self.generator = tf.random.Generator.from_seed(1)
        self.layers = [tf.Variable([1.0, 2.0], name="w"), {"k": tf.Variable(3)}]
        self.pair = (tf.Variable(4.0, name="w"), 2)
        self.large = tf.constant(np.arange(200, dtype=np.float32))
        self.file = tf.saved_model.Asset(words)

    @tf.function
    def look(self, keys):
        return self.words.lookup(keys)

    @tf.function
    def count(self, keys):
        return self.pairs.lookup(keys), self.counts.lookup(keys)

    @tf.function
    def put(self, keys, values):
        self.counts.insert(keys, values)

    @tf.function
    def draw(self):
        return self.generator.normal([2])

    @tf.function
    def many(self, x, scale=2.0, *, flag=True, options=None):
        y = x * scale
        if options is not None:
            y = y + options["a"]
        return {"y": y if flag else -y, "l": [y, self.layers[0]]}

    @tf.function
    def add(self, x):
        return self.large + x

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="given")])
    def serve(self, given):
        return {"out": given * self.pair[0]}

    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def ragged(self, rows):
        return rows + 1, tf.reduce_sum(rows, axis=1)

    @tf.function
    def loop(self, n):
        total = 0
        while n > 0:
            total, n = total + n, n - 1
        return total

    @tf.function
    def step(self, x):
        self.pair[0].assign_add(x)
        return self.pair[0].read_value()


def rich(words):
    model = Rich(words)
    keys = tf.constant(["a"])
    model.look(keys), model.count(keys), model.draw(), model.add(1.0)
    model.put(keys, tf.constant([1], tf.int64))
    model.many(tf.constant(1.0))
    model.many(tf.constant([1.0, 2.0]), 3.0, flag=False)
    model.many(tf.constant([1.0, 2.0]), options={"a": tf.constant(1.0)})
    model.loop(tf.constant(3))
    model.get = model.step.get_concrete_function(tf.constant(1.0))
    return model


def signatures(model):
    return {"serving_default": model.serve}


def calls(model):
    """What a loaded model answers, as text."""
    one = tf.constant([1.0, 2.0])
    found = [
        model.look(tf.constant(["banana"])),
        model.count(tf.constant(["a"])),
        model.count(tf.constant(["x"])),
        model.put(tf.constant(["new"]), tf.constant([77], tf.int64)),
        model.count(tf.constant(["new"])),
        model.draw(),
        model.many(tf.constant(2.0)),
        model.many(2.0),
        model.many(one, 3.0, flag=False),
        model.many(one, options={"a": tf.constant(1.0)}),
        model.add(1.0)[-3:],
        model.serve(one),
        model.signatures["serving_default"](given=one),
        model.ragged(tf.ragged.constant([[1, 2], [3]])),
        model.loop(tf.constant(3)),
        model.get(tf.constant(1.5)),
        model.layers[1]["k"],
        sorted(model.signatures),
        tf.io.read_file(model.file.asset_path),
    ]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model.serve(one)["out"])
    found.append(tape.gradient(loss, model.pair[0]))
    try:
        model.many(one, 9.0)
    except ValueError as error:
        found.append(str(error).split("\n")[0])
    return [plain(each) for each in found]


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in sorted(value.items())}
    if hasattr(value, "to_list"):
        return value.to_list()
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "numpy"):
        value = value.numpy()
        if isinstance(value, bytes):
            return value.decode()
        if value.dtype == object:
            return [each.decode() for each in value.ravel()]
        return np.round(value.astype(float), 4).tolist()
    return value


def edit_model(path: str, change: Callable[[Any], None]) -> None:
    """Changes the message of a saved model's only graph."""
    from graphir.wire import messages

    file = Path(path) / "saved_model.pb"
    model = messages.parse("SavedModel", file.read_bytes())
    change(model.meta_graphs[0])
    file.write_bytes(model.SerializeToString())
