"""Programs such as guides have, and arguments: exported and run elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import runtime as tf

_RANDOM = np.random.default_rng(7)


def _floats(*sizes: int) -> np.ndarray[Any, Any]:
    return _RANDOM.standard_normal(sizes).astype(np.float32)


W, B = tf.Variable(_floats(3, 4)), tf.Variable(_floats(4))
FILTERS, DEPTHWISE = tf.constant(_floats(3, 3, 3, 8)), tf.constant(_floats(3, 3, 8, 1))
KERNEL, RECURRENT = tf.constant(_floats(3, 16)), tf.constant(_floats(4, 16))

Program = tuple[Callable[..., Any], list[Any], list[np.ndarray[Any, Any]]]


def dense(x):
    return tf.nn.softmax(tf.nn.relu(x @ W + B))


def branch(x):
    if tf.reduce_sum(x) > 0:
        y = x * 2.0
    else:
        y = -x
    return y


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps = steps + 1
    return steps


def squares(x):
    rows = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(4):
        rows = rows.write(i, x * tf.cast(i, tf.float32))
    return rows.stack()


def convolutions(x):
    y = tf.nn.conv2d(x, FILTERS, strides=2, padding="SAME")
    y = tf.nn.relu(y + 1.0)
    y = tf.nn.depthwise_conv2d(y, DEPTHWISE, strides=[1, 1, 1, 1], padding="SAME")
    y = tf.nn.max_pool2d(y, 2, 2, "VALID")
    return tf.reduce_mean(y, axis=[1, 2])


def lstm(x):
    h = tf.zeros([tf.shape(x)[0], 4])
    c = tf.zeros([tf.shape(x)[0], 4])
    steps = tf.transpose(x, [1, 0, 2])
    outputs = tf.TensorArray(tf.float32, size=tf.shape(steps)[0])
    for t in tf.range(tf.shape(steps)[0]):
        z = steps[t] @ KERNEL + h @ RECURRENT
        i, f, g, o = tf.split(z, 4, axis=1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        outputs = outputs.write(t, h)
    return tf.transpose(outputs.stack(), [1, 0, 2])


def attention(q, k, v):
    scores = tf.matmul(q, k, transpose_b=True) / tf.sqrt(4.0)
    mask = tf.linalg.band_part(tf.ones_like(scores), -1, 0)
    weights = tf.nn.softmax(tf.where(mask > 0, scores, -1e9))
    return tf.einsum("bij,bjd->bid", weights, v)


def slices(x):
    return x[:, ::2], x[..., -1], x[1:, tf.newaxis, :2], tf.reverse(x, [0])


def indices(x, places):
    rows = tf.gather(x, places)
    return tf.one_hot(places, 5), tf.reduce_max(rows, 0), tf.argmax(x, 1)


def integers(a, b):
    return a // b, a % b, tf.math.floordiv(-a, b), tf.cumsum(a)


def shapes(x):
    n = tf.shape(x)[0]
    return tf.reshape(x, [n, -1]), tf.tile(x, [1, 2]), tf.pad(x, [[1, 0], [0, 2]])


def repeats(x):
    return tf.repeat(x, [2, 0, 1, 1], axis=0), tf.searchsorted([1.0, 2.0], [1.0, 3.0])


def sorting(x):
    values, places = tf.math.top_k(x, 2)
    return values, places, tf.unstack(x, axis=1)[0], tf.stack([x, x], 1)


def nested(n, values):
    rows = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    total = 0
    for i in tf.range(n):
        if i % 2 == 0:
            for value in values:
                if value > i:
                    total = total + value
                rows = rows.write(rows.size(), total)
        else:
            k = i
            while k > 0:
                k = k - 2
                if k < 0:
                    rows = rows.write(rows.size(), k)
    return total, rows.stack()


def blocks(x):
    parts = tf.space_to_batch(x, [2], [[1, 1]])
    square = tf.space_to_batch(tf.expand_dims(x, 2), [2, 1], [[1, 1], [0, 0]])
    return parts, square, tf.batch_to_space(parts * 2.0, [2], [[0, 1]])


def pools(x):
    return (
        tf.nn.avg_pool2d(x, 1, 2, "SAME"),
        tf.nn.max_pool2d(x, 2, 3, "SAME"),
        tf.image.resize(tf.cast(x, tf.int32), [4, 5]),
    )


def short_numbers(x):
    narrow = tf.cast(x, tf.int16)
    return (
        tf.math.cumsum(narrow),
        tf.reduce_max(narrow, 0),
        tf.math.add_n([narrow, narrow]),
        tf.nn.relu(x),
        tf.bitwise.right_shift(x, 1),
        tf.cast(tf.cast(x, tf.uint8) - 1, tf.int32),
    )


def _f32(*sizes: int | None) -> Any:
    return tf.TensorSpec(list(sizes), tf.float32)


def _i32(*sizes: int | None) -> Any:
    return tf.TensorSpec(list(sizes), tf.int32)


def programs() -> dict[str, Program]:
    """Name -> function, specs, arguments."""
    pair = [np.array([7, -7, 9], np.int32), np.array([2, 2, -4], np.int32)]
    one = [_f32(None, 3)]
    return {
        "dense": (dense, one, [_floats(5, 3)]),
        "branch": (branch, one, [_floats(2, 3)]),
        "collatz": (collatz, [_i32()], [np.array(27, np.int32)]),
        "squares": (squares, [_f32(None)], [_floats(3)]),
        "convolutions": (convolutions, [_f32(None, 9, 9, 3)], [_floats(2, 9, 9, 3)]),
        "lstm": (lstm, [_f32(None, None, 3)], [_floats(2, 5, 3)]),
        "attention": (
            attention,
            [_f32(None, 6, 4)] * 3,
            [_floats(2, 6, 4) for _ in range(3)],
        ),
        "slices": (slices, one, [_floats(4, 3)]),
        "indices": (
            indices,
            [_f32(None, 3), _i32(None)],
            [_floats(4, 3), np.array([3, 0], np.int32)],
        ),
        "integers": (integers, [_i32(3), _i32(3)], pair),
        "shapes": (shapes, one, [_floats(4, 3)]),
        "repeats": (repeats, [_f32(4, 3)], [_floats(4, 3)]),
        "nested": (
            nested,
            [_i32(), _i32(None)],
            [np.array(4, np.int32), np.array([3, -1, 5], np.int32)],
        ),
        "blocks": (blocks, [_f32(None, 6, 3)], [_floats(2, 6, 3)]),
        "pools": (pools, [_f32(None, 6, 5, 3)], [5 * _floats(2, 6, 5, 3)]),
        "short_numbers": (short_numbers, [_i32(3)], pair[:1]),
        "sorting": (sorting, one, [_floats(4, 3)]),
    }
