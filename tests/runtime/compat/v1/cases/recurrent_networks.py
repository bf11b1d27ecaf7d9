"""Recurrent networks of version 1, over cells of the program's own."""

import numpy as np

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
nn = v1.nn


class Sum:
    output_size = 2
    state_size = 2

    def zero_state(self, batch_size, dtype):
        return tf.zeros([batch_size, 2], dtype)

    def __call__(self, inputs, state):
        return inputs * 10.0 + state, inputs + state


class Learned:
    """A cell whose variables are found by name; its state is a pair."""

    output_size = 3
    state_size = (3, 3)

    def zero_state(self, batch_size, dtype):
        zeros = tf.zeros([batch_size, 3], dtype)
        return zeros, zeros

    def __call__(self, inputs, state):
        with v1.variable_scope("cell"):
            w = v1.get_variable("w", [int(inputs.shape[-1]) + 3, 3], initializer=v1.ones_initializer())
        both = tf.concat([inputs, state[0]], 1)
        new = tf.tanh(tf.matmul(both, w) * 0.1)
        return new, (new, state[1] + 1.0)


X = np.arange(12, dtype=np.float32).reshape(2, 3, 2)


def shown(values):
    return [np.round(each, 4).tolist() for each in values]


def run(build, feeds=None):
    with tf.Graph().as_default(), v1.Session() as session:
        made, extra = build()
        session.run(v1.global_variables_initializer())
        return shown(session.run(made, feeds and feeds())), extra


def dynamic(**given):
    outputs, state = nn.dynamic_rnn(Sum(), tf.constant(X), dtype=tf.float32, **given)
    return [outputs, state], (str(outputs.shape), str(state.shape))


def unknown():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, None, 2])
        lengths = v1.placeholder(tf.int32, [None])
        outputs, state = nn.dynamic_rnn(Sum(), x, lengths, dtype=tf.float32)
        found = session.run([outputs, state], {x: X, lengths: [1, 3]})
        return str(outputs.shape), shown(found)


def learned():
    outputs, state = nn.dynamic_rnn(Learned(), tf.constant(X), dtype=tf.float32)
    loss = tf.reduce_sum(outputs)
    variables = v1.trainable_variables()
    grads = v1.gradients(loss, variables)
    return [outputs, *state, *grads], [each.name for each in variables]


def given_state():
    first = tf.ones([2, 2])
    outputs, state = nn.dynamic_rnn(Sum(), tf.constant(X), initial_state=first)
    return [outputs, state], None


def both_ways(**given):
    outputs, states = nn.bidirectional_dynamic_rnn(
        Learned(), Sum(), tf.constant(X), dtype=tf.float32, **given
    )
    names = [each.name for each in v1.global_variables()]
    return [*outputs, *states[0], states[1]], names


def static(**given):
    rows = [tf.constant(X[:, place]) for place in range(3)]
    outputs, state = nn.static_rnn(Learned(), rows, dtype=tf.float32, **given)
    return [*outputs, *state], [each.name for each in v1.global_variables()]


def static_both_ways(**given):
    rows = [tf.constant(X[:, place]) for place in range(3)]
    outputs, fw, bw = nn.static_bidirectional_rnn(Sum(), Sum(), rows, dtype=tf.float32, **given)
    return [*outputs, fw, bw], str(outputs[0].shape)


class Saver:
    def __init__(self):
        self.held = v1.get_variable("held", initializer=np.ones([2, 2], np.float32))

    def state(self, name):
        return self.held.read_value()

    def save_state(self, name, value):
        return v1.assign(self.held, value)


def state_saved():
    with tf.Graph().as_default(), v1.Session() as session:
        saver = Saver()
        outputs, state = nn.static_state_saving_rnn(Sum(), [tf.constant(X[:, 0])], saver, "held")
        session.run(v1.global_variables_initializer())
        first = session.run([outputs[0], state])
        return shown(first), shown(session.run([saver.held]))


def raw():
    x = tf.constant(X.transpose(1, 0, 2))
    inputs = tf.TensorArray(tf.float32, 3).unstack(x)

    def loop(time, cell_output, cell_state, loop_state):
        emit = cell_output
        if cell_output is None:
            next_state = Sum().zero_state(2, tf.float32)
            kept = tf.constant(0)
        else:
            next_state = cell_state
            kept = loop_state + 2
        finished = time >= tf.constant([2, 3])
        over = tf.reduce_all(finished)
        following = tf.cond(over, lambda: tf.zeros([2, 2]), lambda: inputs.read(time))
        return finished, following, next_state, emit, kept

    emitted, last, kept = nn.raw_rnn(Sum(), loop)
    return [emitted.stack(), last, kept], None


def eager():
    outputs, state = nn.dynamic_rnn(Sum(), tf.constant(X), [2, 3], dtype=tf.float32)
    return shown([outputs.numpy(), state.numpy()])


class NoCell:
    output_size = 3


show("dynamic", lambda: run(dynamic))
show("lengths", lambda: run(lambda: dynamic(sequence_length=[2, 0])))
show("time first", lambda: run(lambda: dynamic(time_major=True)))
show("unknown", unknown)
show("learned", lambda: run(learned))
show("given state", lambda: run(given_state))
show("both ways", lambda: run(both_ways))
show("both ways with lengths", lambda: run(lambda: both_ways(sequence_length=[2, 3])))
show("static", lambda: run(static))
show("static with lengths", lambda: run(lambda: static(sequence_length=[1, 3])))
show("static both ways", lambda: run(static_both_ways))
show("static lengths", lambda: run(lambda: static_both_ways(sequence_length=[1, 3])))
show("state saved", state_saved)
show("raw", lambda: run(raw))
show("eager", eager)
show("no dtype", lambda: run(lambda: nn.dynamic_rnn(Sum(), tf.constant(X))))
show("no cell", lambda: nn.dynamic_rnn(NoCell(), tf.constant(X)).__name__)
show("no inputs", lambda: run(lambda: nn.static_rnn(Sum(), [], dtype=tf.float32)))
show("no list", lambda: run(lambda: nn.static_rnn(Sum(), tf.constant(X), dtype=tf.float32)))
show("lengths of a matrix", lambda: run(lambda: dynamic(sequence_length=[[2]])))
