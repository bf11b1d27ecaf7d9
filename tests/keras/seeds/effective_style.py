"""Models of the guide on effective TensorFlow 2, as it shows them, with its output.

Digits are drawn here, as the guide's come from the network; batches are ten images.
"""

import os
import tempfile

import numpy as np
import tensorflow as tf

IS_KERAS_2 = os.environ.get("TF_USE_LEGACY_KERAS") == "1"
BUFFER_SIZE = 10
BATCH_SIZE = 10
NUM_EPOCHS = 5
STEPS_PER_EPOCH = 5


def digits(count, seed):
    """Images of which the label is the brightest row, as bytes."""
    generator = np.random.default_rng(seed)
    labels = np.arange(count, dtype=np.int64) % 10
    pixels = generator.integers(0, 100, (count, 28, 28, 1), dtype=np.uint8)
    for image, label in zip(pixels, labels, strict=True):
        image[2 * label + 4] = 250
    return tf.data.Dataset.from_tensor_slices((pixels, labels))


def scale(image, label):
    image = tf.cast(image, tf.float32)
    image /= 255
    return image, label


datasets = {"train": digits(80, 1), "test": digits(80, 2)}
mnist_train, mnist_test = datasets["train"], datasets["test"]
train_data = mnist_train.map(scale).shuffle(BUFFER_SIZE, seed=3).batch(BATCH_SIZE)
test_data = mnist_test.map(scale).batch(BATCH_SIZE)
train_data = train_data.take(STEPS_PER_EPOCH)
test_data = test_data.take(STEPS_PER_EPOCH)
image_batch, label_batch = next(iter(train_data))
print(image_batch.shape, label_batch.dtype)

for rates in ("Adagrad", "Adadelta", "Adamax", "Nadam", "SGD", "Adam", "RMSprop"):
    made = getattr(tf.keras.optimizers, rates)()
    print(rates, round(float(made.learning_rate), 6))
print(tf.metrics.Mean is tf.keras.metrics.Mean)


def classifier():
    return tf.keras.Sequential(
        [
            tf.keras.layers.Conv2D(
                32,
                3,
                activation="relu",
                kernel_regularizer=tf.keras.regularizers.l2(0.02),
                input_shape=(28, 28, 1),
            ),
            tf.keras.layers.MaxPooling2D(),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dropout(0.1, seed=5),
            tf.keras.layers.Dense(64, activation="relu"),
            tf.keras.layers.BatchNormalization(),
            tf.keras.layers.Dense(10),
        ]
    )


loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

# --- the loop of Keras
tf.keras.utils.set_random_seed(7)
model = classifier()
print(len(model.variables), len(model.trainable_variables), len(model.losses))
model.compile(optimizer="adam", loss=loss_fn, metrics=["accuracy"])
model.fit(train_data, epochs=NUM_EPOCHS)
loss, acc = model.evaluate(test_data)
print(f"Loss {loss:.4f}, Accuracy {acc}")

# --- arrays, generators, callables and TensorBoard
pixels, answers = next(iter(mnist_test.map(scale).batch(80)))


def own_loss(y_true, y_pred):
    y_true = tf.cast(tf.reshape(y_true, [-1]), tf.int64)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(y_true, y_pred)


def own_metric(y_true, y_pred):
    best = tf.argmax(y_pred, -1, output_type=tf.int64)
    return tf.cast(tf.reshape(tf.cast(y_true, tf.int64), [-1]) == best, tf.float32)


def batches_of_python():
    for images, labels in test_data:
        yield images.numpy(), labels.numpy()


with tempfile.TemporaryDirectory() as folder:
    tf.keras.utils.set_random_seed(7)
    model = classifier()
    model.compile(optimizer="sgd", loss=own_loss, metrics=[own_metric])
    board = tf.keras.callbacks.TensorBoard(folder)
    history = model.fit(pixels.numpy(), answers.numpy(), callbacks=[board], verbose=0)
    print(sorted(history.history), sorted(os.listdir(folder)))
    print([round(each, 3) for each in history.history["loss"]])
    history = model.fit(batches_of_python(), verbose=0)
    print([round(each, 3) for each in history.history["loss"]])

# --- a training step of one's own, with metrics
tf.keras.utils.set_random_seed(7)
model = classifier()
optimizer = tf.keras.optimizers.Adam(0.001)
loss_metric = tf.keras.metrics.Mean(name="train_loss")
accuracy_metric = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")


