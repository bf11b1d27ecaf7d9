"""A file of functions, and a graph with an op that nobody knows."""

from __future__ import annotations

SOURCE = """\
import runtime as tf

w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
c = tf.constant([10.0, 20.0])


def dense(x):
    with tf.name_scope("layer"):
        return tf.nn.relu(x @ w + c)


def dense_too(value):
    with tf.name_scope("layer"):
        return tf.nn.relu(value @ w + c)
"""


UNKNOWN = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "MadeUp" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "z" op: "Neg" input: "y" attr { key: "T" value { type: DT_FLOAT } } }
"""
