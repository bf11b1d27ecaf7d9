"""Variables in parts."""

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1


def parts():
    with tf.Graph().as_default():
        ones = v1.ones_initializer()
        found = v1.create_partitioned_variables([5, 2], [2, 1], ones)
        return [(each.name, each.shape.as_list()) for each in found]


def scoped():
    found = []
    thirds = v1.fixed_size_partitioner(3)
    with tf.Graph().as_default(), v1.Session() as session:
        with v1.variable_scope("s", partitioner=thirds):
            w = v1.get_variable("w", [5, 2], initializer=v1.constant_initializer(3.0))
            values = tf.constant([[1.0], [2.0], [3.0], [4.0]])
            c = v1.get_variable("c", initializer=values)
        with v1.variable_scope("s", partitioner=thirds, reuse=True):
            again = v1.get_variable("w", [5, 2])
            found.append([one is other for one, other in zip(w, again)])
        found.append((type(w).__name__, w.name, str(w.shape), w.dtype, len(w)))
        found.append([each.name for each in v1.global_variables()])
        y = tf.matmul(tf.ones([1, 5]), w)
        z = tf.convert_to_tensor(c)
        found.append((z.name, w.as_tensor().name))
        changed = tf.group(*w.assign(tf.ones([5, 2])))
        grads = v1.gradients(y, list(w))
        session.run(v1.global_variables_initializer())
        found.append(session.run(y).tolist())
        found.append(session.run(z).ravel().tolist())
        found.append([each.shape for each in session.run(grads)])
        session.run(changed)
        found.append(session.run(y).tolist())
        rows = tf.nn.embedding_lookup(list(w), [0, 3])
        found.append(session.run(rows).tolist())
    return found


def two_axes():
    with tf.Graph().as_default():
        v1.get_variable("b", [2, 2], partitioner=lambda shape, dtype: [2, 2])


def counts():
    found = []
    for axis in (0, 1):
        for partitioner in (
            v1.fixed_size_partitioner(3, axis),
            v1.variable_axis_size_partitioner(64, axis),
            v1.variable_axis_size_partitioner(64, axis, max_shards=2),
            v1.min_max_variable_partitioner(4, axis, 64),
        ):
            found += [
                partitioner(shape=tf.TensorShape(sizes), dtype=dtype)
                for sizes in ([8, 4], [3, 100], [1, 1])
                for dtype in (tf.float32, tf.string)
            ]
    return found


show("parts", parts)
show("scoped", scoped)
show("two axes", two_axes)
show("counts", counts)
