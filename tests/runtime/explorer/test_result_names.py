"""Names of results and the short text of a signature."""

from __future__ import annotations

import runtime as tf
from runtime.explorer.model import Explored, model_of
from runtime.explorer.result_names import result_names, short_signature


def nested(x, scale, *, flag=True):
    """A dictionary with a list, and a result that is None."""
    return {"b": [x * scale, None], "a": {"deep": x + 1.0}} if flag else x


def test_results_have_the_paths_of_their_keys():
    concrete = tf.function(nested).get_concrete_function(tf.TensorSpec([3]), 2.0)
    assert result_names(concrete) == ["a.deep", "b.0"]
    pair = tf.function(lambda x: (x, x * 2.0))
    assert result_names(pair.get_concrete_function(tf.TensorSpec([3]))) == [
        "result 0",
        "result 1",
    ]
    one = tf.function(lambda x: x * 2.0)
    assert result_names(one.get_concrete_function(tf.TensorSpec([3]))) == []


def test_a_signature_is_short_and_keeps_python_values():
    concrete = tf.function(nested).get_concrete_function(
        tf.TensorSpec([None, 3]), 2.0, flag=True
    )
    assert short_signature(concrete) == (
        "(x: f32[?,3], scale: 2.0, flag: True) -> "
        "{'b': [f32[?,3], None], 'a': {'deep': f32[?,3]}}"
    )
    unknown = tf.function(lambda x: x).get_concrete_function(
        tf.TensorSpec(None, tf.string)
    )
    assert short_signature(unknown).startswith("(x: str[...]) -> str[...]")


def test_the_page_names_results_and_numbers_those_it_cannot_match():
    concrete = tf.function(nested).get_concrete_function(tf.TensorSpec([3]), 2.0)
    arrays = [tf.ones([3]).numpy()]

    def names_for(names):
        graph = concrete.graph.ir.copy()
        explored = Explored(graph, "nested", arrays=arrays, result_names=names)
        return model_of(explored)["result"]["names"]

    assert names_for(result_names(concrete)) == ["a.deep", "b.0"]
    assert names_for(["only one"]) is None
