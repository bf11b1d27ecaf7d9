"""Functions of TensorFlow whose graphs both optimizers get."""

from __future__ import annotations

from typing import Final

PROGRAMS: Final = {
    "foldable": "return x + (tf.constant(2.0) * 3.0 + 1.0)",
    "folded_shapes": "return tf.reshape(x, [tf.shape(x)[0] * tf.shape(x)[1]])",
    "duplicates": "return tf.tanh(x) * tf.sin(y) + tf.sin(y) * tf.tanh(x)",
    "dead": "z = tf.exp(x) + tf.sin(y)\n    return x * y",
    "involutions": "return -(-x) + tf.transpose(tf.transpose(y))",
    "reshapes": "return tf.reshape(tf.reshape(tf.reshape(x, [16]), [2, 8]), [4, 4])",
    "transposes": (
        "return tf.transpose(tf.transpose(tf.stack([x, y]), [2, 0, 1]), [1, 0, 2])"
    ),
    "casts": "return tf.cast(tf.cast(tf.cast(i, tf.int64), tf.int32), tf.float32)",
    "dense_relu": "return tf.nn.relu(tf.nn.bias_add(tf.matmul(x, y), x[0]))",
    "dense_sum": "return tf.sigmoid(tf.matmul(x, y) + x[0])",
    "two_layers": (
        "h = tf.nn.relu(tf.matmul(x, y) + y[1])\n    "
        "return tf.tanh(tf.matmul(h, x) + x[0])"
    ),
    "convolution": (
        "image = tf.reshape(x, [1, 4, 4, 1])\n"
        "    filters = tf.reshape(y, [2, 2, 1, 4])\n"
        "    return tf.nn.relu(tf.nn.bias_add("
        "tf.nn.conv2d(image, filters, 1, 'SAME'), x[0]))"
    ),
    "normalized": (
        "image = tf.reshape(x, [1, 2, 2, 4])\n"
        "    scale = tf.abs(y[0]) + 1.0\n"
        "    normal, _, _ = tf.compat.v1.nn.fused_batch_norm(\n"
        "        image, scale, y[1], y[2], scale, is_training=False)\n"
        "    return tf.nn.relu(normal)"
    ),
    "integer_sums": "return (i + 3) + 4 - 7 + j * 1 + (j - j)",
    "integer_products": "return (i * 3) * 4 + i * 0",
    "integer_factor": "return i * j + i * (j + 1)",
    "integer_power": "return i * i * i * i * i * i * i * i",
    "matrix_power": "return tf.matmul(i, tf.matmul(i, tf.matmul(i, i)))",
    "stacked": "return tf.stack([x, y, x + y])[1] + tf.unstack(tf.stack([x, y]))[0]",
    "concat_constants": "return tf.concat([x[0], [1.0, 2.0], [3.0]], 0)",
    "concat_concat": "return tf.concat([tf.concat([x, y], 0), x], 0)",
    "concat_of_functions": "return tf.concat([tf.tanh(x), tf.tanh(y)], 1)",
    "split_one": "return tf.split(x, 1)[0] + tf.concat(tf.split(y, 2), 0)",
    "identities": (
        "return tf.identity(tf.stop_gradient(tf.identity(x))) - tf.identity(y)"
    ),
    "known_branch": "return tf.cond(tf.constant(True), lambda: x + y, lambda: x - y)",
    "unknown_branch": (
        "return tf.cond(i[0, 0] > 0, lambda: x * (2.0 + 3.0), lambda: x - y)"
    ),
    "loop": (
        "return tf.while_loop(lambda k, z: k < 5,\n"
        "        lambda k, z: (k + 1, z + tf.matmul(y, y)), [0, x])[1]"
    ),
    "loop_once": (
        "return tf.while_loop(lambda k, z: k < 1, lambda k, z: (k + 1, z + y), [0, x])"
        "[1]"
    ),
    "loop_never": (
        "return tf.while_loop(lambda k, z: k < 0, lambda k, z: (k + 1, z + y), [0, x])"
        "[1]"
    ),
    "unused_variable": (
        "return tf.while_loop(lambda k, z, w: k < 3,\n"
        "        lambda k, z, w: (k + 1, z + y, tf.exp(w)), [0, x, y])[1]"
    ),
    "select": "return tf.where(tf.constant(True), x, y) + tf.where(x > 0, y, y)",
    "slices": "return x[:] + tf.slice(y, [0, 0], [4, 4]) + tf.pad(x, [[0, 0], [0, 0]])",
    "tiles": "return tf.tile(x, [1, 1]) + tf.broadcast_to(y, [4, 4])",
    "squares": "return x * x + tf.square(y - x) + tf.math.squared_difference(x, y)",
    "powers": "return tf.pow(x, 1.0) + tf.pow(y, 2.0)",
    "logic": "return tf.logical_not(tf.equal(i, j)) | tf.logical_not(tf.less(i, j))",
    "comparisons": "return tf.logical_not(tf.greater_equal(i, j + 0))",
    "calls": (
        "@tf.function\n    def g(a):\n        return tf.tanh(a) * 2.0\n"
        "    return g(x) + g(y)"
    ),
    "gradient": (
        "with tf.GradientTape() as tape:\n        tape.watch(x)\n"
        "        z = tf.reduce_sum(tf.tanh(x * y) * x)\n    return tape.gradient(z, x)"
    ),
    "softmax": (
        "z = tf.exp(x - tf.reduce_max(x, 1, keepdims=True))\n"
        "    return z / tf.reduce_sum(z, 1, keepdims=True)"
    ),
    "statistics": (
        "mean = tf.reduce_mean(x, 0)\n"
        "    return (x - mean) * tf.math.rsqrt(tf.reduce_mean(tf.square(x - mean), 0))"
    ),
    "assertions": (
        "tf.debugging.assert_equal(tf.shape(x), tf.shape(y))\n    return x + y"
    ),
    # beyond what keeps every bit: TensorFlow leaves fewer nodes where it may round
    "sum_of_many": "return x + y + tf.tanh(x) + tf.sin(y)",
    "float_factor": "return x * y + x * tf.sin(y)",
    "float_constants": "return ((x + 1.0) + 2.0) * 3.0 * 4.0",
    "chain_of_functions": "return tf.exp(tf.tanh(tf.sin(tf.abs(x))))",
    "float_zero": "return (x + 0.0) * 1.0 - 0.0",
}
"""Name -> body of ``def f(x, y, i, j)``."""
