"""Programs of TensorFlow's guides on distributed training, with Keras 3.

As in `guides`: each takes a strategy and gives numbers that no strategy may change.
"""

from __future__ import annotations

import os
import tempfile

import keras
import numpy as np
import tensorflow as tf

GLOBAL_BATCH = 16
RANDOM = np.random.default_rng(0)
IMAGES = RANDOM.normal(size=(48, 8, 8, 1)).astype("float32")
LABELS = RANDOM.integers(0, 3, 48).astype("int64")


def numbers(values):
    return [float(each) for each in values]


def dataset():
    data = tf.data.Dataset.from_tensor_slices((IMAGES, LABELS))
    return data.batch(GLOBAL_BATCH)


def network():
    keras.utils.set_random_seed(3)
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            keras.layers.Conv2D(4, 3, activation="relu"),
            keras.layers.MaxPooling2D(),
            keras.layers.Flatten(),
            keras.layers.Dense(8, activation="relu"),
            keras.layers.Dense(3),
        ]
    )


def compiled(**more):
    model = network()
    model.compile(
        optimizer=keras.optimizers.Adam(0.01),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
        **more,
    )
    return model


def keras_fit(strategy):
    """Compile, fit with callbacks, evaluate, predict."""
    folder = tempfile.mkdtemp()
    with strategy.scope():
        model = compiled()
    rates = []

    class Rates(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            rates.append(float(self.model.optimizer.learning_rate))

    history = model.fit(
        dataset(),
        epochs=3,
        verbose=0,
        callbacks=[
            keras.callbacks.ModelCheckpoint(
                os.path.join(folder, "at_{epoch}.weights.h5"), save_weights_only=True
            ),
            keras.callbacks.LearningRateScheduler(
                lambda epoch: 0.01 if epoch < 1 else 0.002
            ),
            Rates(),
        ],
    )
    scores = model.evaluate(dataset(), verbose=0)
    model.load_weights(os.path.join(folder, "at_1.weights.h5"))
    earlier = model.evaluate(dataset(), verbose=0)
    assert model.predict(dataset(), verbose=0).shape == (48, 3)
    told = history.history
    return numbers(
        [*told["loss"], *told["accuracy"], *scores, *earlier, *rates]
    )


def keras_custom_loop(strategy):
    """A model, an optimizer and metrics of Keras in a loop of one's own."""
    folder = tempfile.mkdtemp()
    with strategy.scope():
        loss_object = keras.losses.SparseCategoricalCrossentropy(
            from_logits=True, reduction=None
        )

        def compute_loss(labels, predictions, model_losses):
            per_example = loss_object(labels, predictions)
            loss = tf.nn.compute_average_loss(
                per_example, global_batch_size=GLOBAL_BATCH
            )
            if model_losses:
                loss += tf.nn.scale_regularization_loss(tf.add_n(model_losses))
            return loss

        train_accuracy = keras.metrics.SparseCategoricalAccuracy(name="train")
        test_loss = keras.metrics.Mean(name="test_loss")
        keras.utils.set_random_seed(3)
        regularizer = keras.regularizers.L2(1e-3)
        model = keras.Sequential(
            [
                keras.Input((8, 8, 1)),
                keras.layers.Conv2D(
                    4, 3, activation="relu", kernel_regularizer=regularizer
                ),
                keras.layers.Flatten(),
                keras.layers.Dense(3, kernel_regularizer=regularizer),
            ]
        )
        optimizer = keras.optimizers.SGD(0.05, momentum=0.9)
        optimizer.build(model.trainable_variables)
        checkpoint = tf.train.Checkpoint(optimizer=optimizer, model=model)

    def train_step(inputs):
        images, labels = inputs
        with tf.GradientTape() as tape:
            predictions = model(images, training=True)
            loss = compute_loss(labels, predictions, model.losses)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        train_accuracy.update_state(labels, predictions)
        return loss

    def test_step(inputs):
        images, labels = inputs
        predictions = model(images, training=False)
        test_loss.update_state(loss_object(labels, predictions))

    @tf.function
    def distributed_train_step(inputs):
        losses = strategy.run(train_step, args=(inputs,))
        return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)

    @tf.function
    def distributed_test_step(inputs):
        return strategy.run(test_step, args=(inputs,))

    train = strategy.experimental_distribute_dataset(dataset())
    told = []
    for _ in range(2):
        told += [distributed_train_step(each) for each in train]
        for each in train:
            distributed_test_step(each)
        told += [train_accuracy.result(), test_loss.result()]
        path = checkpoint.save(os.path.join(folder, "ckpt"))
        train_accuracy.reset_state()
        test_loss.reset_state()
    with strategy.scope():
        weights = [each.numpy().sum() for each in model.trainable_variables]
        for each in model.trainable_variables:
            each.assign(tf.zeros(each.shape))
        checkpoint.restore(path)
        again = [each.numpy().sum() for each in model.trainable_variables]
    assert weights == again
    return numbers([*told, *weights])


def keras_saved(strategy):
    """A model that is saved, and goes on with and without a strategy."""
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "model.keras")
    with strategy.scope():
        model = compiled()
    told = model.fit(dataset(), epochs=1, verbose=0).history["loss"]
    model.save(path)
    plain = keras.models.load_model(path)
    told += plain.evaluate(dataset(), verbose=0)
    with strategy.scope():
        again = keras.models.load_model(path)
    told += again.fit(dataset(), epochs=1, verbose=0).history["loss"]
    exported = os.path.join(folder, "exported")
    again.export(exported, verbose=False)
    served = tf.saved_model.load(exported).serve(IMAGES)
    told.append(np.abs(served.numpy()).sum())
    return numbers(told)


def keras_steps(strategy):
    """Several steps in one call, from a dataset that repeats; a class of one's own."""

    class Twice(keras.Model):
        def __init__(self):
            super().__init__()
            self.flatten = keras.layers.Flatten()
            self.dense = keras.layers.Dense(3)

        def call(self, x):
            return 2.0 * self.dense(self.flatten(x))

    with strategy.scope():
        keras.utils.set_random_seed(5)
        model = Twice()
        model.compile(
            optimizer=keras.optimizers.SGD(0.01),
            loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            steps_per_execution=2,
        )
    data = dataset().repeat()
    history = model.fit(data, epochs=2, steps_per_epoch=4, verbose=0)
    return numbers(history.history["loss"])


PROGRAMS = {
    each.__name__: each
    for each in (keras_fit, keras_custom_loop, keras_saved, keras_steps)
}
