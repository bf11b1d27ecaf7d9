"""Dispatch for an extension type: single functions, unary and binary families."""
from typing import List, Union
import runtime as tf
from tests.runtime.shown_answers import show

class Log(tf.experimental.ExtensionType):
    """A positive number by its logarithm."""
    x: tf.Tensor
    shape = property(lambda self: self.x.shape)
    dtype = property(lambda self: self.x.dtype)


class Deg(tf.experimental.ExtensionType):
    x: tf.Tensor


calls = []


@tf.experimental.dispatch_for_api(tf.math.multiply, {"x": Log, "y": Log})
def multiply(x, y, name=None):
    calls.append("multiply")
    return Log(x.x + y.x)


@tf.experimental.dispatch_for_api(tf.math.log)
def log(x: Log, name=None):
    return x.x


@tf.experimental.dispatch_for_api(tf.concat)
def concat(values: List[Log], axis, name="concat"):
    return Log(tf.concat([v.x for v in values], axis))


@tf.experimental.dispatch_for_api(tf.stack)
def stack(values: List[Union[Log, tf.Tensor]], axis=0):
    return Log(tf.stack([v.x if isinstance(v, Log) else tf.math.log(v) for v in values], axis))


@tf.experimental.dispatch_for_api(tf.reduce_sum)
def reduce_sum(input_tensor: Log, axis=None, keepdims=False):
    return Log(tf.reduce_logsumexp(input_tensor.x, axis, keepdims))


@tf.experimental.dispatch_for_api(tf.shape, {"input": Log})
def shape(input, out_type=tf.int32):
    return tf.shape(input.x, out_type)


a, b = Log([1.0, 2.0]), Log([3.0, 4.0])
show("multiply", lambda: tf.multiply(a, b))
show("multiply kw", lambda: tf.multiply(x=a, y=b))
show("multiply name", lambda: tf.multiply(a, b, name="q"))
show("calls", lambda: len(calls))
show("multiply mixed", lambda: tf.multiply(a, 2.0))
show("log", lambda: tf.math.log(a))
show("concat", lambda: tf.concat([a, b], 0))
show("concat mixed", lambda: tf.concat([a, tf.constant([1.0])], 0))
show("concat tuple", lambda: tf.concat((a, b), axis=0))
show("concat kw", lambda: tf.concat(axis=0, values=[a, b]))
show("stack", lambda: tf.stack([a, b]))
show("stack mixed", lambda: tf.stack([a, tf.constant([1.0, 1.0])], axis=1))
show("stack plain", lambda: tf.stack([tf.constant(1.0), tf.constant(2.0)]))
show("sum", lambda: tf.reduce_sum(a))
show("sum kw", lambda: tf.reduce_sum(a, keepdims=True))
show("sum name", lambda: tf.reduce_sum(a, name="x"))
show("shape", lambda: tf.shape(a))
show("not there", lambda: tf.exp(a))
show("operator", lambda: a * b)
show("staged", lambda: tf.function(lambda p, q: tf.multiply(p, q))(a, b))


@tf.experimental.dispatch_for_unary_elementwise_apis(Log)
def unary(api, x):
    calls.append(api.__name__)
    return Log(api(x.x))


show("unary sqrt", lambda: tf.sqrt(a))
show("unary abs", lambda: tf.abs(a))
show("unary cast", lambda: tf.cast(a, tf.float64))
show("unary zeros_like", lambda: tf.ones_like(a))
show("unary relu", lambda: tf.nn.relu(a))
show("unary not", lambda: tf.reduce_max(a))


@tf.experimental.dispatch_for_binary_elementwise_apis(Log, Union[Log, tf.Tensor])
def binary(api, x, y):
    calls.append(api.__name__)
    return Log(api(x.x, y.x if isinstance(y, Log) else y))


show("binary add", lambda: tf.add(a, b))
show("binary sub tensor", lambda: tf.subtract(a, tf.constant([0.5, 0.5])))
show("binary pow", lambda: tf.pow(a, tf.constant(2.0)))
show("binary less", lambda: tf.maximum(a, b))
show("binary other side", lambda: tf.add(tf.constant(1.0), b))
show("binary other type", lambda: tf.add(a, "s"))
show("binary twice", lambda: tf.experimental.dispatch_for_binary_elementwise_apis(Log, Log)(lambda api, x, y: x))
show("unary twice", lambda: tf.experimental.dispatch_for_unary_elementwise_apis(Log)(lambda api, x: x))


@tf.experimental.dispatch_for_binary_elementwise_assert_apis(Log, Log)
def assertion(api, x, y):
    return api(x.x, y.x)


show("assert", lambda: tf.debugging.assert_less(a, b))
show("assert bad", lambda: tf.debugging.assert_greater(a, b))
show("assert near", lambda: tf.debugging.assert_near(a, a))
show("unregister", lambda: tf.experimental.unregister_dispatch_for(multiply))
show("unregister twice", lambda: tf.experimental.unregister_dispatch_for(multiply))
tf.experimental.unregister_dispatch_for(unary)
show("after unary", lambda: tf.exp(a))
tf.experimental.unregister_dispatch_for(binary)
show("after binary", lambda: tf.add(a, b))
for f in (log, concat, stack, reduce_sum, shape):
    tf.experimental.unregister_dispatch_for(f)
show("no such arg", lambda: tf.experimental.dispatch_for_api(tf.add, {"z": Log})(lambda x, y, name=None: x))
show("no signature", lambda: tf.experimental.dispatch_for_api(tf.add)(lambda x, y, name=None: x))
show("wrong order", lambda: tf.experimental.dispatch_for_api(tf.add, {"x": Log})(lambda y, x, name=None: x))
show("wrong names", lambda: tf.experimental.dispatch_for_api(tf.add, {"x": Log})(lambda a, b: a))
show("tensor type", lambda: tf.experimental.dispatch_for_api(tf.add, {"x": tf.Tensor, "y": tf.Tensor})(lambda x, y, name=None: x))
show("by index", lambda: tf.experimental.dispatch_for_api(tf.add, {0: Deg})(lambda x, y, name=None: "deg"))
show("by index call", lambda: tf.add(Deg(1.0), 2.0))
show("list type", lambda: tf.experimental.dispatch_for_api(tf.add, {"x": List[int]}))


def twice(x, name=None):
    return x


class Tracked:
    def __init__(self, v):
        self.v = v

    @classmethod
    def __tf_dispatch__(cls, func, types, args, kwargs):
        return f"{getattr(func, '__name__', func)} {[t.__name__ for t in types]}"


show("tf_dispatch", lambda: tf.add(Tracked(1), 2.0))
