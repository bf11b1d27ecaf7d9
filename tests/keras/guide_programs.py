"""Programs of the kinds that guides on Keras show; each gives the losses it printed.

    python -m runtime tests/keras/guide_programs.py [NAME ...] > answers.json

Run by TensorFlow too; `guide_programs.json` is what it gave.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf

PROGRAMS = {}
layers, ops = keras.layers, keras.ops
ROWS = 64


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def numbers(*values):
    return [float(each) for value in values for each in np.asarray(value).ravel()]


def digits(count=ROWS, side=12):
    """Bars: the class is the place of the bar."""
    random = np.random.default_rng(0)
    labels = random.integers(0, 4, count)
    images = random.normal(0, 0.3, (count, side, side, 1)).astype("float32")
    for image, label in zip(images, labels, strict=True):
        image[3 * label : 3 * label + 3] += 1.0
    return images, labels


def history(model, *data, **options):
    options = {"verbose": 0, "batch_size": 16, "epochs": 2, **options}
    return {k: numbers(v) for k, v in model.fit(*data, **options).history.items()}


@program
def quickstart_for_beginners(folder):
    x, y = digits()
    model = keras.Sequential(
        [
            keras.Input((12, 12, 1)),
            layers.Flatten(),
            layers.Dense(32, activation="relu"),
            layers.Dropout(0.2),
            layers.Dense(4),
        ]
    )
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    found = [numbers(tf.nn.softmax(model(x[:1])), loss(y[:1], model(x[:1])))]
    model.compile("adam", loss, metrics=["accuracy"])
    found.append(history(model, x, y))
    found.append(numbers(model.evaluate(x, y, verbose=0)))
    probable = keras.Sequential([model, layers.Softmax()])
    return [*found, numbers(probable(x[:2]))]


@program
def quickstart_for_experts(folder):
    class Network(keras.Model):
        def __init__(self):
            super().__init__()
            self.conv = layers.Conv2D(8, 3, activation="relu")
            self.flat = layers.Flatten()
            self.hidden = layers.Dense(16, activation="relu")
            self.out = layers.Dense(4)

        def call(self, x):
            return self.out(self.hidden(self.flat(self.conv(x))))

    x, y = digits()
    data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100, seed=1).batch(16)
    model, optimizer = Network(), keras.optimizers.Adam()
    loss_of = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    mean = keras.metrics.Mean()
    accuracy = keras.metrics.SparseCategoricalAccuracy()

    @tf.function
    def train_step(images, labels):
        with tf.GradientTape() as tape:
            predictions = model(images, training=True)
            loss = loss_of(labels, predictions)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(
            zip(gradients, model.trainable_variables, strict=True)
        )
        mean(loss)
        accuracy(labels, predictions)

    found = []
    for _ in range(3):
        mean.reset_state()
        accuracy.reset_state()
        for images, labels in data:
            train_step(images, labels)
        found += numbers(mean.result(), accuracy.result())
    return found


@program
def layers_of_ones_own(folder):
    class Linear(layers.Layer):
        def __init__(self, units=4, **options):
            super().__init__(**options)
            self.units = units

        def build(self, shape):
            self.w = self.add_weight(shape=(shape[-1], self.units), name="w")
            self.b = self.add_weight(
                shape=(self.units,), initializer="zeros", trainable=True
            )

        def call(self, x):
            return ops.matmul(x, self.w) + self.b

        def get_config(self):
            return {**super().get_config(), "units": self.units}

    class Counting(layers.Layer):
        def __init__(self):
            super().__init__()
            self.total = self.add_weight(
                initializer="zeros", shape=(3,), trainable=False
            )

        def call(self, x):
            self.total.assign_add(ops.sum(x, axis=0))
            return self.total

    class Active(layers.Layer):
        def call(self, x):
            self.add_loss(1e-2 * ops.sum(x))
            return x

    class Block(layers.Layer):
        def __init__(self):
            super().__init__()
            self.parts = [Linear(6), Active(), Linear(1)]

        def call(self, x, training=False):
            for part in self.parts[:-1]:
                x = ops.relu(part(x))
            return self.parts[-1](ops.where(training, x, 2 * x))

    x = np.random.default_rng(0).normal(size=(ROWS, 3)).astype("float32")
    block, counting = Block(), Counting()
    found = [numbers(block(x[:3]), block(x[:3], training=True), *block.losses)]
    found += [numbers(counting(x)), numbers(counting(x))]
    names = [[weight.path, list(weight.shape)] for weight in block.weights]
    model = keras.Sequential([block])
    model.compile("sgd", "mse")
    found += [
        names,
        history(model, x, x[:, :1]),
        Linear.from_config(Linear(3).get_config()).units,
    ]
    return found


@program
def the_functional_interface(folder):
    title = keras.Input((None,), name="title")
    body = keras.Input((6,), name="body")
    tags = keras.Input((3,), name="tags")
    words = layers.Embedding(20, 4)
    joined = layers.concatenate(
        [layers.LSTM(4)(words(title)), layers.GlobalMaxPooling1D()(words(body)), tags]
    )
    priority = layers.Dense(1, name="priority")(joined)
    department = layers.Dense(4, name="department")(joined)
    model = keras.Model([title, body, tags], [priority, department])
    model.compile(
        keras.optimizers.RMSprop(1e-3),
        [
            keras.losses.BinaryCrossentropy(from_logits=True),
            keras.losses.CategoricalCrossentropy(from_logits=True),
        ],
        loss_weights=[1.0, 0.2],
    )
    random = np.random.default_rng(0)
    inputs = {
        "title": random.integers(0, 20, (ROWS, 5)),
        "body": random.integers(0, 20, (ROWS, 6)),
        "tags": random.integers(0, 2, (ROWS, 3)).astype("float32"),
    }
    targets = {
        "priority": random.random((ROWS, 1)),
        "department": np.eye(4)[random.integers(0, 4, ROWS)],
    }
    found = [history(model, inputs, targets)]
    model.save(folder / "m.keras")
    same = keras.models.load_model(folder / "m.keras")
    found.append([numbers(each[:2]) for each in same.predict(inputs, verbose=0)])
    features = keras.Model(model.inputs, joined)
    found.append(numbers(features.predict(inputs, verbose=0)[:2]))
    image = keras.Input((12, 12, 1))
    x = layers.Conv2D(4, 3, activation="relu", padding="same")(image)
    block = layers.Conv2D(4, 3, activation="relu", padding="same")(x)
    x = layers.GlobalAveragePooling2D()(layers.add([x, block]))
    residual = keras.Model(image, layers.Dense(4, activation="softmax")(x))
    residual.compile("adam", "sparse_categorical_crossentropy", metrics=["acc"])
    return [*found, history(residual, *digits(), validation_split=0.2)]


@program
def transfer_and_fine_tuning(folder):
    x, y = digits()
    parts = [keras.Input((12, 12, 3))]
    for filters in (4, 6, 8):
        parts.append(layers.SeparableConv2D(filters, 3, use_bias=False))
        parts += [layers.BatchNormalization(), layers.ReLU(6.0)]
    source = keras.Sequential([*parts, layers.Flatten(), layers.Dense(1)])
    source.compile("adam", "mse")
    x = np.repeat(x, 3, axis=3)
    found = [history(source, x, y, epochs=3)]
    base = keras.Model(source.inputs, source.layers[-3].output)
    base.trainable = False
    inputs = keras.Input((12, 12, 3))
    augmented = keras.Sequential(
        [layers.RandomFlip("horizontal", seed=1), layers.RandomRotation(0.1, seed=2)]
    )(inputs)
    scaled = layers.Rescaling(1 / 2.0, offset=-1)(augmented)
    pooled = layers.GlobalAveragePooling2D()(base(scaled, training=False))
    outputs = layers.Dense(4)(layers.Dropout(0.2, seed=3)(pooled))
    model = keras.Model(inputs, outputs)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.Adam(1e-3), loss, metrics=["accuracy"])
    found += [len(model.trainable_weights), history(model, x, y, epochs=2)]
    base.trainable = True
    for layer in base.layers[:-4]:
        layer.trainable = False
    model.compile(keras.optimizers.SGD(1e-3), loss)
    return [*found, len(model.trainable_weights), history(model, x, y, epochs=1)]


@program
def classes_of_texts(folder):
    random = np.random.default_rng(0)
    good, bad, other = ("good fine great", "bad poor awful", "film plot scene the a")
    texts, labels = [], []
    for i in range(ROWS):
        words = random.choice((good, bad)[i % 2].split(), 3)
        texts.append("<br />".join([*words, *random.choice(other.split(), 4)]) + "!")
        labels.append(i % 2)

    @keras.saving.register_keras_serializable("texts")
    def without_tags(text):
        text = tf.strings.regex_replace(tf.strings.lower(text), "<br />", " ")
        return tf.strings.regex_replace(text, "[!?.]", "")

    vectors = layers.TextVectorization(
        standardize=without_tags, max_tokens=20, output_sequence_length=8
    )
    data = tf.data.Dataset.from_tensor_slices((texts, np.array(labels, "float32")))
    vectors.adapt(data.map(lambda text, _: text).batch(16))
    found = [vectors.get_vocabulary()]
    for head in (
        [layers.GlobalAveragePooling1D(), layers.Dropout(0.2, seed=1)],
        [layers.Bidirectional(layers.LSTM(4)), layers.Dense(8, activation="relu")],
        [layers.Conv1D(4, 3, activation="relu"), layers.GlobalMaxPooling1D()],
    ):
        model = keras.Sequential([layers.Embedding(20, 6), *head, layers.Dense(1)])
        model.compile(
            "adam",
            keras.losses.BinaryCrossentropy(from_logits=True),
            metrics=[keras.metrics.BinaryAccuracy(threshold=0.0)],
        )
        batches = data.batch(16).map(lambda text, label: (vectors(text), label))
        found.append(history(model, batches.cache().prefetch(2), batch_size=None))
    whole = keras.Sequential([keras.Input((1,), dtype="string"), vectors, model])
    return [*found, numbers(whole(tf.constant([["good plot"], ["bad scene"]])))]


@program
def series_over_time(folder):
    steps = np.arange(300, dtype="float32")
    random = np.random.default_rng(0)
    columns = [np.sin(steps / 8), np.cos(steps / 20), random.normal(0, 0.1, 300)]
    series = np.stack(columns, axis=1).astype("float32")
    series = (series - series[:200].mean(0)) / series[:200].std(0)
    data = keras.utils.timeseries_dataset_from_array(
        series[:-6],
        series[6:, :1],
        sequence_length=6,
        batch_size=32,
        shuffle=True,
        seed=1,
    )
    found = []
    for made in (
        [layers.Flatten(), layers.Dense(8, activation="relu"), layers.Dense(1)],
        [layers.Conv1D(8, 6, activation="relu"), layers.Dense(1), layers.Flatten()],
        [layers.LSTM(8), layers.Dense(1)],
        [layers.GRU(8, return_sequences=True), layers.GRU(4), layers.Dense(1)],
    ):
        model = keras.Sequential([keras.Input((6, 3)), *made])
        model.compile(
            keras.optimizers.Adam(0.01),
            keras.losses.MeanSquaredError(),
            metrics=["mae"],
        )
        stop = keras.callbacks.EarlyStopping("loss", patience=1)
        found.append(history(model, data, batch_size=None, callbacks=[stop]))

    class Feedback(keras.Model):
        def __init__(self, units, ahead):
            super().__init__()
            self.ahead = ahead
            self.cell = layers.LSTMCell(units)
            self.rnn = layers.RNN(self.cell, return_state=True)
            self.dense = layers.Dense(3)

        def call(self, inputs, training=None):
            x, *state = self.rnn(inputs)
            predictions = [self.dense(x)]
            for _ in range(1, self.ahead):
                x, state = self.cell(predictions[-1], states=state, training=training)
                predictions.append(self.dense(x))
            return ops.transpose(ops.stack(predictions), [1, 0, 2])

    feedback = Feedback(8, 4)
    feedback.compile("adam", "mse")
    windows = np.stack([series[i : i + 10] for i in range(128)])
    return [*found, history(feedback, windows[:, :6], windows[:, 6:])]


@program
def generator_against_discriminator(folder):
    def made(*parts):
        return keras.Sequential(list(parts))

    generator = made(
        keras.Input((8,)),
        layers.Dense(3 * 3 * 8, use_bias=False),
        layers.BatchNormalization(),
        layers.LeakyReLU(0.2),
        layers.Reshape((3, 3, 8)),
        layers.Conv2DTranspose(4, 5, strides=2, padding="same", use_bias=False),
        layers.LeakyReLU(0.2),
        layers.Conv2DTranspose(1, 5, strides=2, padding="same", activation="tanh"),
    )
    discriminator = made(
        keras.Input((12, 12, 1)),
        layers.Conv2D(4, 5, strides=2, padding="same"),
        layers.LeakyReLU(0.2),
        layers.Dropout(0.3, seed=2),
        layers.Flatten(),
        layers.Dense(1),
    )
    entropy = keras.losses.BinaryCrossentropy(from_logits=True)
    rates = keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3)

    @tf.function
    def step(images, noise):
        with tf.GradientTape() as first, tf.GradientTape() as second:
            fake = generator(noise, training=True)
            on_real = discriminator(images, training=True)
            on_fake = discriminator(fake, training=True)
            fooled = entropy(tf.ones_like(on_fake), on_fake)
            caught = entropy(tf.ones_like(on_real), on_real)
            caught += entropy(tf.zeros_like(on_fake), on_fake)
        for tape, loss, network, optimizer in (
            (first, fooled, generator, rates[0]),
            (second, caught, discriminator, rates[1]),
        ):
            weights = network.trainable_variables
            optimizer.apply_gradients(
                zip(tape.gradient(loss, weights), weights, strict=True)
            )
        return fooled, caught

    images, _ = digits()
    noises = tf.random.Generator.from_seed(1)
    found = []
    for start in range(0, ROWS, 16):
        found += numbers(*step(images[start : start + 16], noises.normal([16, 8])))
    return [found, numbers(generator(noises.normal([1, 8])))[:8]]


@program
def a_variational_autoencoder(folder):
    class Sampling(layers.Layer):
        def __init__(self, **options):
            super().__init__(**options)
            self.seeds = keras.random.SeedGenerator(7)

        def call(self, inputs):
            mean, spread = inputs
            noise = keras.random.normal(ops.shape(mean), seed=self.seeds)
            return mean + ops.exp(0.5 * spread) * noise

    class Autoencoder(keras.Model):
        def __init__(self):
            super().__init__()
            inputs = keras.Input((12, 12, 1))
            x = layers.Conv2D(4, 3, 2, activation="relu", padding="same")(inputs)
            x = layers.Dense(8, activation="relu")(layers.Flatten()(x))
            mean, spread = layers.Dense(2)(x), layers.Dense(2)(x)
            self.encoder = keras.Model(
                inputs, [mean, spread, Sampling()([mean, spread])]
            )
            self.decoder = keras.Sequential(
                [
                    keras.Input((2,)),
                    layers.Dense(6 * 6 * 2, activation="relu"),
                    layers.Reshape((6, 6, 2)),
                    layers.Conv2DTranspose(
                        1, 3, 2, activation="sigmoid", padding="same"
                    ),
                ]
            )
            self.total = keras.metrics.Mean(name="total")
            self.divergence = keras.metrics.Mean(name="divergence")

        @property
        def metrics(self):
            return [self.total, self.divergence]

        def train_step(self, data):
            with tf.GradientTape() as tape:
                mean, spread, sample = self.encoder(data)
                entropy = keras.losses.binary_crossentropy(data, self.decoder(sample))
                rebuilt = ops.mean(ops.sum(entropy, axis=(1, 2)))
                far = 1 + spread - ops.square(mean) - ops.exp(spread)
                far = ops.mean(ops.sum(-0.5 * far, axis=1))
                loss = rebuilt + far
            weights = self.trainable_weights
            self.optimizer.apply_gradients(
                zip(tape.gradient(loss, weights), weights, strict=True)
            )
            self.total.update_state(loss)
            self.divergence.update_state(far)
            return {each.name: each.result() for each in self.metrics}

    model = Autoencoder()
    model.compile(keras.optimizers.Adam(0.003))
    images = np.clip(digits()[0], 0, 1)
    found = history(model, images)
    return [found, numbers(model.decoder(np.zeros((1, 2), "float32")))[:8]]


@program
def steps_of_ones_own_in_fit(folder):
    class Clipped(keras.Model):
        def train_step(self, data):
            x, y, weight = keras.utils.unpack_x_y_sample_weight(data)
            with tf.GradientTape() as tape:
                loss = self.compute_loss(x, y, self(x, training=True), weight)
            variables = self.trainable_variables
            gradients, _ = tf.clip_by_global_norm(tape.gradient(loss, variables), 0.5)
            self.optimizer.apply(gradients, variables)
            for metric in self.metrics:
                if metric.name == "loss":
                    metric.update_state(loss)
                else:
                    metric.update_state(y, self(x, training=False))
            return {each.name: each.result() for each in self.metrics}

        def test_step(self, data):
            x, y, _ = keras.utils.unpack_x_y_sample_weight(data)
            self.compute_loss(x, y, self(x, training=False))
            return {"mine": ops.mean(ops.abs(self(x, training=False) - y))}

    inputs = keras.Input((3,))
    model = Clipped(inputs, layers.Dense(1)(layers.Dense(4, "tanh")(inputs)))
    rate = keras.optimizers.schedules.CosineDecay(
        0.1, 10, warmup_target=0.2, warmup_steps=3
    )
    model.compile(keras.optimizers.AdamW(rate), "mse", metrics=["mae"])
    x = np.random.default_rng(0).normal(size=(ROWS, 3)).astype("float32")
    found = [
        history(model, x, x.sum(1, keepdims=True), sample_weight=np.arange(ROWS) / ROWS)
    ]
    found.append(
        numbers(*model.evaluate(x, x[:, :1], verbose=0, return_dict=True).values())
    )
    batches = [model.train_on_batch(x[:8], x[:8, :1]) for _ in range(3)]
    return [*found, numbers(*batches), numbers(model.predict_on_batch(x[:2]))]


@program
def a_transformer_of_words(folder):
    class Positions(layers.Layer):
        def __init__(self, length, words, size):
            super().__init__()
            self.words = layers.Embedding(words, size, mask_zero=True)
            self.places = layers.Embedding(length, size)

        def call(self, x):
            return self.words(x) + self.places(ops.arange(ops.shape(x)[-1]))

        def compute_mask(self, x, mask=None):
            return self.words.compute_mask(x)

    class Block(layers.Layer):
        def __init__(self, size, causal):
            super().__init__()
            self.attention = layers.MultiHeadAttention(2, size, dropout=0.1)
            self.feed = keras.Sequential(
                [layers.Dense(8, activation="gelu"), layers.Dense(size)]
            )
            self.norms = [layers.LayerNormalization(epsilon=1e-6) for _ in range(2)]
            self.causal = causal
            self.supports_masking = True

        def call(self, x, training=None):
            attended = self.attention(
                x, x, use_causal_mask=self.causal, training=training
            )
            x = self.norms[0](x + attended)
            return self.norms[1](x + self.feed(x))

    random = np.random.default_rng(0)
    words = random.integers(1, 12, (ROWS, 7))
    words[:, 5:] *= random.integers(0, 2, (ROWS, 2))
    found = []
    for causal in (False, True):
        inputs = keras.Input((6,), dtype="int32")
        x = Block(6, causal)(Positions(6, 12, 6)(inputs))
        outputs = layers.Dense(12)(x)
        model = keras.Model(inputs, outputs)
        loss = keras.losses.SparseCategoricalCrossentropy(
            from_logits=True, ignore_class=0
        )
        model.compile("adam", loss, metrics=["sparse_categorical_accuracy"])
        found.append(history(model, words[:, :-1], words[:, 1:]))
    return found


def main():
    found = {}
    for name in sys.argv[1:] or PROGRAMS:
        keras.backend.clear_session()
        keras.utils.set_random_seed(1)
        with tempfile.TemporaryDirectory() as folder:
            found[name] = PROGRAMS[name](Path(folder))
    print(json.dumps(found, separators=(",", ":")).replace("],", "],\n"))


if __name__ == "__main__":
    main()
