"""Keras' parts of the guide to `tf.function`, as it shows them, with its output."""

import os
import traceback

import numpy as np
import tensorflow as tf

IS_KERAS_2 = os.environ.get("TF_USE_LEGACY_KERAS") == "1"

conv_layer = tf.keras.layers.Conv2D(100, 3)


@tf.function
def conv_fn(image):
    return conv_layer(image)


image = tf.random.normal([1, 20, 20, 100], seed=4)
eager, traced = conv_layer(image), conv_fn(image)
print(traced.shape, bool(np.allclose(eager, traced, atol=1e-5)))

# --- two optimizers in one function
opt1 = tf.keras.optimizers.Adam(learning_rate=1e-2)
opt2 = tf.keras.optimizers.Adam(learning_rate=1e-3)


def plain_step(w, x, y, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w * x - y))
    gradients = tape.gradient(loss, [w])
    optimizer.apply_gradients(zip(gradients, [w]))


train_step = tf.function(plain_step)
w = tf.Variable(2.0)
x = tf.constant([-1.0])
y = tf.constant([2.0])
train_step(w, x, y, opt1)
print(f"{w.numpy():.4f}")
print("Calling `train_step` with different optimizer...")
try:
    train_step(w, x, y, opt2)
except ValueError as error:
    lines = str(error).splitlines()
    print(lines[0], "|", traceback.format_exception_only(error)[0][:25].split(":")[0])
    print([line[-2:].strip() for line in lines if line.strip().startswith("File ")][:2])
    print(lines[-2] if not lines[-1].strip() else lines[-1])

# --- one function an optimizer
opt1 = tf.keras.optimizers.Adam(learning_rate=1e-2)
opt2 = tf.keras.optimizers.Adam(learning_rate=1e-3)
w = tf.Variable(2.0)
train_step_1 = tf.function(plain_step).get_concrete_function(w, x, y, opt1)
train_step_2 = tf.function(plain_step).get_concrete_function(w, x, y, opt2)
try:
    for i in range(10):
        if i % 2 == 0:
            train_step_1(w, x, y)  # `opt1` is not used as a parameter.
        else:
            train_step_2(w, x, y)  # `opt2` is not used as a parameter.
    print(f"{w.numpy():.4f}")
except TypeError as error:
    print(type(error).__name__)

# --- a model is built before it is trained in a function that has trained another
models = [
    tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
    for _ in range(2)
]
for model in models:
    model.build((None, 3))
    print([tuple(each.shape) for each in model.weights])


@tf.function
def call(model, x):
    return model(x)


print([call(model, tf.ones([1, 3])).shape for model in models])
late = [tf.keras.Sequential([tf.keras.layers.Dense(1)]) for _ in range(2)]
other = tf.function(lambda model, x: model(x))
try:
    print([other(model, tf.ones([1, 3])).shape for model in late])
except ValueError as error:
    print("tf.function only supports singleton tf.Variables" in str(error))
