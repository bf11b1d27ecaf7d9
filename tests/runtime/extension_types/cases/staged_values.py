"""Extension types in functions, loops, branches, signatures, gradients, variables."""
import runtime as tf
from tests.runtime.shown_answers import show

class Pair(tf.experimental.ExtensionType):
    a: tf.Tensor
    b: tf.Tensor
    tag: str = "t"

    def __add__(self, o):
        return Pair(self.a + o.a, self.b + o.b, self.tag)

    @tf.function
    def summed(self):
        return tf.reduce_sum(self.a) + tf.reduce_sum(self.b)


class Tree(tf.experimental.ExtensionType):
    value: tf.Tensor
    pair: Pair
    rows: tf.RaggedTensor


traces = []


@tf.function
def double(p):
    traces.append(p.tag)
    return Pair(p.a * 2, p.b * 2, p.tag)


p = Pair([1.0, 2.0], [3.0])
show("double", lambda: double(p))
show("again", lambda: double(Pair([5.0, 6.0], [7.0])))
show("traces", lambda: traces)
show("other tag", lambda: double(Pair([5.0, 6.0], [7.0], "u")))
show("traces 2", lambda: traces)
show("other shape", lambda: double(Pair([5.0], [7.0])))
show("traces 3", lambda: traces)
show("method", lambda: p.summed())


@tf.function(input_signature=[Pair.Spec(tf.TensorSpec([None]), tf.TensorSpec([None]), "t")])
def fixed(p):
    return p.a.shape, p.a + 1, tf.shape(p.b)


show("fixed", lambda: fixed(p))
show("fixed longer", lambda: fixed(Pair([1.0] * 4, [1.0])))
show("fixed tag", lambda: fixed(Pair([1.0] * 4, [1.0], "z")))


@tf.function
def loop(p, n):
    for i in tf.range(n):
        p = p + p
        if i == 1:
            p = Pair(p.a - 1.0, p.b, p.tag)
    return p


show("loop", lambda: loop(p, tf.constant(3)))
show("loop 0", lambda: loop(p, tf.constant(0)))


@tf.function
def branch(flag, p):
    if flag:
        q = p + p
    else:
        q = Pair(-p.a, -p.b, p.tag)
    return q


show("branch", lambda: branch(tf.constant(True), p))
show("branch f", lambda: branch(tf.constant(False), p))


@tf.function
def branch_tags(flag, p):
    if flag:
        q = p
    else:
        q = Pair(p.a, p.b, "other")
    return q.a




@tf.function
def undefined(flag, p):
    if flag:
        q = p
    return q


def first_line(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


show("cond", lambda: tf.cond(tf.constant(True), lambda: p, lambda: p + p))
show("switch_case", lambda: tf.switch_case(tf.constant(1), [lambda: p, lambda: p + p]))
show("while", lambda: tf.while_loop(lambda i, q: i < 3, lambda i, q: (i + 1, q + q), [0, p]))
show("while shapes", lambda: tf.function(lambda: tf.while_loop(
    lambda i, q: i < 3,
    lambda i, q: (i + 1, Pair(tf.concat([q.a, [1.0]], 0), q.b)),
    [tf.constant(0), p],
    shape_invariants=[tf.TensorShape([]), Pair.Spec(tf.TensorSpec([None]), tf.TensorSpec([1]), "t")],
))()[1])
show("identity", lambda: tf.identity(p))
show("stop", lambda: tf.nest.map_structure(tf.stop_gradient, p, expand_composites=True))
t = Tree(1.0, p, tf.ragged.constant([[1], [2, 3]]))
show("tree", lambda: tf.function(lambda t: Tree(t.value, t.pair + t.pair, t.rows * 2))(t))
show("tree spec", lambda: tf.type_spec_from_value(t))
with tf.GradientTape() as tape:
    tape.watch(p)
    y = tf.reduce_sum(p.a * p.a) + tf.reduce_sum(p.b)
show("watched gradient", lambda: tape.gradient(y, p.a))
with tf.GradientTape() as tape:
    tape.watch(p)
    z = tf.reduce_sum(double(p).a ** 2)
v = tf.Variable([1.0, 2.0])


@tf.function
def of_variable():
    q = Pair(v, v * 2)
    v.assign_add([1.0, 1.0])
    return q


show("variable", lambda: of_variable())
show("concrete", lambda: fixed.get_concrete_function().structured_input_signature)
cf = double.get_concrete_function(Pair.Spec(tf.TensorSpec([None]), tf.TensorSpec([1]), "c"))
show("concrete call", lambda: cf(Pair([1.0, 2.0, 3.0], [4.0], "c")))
show("structured outputs", lambda: cf.structured_outputs)
show("jit", lambda: tf.function(lambda q: q + q, reduce_retracing=True)(p))
show("py_function", lambda: tf.py_function(lambda q: q.a * 2, [p], tf.float32))
show("numpy_function", lambda: first_line(lambda: tf.numpy_function(lambda q: q, [p], tf.float32)))
show("custom gradient", lambda: tf.custom_gradient(lambda x: (x * 2, lambda d: d * 5))(p.a))
show("recompute", lambda: tf.recompute_grad(lambda x: x * 2)(p.a))


