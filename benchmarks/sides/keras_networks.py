"""Whole networks of Keras, on any of its backends: forward, and training steps."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
from keras import Input, Model, Sequential, applications, layers, losses, utils

from sides.networks import CLASSES, PIXELS, SHAPES, WORDS

Call = Callable[[Any], Any]


def _cnn() -> Any:
    parts: list[Any] = [Input(SHAPES["CNN"])]
    for filters in (32, 64):
        parts += [
            layers.Conv2D(filters, 3, use_bias=False),
            layers.BatchNormalization(),
            layers.ReLU(),
            layers.MaxPooling2D(),
        ]
    head = [layers.Flatten(), layers.Dense(128, "relu"), layers.Dense(CLASSES)]
    return Sequential(parts + head)


def _lstm() -> Any:
    width = 128
    return Sequential(
        [
            Input(SHAPES["LSTM"], dtype="int32"),
            layers.Embedding(WORDS, width),
            layers.LSTM(width, return_sequences=True),
            layers.LSTM(width),
            layers.Dense(CLASSES),
        ]
    )


def _transformer() -> Any:
    width, heads = 256, 4
    words = Input(SHAPES["transformer"], dtype="int32")
    x = layers.Embedding(WORDS, width)(words)
    for _ in range(4):
        y = layers.LayerNormalization()(x)
        x = x + layers.MultiHeadAttention(heads, width // heads)(y, y)
        y = layers.LayerNormalization()(x)
        x = x + layers.Dense(width)(layers.Dense(4 * width, "gelu")(y))
    return Model(words, layers.Dense(CLASSES)(layers.GlobalAveragePooling1D()(x)))


def _application(name: str) -> Any:
    return getattr(applications, name)(
        weights=None,
        input_shape=PIXELS,
        classes=CLASSES,
        classifier_activation=None,
    )


MADE = {"CNN": _cnn, "LSTM": _lstm, "transformer": _transformer}


class Side:
    """A network on one backend."""

    def __init__(self, side: str, name: str) -> None:
        utils.set_random_seed(0)
        self.side = side
        self.model: Any = MADE[name]() if name in MADE else _application(name)

    def weights(self) -> list[np.ndarray]:
        """The weights, in the order of Keras."""
        found: list[np.ndarray] = self.model.get_weights()
        return found

    def take_weights(self, arrays: list[np.ndarray]) -> None:
        """Sets the weights to those of another backend."""
        self.model.set_weights(arrays)

    def forward(self, x: np.ndarray) -> Callable[[], np.ndarray]:
        """A call of the network without training, from array to array."""
        if self.side == "ONNX Runtime":
            return self._served(x)
        if self.side == "JAX":
            return self._with_jax(x)
        import tensorflow as tf

        jit = True if self.side in ("jit", "XLA") else None
        function = tf.function(lambda x: self.model(x, training=False), jit_compile=jit)
        return lambda: function(tf.constant(x)).numpy()

    def _with_jax(self, x: np.ndarray) -> Callable[[], np.ndarray]:
        import jax

        model = self.model
        trained = [each.value for each in model.trainable_variables]
        others = [each.value for each in model.non_trainable_variables]

        @jax.jit
        def function(trained: Any, others: Any, x: Any) -> Any:
            return model.stateless_call(trained, others, x, training=False)[0]

        return lambda: np.asarray(function(trained, others, x))

    def _served(self, x: np.ndarray) -> Callable[[], np.ndarray]:
        """Exported by this project, run by ONNX Runtime."""
        import onnxruntime
        import tensorflow as tf

        from graphir import onnx

        function = tf.function(lambda x: self.model(x, training=False))
        spec = tf.TensorSpec(x.shape, x.dtype)
        model = onnx.to_model(function.get_concrete_function(spec))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = int(os.environ["OMP_NUM_THREADS"])
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        name = session.get_inputs()[0].name

        def call() -> np.ndarray:
            found: np.ndarray = session.run(None, {name: x})[0]
            return found

        return call

    def training(self, x: np.ndarray, y: np.ndarray) -> Callable[[], Any] | None:
        """A call that trains one step; None where the side only serves."""
        if self.side == "ONNX Runtime":
            return None
        is_compiled = self.side in ("jit", "XLA", "JAX")
        self.model.compile(
            "adam",
            losses.SparseCategoricalCrossentropy(from_logits=True),
            # "auto" is compiled under TensorFlow where it may be
            jit_compile=is_compiled or ("auto" if self.side == "chosen" else False),
        )
        return lambda: self.model.train_on_batch(x, y)
