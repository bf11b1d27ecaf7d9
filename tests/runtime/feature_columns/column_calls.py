"""Calls of feature columns, each a line: run here, and by TensorFlow when recorded."""

from __future__ import annotations

import re
from typing import Any

SETUP = """
fc = tf.feature_column
internal = tf.__internal__.feature_column
S = tf.sparse.SparseTensor
words = S([[0, 0], [0, 2], [1, 1]], ["red", "blue", "pink"], [3, 3])
numbers = S([[0, 0], [0, 2], [1, 1], [2, 0]], [1, 0, 7, -1], [3, 3])
weights = S([[0, 0], [0, 2], [1, 1]], [0.5, 2.0, 3.0], [3, 3])
steps = S([[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]], ["red", "blue", "red", "pink"],
          [3, 2, 2])
speeds = S([[0, 0], [0, 1], [0, 2], [1, 0]], [1.0, 2.0, 3.0, 4.0], [3, 4])
features = {
    "words": words, "numbers": numbers, "weights": weights, "steps": steps,
    "speeds": speeds,
    "price": tf.constant([[1.0, 2.0], [3.0, 4.0], [-5.0, 60.0]]),
    "age": tf.constant([17, 30, 70]),
    "dense": tf.constant([["red", ""], ["pink", "blue"], ["", ""]]),
    "ids": tf.constant([[2, -1], [5, 0], [1, 1]]),
    "scalar": tf.constant(3.0),
}
class Layer(tf.Module):
    def add_weight(self, name, shape, dtype, initializer, trainable, **kwargs):
        return tf.Variable(initializer(shape, dtype=dtype), trainable=trainable)
def table(shape, dtype=None, **kwargs):
    count = shape[0] * shape[1]
    return tf.reshape(tf.range(count, dtype=tf.float32) / 8 - 0.5, shape)
def dense(column):
    state = internal.StateManager(Layer(), True)
    column.create_state(state)
    cache = internal.FeatureTransformationCache(features)
    return column.get_dense_tensor(cache, state)
def sparse(column):
    state = internal.StateManager(Layer(), True)
    cache = internal.FeatureTransformationCache(features)
    return column.get_sparse_tensors(cache, state)
def sequence(column):
    state = internal.StateManager(Layer(), True)
    column.create_state(state)
    cache = internal.FeatureTransformationCache(features)
    return column.get_sequence_dense_tensor(cache, state)
def config(column):
    plain = internal.serialize_feature_column(column)
    again = internal.deserialize_feature_column(plain)
    return [plain, again == column, column.name, str(column.parse_example_spec)]
colors = ["red", "blue", "green"]
listed = fc.categorical_column_with_vocabulary_list("words", colors)
with_oov = fc.categorical_column_with_vocabulary_list("words", colors,
                                                      num_oov_buckets=3)
hashed = fc.categorical_column_with_hash_bucket("words", 7)
identity = fc.categorical_column_with_identity("numbers", 5, default_value=4)
price = fc.numeric_column("price", shape=2)
age = fc.numeric_column("age")
weighted = fc.weighted_categorical_column(listed, "weights")
aged = fc.bucketized_column(age, [18, 65])
priced = fc.bucketized_column(price, [0.0, 2.0, 50.0])
seq = fc.sequence_categorical_column_with_vocabulary_list("steps", colors)
seq_ids = fc.sequence_categorical_column_with_identity("ids", 6)
"""

