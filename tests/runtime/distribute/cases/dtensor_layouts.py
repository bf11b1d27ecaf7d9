"""Calls on DTensors: the layouts and parts of what they give. Runs in TensorFlow too.

``python dtensor_layouts.py > dtensor_layouts.json`` in an environment with TensorFlow
records its answers.
"""

import json

import numpy as np
import tensorflow as tf
from tensorflow.experimental import dtensor

U = dtensor.UNSHARDED


def _cases():
    mesh = dtensor.create_mesh(
        [("x", 2), ("y", 2)], devices=[f"CPU:{n}" for n in range(4)]
    )

    def lay(*specs):
        return dtensor.Layout(list(specs), mesh)

    def make(shape, *specs, dtype=tf.float32):
        values = np.arange(np.prod(shape)).reshape(shape) / 4
        there = dtensor.Layout.replicated(mesh, len(shape))
        whole = dtensor.copy_to_mesh(tf.cast(values, dtype), there)
        return dtensor.relayout(whole, lay(*specs))

    a, b, c, r = (
        make((4, 6), *each) for each in (("x", U), (U, "y"), ("x", "y"), (U, U))
    )
    w, k, n = make((6, 8), U, "y"), make((6, 8), "x", U), make((6, 8), U, U)
    labels = make((4,), "x", dtype=tf.int32)
    two, large = make((2, 2), U, U), make((40, 40), "x", U)
    line, six, eight = make((4,), U), make((6,), "y"), make((8,), "y")
    batch = make((4, 4, 4, 1), "x", U, U, U)
    nn = tf.nn

    def loops(x):
        total = tf.reduce_sum(x)
        while total < 100.0:
            x = x * 2.0
            total = tf.reduce_sum(x)
        y = x + 1.0 if total > 10.0 else x - 1.0
        return x, y

    def step():
        v, bias = dtensor.DVariable(w), dtensor.DVariable(eight)

        @tf.function
        def train(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(nn.relu(x @ v + bias))
            found = tape.gradient(loss, [v, bias])
            v.assign_sub(found[0])
            bias.assign_sub(found[1])
            return loss, found

        train(a)
        return train(a), v.read_value(), bias.read_value()

    def changed():
        v = dtensor.DVariable(a)
        v.assign(r)
        v.assign_add(b)
        return v.value(), v * 2.0, v[1:3]

    def placed_by_default():
        with dtensor.default_mesh(mesh):
            made = tf.ones([2, 2])
            return made, made + 1.0

    def batches():
        rows = np.arange(16, dtype=np.float32).reshape(8, 2)
        elements = tf.data.Dataset.from_tensor_slices((rows, np.arange(8)))
        return list(
            dtensor.DTensorDataset(
                elements,
                mesh=mesh,
                layouts=(lay("x", U), lay("x")),
                global_batch_size=4,
                batch_dim="x",
            )
        )

    return {
        "sum of alike": lambda: a + a,
        "sum with replicated": lambda: a + r,
        "sum of rows and columns": lambda: a + b,
        "sum of both and replicated": lambda: c + r,
        "sum with a vector": lambda: a + six,
        "replicated and a vector": lambda: r + six,
        "sum across": lambda: make((4, 4), "x", U) + make((4, 4), U, "x"),
        "product by rows": lambda: a @ n,
        "product of rows and columns": lambda: a @ w,
        "product over half": lambda: r @ k,
        "product over the other half": lambda: b @ n,
        "product with itself": lambda: tf.matmul(a, a, transpose_a=True),
        "product with itself across": lambda: tf.matmul(a, a, transpose_b=True),
        "products of a batch": lambda: (
            make((4, 2, 6), "x", U, U) @ make((4, 6, 2), "x", U, U)
        ),
        "einsum": lambda: tf.einsum("ij,jk->ik", a, w),
        "sums": lambda: (
            tf.reduce_sum(a, 0),
            tf.reduce_sum(a, 1),
            tf.reduce_sum(c, 1, keepdims=True),
            tf.reduce_mean(c),
            tf.reduce_max(c, 0),
            nn.l2_loss(a),
        ),
        "moments": lambda: nn.moments(a, [0]),
        "by element": lambda: (nn.relu(c), tf.square(a) * 2.0, tf.cast(a, tf.int32)),
        "comparison": lambda: (tf.equal(a, r), a > 0.5, tf.where(a > 0.5, a, r)),
        "transposed": lambda: tf.transpose(c),
        "reshaped": lambda: (
            tf.reshape(a, [4, 3, 2]),
            tf.reshape(make((4, 3, 2), "x", U, U), [4, 6]),
            tf.reshape(make((4, 3, 2), "x", U, U), [-1]),
            tf.reshape(c, [-1, 6]),
        ),
        "softmax": lambda: (nn.softmax(a), nn.softmax(b)),
        "argmax": lambda: (tf.argmax(a, axis=1), tf.argmax(b, axis=1)),
        "cross entropy": lambda: (
            nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=a),
            nn.softmax_cross_entropy_with_logits(labels=a, logits=a),
        ),
        "joined": lambda: (
            tf.concat([a, a], 1),
            tf.concat([a, r], 1),
            tf.stack([a, a]),
        ),
        "divided": lambda: (tf.unstack(b, axis=0), tf.split(a, 2, axis=1)),
        "slices": lambda: (a[:, 1:3], a[0:2]),
        "axes": lambda: (
            tf.expand_dims(a, 1),
            tf.squeeze(make((4, 1, 6), "x", U, "y"), 1),
        ),
        "one hot": lambda: tf.one_hot(labels, 6),
        "rows by number": lambda: (tf.gather(n, labels), tf.gather(w, labels)),
        "repeated": lambda: (
            tf.tile(a, [1, 2]),
            tf.broadcast_to(six, [4, 6]),
        ),
        "like": lambda: (tf.zeros_like(a), tf.ones_like(c)),
        "running sum and padding": lambda: (
            tf.cumsum(a, 1),
            tf.pad(a, [[0, 0], [1, 1]]),
        ),
        "bias": lambda: nn.bias_add(a, make((6,), U)),
        "pictures": lambda: (
            nn.conv2d(batch, make((2, 2, 1, 2), U, U, U, U), 1, "SAME"),
            nn.max_pool2d(batch, 2, 2, "SAME"),
        ),
        "largest": lambda: tuple(tf.math.top_k(a, 2)),
        "function": lambda: tf.function(lambda x: (nn.relu(x @ w), tf.reduce_sum(x)))(
            a
        ),
        "loop and branch": lambda: tf.function(loops)(a),
        "training step": step,
        "variable": changed,
        "relayout": lambda: (
            dtensor.relayout(a, lay("y", "x")),
            tf.function(lambda t: dtensor.relayout(t * 2.0, lay(U, "y")))(a),
            dtensor.relayout_like(r, c),
        ),
        "call in a function": lambda: tf.function(
            lambda t: dtensor.call_with_layout(tf.zeros, lay("x"), shape=[4]) + t
        )(line),
        "pack": lambda: dtensor.pack(
            [tf.ones([2, 3]) * n for n in range(4)], lay("x", "y")
        ),
        "text": lambda: [
            str(a),
            repr(c),
            str(two),
            repr(tf.equal(a, r)),
            str(large),
            repr(lay("x", U)),
            str(dtensor.Layout.replicated(mesh, 0)),
            repr(mesh),
            repr(dtensor.DVariable(b)),
        ],
        "default mesh": placed_by_default,
        "dataset": batches,
    }


def _described(value):
    if isinstance(value, (list, tuple)):
        return [_described(each) for each in value]
    if not isinstance(value, tf.Tensor):
        return value
    parts = [each.numpy() for each in dtensor.unpack(value)]
    specs = dtensor.fetch_layout(value).sharding_specs
    sums = [round(float(np.sum(each * 1.0)), 2) for each in parts]
    return [list(parts[0].shape), specs, sums]


def answers():
    return {name: _described(case()) for name, case in _cases().items()}


if __name__ == "__main__":
    (cpu,) = tf.config.list_physical_devices("CPU")
    one = tf.config.LogicalDeviceConfiguration()
    tf.config.set_logical_device_configuration(cpu, [one] * 4)
    found = answers()
    lines = [f" {json.dumps(name)}: {json.dumps(found[name])}" for name in found]
    print("{\n" + ",\n".join(lines) + "\n}")
