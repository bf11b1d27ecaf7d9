"""An image classifier from arrays to a saved model, with Keras on this runtime.

    make demo-keras                       or: python -m runtime examples/train.py FOLDER

Prints the progress and what the reloaded and the exported model say; FOLDER, `trained`
if none is named, gets the curves, the checkpoints, TensorBoard's files and the models.
"""

import sys
from pathlib import Path

import numpy as np
import tensorflow as tf
from matplotlib.figure import Figure

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "trained")
folder.mkdir(parents=True, exist_ok=True)
tf.keras.utils.set_random_seed(1)

# Images of bars: the class is the place of the bar.
labels = np.random.default_rng(1).integers(0, 4, 800)
images = np.random.default_rng(2).normal(0, 0.5, (800, 16, 16, 1)).astype("float32")
for image, label in zip(images, labels):
    image[4 * label : 4 * label + 4] += 1.0

layers = tf.keras.layers
model = tf.keras.Sequential(
    [
        layers.Input((16, 16, 1)),
        layers.Conv2D(8, 3, strides=2, activation="relu"),
        layers.BatchNormalization(),
        layers.Flatten(),
        layers.Dropout(0.2),
        layers.Dense(4, activation="softmax"),
    ]
)
model.summary()
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
callbacks = [
    tf.keras.callbacks.ModelCheckpoint(folder / "best.keras", save_best_only=True),
    tf.keras.callbacks.TensorBoard(folder / "logs"),
]
history = model.fit(
    images, labels, epochs=5, validation_split=0.25, callbacks=callbacks
).history

figure = Figure()
curves = figure.subplots()
for name, values in history.items():
    curves.plot(values, label=name)
curves.legend()
figure.savefig(folder / "curves.png")

best = tf.keras.models.load_model(folder / "best.keras")
print("reloaded:", best.evaluate(images, labels, verbose=0, return_dict=True))
best.export(folder / "exported", verbose=False)
exported = tf.saved_model.load(folder / "exported")
print("exported:", tf.argmax(exported.serve(images[:8]), 1).numpy(), "of", labels[:8])
