"""Keras' parts of the report in six parts, as it shows them; prints what it prints."""

import contextlib
import os
import tempfile

import tensorflow as tf

IS_KERAS_2 = os.environ.get("TF_USE_LEGACY_KERAS") == "1"
tf.keras.utils.set_random_seed(4)

# --- gradients of a model
layer = tf.keras.layers.Dense(2, activation="relu")
x = tf.constant([[1.0, 2.0, 3.0]])
with tf.GradientTape() as tape:
    # Forward pass
    y = layer(x)
    loss = tf.reduce_mean(y**2)
# Calculate gradients with respect to every trainable variable
grad = tape.gradient(loss, layer.trainable_variables)
for var, g in zip(layer.trainable_variables, grad):
    print(f"{var.name}, shape: {g.shape}")


# --- layers
class MyDense(tf.keras.layers.Layer):
    # Adding **kwargs to support base Keras layer arguments
    def __init__(self, in_features, out_features, **kwargs):
        super().__init__(**kwargs)
        # This will soon move to the build step; see below
        self.w = tf.Variable(tf.random.normal([in_features, out_features]), name="w")
        self.b = tf.Variable(tf.zeros([out_features]), name="b")

    def call(self, x):
        y = tf.matmul(x, self.w) + self.b
        return tf.nn.relu(y)


simple_layer = MyDense(name="simple", in_features=3, out_features=3)
try:
    print(simple_layer([[2.0, 2.0, 2.0]]))
except Exception as error:
    print(type(error).__name__)
print(len(simple_layer.variables))


class FlexibleDense(tf.keras.layers.Layer):
    # Note the added `**kwargs`, as Keras supports many arguments
    def __init__(self, out_features, **kwargs):
        super().__init__(**kwargs)
        self.out_features = out_features

    def build(self, input_shape):  # Create the state of the layer (weights)
        self.w = tf.Variable(
            tf.random.normal([input_shape[-1], self.out_features]), name="w"
        )
        self.b = tf.Variable(tf.zeros([self.out_features]), name="b")

    def call(self, inputs):  # Defines the computation from inputs to outputs
        return tf.matmul(inputs, self.w) + self.b

    def get_config(self):
        return {**super().get_config(), "out_features": self.out_features}


# Create the instance of the layer
flexible_dense = FlexibleDense(out_features=3)
print(flexible_dense.variables)
# Call it, with predictably random results
print(
    "Model results:",
    flexible_dense(tf.constant([[2.0, 2.0, 2.0], [3.0, 3.0, 3.0]])),
)
print(flexible_dense.variables)
try:
    print("Model results:", flexible_dense(tf.constant([[2.0, 2.0, 2.0, 2.0]])))
except tf.errors.InvalidArgumentError as e:
    print("Failed:", e)
print(FlexibleDense.from_config(flexible_dense.get_config()).out_features)


# --- models
class MySequentialModel(tf.keras.Model):
    def __init__(self, name=None, **kwargs):
        super().__init__(**kwargs)
        self.dense_1 = FlexibleDense(out_features=3)
        self.dense_2 = FlexibleDense(out_features=2)

    def call(self, x):
        x = self.dense_1(x)
        return self.dense_2(x)


# You have made a Keras model!
my_sequential_model = MySequentialModel(name="the_model")
# Call it on a tensor, with random results
print("Model results:", my_sequential_model(tf.constant([[2.0, 2.0, 2.0]])))
print(my_sequential_model.variables)
if IS_KERAS_2:
    print([type(each).__name__ for each in my_sequential_model.submodules])


class Raw(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(1.0)


class Holder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.raw = Raw()

    def call(self, x):
        return x * self.raw.v


holder = Holder()
print(holder(tf.ones([1])).numpy(), len(holder.trainable_variables))

# --- the functional interface
inputs = tf.keras.Input(
    shape=[
        3,
    ]
)
x = FlexibleDense(3)(inputs)
x = FlexibleDense(2)(x)
my_functional_model = tf.keras.Model(inputs=inputs, outputs=x)
my_functional_model.summary()
print(my_functional_model(tf.constant([[2.0, 2.0, 2.0]])))

# --- saving
with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
    if IS_KERAS_2:
        my_sequential_model.save("exname_of_file")
        print(sorted(os.listdir("exname_of_file")))
        reconstructed_model = tf.keras.models.load_model("exname_of_file")
        print(reconstructed_model(tf.constant([[2.0, 2.0, 2.0]])))
        print(my_sequential_model(tf.constant([[2.0, 2.0, 2.0]])))
    else:
        my_functional_model.save("exname_of_file.keras")
        own = {"FlexibleDense": FlexibleDense}
        reconstructed_model = tf.keras.models.load_model("exname_of_file.keras", own)
        print(reconstructed_model(tf.constant([[2.0, 2.0, 2.0]])))

# --- training loops
TRUE_W = 3.0
TRUE_B = 2.0
NUM_EXAMPLES = 201
x = tf.linspace(-2, 2, NUM_EXAMPLES)
x = tf.cast(x, tf.float32)


def f(x):
    return x * TRUE_W + TRUE_B


noise = tf.random.normal(shape=[NUM_EXAMPLES])
y = f(x) + noise


def loss(target_y, predicted_y):
    return tf.reduce_mean(tf.square(target_y - predicted_y))


def train(model, x, y, learning_rate):
    with tf.GradientTape() as t:
        current_loss = loss(y, model(x))
    dw, db = t.gradient(current_loss, [model.w, model.b])
    model.w.assign_sub(learning_rate * dw)
    model.b.assign_sub(learning_rate * db)


def report(model, loss):
    return f"W = {model.w.numpy():1.2f}, b = {model.b.numpy():1.2f}, loss={loss:2.5f}"


def training_loop(model, x, y):
    for epoch in range(10):
        train(model, x, y, learning_rate=0.1)
        current_loss = loss(y, model(x))
        print(f"Epoch {epoch:2d}:")
        print("    ", report(model, current_loss))


class MyModelKeras(tf.keras.Model):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        # Initialize the weights to `5.0` and the bias to `0.0`
        self.w = tf.Variable(5.0)
        self.b = tf.Variable(0.0)

    def call(self, x):
        return self.w * x + self.b


keras_model = MyModelKeras()
# Reuse the training loop with a Keras model
training_loop(keras_model, x, y)
# You can also save a checkpoint using Keras's built-in support
if IS_KERAS_2:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        keras_model.save_weights("my_checkpoint")
        print(sorted(os.listdir(".")))

keras_model = MyModelKeras()
# compile sets the training parameters
keras_model.compile(
    run_eagerly=False,
    optimizer=tf.keras.optimizers.SGD(learning_rate=0.1),
    loss=tf.keras.losses.mean_squared_error if IS_KERAS_2 else "mse",
)
print(x.shape[0])
history = keras_model.fit(x, y, epochs=10, batch_size=1000)
print(type(history).__name__, len(history.history["loss"]))
keras_model.fit(x, y, shuffle=False)
