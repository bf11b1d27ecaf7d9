"""A recurrent cell over a sequence whose length is known when the graph runs."""

import runtime as tf

FUNCTION = "dynamic_rnn"
ARGUMENTS = [
    "[[1.0, 0.5], [0.25, -1.0], [0.5, 0.5], [-1.0, 2.0]]",
    "[[0.2, -0.1], [0.4, 0.3]]",
    "[[0.5, 0.0], [-0.3, 0.6]]",
]


def cell(x, state, input_weights, state_weights):
    mixed = tf.linalg.matvec(input_weights, x) + tf.linalg.matvec(state_weights, state)
    return tf.tanh(mixed)


def dynamic_rnn(sequence, input_weights, state_weights):
    state = tf.zeros([2])
    for x in sequence:
        state = cell(x, state, input_weights, state_weights)
    return state
