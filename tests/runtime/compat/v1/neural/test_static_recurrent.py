"""Recurrent networks without a loop: states of several tensors that are kept."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


class Count:
    """A cell whose state is a pair: what it has seen, and how often."""

    output_size = 1
    state_size = (1, 1)

    def zero_state(self, batch_size, dtype):  # type: ignore[no-untyped-def]
        return tf.zeros([batch_size, 1], dtype), tf.zeros([batch_size, 1], dtype)

    def __call__(self, inputs, state):  # type: ignore[no-untyped-def]
        return inputs, (state[0] + inputs, state[1] + 1.0)


def test_states_of_several_tensors_have_a_name_each() -> None:
    class Kept:
        def __init__(self) -> None:
            self.saved: dict[str, float] = {}

        def state(self, name):  # type: ignore[no-untyped-def]
            return tf.ones([1, 1])

        def save_state(self, name, value):  # type: ignore[no-untyped-def]
            self.saved[name] = float(value[0, 0])

    kept = Kept()
    outputs, state = v1.nn.static_state_saving_rnn(
        Count(), [tf.constant([[2.0]])], kept, ("sum", "count")
    )
    assert kept.saved == {"sum": 3.0, "count": 2.0}
    assert float(state[1][0, 0]) == 2.0
    assert float(outputs[0][0, 0]) == 2.0
    with pytest.raises(ValueError, match="1 vs. 2"):
        v1.nn.static_state_saving_rnn(Count(), [tf.ones([1, 1])], kept, "sum")
