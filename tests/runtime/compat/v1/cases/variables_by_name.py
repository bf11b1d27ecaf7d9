"""Variables by scope and name in a graph that is made by hand, in a session."""

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
g = v1.Graph()
with g.as_default():
    x = v1.placeholder(tf.float32, [None, 3], name='x')
    with v1.variable_scope('layer') as scope:
        w = v1.get_variable('w', [3, 2], initializer=v1.ones_initializer())
        b = v1.get_variable('b', shape=[2], initializer=v1.constant_initializer(0.5), trainable=False)
    show('names', lambda: (w.name, b.name, scope.name, w.shape))
    with v1.variable_scope('layer', reuse=True):
        w2 = v1.get_variable('w', [3, 2])
    show('same', lambda: w2 is w)
    def dup():
        with v1.variable_scope('layer'):
            v1.get_variable('w', [3, 2])
    show('dup', lambda: dup())
    def missing():
        with v1.variable_scope('layer', reuse=True):
            v1.get_variable('zz', [3, 2])
    show('missing', lambda: missing())
    def shape():
        with v1.variable_scope('layer', reuse=True):
            v1.get_variable('w', [4, 2])
    show('shape', lambda: shape())
    with v1.variable_scope('layer', reuse=v1.AUTO_REUSE):
        n = v1.get_variable('n', [1], initializer=v1.zeros_initializer())
        n2 = v1.get_variable('n', [1])
    show('auto', lambda: n is n2)
    with v1.variable_scope('a'):
        with v1.variable_scope('b', regularizer=lambda t: tf.reduce_sum(t * t)):
            c = v1.get_variable('c', initializer=tf.constant([1.0, 2.0]))
    show('nested', lambda: (c.name, len(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES))))
    show('coll', lambda: [v.name for v in v1.global_variables()])
    show('train', lambda: [v.name for v in v1.trainable_variables()])
    show('scoped', lambda: [v.name for v in v1.trainable_variables('layer')])
    show('cur', lambda: v1.get_variable_scope().name)
    with v1.variable_scope(scope, reuse=True) as again:
        show('again', lambda: (again.name, v1.get_variable_scope().reuse))
    with v1.variable_scope(None, default_name='unit'):
        show('default', lambda: v1.get_variable('k', []).name)
    with v1.variable_scope(None, default_name='unit'):
        show('default2', lambda: v1.get_variable('k', []).name)
    y = tf.matmul(x, w) + b
    loss = tf.reduce_mean(y)
    gw, = v1.gradients(loss, [w])
    step = v1.assign_sub(w, 0.1 * gw)
    init = v1.global_variables_initializer()
    with v1.Session() as sess:
        show('init', lambda: sess.run(init))
        show('run', lambda: sess.run(y, feed_dict={x: [[1., 2., 3.]]}))

        show('eval', lambda: b.eval(session=sess))
        show('load', lambda: sess.run(v1.assign(b, [9., 9.])))
        show('c', lambda: sess.run(c))
        show('vinit', lambda: sess.run(v1.variables_initializer([b])))
        show('b', lambda: sess.run(b))
        show('cond', lambda: sess.run(v1.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x), {x: [[1., 2., 3.]]}))
        show('while', lambda: sess.run(v1.while_loop(lambda i: i < 5, lambda i: i + 1, [tf.constant(0)])))
        show('gd', lambda: sess.graph is g)
        show('step', lambda: sess.run([step, loss], {x: [[1.0, 2.0, 3.0]]})[1])
        show('w', lambda: sess.run(w))
show('dim', lambda: v1.where([True, False], [1, 2], [3, 4]))
show('eager', lambda: v1.get_variable('eager_v', [2]).shape)
