"""Functions of two tensors that native code fuses: each takes what shape it is given.

What depends on the order of a sum stays small, and nothing jumps where an operand
changes in its last bit, so that results can be compared with another executor's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

import runtime as tf

MOST: Final = 60_000
"""Elements of a value."""
MOST_PRODUCTS: Final = 20_000_000
"""Multiplications of a product of matrices."""
COLUMNS: Final = (1, 2, 3, 1, 7, 15, 16, 17, 1, 31, 33, 63, 64, 65, 129, 5)
"""Of a product; one of them, the vector, is what code treats differently."""

Op = Callable[[Any, Any, int], Any]


def weights(number: int, shape: list[int], dtype: Any) -> Any:
    """Constants of that shape, whose products with as many numbers stay small."""
    rng = np.random.default_rng(number)
    if not dtype.is_floating:
        return tf.constant(rng.integers(-3, 4, shape), dtype)
    scale = 1.0 / math.sqrt(max(1, math.prod(shape[:-1])))
    return tf.constant(rng.standard_normal(shape) * scale, dtype)


def _of_floats(action: Callable[[Any], Any]) -> Op:
    return lambda x, y, n: action(x) if x.dtype.is_floating else x


def fitting(x: Any, y: Any) -> Any:
    """The other operand, as something that can be broadcast with the first."""
    y = tf.cast(y, x.dtype)
    try:
        made = np.broadcast_shapes(tuple(x.shape), tuple(y.shape))
    except ValueError:
        made = None
    if made is not None and math.prod(made) <= MOST:
        return y
    if len(y.shape) and len(x.shape) and y.shape[0] == x.shape[0]:  # a column
        flat = tf.reshape(y, [y.shape[0], -1])[:, :1]
        return tf.reshape(flat, [x.shape[0], *[1] * (len(x.shape) - 1)])
    return tf.reduce_max(y) if math.prod(y.shape) else tf.zeros([], x.dtype)


def _binary(action: Callable[[Any, Any], Any]) -> Op:
    return lambda x, y, n: action(x, fitting(x, y))


def _matrix(x: Any) -> Any:
    if len(x.shape) < 2:
        return tf.reshape(x, [1, -1])
    return x if len(x.shape) == 2 else tf.reshape(x, [-1, x.shape[-1]])


def _product(x: Any, y: Any, n: int) -> Any:
    """With constants: on the right, on the left, either transposed."""
    x = _matrix(x)
    columns, way = COLUMNS[n % len(COLUMNS)], n // len(COLUMNS) % 4
    inner = x.shape[0] if way in (1, 3) else x.shape[1]
    if math.prod(x.shape) * columns > MOST_PRODUCTS:
        return x
    if way == 0:
        return tf.matmul(x, weights(n, [inner, columns], x.dtype))
    if way == 1:
        return tf.matmul(weights(n, [columns, inner], x.dtype), x)
    if way == 2:
        right = weights(n, [columns, inner], x.dtype)
        return tf.matmul(x, right, transpose_b=True)
    return tf.matmul(x, weights(n, [inner, columns], x.dtype), transpose_a=True)


def _layer(x: Any, y: Any, n: int) -> Any:
    """A product, and what is done to each of its elements."""
    made = _product(x, y, n)
    if not made.dtype.is_floating:
        return made + made
    return (tf.sigmoid, tf.nn.tanh, tf.math.softplus, lambda x: x * 0.5 - 1.0)[n % 4](
        made
    )


def _gram(x: Any, y: Any, n: int) -> Any:
    x = _matrix(x) if n % 2 or len(x.shape) < 3 else x
    rows, inner = x.shape[-2], x.shape[-1]
    if math.prod(x.shape[:-1]) * rows > MOST or math.prod(x.shape) * rows > 1e7:
        return x
    made = tf.matmul(x, x, transpose_b=True)
    return made / tf.cast(max(1, inner), x.dtype) if x.dtype.is_floating else made


def _einsum(x: Any, y: Any, n: int) -> Any:
    if len(x.shape) != 3:
        return x
    columns = COLUMNS[n % len(COLUMNS)]
    if math.prod(x.shape) * columns > MOST_PRODUCTS:
        return x
    if n % 2:
        right = weights(n, [x.shape[2], columns], x.dtype)
        return tf.einsum("abc,cd->abd", x, right)
    return tf.einsum("abc,bd->acd", x, weights(n, [x.shape[1], columns], x.dtype))


def _axis(x: Any, n: int) -> int:
    return n % max(1, len(x.shape))


def _reduction(name: str) -> Op:
    def apply(x: Any, y: Any, n: int) -> Any:
        axis: Any = _axis(x, n)
        if n % 7 == 0:
            axis = None
        elif n % 5 == 0 and len(x.shape) > 2:
            axis = [0, len(x.shape) - 1]
        made = getattr(tf, name)(x, axis=axis, keepdims=n % 3 == 0)
        is_long = name == "reduce_sum" and x.dtype.is_floating
        return (
            made / tf.cast(math.sqrt(math.prod(x.shape) + 1), x.dtype)
            if is_long
            else made
        )

    return apply


def _softmax(x: Any, y: Any, n: int) -> Any:
    if not x.dtype.is_floating or not len(x.shape):
        return x
    action = tf.nn.log_softmax if n % 3 == 0 else tf.nn.softmax
    return action(x, axis=-1 if n % 2 else _axis(x, n))


def _norm(x: Any, y: Any, n: int) -> Any:
    """Of the last axis as in layers, or of the first as in batches."""
    if not x.dtype.is_floating or not len(x.shape):
        return x
    axis = [0] if n % 3 == 0 else [len(x.shape) - 1]
    mean, variance = tf.nn.moments(x, axis, keepdims=True)
    made = (x - mean) * tf.math.rsqrt(variance + tf.cast(0.1, x.dtype))
    scale = weights(n, [x.shape[-1]], x.dtype)
    return made * (1.0 + scale) + weights(n + 1, [x.shape[-1]], x.dtype)


def _column(x: Any, y: Any, n: int) -> Any:
    """With a number for each row."""
    if len(x.shape) < 2:
        return x
    return x + weights(n, [*x.shape[:-1], 1], x.dtype)


def _bias(x: Any, y: Any, n: int) -> Any:
    return x + weights(n, [x.shape[-1]], x.dtype) if len(x.shape) else x


def _moved(x: Any, y: Any, n: int) -> Any:
    """The same elements or some of them, in other places."""
    rank = len(x.shape)
    if not rank:
        return x
    way, axis = n % 8, n // 8 % rank
    if way == 0:
        return tf.transpose(x, np.random.default_rng(n).permutation(rank))
    if way == 1:
        return tf.reshape(x, [-1] if n % 16 < 8 or not x.shape[0] else [x.shape[0], -1])
    if way == 2:
        return tf.reverse(x, [axis])
    if way == 3 and math.prod(x.shape) * 2 <= MOST:
        return tf.concat([x, x * tf.cast(2, x.dtype)], axis)
    if way == 4:
        begin, step = n // 64 % 3, 1 + n // 192 % 3
        return x[(*[slice(None)] * axis, slice(begin, None, step))]
    if way == 5 and math.prod(x.shape) * 2 <= MOST:
        return tf.pad(x, [[n // 64 % 2, n // 128 % 3] for _ in range(rank)])
    if way == 6 and x.shape[axis]:
        places = np.random.default_rng(n).integers(0, x.shape[axis], x.shape[axis])
        return tf.gather(x, places, axis=axis)
    if way == 7 and x.shape[axis] % 2 == 0:
        one, other = tf.split(x, 2, axis)
        return one + other
    return x


def _cumsum(x: Any, y: Any, n: int) -> Any:
    if not len(x.shape):
        return x
    made = tf.cumsum(x, _axis(x, n), exclusive=n % 3 == 0, reverse=n % 5 == 0)
    size = tf.cast(math.sqrt(x.shape[_axis(x, n)] + 1), x.dtype)
    return made / size if x.dtype.is_floating else made


def _image(x: Any) -> Any:
    """Four axes: a batch, rows, columns, channels."""
    if len(x.shape) == 4 or not len(x.shape) or not math.prod(x.shape):
        return x
    size = math.prod(x.shape)
    channels = next(each for each in (3, 4, 5, 2, 1) if size % each == 0)
    side = max(each for each in range(1, 18) if size // channels % each == 0)
    return (
        tf.reshape(x, [-1, 1 if size < side * 40 else 2, side, channels])
        if (size // channels // side % 2 == 0)
        else tf.reshape(x, [1, -1, side, channels])
    )


def _convolution(x: Any, y: Any, n: int) -> Any:
    x = _image(x)
    if not x.dtype.is_floating or len(x.shape) != 4 or not math.prod(x.shape):
        return x
    random = np.random.default_rng(n)
    high, wide = (int(random.integers(1, 6)) for _ in range(2))
    channels, made = x.shape[3], COLUMNS[n % len(COLUMNS)]
    stride = int(random.choice([1, 1, 2, 3]))
    rate = int(random.choice([1, 1, 2])) if stride == 1 else 1
    padding = (
        "SAME"
        if n % 2 or rate * high > x.shape[1] or rate * wide > x.shape[2]
        else "VALID"
    )
    if math.prod(x.shape) * made * high * wide > MOST_PRODUCTS * 2:
        return x
    if math.prod(x.shape[:3]) * made > MOST * 2:
        return x
    if n % 5 == 0:
        kernel = weights(n, [high, wide, channels, 1 + n % 2], x.dtype)
        steps = [1, stride, stride, 1]
        return tf.nn.depthwise_conv2d(x, kernel, steps, padding, dilations=[rate, rate])
    kernel = weights(n, [high, wide, channels, made], x.dtype)
    return tf.nn.conv2d(x, kernel, stride, padding, dilations=rate)


def _pool(x: Any, y: Any, n: int) -> Any:
    x = _image(x)
    if not x.dtype.is_floating or len(x.shape) != 4 or not math.prod(x.shape):
        return x
    action = tf.nn.max_pool2d if n % 2 else tf.nn.avg_pool2d
    return action(x, 1 + n % 3, 1 + n % 2, "SAME")


def _loop(x: Any, y: Any, n: int) -> Any:
    """A loop whose state keeps its shape."""
    if not x.dtype.is_floating:
        return tf.while_loop(
            lambda i, x: i < n % 5, lambda i, x: (i + 1, x + x), [tf.constant(0), x]
        )[1]
    is_product = len(x.shape) == 2 and 0 < x.shape[1] <= 130
    right = weights(n, [x.shape[1]] * 2, x.dtype) if is_product else None

    def body(i: Any, x: Any) -> Any:
        made = tf.matmul(x, right) if right is not None else x * 0.5
        return i + 1, tf.tanh(made + tf.cast(0.1, x.dtype))

    return tf.while_loop(lambda i, x: i < n % 5, body, [tf.constant(0), x])[1]


def _rows(x: Any, y: Any, n: int) -> Any:
    """A loop over the rows, that keeps what it has at each."""
    if not len(x.shape) or not x.shape[0] or x.shape[0] > 300:
        return x
    half = tf.cast(0.5, x.dtype) if x.dtype.is_floating else tf.cast(1, x.dtype)
    start = tf.zeros(x.shape[1:], x.dtype)
    kept = tf.TensorArray(x.dtype, x.shape[0], element_shape=x.shape[1:])

    def body(i: Any, state: Any, kept: Any) -> Any:
        state = state * half + x[i]
        return i + 1, state, kept.write(i, state)

    last = [tf.constant(0), start, kept]
    _, state, kept = tf.while_loop(lambda i, *rest: i < x.shape[0], body, last)
    made = kept.stack()
    made.set_shape(x.shape)
    return made if n % 2 else state


def _branch(x: Any, y: Any, n: int) -> Any:
    other = fitting(x, y)
    other = other if other.shape == x.shape else x
    is_one = tf.equal(tf.size(x) % 2, n % 2)
    return tf.cond(is_one, lambda: x + other, lambda: x - other)


def _cast(x: Any, y: Any, n: int) -> Any:
    if not x.dtype.is_floating:
        return tf.cast(x, (tf.float32, tf.int32, tf.int64, tf.float64)[n % 4])
    return tf.cast(x, (tf.float32, tf.float64)[n % 2])


KINKED: Final = frozenset(
    (
        *("abs", "relu", "leaky", "maximum", "minimum", "reduce_max", "reduce_min"),
        *("pool", "clip", "compare"),
    )
)
"""Those whose slope jumps."""
OPS: Final[dict[str, Op]] = {
    **{
        name: _of_floats(getattr(tf.math, name))
        for name in ("tanh", "sigmoid", "erf", "sin", "cos", "softplus")
    },
    "exp": _of_floats(lambda x: tf.exp(-x * x)),
    "sqrt": _of_floats(lambda x: tf.sqrt(x * x + tf.cast(0.1, x.dtype))),
    "rsqrt": _of_floats(lambda x: tf.math.rsqrt(x * x + tf.cast(0.5, x.dtype))),
    "log": _of_floats(lambda x: tf.math.log(x * x + tf.cast(0.5, x.dtype))),
    "half": _of_floats(lambda x: x * 0.5 + 1.0),
    "leaky": _of_floats(lambda x: tf.where(x > 0, x, x * 0.1)),
    "clip": _of_floats(lambda x: tf.clip_by_value(x, -1.0, 1.5)),
    "abs": lambda x, y, n: tf.abs(x),
    "relu": lambda x, y, n: tf.nn.relu(x),
    "negative": lambda x, y, n: -x,
    "add": _binary(lambda x, y: x + y),
    "subtract": _binary(lambda x, y: x - y),
    "multiply": _binary(lambda x, y: x * y),
    "maximum": _binary(tf.maximum),
    "minimum": _binary(tf.minimum),
    "divide": _binary(
        lambda x, y: x / (y * y + tf.cast(1, y.dtype)) if x.dtype.is_floating else x ^ y
    ),
    **{
        name: _reduction(name)
        for name in ("reduce_sum", "reduce_max", "reduce_min", "reduce_mean")
    },
    "product": _product,
    "layer": _layer,
    "gram": _gram,
    "einsum": _einsum,
    "softmax": _softmax,
    "norm": _norm,
    "column": _column,
    "bias": _bias,
    "moved": _moved,
    "cumsum": _cumsum,
    "convolution": _convolution,
    "pool": _pool,
    "loop": _loop,
    "rows": _rows,
    "branch": _branch,
    "cast": _cast,
}
OFTEN: Final = ("product", "layer", "layer", "layer", "convolution", "softmax", "norm")
"""Those drawn more often: they have code of their own for many shapes."""
