"""Programs in the style of guides on distributed training, on four logical CPUs.

Prints, as JSON, how far each is from the same program on one device. Argument
``tf_keras`` takes Keras 2.
"""

import importlib
import json
import sys
import tempfile

import numpy as np
import tensorflow as tf

keras = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "keras")
(CPU,) = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(
    CPU, [tf.config.LogicalDeviceConfiguration()] * 4
)
ONE = tf.distribute.get_strategy()
TWO = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
FOUR = tf.distribute.MirroredStrategy()
BATCH = 16
RANDOM = np.random.RandomState(0)
IMAGES = RANDOM.randn(70, 6, 6, 1).astype("float32")
LABELS = RANDOM.randint(0, 4, 70)
FAR = {}


def made_model():
    return keras.Sequential(
        [
            keras.layers.Input((6, 6, 1)),
            keras.layers.Conv2D(4, 3, activation="relu"),
            keras.layers.MaxPooling2D(),
            keras.layers.Flatten(),
            keras.layers.Dense(8, activation="relu"),
            keras.layers.Dense(4),
        ]
    )


def with_fit(strategy, optimizer):
    """Loss and accuracy of each epoch, of an evaluation, and predictions."""
    keras.utils.set_random_seed(1)
    with strategy.scope():
        model = made_model()
        model.compile(
            optimizer,
            loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            metrics=["accuracy"],
        )
    # Keras takes the mean of replicas' means: batches must be shared evenly
    data = tf.data.Dataset.from_tensor_slices((IMAGES[:64], LABELS[:64])).batch(BATCH)
    history = model.fit(data, epochs=3, verbose=0).history
    found = [*history["loss"], *history["accuracy"]]
    found += model.evaluate(IMAGES[:32], LABELS[:32], batch_size=BATCH, verbose=0)
    return [*found, *model.predict(IMAGES[:7], verbose=0).ravel()]


def with_a_loop_of_its_own(strategy):
    """Losses and metrics of a loop that runs steps by itself, in three ways."""
    keras.utils.set_random_seed(3)
    dataset = tf.data.Dataset.from_tensor_slices((IMAGES, LABELS)).batch(BATCH)
    batches = strategy.experimental_distribute_dataset(dataset)
    with strategy.scope():
        losses = keras.losses.SparseCategoricalCrossentropy(
            from_logits=True, reduction="none"
        )
        test_loss = keras.metrics.Mean()
        accuracy = keras.metrics.SparseCategoricalAccuracy()
        model = made_model()
        optimizer = keras.optimizers.Adam(0.01)

    def train_step(inputs):
        images, labels = inputs
        with tf.GradientTape() as tape:
            predicted = model(images, training=True)
            loss = tf.nn.compute_average_loss(
                losses(labels, predicted), global_batch_size=BATCH
            )
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        accuracy.update_state(labels, predicted)
        return loss

    def test_step(inputs):
        images, labels = inputs
        test_loss.update_state(losses(labels, model(images, training=False)))

    def in_all(batch):
        return strategy.reduce(
            "SUM", strategy.run(train_step, args=(batch,)), axis=None
        )

    one_step = tf.function(in_all)
    tested = tf.function(lambda batch: strategy.run(test_step, args=(batch,)))

    @tf.function
    def epoch(batches):
        total = 0.0
        for batch in batches:
            total += in_all(batch)
        return total

    @tf.function
    def two_steps(iterator):
        total = 0.0
        for _ in tf.range(2):
            total += in_all(next(iterator))
        return total

    found = [sum(float(one_step(batch)) for batch in batches)]
    for batch in batches:
        tested(batch)
    found += [float(epoch(batches)), float(two_steps(iter(batches)))]
    found += [float(accuracy.result()), float(test_loss.result())]
    return found, model, optimizer


def far(found, wanted):
    return float(np.max(np.abs(np.asarray(found, "f8") - np.asarray(wanted, "f8"))))


def predictions(model):
    return np.asarray(model(IMAGES[:5]))


for rule in ("sgd", "adam"):
    alone = with_fit(ONE, rule)
    for strategy in (TWO, FOUR):
        name = f"fit {rule} {strategy.num_replicas_in_sync}"
        FAR[name] = far(with_fit(strategy, rule), alone)

alone, model, _ = with_a_loop_of_its_own(ONE)
found, model, optimizer = with_a_loop_of_its_own(FOUR)
FAR["loop"] = far(found, alone)

folder = tempfile.mkdtemp()
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
path = checkpoint.save(folder + "/checkpoint")
with TWO.scope():
    other = made_model()
    tf.train.Checkpoint(model=other).restore(path).expect_partial()
FAR["checkpoint"] = far(predictions(other), predictions(model))

model.save(folder + "/model.keras")
with TWO.scope():
    other = keras.models.load_model(folder + "/model.keras")
FAR["loaded"] = far(predictions(other), predictions(model))

if keras.__name__ == "keras":
    model.export(folder + "/exported", verbose=False)
    served = tf.saved_model.load(folder + "/exported").serve
else:
    served = tf.function(model)
FAR["exported"] = far(served(IMAGES[:5]), predictions(model))
answers = TWO.run(served, args=(tf.constant(IMAGES[:5]),))
FAR["served"] = max(
    far(each, predictions(model)) for each in TWO.experimental_local_results(answers)
)
print(json.dumps(FAR))
