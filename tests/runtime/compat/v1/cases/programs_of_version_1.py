"""Templates, printing, flags and compiled parts by their names in TensorFlow 1."""

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1


def layer(x, units=2):
    w = v1.get_variable("w", [3, units], initializer=v1.ones_initializer())
    return tf.matmul(x, w)


def templates():
    with tf.Graph().as_default():
        shared = v1.make_template("shared", layer, units=4)
        again = v1.make_template("shared", layer)
        x = tf.ones([1, 3])
        shapes = shared(x).shape, shared(x).shape, again(x).shape
        names = [each.name for each in v1.global_variables()]
        return shapes, names, [each.name for each in shared.variables], shared.name


def by_a_name():
    with tf.Graph().as_default():
        exact = v1.make_template("other", layer, unique_name_="exact")
        exact(tf.ones([1, 3]))
        return [each.name for each in exact.trainable_variables]


def printed():
    with tf.Graph().as_default(), v1.Session() as session:
        return session.run(v1.Print(tf.constant([1, 2]), [tf.constant(3)], "values: "))


def scopes():
    with tf.Graph().as_default():
        with v1.variable_op_scope([], None, "default"):
            return v1.get_variable("v", []).name


show("templates", templates)
show("by a name", by_a_name)
show("printed", printed)
show("scopes", scopes)
show("compiled", lambda: tf.xla.experimental.compile(lambda x: x + 1, [tf.constant(1)])[0].numpy())
show("fact", lambda: v1.user_ops.my_fact().numpy())
show("dtypes", lambda: (tf.dtypes.bool, v1.dtypes.complex(1.0, 2.0).numpy(), tf.dtypes.cast(1.5, tf.int32).numpy()))
show("file", lambda: v1.resource_loader.get_path_to_datafile("x.txt").endswith("x.txt"))


def fed(value):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.int32)
        return session.run(x + 1, {x: value}).tolist()


show("feeds fractions", lambda: fed([1.7, 2.2]))
show("feeds what is too large", lambda: fed(2**40))
