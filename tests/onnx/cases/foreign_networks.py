"""Freezes a network of another library, with random weights, by TensorFlow.

``python foreign_networks.py FAMILY:NAME FOLDER``, in a Python that has TensorFlow and
the library: a frozen graph ``network.pb``, and ``arrays.npz`` with the inputs (``x0``,
...), the result (``y``) and its name (``fetch``). With a third argument ``saved`` the
network is the folder of a SavedModel, ``network``, with variables.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import convert_to_constants

RANDOM = np.random.default_rng(0)


def image(size: int, channels: int = 3) -> Any:
    """Two pictures."""
    return RANDOM.standard_normal((2, size, size, channels)).astype(np.float32)


def words(count: int = 12, most: int = 90) -> Any:
    """Two sentences of numbered words."""
    return RANDOM.integers(1, most, (2, count)).astype(np.int32)


def spread(weights: Any) -> None:
    """Statistics and scales that are not all 0 and 1."""
    for each in weights:
        name = getattr(each, "path", each.name)
        if "gamma" in name or "variance" in name:
            each.assign(RANDOM.uniform(0.7, 1.3, each.shape))
        elif "beta" in name or "bias" in name or "moving_mean" in name:
            each.assign(RANDOM.uniform(-0.2, 0.2, each.shape))


def applications(package: str) -> Callable[[str], Any]:
    """Networks of ``keras.applications``, of either Keras: NAME@SIZE."""

    def make(name: str) -> Any:
        keras = importlib.import_module(package)
        name, _, size = name.partition("@")
        keras.utils.set_random_seed(3)
        model = getattr(keras.applications, name)(
            weights=None,
            input_shape=(int(size), int(size), 3),
            classifier_activation=None,
        )
        spread(model.weights)
        return lambda x: model(x, training=False), [image(int(size))]

    return make


def transformers(name: str) -> Any:
    """Small networks of that library: random weights, no downloads."""
    library = importlib.import_module("transformers")
    small = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
    size = {
        "DistilBert": {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64},
        "GPT2": {"n_embd": 32, "n_layer": 2, "n_head": 4},
        "T5": {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4},
        "ViT": {**small, "image_size": 32, "patch_size": 8},
    }.get(name, small)
    if name != "ViT":
        size = {**size, "vocab_size": 99}
    if name not in ("DistilBert", "GPT2", "T5"):
        size = {**size, "intermediate_size": 64}
    if name == "Albert":
        size = {**size, "embedding_size": 16}
    tf.random.set_seed(3)
    model = getattr(library, f"TF{name}Model")(
        getattr(library, f"{name}Config")(**size)
    )
    if name == "ViT":
        pictures = np.moveaxis(image(32), -1, 1).copy()
        return lambda x: model(x, training=False)[0], [pictures]
    if name == "T5":
        return (
            lambda x, y: model(x, decoder_input_ids=y, training=False)[0],
            [words(), words(5)],
        )
    return lambda x: model(x, training=False)[0], [words()]


def hub(name: str) -> Any:
    """Backbones of Keras Hub."""
    library = importlib.import_module("keras_hub")
    importlib.import_module("keras").utils.set_random_seed(3)
    if name == "ResNet":
        model = library.models.ResNetBackbone(
            input_conv_filters=[64],
            input_conv_kernel_sizes=[7],
            stackwise_num_filters=[64, 32],
            stackwise_num_blocks=[2, 2],
            stackwise_num_strides=[1, 2],
            block_type="basic_block",
            image_shape=(64, 64, 3),
        )
        spread(model.weights)
        return lambda x: model(x, training=False), [image(64)]
    size = {"vocabulary_size": 99, "num_layers": 2, "num_heads": 4, "hidden_dim": 32}
    model = getattr(library.models, f"{name}Backbone")(**size, intermediate_dim=64)
    marks = np.ones((2, 12), np.int32)
    if name == "GPT2":
        return (
            lambda x, m: model({"token_ids": x, "padding_mask": m}, training=False),
            [words(), marks],
        )
    return (
        lambda x, m: model(
            {"token_ids": x, "padding_mask": m, "segment_ids": 1 - m}, training=False
        )["sequence_output"],
        [words(), marks],
    )


def unets(name: str) -> Any:
    """Networks of ``keras_unet_collection``."""
    models = importlib.import_module("keras_unet_collection.models")
    importlib.import_module("keras").utils.set_random_seed(3)
    model = getattr(models, name)((64, 64, 3), [8, 16, 32, 64], n_labels=2)
    spread(model.weights)

    def call(x: Any) -> Any:
        found = model(x, training=False)
        return found[-1] if isinstance(found, (list, tuple)) else found

    return call, [image(64)]


def convolutions_in_time(name: str) -> Any:
    """The network of ``keras-tcn``."""
    library = importlib.import_module("tcn")
    keras = importlib.import_module("keras")
    keras.utils.set_random_seed(3)
    x = keras.Input((20, 4))
    model = keras.Model(
        x, keras.layers.Dense(3)(library.TCN(8, dilations=(1, 2, 4))(x))
    )
    rows = RANDOM.standard_normal((2, 20, 4)).astype(np.float32)
    return lambda rows: model(rows, training=False), [rows]


def slim(name: str) -> Any:
    """Networks of TF-Slim: code of version 1, with variables of a session."""
    nets = importlib.import_module("tf_slim.nets")
    module, function, size = {
        "alexnet_v2": ("alexnet", "alexnet_v2", 224),
        "inception_v1": ("inception", "inception_v1", 224),
        "resnet_v1_50": ("resnet_v1", "resnet_v1_50", 64),
        "resnet_v2_50": ("resnet_v2", "resnet_v2_50", 64),
        "vgg_a": ("vgg", "vgg_a", 224),
        "overfeat": ("overfeat", "overfeat", 231),
    }[name]
    network = getattr(getattr(nets, module), function)
    return in_session(
        lambda x: network(x, num_classes=7, is_training=False)[0], [image(size)]
    )


def frames(name: str) -> Any:
    """Loops of version 1 as they are frozen: with frames, ``Enter`` to ``Exit``."""
    tf.compat.v1.disable_control_flow_v2()
    rnn = tf.compat.v1.nn.rnn_cell
    cell = {
        "lstm": lambda: rnn.LSTMCell(8),
        "gru": lambda: rnn.GRUCell(8),
        "stacked": lambda: rnn.MultiRNNCell([rnn.LSTMCell(8), rnn.LSTMCell(6)]),
    }.get(name)
    rows = RANDOM.standard_normal((2, 7, 4)).astype(np.float32)
    if cell is not None:
        return in_session(
            lambda x: tf.compat.v1.nn.dynamic_rnn(cell(), x, dtype=tf.float32)[0],
            [rows],
        )

    def halved(x: Any) -> Any:
        return tf.compat.v1.while_loop(
            lambda x: tf.reduce_sum(x) > 1.0,
            lambda x: tf.compat.v1.cond(
                tf.reduce_max(x) > 2.0, lambda: x / 4.0, lambda: x / 2.0
            ),
            [tf.abs(x)],
        )

    return in_session(halved, [rows])


class Frozen:
    """A graph without variables, the name of its result, and what it gave."""

    def __init__(self, message: Any, name: str, result: Any) -> None:
        self.message = message
        self.name = name
        self.result = result


def in_session(make: Callable[..., Any], arrays: list[Any]) -> Any:
    """Runs code of version 1 in a session of its own, and freezes its graph."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v1.set_random_seed(3)
        inputs = [
            v1.placeholder(each.dtype, [None, *each.shape[1:]], name=f"x{i}")
            for i, each in enumerate(arrays)
        ]
        y = tf.identity(make(*inputs), name="y")
        session.run(v1.global_variables_initializer())
        result = session.run(y, dict(zip(inputs, arrays)))
        message = v1.graph_util.convert_variables_to_constants(
            session, graph.as_graph_def(), ["y"]
        )
    return Frozen(message, "y:0", result), arrays


