"""Variables of a graph that start with what a checkpoint holds."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

v1 = tf.compat.v1


@pytest.fixture
def prefix(tmp_path) -> str:
    """A checkpoint with `old/w`, `old/deep/b` and `count`."""
    with tf.Graph().as_default(), v1.Session() as session:
        with v1.variable_scope("old"):
            v1.get_variable("w", initializer=[1.0, 2.0])
            with v1.variable_scope("deep"):
                v1.get_variable("b", initializer=3.0)
        v1.get_variable("count", initializer=7)
        v1.global_variables_initializer().run()
        return v1.train.Saver().save(session, str(tmp_path / "model"))


def _model() -> list:
    with v1.variable_scope("new"):
        w = v1.get_variable("w", [2])
        with v1.variable_scope("deep"):
            b = v1.get_variable("b", [])
    return [w, b, v1.get_variable("count", [], tf.int32)]


@pytest.mark.parametrize(
    "pairs",
    [
        {"old/": "new/", "count": "count"},
        {"old/w": "new/w", "old/deep/": "new/deep/", "count": "count"},
        [("old/w", "new/w"), ("old/deep/b", "new/deep/b"), ("count", "count")],
    ],
)
def test_names_and_scopes(prefix, pairs) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        variables = _model()
        v1.train.init_from_checkpoint(prefix, pairs)
        v1.global_variables_initializer().run()
        found = session.run(variables)
    assert [np.asarray(each).tolist() for each in found] == [[1.0, 2.0], 3.0, 7]


def test_variable_in_place_of_a_name_and_a_folder(prefix, tmp_path) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        w, b, _ = _model()
        v1.train.init_from_checkpoint(tmp_path, {"old/w": w})
        session.run([w.initializer, b.initializer])
        np.testing.assert_array_equal(session.run(w), [1, 2])
        assert w.initial_value.op.type == "RestoreV2"


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ({"old/no": "new/w"}, "old/no .* is not found"),
        ({"old/w": "new/deep/b"}, "doesn't match"),
        ({"old/w": "nothing"}, "Should be 'scope/'"),
        ({"/": "new/"}, "deep/b .* is not found"),
    ],
)
def test_what_does_not_fit_is_refused(prefix, pairs, text) -> None:
    with tf.Graph().as_default():
        _model()
        with pytest.raises(ValueError, match=text):
            v1.train.init_from_checkpoint(prefix, pairs)


def test_variables_of_no_graph_are_refused(prefix) -> None:
    refused = pytest.raises(NotImplementedError, match="of a graph")
    with tf.Graph().as_default(), refused:
        v1.train.init_from_checkpoint(prefix, [("old/w", object())])
    with pytest.raises(RuntimeError):
        v1.train.init_from_checkpoint(prefix, {})