@tf.function
def train_step(inputs, labels):
    with tf.GradientTape() as tape:
        predictions = model(inputs, training=True)
        regularization_loss = tf.math.add_n(model.losses)
        pred_loss = loss_fn(labels, predictions)
        total_loss = pred_loss + regularization_loss
    gradients = tape.gradient(total_loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Update the metrics
    loss_metric.update_state(total_loss)
    accuracy_metric.update_state(labels, predictions)


for epoch in range(NUM_EPOCHS):
    # Reset the metrics
    getattr(loss_metric, "reset_states" if IS_KERAS_2 else "reset_state")()
    getattr(accuracy_metric, "reset_states" if IS_KERAS_2 else "reset_state")()
    for inputs, labels in train_data:
        train_step(inputs, labels)
    print("Finished epoch", epoch)
    # Get the metric results
    mean_loss = loss_metric.result()
    mean_accuracy = accuracy_metric.result()
    print("Epoch: ", epoch)
    print(f"  loss: {mean_loss:.3f}")
    print(f"  accuracy: {mean_accuracy:.3f}")


# --- a loop over a dataset within a function
@tf.function
def train(model, dataset, optimizer):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            prediction = model(x, training=True)
            loss = loss_fn(y, prediction)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


train(model, train_data, optimizer)
print(int(optimizer.iterations))

# --- losses and metrics
cce = tf.keras.losses.CategoricalCrossentropy(from_logits=True)
print(f"{cce([[1, 0]], [[-1.0, 3.0]]).numpy():.5f}")


def logged(optimizer, dataset, log_freq=10):
    avg_loss = tf.keras.metrics.Mean(name="loss", dtype=tf.float32)
    seen = []
    for images, labels in dataset:
        avg_loss.update_state(loss_fn(labels, model(images)))
        train_step(images, labels)
        if tf.equal(optimizer.iterations % log_freq, 0):
            tf.summary.scalar("loss", avg_loss.result(), step=optimizer.iterations)
            seen.append((int(optimizer.iterations), f"{avg_loss.result():.3f}"))
            getattr(avg_loss, "reset_states" if IS_KERAS_2 else "reset_state")()
    return seen


with tempfile.TemporaryDirectory() as folder:
    writer = tf.summary.create_file_writer(folder)
    with writer.as_default():
        print(logged(optimizer, train_data), logged(optimizer, train_data))
    writer.close()
    print(len(os.listdir(folder)))

# --- names of metrics
model.compile(
    optimizer=tf.keras.optimizers.Adam(0.001),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[
        "acc",
        "accuracy",
        tf.keras.metrics.SparseCategoricalAccuracy(name="my_accuracy"),
    ],
)
history = model.fit(train_data)
print(history.history.keys())


# --- a loop that unrolls as it runs
class DynamicRNN(tf.keras.Model):
    def __init__(self, rnn_cell):
        if IS_KERAS_2:
            super(DynamicRNN, self).__init__(self)  # noqa: UP008
        else:
            super().__init__()
        self.cell = rnn_cell

    @tf.function(
        input_signature=[tf.TensorSpec(dtype=tf.float32, shape=[None, None, 3])]
    )
    def call(self, input_data):
        # [batch, time, features] -> [time, batch, features]
        input_data = tf.transpose(input_data, [1, 0, 2])
        timesteps = tf.shape(input_data)[0]
        batch_size = tf.shape(input_data)[1]
        outputs = tf.TensorArray(tf.float32, timesteps)
        if IS_KERAS_2:
            state = self.cell.get_initial_state(batch_size=batch_size, dtype=tf.float32)
        else:
            state = self.cell.get_initial_state(batch_size)
        for i in tf.range(timesteps):
            output, state = self.cell(input_data[i], state)
            outputs = outputs.write(i, output)
        return tf.transpose(outputs.stack(), [1, 0, 2]), state


lstm_cell = tf.keras.layers.LSTMCell(units=13)
my_rnn = DynamicRNN(lstm_cell)
try:
    outputs, state = my_rnn(tf.random.normal(shape=[10, 20, 3]))
    print(outputs.shape, round(float(tf.reduce_sum(outputs)), 2))
except Exception as error:
    print(type(error).__name__)


# --- a model is debugged
class CustomModel(tf.keras.models.Model):
    @tf.function
    def call(self, input_data):
        if tf.reduce_mean(input_data) > 0:
            return input_data
        else:
            import pdb  # noqa: T100

            pdb.set_trace()  # noqa: T100
            return input_data // 2


tf.config.run_functions_eagerly(True)
model = CustomModel()
print(model(tf.constant([-2, -4])).numpy())
tf.config.run_functions_eagerly(False)

# --- nothing is recorded
seen = []


class Told(tf.keras.Model):
    def call(self, x):
        seen.append(tf.executing_eagerly())
        return x


model = Told()
model.compile(run_eagerly=True, loss="mse")
model.predict(np.ones([2, 1], np.float32), verbose=0)
print(all(seen))