FAMILIES: dict[str, Callable[[str], Any]] = {
    "keras": applications("keras"),
    "keras2": applications("tf_keras"),
    "transformers": transformers,
    "hub": hub,
    "unets": unets,
    "tcn": convolutions_in_time,
    "slim": slim,
    "frames": frames,
}


def frozen(call: Any, arrays: list[Any]) -> Frozen:
    """A function with its variables as constants."""
    if isinstance(call, Frozen):
        return call
    specs = [tf.TensorSpec([None, *each.shape[1:]], each.dtype) for each in arrays]
    traced = tf.function(call).get_concrete_function(*specs)
    whole = convert_to_constants.convert_variables_to_constants_v2(traced)
    result = whole(*map(tf.constant, arrays))[0].numpy()
    return Frozen(whole.graph.as_graph_def(), whole.outputs[0].name, result)


def saved(call: Any, arrays: list[Any], folder: str) -> Any:
    """Writes a function with its variables as a SavedModel; returns its result."""
    if isinstance(call, Frozen):
        raise SystemExit("code of version 1 in a session is frozen, not saved")
    specs = [
        tf.TensorSpec([None, *each.shape[1:]], each.dtype, name=f"x{i}")
        for i, each in enumerate(arrays)
    ]
    traced = tf.function(call).get_concrete_function(*specs)
    module = tf.Module()
    module.kept = list(traced.variables)
    tf.saved_model.save(module, folder, signatures=traced)
    (result,) = tf.nest.flatten(traced(*map(tf.constant, arrays)))
    return result.numpy()


def main() -> None:
    """Freezes or saves the network that the arguments name."""
    family, _, name = sys.argv[1].partition(":")
    call, arrays = FAMILIES[family](name)
    folder = sys.argv[2]
    inputs = {f"x{i}": each for i, each in enumerate(arrays)}
    if sys.argv[3:] == ["saved"]:
        y = saved(call, arrays, f"{folder}/network")
        np.savez(f"{folder}/arrays.npz", y=y, fetch="", **inputs)
        return
    made = frozen(call, arrays)
    np.savez(f"{folder}/arrays.npz", y=made.result, fetch=made.name, **inputs)
    with open(f"{folder}/network.pb", "wb") as file:
        file.write(made.message.SerializeToString())


if __name__ == "__main__":
    main()
