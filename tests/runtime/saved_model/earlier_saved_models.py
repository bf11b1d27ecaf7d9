"""Makes the models of version 1 among the cases; run by hand with TensorFlow's Python.

python earlier_saved_models.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


def save(folder: str, use_resource: bool) -> None:
    """A product with variables, whole and in parts, and a table that is filled."""
    import tensorflow as tf

    v1: Any = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        start = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        w = v1.get_variable("w", initializer=start, use_resource=use_resource)
        v1.get_variable(
            "p",
            shape=[4, 2],
            initializer=v1.ones_initializer(),
            partitioner=v1.fixed_size_partitioner(2),
            use_resource=use_resource,
        )
        bias = tf.constant([0.5, -0.5])
        b = v1.get_variable("b", initializer=bias, use_resource=use_resource)
        filled = tf.lookup.KeyValueTensorInitializer(
            ["a", "b"], tf.constant([10, 20], tf.int64)
        )
        table = tf.lookup.StaticHashTable(filled, -1)
        words = v1.placeholder(tf.string, [None], name="words")
        y = tf.identity(tf.matmul(x, w) + b, name="y")
        ids, loss = table.lookup(words), tf.reduce_sum(y)
        made = v1.saved_model.signature_def_utils.predict_signature_def
        signatures = {
            "serving_default": made({"inp": x}, {"out": y, "loss": loss}),
            "lookup": made({"words": words}, {"ids": ids}),
        }
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            session.run(v1.assign(w, [[1.0, 2.0], [3.0, 5.0]]))
            builder = v1.saved_model.Builder(folder)
            builder.add_meta_graph_and_variables(
                session, ["serve"], signatures, main_op=v1.tables_initializer()
            )
            builder.save()


if __name__ == "__main__":
    save(str(Path(sys.argv[1], "earlier_res")), True)
    save(str(Path(sys.argv[1], "earlier_ref")), False)
