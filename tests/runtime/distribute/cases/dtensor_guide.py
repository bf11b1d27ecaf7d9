"""Training with DTensors as TensorFlow's guide on its core API does: a program."""

import os
import sys
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.experimental import dtensor

UNSHARDED = dtensor.UNSHARDED


class DenseLayer(tf.Module):
    def __init__(self, in_dim, out_dim, seed, weight_layout, activation=tf.identity):
        super().__init__()
        self.activation = activation
        initial = np.random.default_rng(seed).normal(size=(in_dim, out_dim)) * 0.2
        self.w = dtensor.DVariable(
            dtensor.relayout(
                dtensor.copy_to_mesh(
                    tf.constant(initial, tf.float32),
                    dtensor.Layout.replicated(weight_layout.mesh, 2),
                ),
                weight_layout,
            )
        )
        bias_layout = weight_layout.delete([0])
        self.b = dtensor.DVariable(
            dtensor.call_with_layout(tf.zeros, bias_layout, shape=[out_dim])
        )

    def __call__(self, x):
        return self.activation(tf.add(tf.matmul(x, self.w), self.b))


class MLP(tf.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers

    @tf.function
    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def cross_entropy(logits, labels):
    return tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    )


def accuracy(logits, labels):
    found = tf.argmax(logits, axis=1, output_type=tf.int32)
    return tf.reduce_mean(tf.cast(tf.equal(labels, found), tf.float32))


class Adam(tf.Module):
    def __init__(self, rate=1e-2, beta_1=0.9, beta_2=0.999, small=1e-7):
        super().__init__()
        self.rate, self.beta_1, self.beta_2, self.small = rate, beta_1, beta_2, small
        self.t = 1.0
        self.v, self.s = [], []
        self.built = False

    def apply_gradients(self, gradients, variables):
        if not self.built:
            for each in variables:
                zeros = lambda: dtensor.call_with_layout(  # noqa: E731
                    tf.zeros, dtensor.fetch_layout(each), shape=each.shape
                )
                self.v.append(dtensor.DVariable(zeros()))
                self.s.append(dtensor.DVariable(zeros()))
            self.built = True
        for i, (gradient, variable) in enumerate(zip(gradients, variables)):
            self.v[i].assign(self.beta_1 * self.v[i] + (1 - self.beta_1) * gradient)
            self.s[i].assign(
                self.beta_2 * self.s[i] + (1 - self.beta_2) * tf.square(gradient)
            )
            v = self.v[i] / (1 - self.beta_1**self.t)
            s = self.s[i] / (1 - self.beta_2**self.t)
            variable.assign_sub(self.rate * (v / (tf.sqrt(s) + self.small)))
        self.t += 1.0


def repack(x, y, mesh):
    """A batch whose rows are divided."""
    count = mesh.num_local_devices() // mesh.dim_size("model")
    per_device = mesh.dim_size("model")
    xs = [each for each in tf.split(x, count) for _ in range(per_device)]
    ys = [each for each in tf.split(y, count) for _ in range(per_device)]
    return (
        dtensor.pack(xs, dtensor.Layout(["batch", UNSHARDED], mesh)),
        dtensor.pack(ys, dtensor.Layout(["batch"], mesh)),
    )


def main(batch, model, steps=8):
    names = [f"CPU:{n}" for n in range(batch * model)]
    mesh = dtensor.create_mesh([("batch", batch), ("model", model)], devices=names)
    columns = dtensor.Layout([UNSHARDED, "model"], mesh)
    rows = dtensor.Layout(["model", UNSHARDED], mesh)
    mlp = MLP([DenseLayer(6, 8, 1, columns, tf.nn.relu), DenseLayer(8, 4, 2, rows)])
    random = np.random.default_rng(0)
    x = random.normal(size=(16, 6)).astype("float32")
    y = (x @ random.normal(size=(6, 4))).argmax(axis=1).astype("int32")

    @tf.function
    def gradients(x, y):
        with tf.GradientTape() as tape:
            logits = mlp(x)
            loss = cross_entropy(logits, y)
        return loss, accuracy(logits, y), tape.gradient(loss, mlp.trainable_variables)

    adam = Adam()
    losses = []
    for _ in range(steps):
        laid = repack(tf.constant(x), tf.constant(y), mesh)
        loss, right, found = gradients(*laid)
        adam.apply_gradients(found, mlp.trainable_variables)
        losses.append(float(loss.numpy()))
    specs = [dtensor.fetch_layout(each).sharding_specs for each in found]
    prefix = tf.train.Checkpoint(model=mlp).save(
        os.path.join(tempfile.mkdtemp(), "mlp")
    )
    again = MLP([DenseLayer(6, 8, 3, columns, tf.nn.relu), DenseLayer(8, 4, 4, rows)])
    tf.train.Checkpoint(model=again).restore(prefix)
    logits = again(repack(tf.constant(x), tf.constant(y), mesh)[0])
    return {
        "losses": losses,
        "accuracy": float(right.numpy()),
        "specs": specs,
        "logits_specs": dtensor.fetch_layout(logits).sharding_specs,
        "after": float(cross_entropy(logits, laid[1]).numpy()),
    }


if __name__ == "__main__":
    import json

    (cpu,) = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(
        cpu, [tf.config.LogicalDeviceConfiguration()] * 4
    )
    sizes = [(4, 1), (2, 2), (1, 4)]
    print(json.dumps([main(*each) for each in sizes], indent=1))
