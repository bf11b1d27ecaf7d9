"""Custom getters of `variable_scope`, `get_variable` and `make_template`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import runtime as tf

v1 = tf.compat.v1


def recording(log: list[tuple[Any, ...]], tag: str) -> Callable[..., Any]:
    def getter(getter: Any, name: str, *args: Any, **kwargs: Any) -> Any:
        log.append((tag, name, args, kwargs["shape"], kwargs["dtype"], len(kwargs)))
        return getter(name, *args, **kwargs)

    return getter


def ones(getter: Any, *args: Any, **kwargs: Any) -> Any:
    return getter(*args, **{**kwargs, "initializer": tf.ones_initializer()})


def test_getters_of_scopes_are_nested() -> None:
    log: list[tuple[Any, ...]] = []
    with tf.Graph().as_default():
        with v1.variable_scope("a", custom_getter=recording(log, "outer")) as scope:
            x = v1.get_variable("x", [2])
            with v1.variable_scope("b", custom_getter=recording(log, "inner")):
                v1.get_variable("y", [3], tf.float64)
        with v1.variable_scope(scope, reuse=True):
            assert v1.get_variable("x", [2]) is x
    assert log == [
        ("outer", "a/x", (), [2], tf.float32, 14),
        ("inner", "a/b/y", (), [3], tf.float64, 14),
        ("outer", "a/b/y", (), [3], tf.float64, 14),
        ("outer", "a/x", (), [2], tf.float32, 14),
    ]


def test_a_getters_own_ops_stand_outside_of_name_scopes() -> None:
    def named(getter: Any, *args: Any, **kwargs: Any) -> Any:
        return tf.identity(getter(*args, **kwargs), name="got")

    with tf.Graph().as_default(), v1.variable_scope("a", custom_getter=named):
        assert v1.get_variable("x", [1]).name == "got:0"


def test_getters_without_constraint_are_not_given_one() -> None:
    seen = []

    def of_early_times(getter: Any, name: str, shape: Any, dtype: Any, initializer: Any,
        regularizer: Any, reuse: Any, trainable: Any, collections: Any,
        caching_device: Any, partitioner: Any, validate_shape: Any, use_resource: Any,
        synchronization: Any, aggregation: Any) -> Any:  # fmt: skip
        seen.append(reuse)
        return getter(name, shape=shape, dtype=dtype, initializer=initializer)

    with tf.Graph().as_default(), v1.variable_scope("a", custom_getter=of_early_times):
        assert v1.get_variable("x", [1]).name == "a/x:0"
    assert seen == [False]


def test_averages_take_the_place_of_variables() -> None:
    averages = tf.train.ExponentialMovingAverage(0.5)

    def average(getter: Any, *args: Any, **kwargs: Any) -> Any:
        return averages.average(getter(*args, **kwargs))

    with tf.Graph().as_default():
        with v1.variable_scope("m"):
            weight = v1.get_variable("k", [], initializer=tf.ones_initializer())
        averages.apply([weight])
        with v1.variable_scope("m", reuse=True, custom_getter=average):
            found = v1.get_variable("k", [])
    assert found.name == "m/k/ExponentialMovingAverage:0"


def test_templates_take_a_getter() -> None:
    with tf.Graph().as_default():
        made = v1.make_template(
            "t", lambda: v1.get_variable("v", [2]), custom_getter_=ones
        )
        first, second = made(), made()
        assert first is second
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            assert session.run(first).tolist() == [1, 1]


def test_templates_share_variables_eagerly() -> None:
    def scaled(x: Any) -> Any:
        return x * v1.get_variable("v", [], initializer=tf.ones_initializer())

    made = v1.make_template("t", scaled)
    assert (made(1.0) + made(2.0)).numpy() == 3
    assert [each.name for each in made.variables] == ["t/v:0"]
    assert len(made.trainable_variables) == 1


def test_a_scope_can_be_told_to_reuse() -> None:
    with tf.Graph().as_default():
        x = v1.get_variable("x", [1])
        v1.get_variable_scope().reuse_variables()
        assert v1.get_variable("x") is x
    with tf.Graph().as_default():
        assert v1.get_variable_scope().reuse is False
