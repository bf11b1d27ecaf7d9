"""Loss scales and the optimizer that uses them, eagerly and in graphs."""

import numpy as np

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
train = v1.train.experimental
INF, NAN = float("inf"), float("nan")


def fixed():
    scale = train.FixedLossScale(8.0)
    done, applies = scale.update([tf.constant(NAN)])
    again = train.FixedLossScale.from_config(scale.get_config())
    return repr(scale), float(scale()), done, applies, repr(again)


def dynamic(*batches):
    scale = train.DynamicLossScale(4.0, 2, 2.0)
    kept = []
    for gradients in batches:
        _, applies = scale.update([tf.constant(each) for each in gradients])
        kept.append((float(scale()), bool(applies)))
    return kept, repr(scale), scale.get_config()


def sparse():
    scale = train.DynamicLossScale(4.0, 2, 2.0)
    rows = tf.IndexedSlices(tf.constant([[1.0], [INF]]), tf.constant([0, 3]))
    return bool(scale.update([rows, None])[1]), float(scale())


def never_below_one():
    scale = train.DynamicLossScale(2.0)
    for _ in range(3):
        scale.update([tf.constant(INF)])
    return float(scale())


def never_infinite():
    scale = train.DynamicLossScale(3e38, 1, 10.0)
    scale.update([tf.constant(1.0)])
    return np.isfinite(float(scale())), float(scale()) > 2e38


show("fixed", fixed)
show("too small", lambda: train.FixedLossScale(0.5))
show("a text", lambda: train.FixedLossScale("a"))
show("grows", lambda: dynamic([1.0], [2.0, 3.0], [1.0]))
show("shrinks", lambda: dynamic([1.0], [2.0, NAN], [1.0], [1.0]))
show("sparse", sparse)
show("never below one", never_below_one)
show("never infinite", never_infinite)
show("abstract", lambda: issubclass(train.DynamicLossScale, train.LossScale))
show("same class", lambda: train.LossScale is v1.mixed_precision.LossScale)


def scaled(loss_scale):
    inner = v1.train.GradientDescentOptimizer(0.25)
    optimizer = train.MixedPrecisionLossScaleOptimizer(inner, loss_scale)
    w = tf.Variable([1.0, 2.0])
    pairs = optimizer.compute_gradients(lambda: tf.reduce_sum(w * w), [w])
    optimizer.minimize(lambda: tf.reduce_sum(w * w), var_list=[w])
    optimizer.apply_gradients([(tf.constant([NAN, 1.0]), w)])
    return pairs[0][0].numpy(), w.numpy(), len(optimizer.variables())


show("scaled", lambda: scaled(train.DynamicLossScale(4.0, 2, 2.0)))
show("scaled by a number", lambda: scaled(4.0)[0])
show("no optimizer", lambda: train.MixedPrecisionLossScaleOptimizer(3, 4.0))
show("no scale", lambda: scaled(None))
show("another text", lambda: scaled("no"))


def in_a_graph():
    with tf.Graph().as_default(), v1.Session() as session:
        w = v1.get_variable("w", initializer=2.0)
        factor = v1.placeholder(tf.float32, [])
        scale = train.DynamicLossScale(4.0, 2, 2.0)
        inner = v1.train.MomentumOptimizer(0.1, 0.9)
        optimizer = train.MixedPrecisionLossScaleOptimizer(inner, scale)
        step = v1.train.get_or_create_global_step()
        done = optimizer.minimize(w * w * factor, global_step=step)
        names = [each.name for each in optimizer.variables()]
        session.run(v1.global_variables_initializer())
        kept = []
        for value in (1.0, 1.0, INF, 1.0):
            session.run(done, {factor: value})
            found = session.run([w, scale(), step])
            kept.append([round(float(each), 4) for each in found])
        return names, kept


def rewritten():
    inner = v1.train.GradientDescentOptimizer(1.0)
    outer = v1.mixed_precision.enable_mixed_precision_graph_rewrite(inner)
    v1.mixed_precision.disable_mixed_precision_graph_rewrite()
    return type(outer).__name__


show("graph", in_a_graph)
show("rewritten", rewritten)
show("rewritten number", lambda: train.enable_mixed_precision_graph_rewrite(3))
