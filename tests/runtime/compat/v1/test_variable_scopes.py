"""Scopes of variables that are entered again, and what they hold for libraries."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.compat.v1.variable_scopes import variable_store

v1 = tf.compat.v1


def test_scope_is_entered_again() -> None:
    with tf.Graph().as_default():
        scope = v1.variable_scope("layer", reuse=v1.AUTO_REUSE)
        with scope as outer:
            first = v1.get_variable("w", [2])
            with scope as inner:
                nested = v1.get_variable("w", [2])
        with scope:
            again = v1.get_variable("w", [2])
    assert first is again
    assert (outer.name, inner.name) == ("layer", "layer/layer")
    assert nested.name == "layer/layer/w:0"


def test_scope_is_left_after_an_error() -> None:
    scope = v1.variable_scope("layer")
    with tf.Graph().as_default():
        with pytest.raises(KeyError), scope:
            raise KeyError
        assert v1.get_variable_scope().name == ""


def test_scope_has_the_defaults_that_libraries_read() -> None:
    with tf.Graph().as_default(), v1.variable_scope("a", use_resource=True) as scope:
        assert (scope.dtype, scope.use_resource) == (tf.float32, True)
        scope.set_use_resource(False)
        with v1.variable_scope("b") as inner:
            assert inner.use_resource is False


def test_store_has_the_variables_of_the_graph() -> None:
    with tf.Graph().as_default():
        made = v1.get_variable("w", [1])
        assert variable_store() == {"w": made}
    assert variable_store() == {}


def test_variable_without_shape_and_initializer_is_refused() -> None:
    with (
        tf.Graph().as_default(),
        pytest.raises(ValueError, match="did not get an initializer"),
    ):
        v1.get_variable("q")
