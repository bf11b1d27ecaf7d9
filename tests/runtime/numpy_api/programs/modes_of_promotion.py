"""NumPy's API and its type promotion: weak types, modes, methods of tensors."""

import operator

import numpy as np

import runtime as tf
from tests.runtime import shown_answers

tnp = tf.experimental.numpy


def show(label, ask):
    """Shows the value, or that it is refused; messages are TensorFlow's own."""

    def asked():
        try:
            return ask()
        except (AttributeError, IndexError, TypeError, ValueError, tf.errors.OpError):
            return "refused"

    shown_answers.show(label, asked)


def mode(name, **options):
    tnp.experimental_enable_numpy_behavior(**options)
    a = tf.constant([1, 2], tf.int8)
    f = tf.constant([1.5, 2.5], tf.float16)
    d = tf.constant(2.0, tf.float64)
    u = tf.constant([3, 4], tf.uint8)
    b = tf.constant([True, False])
    show(f"{name} int8 + 1", lambda: a + 1)
    show(f"{name} int8 + 1.5", lambda: a + 1.5)
    show(f"{name} int8 + big", lambda: a + 1000)
    show(f"{name} 1 + int8", lambda: 1 + a)
    show(f"{name} half + float", lambda: f + 1.0)
    show(f"{name} half + double", lambda: f + d)
    show(f"{name} int8 + uint8", lambda: a + u)
    show(f"{name} int8 + half", lambda: a * f)
    show(f"{name} bool + bool", lambda: b + b)
    show(f"{name} bool + int8", lambda: b + a)
    show(f"{name} int8 / int8", lambda: a / a)
    show(f"{name} int8 // 2", lambda: a // 2)
    show(f"{name} int8 ** 2", lambda: a**2)
    show(f"{name} int8 @ int8", lambda: a @ a)
    show(f"{name} int32 + int64", lambda: tf.constant(1) + tf.constant(1, tf.int64))
    show(f"{name} int64 + f32", lambda: tf.constant(1, tf.int64) + tf.constant(1.0))
    show(f"{name} bf16 + half", lambda: tf.constant(1, tf.bfloat16) + f)
    show(f"{name} complex", lambda: tf.constant(1.0) + 1j)
    show(f"{name} weak constant", lambda: tf.constant(1) + a)
    show(f"{name} weak list", lambda: operator.add(a, [1, 2]))
    show(f"{name} numpy array", lambda: a + np.array([1, 2]))
    show(f"{name} numpy scalar", lambda: a + np.float32(1))
    show(f"{name} eq", lambda: a == u)
    show(f"{name} tf.add", lambda: tf.add(a, 1.5))
    show(f"{name} tf.add 2", lambda: tf.add(a, f))
    show(f"{name} tf.where", lambda: tf.where(b, a, 0))
    show(f"{name} tnp.add", lambda: tnp.add(a, f))
    show(f"{name} tnp.array", lambda: tnp.array([1.5]))
    show(f"{name} tnp.asarray", lambda: tnp.asarray(1) + f)
    show(f"{name} tnp.sum", lambda: tnp.sum(a))
    show(f"{name} tnp.mean", lambda: tnp.mean(a))
    show(f"{name} tnp.result_type", lambda: tnp.result_type(tf.int8, 1.5))
    show(f"{name} tnp.result_type 2", lambda: tnp.result_type(a, f))
    show(f"{name} tnp.concatenate", lambda: tnp.concatenate([a, f]))
    show(f"{name} tnp.stack", lambda: tnp.stack([a, u]))
    show(f"{name} tnp.full", lambda: tnp.full((2,), 3))
    show(f"{name} tnp.arange", lambda: tnp.arange(3))
    show(f"{name} tnp.linspace", lambda: tnp.linspace(0, 1, 3))
    show(f"{name} int ** neg", lambda: tf.constant(2.0) ** -1)
    show(f"{name} shift", lambda: a << 1)
    show(f"{name} and", lambda: a & 1)
    show(f"{name} neg", lambda: -a)
    show(f"{name} iadd", lambda: iadd(a))
    show(f"{name} variable", lambda: tf.Variable(1) + 1.5)
    show(f"{name} variable half", lambda: tf.Variable([1.0], dtype=tf.float16) + 1.5)
    show(f"{name} variable assign", lambda: tf.Variable([1.0]).assign_add([1.0]))
    show(f"{name} staged weak", lambda: tf.function(lambda x: x + 1)(f))
    show(f"{name} staged two", lambda: tf.function(lambda x, y: x + y)(a, f))
    show(f"{name} gradient", lambda: gradient())
    show(f"{name} maximum", lambda: tf.maximum(a, 1.5))
    show(
        f"{name} matmul", lambda: tf.matmul(tf.ones([1, 2], tf.int32), tf.ones([2, 1]))
    )
    show(f"{name} weak of sum", lambda: (tf.constant(1) + tf.constant(2)) + f)
    show(f"{name} python only", lambda: tf.add(1, 2.5))
    show(f"{name} np_array", lambda: np.array([1.0, 2.0]) + tf.constant(1.0))


def iadd(x):
    x += 1
    return x


def gradient():
    x = tf.constant([1.0, 2.0], tf.float16)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * tf.constant([2.0, 3.0])
    return tape.gradient(y, x)


mode("off" if False else "legacy")
mode("float32", prefer_float32=True)
mode("all", dtype_conversion_mode="all")
mode("safe", dtype_conversion_mode="safe")
show(
    "unknown mode",
    lambda: tnp.experimental_enable_numpy_behavior(dtype_conversion_mode="x"),
)
mode("none", dtype_conversion_mode="off")
