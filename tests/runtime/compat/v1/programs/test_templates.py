"""`make_template`: whose scope is named when, and who makes variables."""

from __future__ import annotations

import runtime as tf

v1 = tf.compat.v1


def scaled(x):
    return x * v1.get_variable("w", [], initializer=v1.ones_initializer())


def test_a_scope_created_now_has_the_name_of_this_place() -> None:
    with tf.Graph().as_default():
        with v1.variable_scope("outer"):
            now = v1.make_template("a", scaled, create_scope_now_=True)
            later = v1.make_template("a", scaled)
        assert now.variable_scope.name == "outer/a"
        assert later.variable_scope is None
        now(1.0), now(2.0), later(1.0)
        names = [each.name for each in v1.global_variables()]
        assert names == ["outer/a/w:0", "a/w:0"]
