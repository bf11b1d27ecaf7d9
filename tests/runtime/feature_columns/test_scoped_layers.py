"""`input_layer` and `linear_model` in graphs: values, variables and their names."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

v1 = tf.compat.v1


def columns() -> tuple[object, object, object]:
    price = tf.feature_column.numeric_column("price")
    color = tf.feature_column.categorical_column_with_vocabulary_list(
        "color", ["a", "b"]
    )
    start = tf.constant_initializer(0.5)
    vectors = tf.feature_column.embedding_column(color, 2, initializer=start)
    return price, color, vectors


def features() -> dict[str, object]:
    return {
        "price": tf.constant([[1.0], [2.0]]),
        "color": tf.constant([["a"], ["other"]]),
    }


def test_input_layer_in_a_session_has_variables_in_scopes() -> None:
    price, color, vectors = columns()
    held: dict[object, object] = {}
    with tf.Graph().as_default():
        dense = v1.feature_column.input_layer(
            features(),
            [price, vectors, tf.feature_column.indicator_column(color)],
            cols_to_vars=held,
        )
        names = [each.name for each in v1.global_variables()]
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            found = session.run(dense)
    assert names == ["input_layer/color_embedding/embedding_weights:0"]
    assert [len(each) for each in held.values()] == [1, 0, 0]
    np.testing.assert_allclose(found, [[0.5, 0.5, 1, 0, 1], [0, 0, 0, 0, 2]])


def test_linear_model_trains_its_weights() -> None:
    price, color, _ = columns()
    with tf.Graph().as_default():
        held: dict[object, object] = {}
        total = v1.feature_column.linear_model(
            features(), [price, color], units=2, cols_to_vars=held
        )
        names = [each.name for each in v1.trainable_variables()]
        gradients = tf.gradients(total, [held["bias"][0], held[price][0]])
        with v1.Session() as session:
            session.run([v1.global_variables_initializer()])
            assert session.run(total).tolist() == [[0.0, 0.0], [0.0, 0.0]]
            of_bias, of_price = session.run(gradients)
    assert names == [
        "linear_model/color/weights:0",
        "linear_model/price/weights:0",
        "linear_model/bias_weights:0",
    ]
    assert of_bias.tolist() == [2.0, 2.0]
    assert of_price.tolist() == [[3.0, 3.0]]


def test_shared_columns_have_one_table() -> None:
    pages = [tf.feature_column.categorical_column_with_identity(key, 3) for key in "xy"]
    with tf.Graph().as_default():
        shared = v1.feature_column.shared_embedding_columns(pages, 2)
        given = {"x": tf.constant([[1]]), "y": tf.constant([[1]])}
        dense = v1.feature_column.input_layer(given, shared)
        assert [each.name for each in v1.global_variables()] == [
            "input_layer/x_y_shared_embedding/embedding_weights:0"
        ]
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            [row] = session.run(dense)
    assert row[:2].tolist() == row[2:].tolist()


def test_columns_of_one_name_are_refused() -> None:
    price = tf.feature_column.numeric_column("price")
    other = tf.feature_column.numeric_column("price", 2)
    with pytest.raises(ValueError, match="Duplicate feature column name"):
        v1.feature_column.linear_model(features(), [price, other])
    with pytest.raises(ValueError, match="must be a _DenseColumn"):
        v1.feature_column.input_layer(features(), [columns()[1]])


def test_table_looked_up_in_a_graph_is_found_by_its_session() -> None:
    with tf.Graph().as_default():
        filling = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
        found = tf.lookup.StaticHashTable(filling, -1).lookup(tf.constant(["b", "z"]))
        with v1.Session() as session:
            session.run(v1.tables_initializer())
            assert session.run(found).tolist() == [2, -1]