CALLS = """
dense(price)
dense(fc.numeric_column("age"))
dense(fc.numeric_column("price", 2, normalizer_fn=lambda x: x / 2))
dense(aged)
dense(priced)
sparse(aged)
sparse(priced)
sparse(hashed)
sparse(fc.categorical_column_with_hash_bucket("dense", 7))
sparse(fc.categorical_column_with_hash_bucket("numbers", 9, tf.int64))
sparse(fc.categorical_column_with_hash_bucket("ids", 9, tf.int32))
sparse(identity)
sparse(fc.categorical_column_with_identity("ids", 6))
sparse(fc.categorical_column_with_identity("ids", 3, 0))
sparse(listed)
sparse(with_oov)
sparse(fc.categorical_column_with_vocabulary_list("dense", colors, default_value=2))
sparse(fc.categorical_column_with_vocabulary_list("ids", [5, 2, 1]))
sparse(fc.categorical_column_with_vocabulary_list("ids", [5, 2], num_oov_buckets=2))
sparse(weighted)
sparse(fc.weighted_categorical_column(identity, "price"))
sparse(fc.crossed_column(["words", "dense"], 20))
sparse(fc.crossed_column(["words", aged], 50))
sparse(fc.crossed_column([listed, aged, "dense"], 50, hash_key=7))
sparse(fc.crossed_column([fc.crossed_column(["words", "dense"], 9), priced], 31))
dense(fc.indicator_column(listed))
dense(fc.indicator_column(with_oov))
dense(fc.indicator_column(hashed))
dense(fc.indicator_column(identity))
dense(fc.indicator_column(weighted))
dense(fc.indicator_column(aged))
dense(fc.indicator_column(fc.crossed_column(["words", aged], 9)))
dense(fc.embedding_column(listed, 2, initializer=table))
dense(fc.embedding_column(with_oov, 3, "sum", initializer=table))
dense(fc.embedding_column(hashed, 3, "sqrtn", initializer=table, max_norm=0.5))
dense(fc.embedding_column(weighted, 2, "mean", initializer=table))
dense(fc.embedding_column(weighted, 2, "sum", initializer=table))
dense(fc.embedding_column(identity, 2, initializer=table))
dense(fc.embedding_column(aged, 2, initializer=table))
sequence(fc.indicator_column(seq))
sequence(fc.indicator_column(seq_ids))
sequence(fc.embedding_column(seq, 2, initializer=table))
sequence(fc.embedding_column(seq_ids, 2, initializer=table))
sequence(fc.sequence_numeric_column("speeds"))
sequence(fc.sequence_numeric_column("speeds", shape=2, default_value=-1.0))
sequence(fc.sequence_numeric_column("speeds", normalizer_fn=lambda x: x * 2.0))
sequence(fc.sequence_numeric_column("price"))
sequence(fc.indicator_column(listed))
dense(fc.indicator_column(seq))
dense(fc.embedding_column(seq, 2, initializer=table))
dense(fc.numeric_column("words"))
dense(fc.numeric_column("none"))
dense(fc.numeric_column("scalar"))
sparse(fc.categorical_column_with_hash_bucket("numbers", 9))
sparse(fc.categorical_column_with_hash_bucket("price", 9))
sparse(fc.categorical_column_with_identity("words", 9))
sparse(fc.categorical_column_with_identity("price", 9))
sparse(fc.categorical_column_with_vocabulary_list("numbers", colors))
sparse(fc.weighted_categorical_column(listed, "numbers"))
sparse(fc.crossed_column([weighted, "dense"], 9))
internal.FeatureTransformationCache(features).get(3, None)
internal.FeatureTransformationCache(features).get("age", None)
config(price)
config(aged)
config(listed)
config(with_oov)
config(hashed)
config(identity)
config(weighted)
config(fc.crossed_column(["words", aged], 50))
config(fc.indicator_column(listed))
config(fc.embedding_column(listed, 2, initializer=tf.zeros_initializer()))[0]
internal.serialize_feature_column(fc.embedding_column(hashed, 4))
config(seq)
config(fc.sequence_numeric_column("speeds"))
internal.serialize_feature_column(3)
internal.deserialize_feature_column({"class_name": "Other", "config": {}})
repr(fc.numeric_column("a", [2, 3], default_value=4))
repr(fc.numeric_column("a", 2, default_value=[4.5, 1]))
fc.numeric_column("a", default_value=0.5, dtype=tf.int32)
fc.numeric_column("a", default_value="x")
fc.numeric_column("a", 2, default_value=[1, 2, 3])
fc.numeric_column("a", 0)
fc.numeric_column("a", 1.5)
fc.numeric_column("a", dtype=tf.string)
fc.numeric_column("a", normalizer_fn=3)
fc.numeric_column(price)
fc.bucketized_column("a", [1])
fc.bucketized_column(price, [])
fc.bucketized_column(price, [2, 1])
fc.bucketized_column(price, 3)
fc.bucketized_column(fc.numeric_column("a", [2, 2]), [1])
fc.categorical_column_with_hash_bucket("a", 0)
fc.categorical_column_with_hash_bucket("a", None)
fc.categorical_column_with_hash_bucket("a", 3, tf.float32)
fc.categorical_column_with_identity("a", 0)
fc.categorical_column_with_identity("a", 3, 3)
fc.categorical_column_with_vocabulary_list("a", [])
fc.categorical_column_with_vocabulary_list("a", ["x", "x"])
fc.categorical_column_with_vocabulary_list("a", [1.5])
fc.categorical_column_with_vocabulary_list("a", ["x"], tf.int32)
fc.categorical_column_with_vocabulary_list("a", ["x"], None, 0, 1)
fc.categorical_column_with_vocabulary_list("a", ["x"], num_oov_buckets=-1)
fc.categorical_column_with_vocabulary_file("a", "")
fc.categorical_column_with_vocabulary_file("a", "nowhere.txt")
fc.categorical_column_with_vocabulary_file("a", "f", 0)
fc.categorical_column_with_vocabulary_file("a", "f", 3, file_format="csv")
fc.weighted_categorical_column(listed, "a", tf.string)
fc.crossed_column(["a"], 3)
fc.crossed_column(["a", "b"], 0)
fc.crossed_column(["a", price], 3)
fc.crossed_column(["a", hashed], 3)
fc.indicator_column(price)
fc.embedding_column(listed, 0)
fc.embedding_column(listed, 2, initializer=3)
fc.embedding_column(listed, 2, ckpt_to_load_from="f")
fc.shared_embeddings([listed], 2)
fc.sequence_numeric_column("a", dtype=tf.string)
fc.sequence_numeric_column("a", 0)
str(fc.make_parse_example_spec([price, fc.indicator_column(listed)]))
fc.make_parse_example_spec([3])
fc.make_parse_example_spec([price, fc.numeric_column("price", 3)])
[each.name for each in sorted([listed, price, aged, fc.embedding_column(hashed, 2)])]
[aged.variable_shape, priced.num_buckets, with_oov.num_buckets, aged.parents]
""".strip().splitlines()
"""An expression a line."""


def plain(value: Any) -> Any:
    """A result as values that JSON can hold."""
    if hasattr(value, "dense_shape"):
        parts = value.indices, value.values, value.dense_shape
        return ["sparse", *map(plain, parts)]
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, bytes):
        return value.decode()
    if hasattr(value, "numpy"):
        return [value.dtype.name, value.numpy().astype(object).tolist()]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return repr(value)


def outcome(call: str, known: dict[str, Any]) -> Any:
    """The result of a call, or the class and first line of its error."""
    try:
        return plain(eval(call, known))
    except (ValueError, TypeError, RuntimeError) as error:
        text = str(error).splitlines()[0]
        # classes stand in modules of their own
        return f"{type(error).__name__}: {re.sub('<class .*?>', '<class>', text)}"


def outcomes(tf: Any) -> dict[str, Any]:
    """Every call's outcome."""
    known: dict[str, Any] = {"tf": tf}
    exec(SETUP, known)
    return {call: outcome(call, known) for call in CALLS}
