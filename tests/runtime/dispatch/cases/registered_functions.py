"""Public functions on extension types: what is registered for them."""

from typing import Any, List, Union

import runtime as tf
from tests.runtime.shown_answers import show

ET = tf.experimental.ExtensionType


class MT(tf.experimental.BatchableExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
    shape = property(lambda self: self.values.shape)
    dtype = property(lambda self: self.values.dtype)

    def with_default(self, d):
        return tf.where(self.mask, self.values, d)


m = MT([[1, 2], [3, 4]], [[True, False], [True, True]])


@tf.experimental.dispatch_for_api(tf.shape)
def masked_shape(input: MT, out_type=tf.int32):
    return tf.shape(input.values, out_type)


show("shape", lambda: tf.shape(m))
show("shape2", lambda: tf.shape([1, 2]))
show("shape3", lambda: tf.shape(input=m, out_type=tf.int64))


@tf.experimental.dispatch_for_api(tf.stack)
def masked_stack(values: List[MT], axis=0):
    return MT(
        tf.stack([v.values for v in values], axis),
        tf.stack([v.mask for v in values], axis),
    )


show("stack", lambda: tf.stack([m, m], axis=1))
show("stack2", lambda: tf.stack([m, tf.constant([[1, 2], [3, 4]])]))


@tf.experimental.dispatch_for_api(tf.concat, {"values": List[MT]})
def masked_concat(values, axis, name=None):
    return MT(
        tf.concat([v.values for v in values], axis),
        tf.concat([v.mask for v in values], axis),
    )


show("concat", lambda: tf.concat([m, m], 0))
show("concat t", lambda: tf.concat((m, m), 0))
Un = Union[MT, tf.Tensor]


@tf.experimental.dispatch_for_api(tf.matmul, {"a": MT}, {"b": MT})
def masked_matmul(
    a,
    b,
    transpose_a=False,
    transpose_b=False,
    adjoint_a=False,
    adjoint_b=False,
    a_is_sparse=False,
    b_is_sparse=False,
    output_type=None,
    grad_a=False,
    grad_b=False,
    name=None,
):
    if isinstance(a, MT):
        a = a.with_default(0)
    if isinstance(b, MT):
        b = b.with_default(0)
    return tf.matmul(a, b)


show("matmul", lambda: tf.matmul(m, [[1], [2]]))
show("matmulop", lambda: tf.constant([[1, 2]]) @ m)


def bad():
    @tf.experimental.dispatch_for_api(tf.shape)
    def f(inp: MT):
        pass


show("badsig", bad)


def bad2():
    @tf.experimental.dispatch_for_api(tf.shape)
    def f(input, out_type=None):
        pass


show("bad2", bad2)


def bad3():
    @tf.experimental.dispatch_for_api(3)
    def f(input: MT, out_type=None):
        pass


show("bad3", bad3)


def bad4():
    @tf.experimental.dispatch_for_api(tf.shape, {"zz": MT})
    def f(input, out_type=None):
        pass


show("bad4", bad4)


def bad5():
    @tf.experimental.dispatch_for_api(tf.shape, {})
    def f(input, out_type=None):
        pass


show("bad5", bad5)


def bad6():
    @tf.experimental.dispatch_for_api(tf.shape, {"input": "MT"})
    def f(input, out_type=None):
        pass


show("bad6", bad6)


def bad7():
    @tf.experimental.dispatch_for_api(tf.shape, {"input": Any})
    def f(input, out_type=None):
        pass


def bad8():
    @tf.experimental.dispatch_for_api(tf.zeros)
    def f(shape: int, dtype=None, name=None):
        pass


show("bad8", bad8)


def bad9():
    @tf.experimental.dispatch_for_api(lambda x: x)
    def f(x: MT):
        pass


show("bad9", bad9)


def two():
    @tf.experimental.dispatch_for_api(tf.shape)
    def other(input: MT, out_type=tf.int32):
        return 3

    try:
        return tf.shape(m)
    finally:
        tf.experimental.unregister_dispatch_for(other)


show("shape", lambda: tf.shape(m))


@tf.experimental.dispatch_for_unary_elementwise_apis(MT)
def un(api, x):
    return MT(api(x.values), x.mask)


show("neg", lambda: tf.negative(m))
show("-", lambda: -m)
show("abs", lambda: abs(m))
show("cast", lambda: tf.cast(m, tf.float32))
show("relu", lambda: tf.nn.relu(m))
show("zl", lambda: tf.zeros_like(m))
show("tanhx", lambda: tf.math.round(x=MT([1.5], [True])))
show("clip", lambda: tf.clip_by_value(m, 2, 3))
show("ident", lambda: tf.identity(m))
show(
    "dup",
    lambda: tf.experimental.dispatch_for_unary_elementwise_apis(MT)(lambda api, x: x),
)


@tf.experimental.dispatch_for_binary_elementwise_apis(
    Union[MT, tf.Tensor], Union[MT, tf.Tensor]
)
def bi(api, x, y):
    x = x if isinstance(x, MT) else MT(x, tf.ones_like(x, tf.bool))
    y = y if isinstance(y, MT) else MT(y, tf.ones_like(y, tf.bool))
    return MT(api(x.values, y.values), x.mask & y.mask)


show("add", lambda: tf.add(m, m))
show("addt", lambda: tf.add(m, tf.constant([[1, 2], [3, 4]])))
show("addt2", lambda: tf.add(tf.constant([[1, 2], [3, 4]]), m))
show("+", lambda: m + m)
show("+1", lambda: tf.add(m, 1))
show("t*", lambda: tf.constant(3) * m)
show("t<", lambda: tf.constant(3) < m)
show("t//", lambda: tf.constant(3) // m)
show("t%", lambda: tf.constant(3) % m)
show("t**", lambda: tf.constant(3) ** m)
show("tt", lambda: tf.add(tf.constant(1), tf.constant(2)))
show("max", lambda: tf.maximum(m, m))
show("pow", lambda: tf.pow(m, m))
show("equal", lambda: tf.equal(m, m))
show("==", lambda: m == m)
show("where", lambda: tf.where(m.mask, m, m))


@tf.experimental.dispatch_for_api(tf.reduce_sum)
def rs(input_tensor: MT, axis=None, keepdims=False):
    return tf.reduce_sum(input_tensor.with_default(0), axis, keepdims)


show("rs", lambda: tf.reduce_sum(m, axis=1))
show("rsn", lambda: tf.reduce_sum(m, axis=1, name="x"))
show("fn", lambda: tf.function(lambda x: tf.reduce_sum(tf.add(x, x)))(m))
tf.experimental.unregister_dispatch_for(un)
show("neg", lambda: tf.negative(m))
show("unreg2", lambda: tf.experimental.unregister_dispatch_for(un))


@tf.experimental.dispatch_for_binary_elementwise_assert_apis(MT, MT)
def ba(api, x, y):
    return api(x.with_default(0), y.with_default(0))


show("assert", lambda: tf.debugging.assert_equal(m, m))
show("assert less", lambda: tf.debugging.assert_less(m, m))
