"""Classifies small pictures of shapes with a convolutional network, from arrays.

Runs under TensorFlow and, unchanged, under `python -m runtime`.
"""

import numpy as np
import tensorflow as tf

CLASSES = ["square", "cross", "stripes"]
SIZE = 12


def draw(kind, generator):
    picture = np.zeros([SIZE, SIZE], np.float32)
    row, column = generator.integers(0, SIZE - 6, 2)
    if kind == 0:
        picture[row : row + 6, column : column + 6] = 1.0
        picture[row + 1 : row + 5, column + 1 : column + 5] = 0.0
    elif kind == 1:
        picture[row + 3, column : column + 6] = 1.0
        picture[row : row + 6, column + 3] = 1.0
    else:
        picture[row : row + 6 : 2, column : column + 6] = 1.0
    return picture + generator.normal(0.0, 0.1, picture.shape).astype(np.float32)


def make_data(count, seed):
    generator = np.random.default_rng(seed)
    labels = generator.integers(0, len(CLASSES), count)
    pictures = np.stack([draw(kind, generator) for kind in labels])
    return pictures[..., None], labels.astype(np.int32)


class Classifier(tf.Module):
    """Two convolutions and a dense layer."""

    def __init__(self):
        super().__init__(name="classifier")
        self.first = self._weights([3, 3, 1, 8], 1)
        self.second = self._weights([3, 3, 8, 8], 2)
        self.dense = self._weights([SIZE // 4 * (SIZE // 4) * 8, len(CLASSES)], 3)
        self.bias = tf.Variable(tf.zeros([len(CLASSES)]))

    def _weights(self, shape, seed):
        fan_in = int(np.prod(shape[:-1]))
        values = tf.random.stateless_truncated_normal(shape, seed=[seed, seed])
        return tf.Variable(values * np.sqrt(2.0 / fan_in))

    def __call__(self, pictures):
        x = tf.nn.relu(tf.nn.conv2d(pictures, self.first, 1, "SAME"))
        x = tf.nn.max_pool2d(x, 2, 2, "SAME")
        x = tf.nn.relu(tf.nn.conv2d(x, self.second, 1, "SAME"))
        x = tf.nn.max_pool2d(x, 2, 2, "SAME")
        x = tf.reshape(x, [tf.shape(x)[0], -1])
        return tf.matmul(x, self.dense) + self.bias


class Adam(tf.Module):
    """The optimizer of that name."""

    def __init__(self, variables, rate=0.01):
        super().__init__()
        self.rate = rate
        self.steps = tf.Variable(0.0, trainable=False)
        self.means = [tf.Variable(tf.zeros_like(v)) for v in variables]
        self.squares = [tf.Variable(tf.zeros_like(v)) for v in variables]

    def apply(self, gradients, variables):
        self.steps.assign_add(1.0)
        rate = self.rate * tf.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        slots = zip(gradients, variables, self.means, self.squares)
        for gradient, variable, mean, square in slots:
            mean.assign(0.9 * mean + 0.1 * gradient)
            square.assign(0.999 * square + 0.001 * gradient**2)
            variable.assign_sub(rate * mean / (tf.sqrt(square) + 1e-7))


def main():
    pictures, labels = make_data(240, seed=0)
    test_pictures, test_labels = make_data(90, seed=1)
    model = Classifier()
    optimizer = Adam(model.trainable_variables)
    data = tf.data.Dataset.from_tensor_slices((pictures, labels)).batch(40).repeat(5)

    @tf.function
    def step(pictures, labels):
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(
                labels=labels, logits=model(pictures)
            )
            loss = tf.reduce_mean(losses)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply(gradients, model.trainable_variables)
        return loss

    @tf.function(input_signature=[tf.TensorSpec([None, SIZE, SIZE, 1], tf.float32)])
    def classify(pictures):
        return tf.argmax(model(pictures), axis=-1, output_type=tf.int32)

    print("pictures:", pictures.shape, "labels:", np.bincount(labels).tolist())
    for count, (some, wanted) in enumerate(data):
        loss = step(some, wanted)
        if count == 0:
            print(f"loss at first: {float(loss):.2f}")
    print("steps:", count + 1)
    found = classify(test_pictures)
    accuracy = tf.reduce_mean(tf.cast(found == test_labels, tf.float32))
    print("better than 90 of 100:", bool(accuracy > 0.9))
    matrix = tf.math.confusion_matrix(test_labels, found, len(CLASSES))
    print("mostly on the diagonal:", bool(tf.linalg.trace(matrix) > 80))


if __name__ == "__main__":
    main()
