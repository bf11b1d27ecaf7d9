"""Variables with a copy on each device of a strategy."""

from __future__ import annotations

import pytest

import runtime as tf


def test_the_initial_value_is_asked_for_once(four_cpus: list[str]) -> None:
    asked = []

    def initial() -> tf.Tensor:
        asked.append(1)
        return tf.constant([1.0, 2.0])

    strategy = tf.distribute.MirroredStrategy(four_cpus[:3])
    with strategy.scope():
        variable = tf.Variable(initial, name="v")
    assert len(asked) == 1
    assert [each.name for each in variable.values] == [
        "v:0",
        "v/replica_1:0",
        "v/replica_2:0",
    ]
    assert {str(each.numpy().tolist()) for each in variable.values} == {"[1.0, 2.0]"}
    assert strategy.extended.variable_created_in_scope(variable)


def test_copies_that_are_not_kept_alike_are_refused(four_cpus: list[str]) -> None:
    none = tf.VariableSynchronization.NONE
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    with strategy.scope(), pytest.raises(ValueError, match="`NONE` variable synchr"):
        tf.Variable(1.0, synchronization=none)


def test_only_variables_of_the_strategy_have_a_place(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    other = tf.Variable(1.0)
    with (
        pytest.raises(ValueError, match="must only be passed a variable created"),
        strategy.extended.colocate_vars_with(other),
    ):
        pass
    with strategy.scope():
        own = tf.Variable(1.0)
    with strategy.extended.colocate_vars_with(own):
        assert strategy.extended.read_var(own).numpy() == 1.0
