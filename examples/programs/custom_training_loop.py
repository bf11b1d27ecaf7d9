"""Fits a curve with a small network, its training loop written by hand.

Runs under TensorFlow and, unchanged, under `python -m runtime`.
"""

import itertools

import tensorflow as tf


class Dense(tf.Module):
    """A layer of neurons."""

    def __init__(self, inputs, outputs, seed, activation=None, name=None):
        super().__init__(name=name)
        scale = tf.sqrt(2.0 / inputs)
        shape = [inputs, outputs]
        start = tf.random.stateless_normal(shape, seed=[seed, 1]) * scale
        self.weights = tf.Variable(start, name="weights")
        self.bias = tf.Variable(tf.zeros([outputs]), name="bias")
        self.activation = activation

    def __call__(self, x):
        y = tf.matmul(x, self.weights) + self.bias
        return y if self.activation is None else self.activation(y)


class Network(tf.Module):
    """Layers, one after the other."""

    def __init__(self, sizes, name=None):
        super().__init__(name=name)
        pairs = list(itertools.pairwise(sizes))
        self.layers = [
            Dense(
                inputs,
                outputs,
                seed=index,
                activation=None if index == len(pairs) - 1 else tf.nn.tanh,
            )
            for index, (inputs, outputs) in enumerate(pairs)
        ]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Momentum(tf.Module):
    """Gradient descent that keeps some of its last step."""

    def __init__(self, variables, rate, momentum):
        super().__init__()
        self.rate = rate
        self.momentum = momentum
        self.speeds = [tf.Variable(tf.zeros_like(v)) for v in variables]

    def apply(self, gradients, variables):
        for gradient, variable, speed in zip(gradients, variables, self.speeds):
            speed.assign(self.momentum * speed - self.rate * gradient)
            variable.assign_add(speed)


def make_data(count):
    x = tf.reshape(tf.linspace(-2.0, 2.0, count), [-1, 1])
    noise = tf.random.stateless_normal([count, 1], seed=[7, 7]) * 0.05
    return x, tf.sin(2.0 * x) + 0.5 * x + noise


def main():
    x, y = make_data(128)
    network = Network([1, 16, 16, 1])
    optimizer = Momentum(network.trainable_variables, rate=0.05, momentum=0.9)

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(network(x) - y))
        variables = network.trainable_variables
        gradients = tape.gradient(loss, variables)
        gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
        optimizer.apply(gradients, variables)
        return loss, norm

    @tf.function
    def train_epoch(x, y, batch):
        total = 0.0
        count = tf.shape(x)[0] // batch
        for index in tf.range(count):
            begin = index * batch
            loss, _ = train_step(x[begin : begin + batch], y[begin : begin + batch])
            total += loss
        return total / tf.cast(count, tf.float32)

    print("variables:", [v.name for v in network.trainable_variables])
    print("parameters:", sum(int(tf.size(v)) for v in network.trainable_variables))
    for epoch in range(60):
        loss = train_epoch(x, y, tf.constant(32))
        if epoch % 20 == 0:
            print(f"epoch {epoch:2d}: loss {float(loss):.3f}")
    final = tf.reduce_mean(tf.square(network(x) - y))
    print("fits well:", bool(final < 0.1))
    best = tf.squeeze(x[tf.argmax(tf.squeeze(network(x)))])
    print("highest between 0.6 and 1.2:", bool(best > 0.6) and bool(best < 1.2))


if __name__ == "__main__":
    main()
