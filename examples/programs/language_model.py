"""A model of the letters of a text: the next letter from those before, by attention.

Runs under TensorFlow and, unchanged, under `python -m runtime`.
"""

import tensorflow as tf

TEXT = "she sells sea shells by the sea shore " * 12
LENGTH = 16
WIDTH = 24


class Model(tf.Module):
    """Embeddings, one head of attention, and a layer for the next letter."""

    def __init__(self, letters):
        super().__init__(name="letters")
        self.letters = letters
        self.embedding = self._variable([letters, WIDTH], 1, "embedding")
        self.positions = self._variable([LENGTH, WIDTH], 2, "positions")
        self.attention = self._variable([WIDTH, 3 * WIDTH], 3, "attention")
        self.hidden = self._variable([WIDTH, 2 * WIDTH], 4, "hidden")
        self.shrink = self._variable([2 * WIDTH, WIDTH], 5, "shrink")
        self.output = self._variable([WIDTH, letters], 6, "output")

    def _variable(self, shape, seed, name):
        values = tf.random.stateless_normal(shape, seed=[seed, 0], stddev=0.15)
        return tf.Variable(values, name=name)

    def __call__(self, numbers):
        length = tf.shape(numbers)[1]
        x = tf.nn.embedding_lookup(self.embedding, numbers)
        x = x + self.positions[:length]
        x = x + self._attend(self._normal(x), length)
        inner = tf.nn.gelu(tf.einsum("btw,wh->bth", self._normal(x), self.hidden))
        x = x + tf.einsum("bth,hw->btw", inner, self.shrink)
        return tf.einsum("btw,wl->btl", self._normal(x), self.output)

    def _attend(self, x, length):
        query, key, value = tf.split(tf.matmul(x, self.attention), 3, axis=-1)
        scores = tf.matmul(query, key, transpose_b=True) / tf.sqrt(float(WIDTH))
        future = 1.0 - tf.linalg.band_part(tf.ones([length, length]), -1, 0)
        return tf.matmul(tf.nn.softmax(scores - 1e9 * future), value)

    def _normal(self, x):
        mean, variance = tf.nn.moments(x, axes=[-1], keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5)


def prepare(text):
    alphabet = sorted(set(text))
    numbers = tf.constant([alphabet.index(letter) for letter in text])
    pieces = tf.data.Dataset.from_tensor_slices(
        tf.signal.frame(numbers, LENGTH + 1, frame_step=3)
    )
    return alphabet, pieces.map(lambda piece: (piece[:-1], piece[1:]))


def main():
    alphabet, data = prepare(TEXT)
    model = Model(len(alphabet))
    slots = [tf.Variable(tf.zeros_like(v)) for v in model.trainable_variables]

    @tf.function(reduce_retracing=True)
    def step(inputs, targets):
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(
                labels=targets, logits=model(inputs)
            )
            loss = tf.reduce_mean(losses)
        gradients = tape.gradient(loss, model.trainable_variables)
        for gradient, variable, slot in zip(
            gradients, model.trainable_variables, slots
        ):
            gradient = tf.convert_to_tensor(gradient)
            slot.assign(0.9 * slot + 0.1 * tf.square(gradient))
            variable.assign_sub(0.004 * gradient / (tf.sqrt(slot) + 1e-6))
        return loss

    @tf.function
    def complete(start, count):
        numbers = start
        for _ in tf.range(count):
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(numbers, tf.TensorShape([None]))]
            )
            window = numbers[-LENGTH:]
            scores = model(window[tf.newaxis])[0, -1]
            best = tf.argmax(scores, output_type=tf.int32)
            numbers = tf.concat([numbers, [best]], axis=0)
        return numbers

    print("letters:", "".join(alphabet).strip(), "pieces:", len(list(data)))
    print("variables:", sorted(v.name for v in model.trainable_variables))
    batches = data.shuffle(200, seed=1).batch(24)
    first = None
    for _ in range(45):
        for inputs, targets in batches:
            loss = step(inputs, targets)
            first = loss if first is None else first
    print(f"loss at first: {float(first):.1f}")
    print("much smaller now:", bool(loss < 0.3 * first))
    start = tf.constant([alphabet.index(letter) for letter in "she sells sea sh"])
    numbers = complete(start, tf.constant(12))
    print("".join(alphabet[number] for number in numbers.numpy()))


if __name__ == "__main__":
    main()
