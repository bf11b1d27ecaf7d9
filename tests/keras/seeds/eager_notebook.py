"""Models of the notebook on eager execution, as it shows them, with its output."""

import contextlib
import os
import tempfile

import numpy as np
import tensorflow as tf

IS_KERAS_2 = os.environ.get("TF_USE_LEGACY_KERAS") == "1"
tf.keras.utils.set_random_seed(2)

# the file that the notebook fetches, as it lies in Keras' cache
generator = np.random.default_rng(1)
pixels = generator.integers(0, 255, (96, 28, 28), dtype=np.uint8)
answers = (np.arange(96) % 10).astype(np.uint8)
mnist = tf.keras.datasets.mnist
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "mnist.npz")
    np.savez(path, x_train=pixels, y_train=answers, x_test=pixels, y_test=answers)
    loader = mnist.load_data.__globals__
    before, loader["get_file"] = loader["get_file"], lambda *_, **__: path
    (mnist_images, mnist_labels), _ = mnist.load_data()
    loader["get_file"] = before

dataset = tf.data.Dataset.from_tensor_slices(
    (
        tf.cast(mnist_images[..., tf.newaxis] / 255, tf.float32),
        tf.cast(mnist_labels, tf.int64),
    )
)
dataset = dataset.shuffle(1000, seed=3).batch(32)

# Build the model
mnist_model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(
            16, [3, 3], activation="relu", input_shape=(None, None, 1)
        ),
        tf.keras.layers.Conv2D(16, [3, 3], activation="relu"),
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(10),
    ]
)

for images, _labels in dataset.take(1):
    print("Logits: ", np.round(mnist_model(images[0:1]).numpy(), 4) + 0.0)

optimizer = tf.keras.optimizers.Adam()
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
loss_history = []


def train_step(images, labels):
    with tf.GradientTape() as tape:
        logits = mnist_model(images, training=True)
        # Add asserts to check the shape of the output.
        tf.debugging.assert_equal(logits.shape, (32, 10))
        loss_value = loss_object(labels, logits)
    loss_history.append(loss_value.numpy().mean())
    grads = tape.gradient(loss_value, mnist_model.trainable_variables)
    optimizer.apply_gradients(zip(grads, mnist_model.trainable_variables))


def train(epochs):
    for epoch in range(epochs):
        for _batch, (images, labels) in enumerate(dataset):
            train_step(images, labels)
        print(f"Epoch {epoch} finished")


train(epochs=3)
print([f"{each:.3f}" for each in loss_history])


# --- variables and optimizers
class Linear(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.W = tf.Variable(5.0, name="weight")
        self.B = tf.Variable(10.0, name="bias")

    def call(self, inputs):
        return inputs * self.W + self.B


NUM_EXAMPLES = 2000
training_inputs = tf.random.normal([NUM_EXAMPLES])
noise = tf.random.normal([NUM_EXAMPLES])
training_outputs = training_inputs * 3 + 2 + noise


def loss(model, inputs, targets):
    error = model(inputs) - targets
    return tf.reduce_mean(tf.square(error))


def grad(model, inputs, targets):
    with tf.GradientTape() as tape:
        loss_value = loss(model, inputs, targets)
    return tape.gradient(loss_value, [model.W, model.B])


model = Linear()
optimizer = tf.keras.optimizers.SGD(learning_rate=0.01)
first = loss(model, training_inputs, training_outputs)
print(f"Initial loss: {first:.3f}")
steps = 300
for i in range(steps):
    grads = grad(model, training_inputs, training_outputs)
    optimizer.apply_gradients(zip(grads, [model.W, model.B]))
    if i % 20 == 0:
        now = loss(model, training_inputs, training_outputs)
        print(f"Loss at step {i:03d}: {now:.3f}")
print(f"Final loss: {loss(model, training_inputs, training_outputs):.3f}")
print(f"W = {model.W.numpy():.5f}, B = {model.B.numpy():.5f}")
print([each.name for each in model.trainable_variables])

# --- saving
with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
    if IS_KERAS_2:
        model.save_weights("weights")
        status = model.load_weights("weights")
        print(sorted(os.listdir(".")), type(status).__name__)
        status.assert_consumed()
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Conv2D(16, [3, 3], activation="relu"),
            tf.keras.layers.GlobalAveragePooling2D(),
            tf.keras.layers.Dense(10),
        ]
    )
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.001)
    checkpoint_dir = "path/to/model_dir"
    os.makedirs(checkpoint_dir)
    checkpoint_prefix = os.path.join(checkpoint_dir, "ckpt")
    root = tf.train.Checkpoint(optimizer=optimizer, model=model)
    print(root.save(checkpoint_prefix))
    status = root.restore(tf.train.latest_checkpoint(checkpoint_dir))
    print(type(status).__name__)
    # variables that are made later take their values as they are made
    image = tf.ones([1, 8, 8, 1])
    logits = model(image)
    root.save(checkpoint_prefix)
    other = tf.keras.Sequential(
        [
            tf.keras.layers.Conv2D(16, [3, 3], activation="relu"),
            tf.keras.layers.GlobalAveragePooling2D(),
            tf.keras.layers.Dense(10),
        ]
    )
    status = tf.train.Checkpoint(model=other).restore(
        tf.train.latest_checkpoint(checkpoint_dir)
    )
    if not IS_KERAS_2:
        other.build((None, 8, 8, 1))
        status = tf.train.Checkpoint(model=other).restore(
            tf.train.latest_checkpoint(checkpoint_dir)
        )
    same = other(image)
    print(bool(np.allclose(same, logits)))
    status.assert_existing_objects_matched()

# --- metrics
m = tf.keras.metrics.Mean("loss")
m(0)
m(5)
print(m.result().numpy())  # => 2.5
m([8, 9])
print(m.result().numpy())  # => 5.5
