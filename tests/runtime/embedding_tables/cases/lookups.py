"""Settings of embedding tables, and lookups, on a CPU."""

import runtime as tf
from tests.runtime.shown_answers import show

E = tf.tpu.experimental.embedding


def rows(shape, dtype=tf.float32):
    return tf.reshape(tf.range(tf.reduce_prod(shape), dtype=dtype), shape)


def settings():
    table = E.TableConfig(5, 2, rows, combiner="sum", name="words")
    other = E.TableConfig(3, 2, rows, name="tags")
    return table, {
        "title": E.FeatureConfig(table, name="title"),
        "tags": [E.FeatureConfig(other), E.FeatureConfig(table)],
    }


def looked_up(weights=False):
    table, features = settings()
    tables = {
        each: tf.Variable(rows([each.vocabulary_size, each.dim]))
        for each in (table, features["tags"][0].table)
    }
    inputs = {
        "title": tf.constant([4, 0]),
        "tags": [
            tf.sparse.from_dense([[1, 2], [2, 0]]),
            tf.ragged.constant([[1, 2], [3]], dtype=tf.int64),
        ],
    }
    given = None
    if weights:
        given = {
            "title": None,
            "tags": [
                tf.sparse.from_dense([[0.5, 2.0], [1.0, 0.0]]),
                tf.ragged.constant([[1.0, 3.0], [2.0]]),
            ],
        }
    found = E.serving_embedding_lookup(inputs, given, tables, features)
    return tf.nest.map_structure(lambda each: each.numpy().tolist(), found)


def served():
    table, features = settings()
    model = E.TPUEmbeddingForServing(features["title"], E.SGD(0.1))
    return model(tf.constant([1, 1])).numpy().tolist()


show("looked up", looked_up)
show("with weights", lambda: looked_up(weights=True))
show("served", served)
show("no rows", lambda: E.TableConfig(0, 2))
show("no columns", lambda: E.TableConfig(2, -1))
show("no function", lambda: E.TableConfig(2, 2, initializer=3))
show("rates", lambda: [E.SGD().learning_rate, E.Adagrad().learning_rate, E.Adam().beta_1])
show("limits without sums", lambda: E.SGD(use_gradient_accumulation=False, clipvalue=1.0))
show("equal", lambda: (E.SGD(0.1) == E.SGD(0.1), E.SGD(0.1) == E.SGD(0.2)))
