"""Accumulators of gradients in graphs, and eagerly."""

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1


def mean():
    with tf.Graph().as_default(), v1.Session() as session:
        held = v1.ConditionalAccumulator(tf.float32, shape=[2], name="held")
        add = [held.apply_grad([1.0, 2.0]), held.apply_grad([3.0, 4.0], local_step=1)]
        found = [session.run(each) for each in add]
        count = int(session.run(held.num_accumulated()))
        taken = held.take_grad(2)
        value = session.run(taken).tolist()
        session.run(held.set_global_step(5))
        session.run(held.apply_grad([9.0, 9.0], local_step=3))
        after = int(session.run(held.num_accumulated()))
        names = held.name, taken.name, str(taken.shape), held.dtype, add[0].name
        return found, count, value, after, names


def total():
    with tf.Graph().as_default(), v1.Session() as session:
        held = v1.ConditionalAccumulator(tf.float32, shape=[], reduction_type="SUM")
        for each in (1.0, 2.0, 3.0):
            session.run(held.apply_grad(each))
        return float(session.run(held.take_grad(3)))


def eager():
    held = v1.ConditionalAccumulator(tf.float32, shape=[])
    held.apply_grad(1.0)
    held.apply_grad(4.0)
    return int(held.num_accumulated()), float(held.take_grad(2)), held.name


def rows():
    with tf.Graph().as_default(), v1.Session() as session:
        held = v1.SparseConditionalAccumulator(tf.float32, shape=[3, 2])
        session.run(held.apply_grad([0, 2], [[1.0, 1.0], [2.0, 2.0]]))
        slices = tf.IndexedSlices(tf.constant([[4.0, 4.0]]), tf.constant([2], tf.int64))
        session.run(held.apply_indexed_slices_grad(slices))
        count = int(session.run(held.num_accumulated()))
        indices, values, shape = session.run(held.take_grad(2))
        session.run(held.apply_indexed_slices_grad(slices, local_step=1))
        again = session.run(held.take_indexed_slices_grad(1))
        return (
            count,
            indices.tolist(),
            values.tolist(),
            shape.tolist(),
            again.values.tolist(),
        )


def wrong_shape():
    with tf.Graph().as_default():
        v1.ConditionalAccumulator(tf.float32, shape=[2]).apply_grad([1.0])


show("mean", mean)
show("total", total)
show("eager", eager)
show("rows", rows)
show("wrong shape", wrong_shape)
