"""Programs over modules; each returns what TensorFlow shows for it, as text."""

from __future__ import annotations

import runtime as tf


class Dense(tf.Module):
    def __init__(self, inputs, outputs, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.ones([inputs, outputs]), name="w")
        self.b = tf.Variable(tf.zeros([outputs]), name="b")

    def __call__(self, x):
        return tf.nn.relu(tf.matmul(x, self.w) + self.b)


class FlexibleDense(tf.Module):
    def __init__(self, outputs, name=None):
        super().__init__(name=name)
        self.is_built = False
        self.outputs = outputs

    @tf.Module.with_name_scope
    def __call__(self, x):
        if not self.is_built:
            self.w = tf.Variable(tf.ones([x.shape[-1], self.outputs]), name="w")
            self.b = tf.Variable(tf.zeros([self.outputs]), name="b")
            self.is_built = True
        return tf.nn.relu(tf.matmul(x, self.w) + self.b)


class Sequential(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.dense_2 = Dense(3, 2, name="second")
        self.dense_1 = Dense(3, 3)
        self.others = [Dense(1, 1), {"b": Dense(1, 1), "a": (Dense(1, 1),)}]
        self.again, self.itself = self.dense_1, self
        self.fixed = tf.Variable(5, trainable=False, name="fixed")

    @tf.function
    def __call__(self, x):
        return self.dense_2(self.dense_1(x))


def attributes_and_order():
    model = Sequential(name="the_model")
    return [
        model.name,
        [each.name for each in model.variables],
        [each.name for each in model.trainable_variables],
        [each.name for each in model.non_trainable_variables],
        [each.name for each in model.submodules],
        type(model.variables),
        model.dense_1.variables,
    ]


def calls():
    model = Sequential()
    return [
        model([[2.0, 2.0, 2.0]]),
        model([[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]]),
        model(tf.constant([[1.0, 1.0, 1.0]])),
    ]


def deferred_variables():
    layer = FlexibleDense(2, name="flexible")
    before = layer.variables
    results = layer(tf.constant([[1.0, 2.0]]))
    return [before, results, layer.variables]


def names():
    kinds = ["Dense2D", "MLPLayer", "A1b", "RNN", "HTTPServer2Layer", "lower", "_A"]
    shown = [type(kind, (tf.Module,), {})().name for kind in kinds]
    with tf.name_scope("outer"):
        inner = tf.Module(name="inner")
    with inner.name_scope:
        variable = tf.Variable(1, name="v")
    shown += [inner.name_scope.name, variable.name]
    for name in ("1a", "a-b", ""):
        try:
            shown.append(tf.Module(name=name).name)
        except ValueError as error:
            shown.append(str(error))
    return shown


def gradients_of_variables():
    model = Dense(2, 2)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(tf.constant([[1.0, 2.0]])))
    return list(tape.gradient(loss, model.trainable_variables))


PROGRAMS = (
    "attributes_and_order",
    "calls",
    "deferred_variables",
    "gradients_of_variables",
    "names",
)
