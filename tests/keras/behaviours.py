"""What Keras does beside training: each function is one behaviour, and what it saw.

    python -m runtime tests/keras/behaviours.py [NAME ...] > answers.json

Run by TensorFlow too; `behaviours.json` is what it gave.
"""

import contextlib
import csv
import importlib
import io
import json
import os
import sys
import tempfile
import zipfile
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf

preparations = importlib.import_module("preparations")  # the file beside this one
numbers, table = preparations.numbers, preparations.table
BEHAVIOURS = {}
layers, callbacks = keras.layers, keras.callbacks


def behaviour(function):
    BEHAVIOURS[function.__name__] = function
    return function


def classifier(optimizer="adam", **options):
    model = keras.Sequential(
        [
            keras.Input((5,), name="numbers"),
            layers.Dense(8, activation="tanh", name="hidden"),
            layers.Dropout(0.25, name="dropped"),
            layers.Dense(2, name="logits"),
        ],
        name="classifier",
    )
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    options = {"metrics": ["accuracy"], **options}
    model.compile(optimizer, loss, **options)
    return model


def fitted(model, *data, **options):
    options = {"verbose": 0, "shuffle": False, "batch_size": 8, **options}
    return {k: numbers(v) for k, v in model.fit(*data, **options).history.items()}


@behaviour
def tensorboard(folder):
    model = classifier()
    board = callbacks.TensorBoard(folder, histogram_freq=1, update_freq="epoch")
    fitted(model, *table(), epochs=2, callbacks=[board], validation_data=table(16))
    seen = {}
    for path in sorted(folder.rglob("events*")):
        for event in tf.compat.v1.train.summary_iterator(str(path)):
            for value in event.summary.value:
                kind = value.metadata.plugin_data.plugin_name
                entry = seen.setdefault(f"{path.parent.name}/{value.tag}", [kind])
                if kind == "scalars":
                    entry += [event.step, *numbers(tf.make_ndarray(value.tensor))]
    seen.pop("train/keras", None)
    return seen


@behaviour
def checkpoints_of_the_best(folder):
    saving = [
        callbacks.ModelCheckpoint(
            folder / "best.keras", monitor="val_loss", save_best_only=True
        ),
        callbacks.ModelCheckpoint(
            folder / "e{epoch:02d}.weights.h5", save_weights_only=True
        ),
        callbacks.ModelCheckpoint(folder / "b{batch:02d}.keras", save_freq=4),
    ]
    model = classifier("sgd")
    history = fitted(
        model, *table(), epochs=2, validation_data=table(16), callbacks=saving
    )
    best = keras.models.load_model(folder / "best.keras")
    model.load_weights(folder / "e01.weights.h5")
    return [
        sorted(each.name for each in folder.iterdir()),
        numbers(best.evaluate(*table(16), verbose=0)),
        numbers(model.evaluate(*table(16), verbose=0)),
        history["val_loss"],
    ]


@behaviour
def stopping_early(folder):
    model = classifier(keras.optimizers.SGD(1.5))
    stop = callbacks.EarlyStopping(
        "val_loss", patience=2, restore_best_weights=True, min_delta=0.03
    )
    slower = callbacks.ReduceLROnPlateau("loss", factor=0.5, patience=1)
    history = fitted(
        model, *table(), epochs=20, validation_data=table(16), callbacks=[stop, slower]
    )
    return [len(history["loss"]), stop.stopped_epoch, stop.best_epoch, history]


@behaviour
def rows_of_a_csv_logger(folder):
    log = folder / "log.csv"
    for append in (False, True):
        logger = callbacks.CSVLogger(log, separator=";", append=append)
        fitted(classifier(), *table(), epochs=2, callbacks=[logger])
    rows = list(csv.reader(log.open(), delimiter=";"))
    return [[float(e) if "." in e else e for e in row] for row in rows]


class Interruption(callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 2:
            raise InterruptedError


@behaviour
def training_goes_on_after_an_interruption(folder):
    model = classifier()
    backup = callbacks.BackupAndRestore(folder / "backup")
    with contextlib.suppress(InterruptedError):
        fitted(model, *table(), epochs=4, callbacks=[backup, Interruption()])
    kept = sorted(each.name for each in (folder / "backup").rglob("*"))
    other = classifier()
    backup = callbacks.BackupAndRestore(folder / "backup")
    history = fitted(other, *table(), epochs=4, callbacks=[backup])
    return [
        kept,
        history,
        int(other.optimizer.iterations),
        (folder / "backup").exists(),
    ]


class Seen(callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.batches = []

    def on_train_batch_end(self, batch, logs=None):
        self.batches.append(batch)


@behaviour
def several_steps_an_execution(folder):
    found = []
    for steps in (1, 2, 4):
        keras.utils.set_random_seed(1)
        model, seen = classifier(steps_per_execution=steps), Seen()
        history = fitted(model, *table(), epochs=2, callbacks=[seen])
        found.append([history, seen.batches])
        found.append(numbers(model.predict(table()[0], verbose=0, batch_size=8).sum()))
    return found


class Rows(keras.utils.PyDataset):
    def __len__(self):
        return 6

    def __getitem__(self, index):
        x, y = table()
        return x[index * 8 : index * 8 + 8], y[index * 8 : index * 8 + 8]


@behaviour
def generators_give_batches(folder):
    def forever():
        while True:
            yield from (Rows()[i] for i in range(6))

    def weighted():
        for i in range(6):
            yield (*Rows()[i], np.linspace(0, 1, 8))

    found = []
    for data, options in (
        (forever(), {"steps_per_epoch": 5, "epochs": 3}),
        (Rows(), {"epochs": 2}),
        (Rows(workers=2, max_queue_size=3), {"epochs": 2}),
        (weighted(), {}),
    ):
        keras.utils.set_random_seed(1)
        model = classifier(metrics=[])
        found.append(fitted(model, data, batch_size=None, **options))
    return [*found, numbers(model.evaluate(forever(), steps=3, verbose=0))]


@behaviour
def weights_of_classes_and_samples(folder):
    x, y = table()
    weights = np.linspace(0.1, 2, len(x)).astype("float32")
    found = []
    for options in ({"class_weight": {0: 1.0, 1: 3.0}}, {"sample_weight": weights}):
        model = classifier(
            weighted_metrics=["accuracy", "sparse_categorical_crossentropy"]
        )
        found.append(fitted(model, x, y, epochs=2, **options))
    data = tf.data.Dataset.from_tensor_slices((x, y, weights)).batch(8)
    found.append(fitted(model, data, batch_size=None))
    data = data.map(lambda x, y, _: (x, y))
    found.append(fitted(model, data, batch_size=None, class_weight={0: 2.0, 1: 0.5}))
    found.append(numbers(model.evaluate(x, y, sample_weight=weights, verbose=0)))
    inputs = keras.Input((5,))
    both = keras.Model(
        inputs,
        {
            "a": layers.Dense(1, name="a")(inputs),
            "b": layers.Dense(2, name="b")(inputs),
        },
    )
    both.compile(
        "sgd",
        {"a": "mse", "b": keras.losses.SparseCategoricalCrossentropy(from_logits=True)},
        loss_weights={"a": 0.3, "b": 2.0},
        metrics={"a": ["mae"], "b": ["accuracy"]},
    )
    target = {"a": y[:, None].astype("float32"), "b": y}
    found.append(
        fitted(both, x, target, sample_weight={"a": weights, "b": weights[::-1]})
    )
    return found


@behaviour
def masks_are_carried(folder):
    words = np.array(
        [[1, 2, 3, 0, 0], [4, 5, 0, 0, 0], [1, 2, 3, 4, 5], [0, 0, 0, 0, 6]]
    )
    found = []
    for made in (
        lambda: [layers.LSTM(3, return_sequences=True), layers.GRU(2)],
        lambda: [layers.Bidirectional(layers.GRU(3)), layers.Dense(2)],
        lambda: [
            layers.TimeDistributed(layers.Dense(2)),
            layers.GlobalAveragePooling1D(),
        ],
        lambda: [layers.SimpleRNN(2, go_backwards=True)],
    ):
        model = keras.Sequential([layers.Embedding(7, 4, mask_zero=True), *made()])
        model.compile("sgd", "mse")
        found += [numbers(model.predict(words, verbose=0))]
        found += [fitted(model, words, np.ones((4, 2)))]
    masking = layers.Masking(0.0)
    values = np.array([[[1.0, 2.0], [0.0, 0.0], [3.0, 0.0]]], "float32")
    found.append(np.asarray(masking.compute_mask(values)).tolist())
    found.append(numbers(layers.LSTM(2)(masking(values))))
    embedded = layers.Embedding(7, 4, mask_zero=True)(words)
    found.append(numbers(layers.MultiHeadAttention(2, 3)(embedded, embedded)))
    found.append(numbers(layers.Attention()([embedded, embedded])))
    return found


@behaviour
def half_the_precision(folder):
    found = []
    for name in ("mixed_float16", "mixed_bfloat16"):
        keras.utils.set_random_seed(1)
        keras.mixed_precision.set_global_policy(name)
        try:
            model = classifier(keras.optimizers.SGD(0.1))
        finally:
            keras.mixed_precision.set_global_policy("float32")
        history = fitted(model, *table(), epochs=2)
        outputs = model(table()[0])
        kinds = [
            str(outputs.dtype),
            model.layers[0].kernel.dtype,
            model.layers[0].compute_dtype,
        ]
        # halves round in another order in TensorFlow's products
        rough = [[round(each, 2) for each in values] for values in history.values()]
        found += [kinds, rough, type(model.optimizer).__name__]
    return found


@behaviour
def scaled_losses(folder):
    optimizer = keras.optimizers.LossScaleOptimizer(
        keras.optimizers.SGD(0.5), initial_scale=8.0, dynamic_growth_steps=2
    )
    variable = tf.Variable([1.0, 2.0])
    weight = keras.Variable([1.0, 2.0])
    optimizer.build([weight])
    found = [numbers(optimizer.scale_loss(tf.constant(3.0)))]
    for gradient in ([1.0, 2.0], [8.0, 8.0], [float("inf"), 1.0], [8.0, 0.0]):
        optimizer.apply([tf.constant(gradient)], [weight])
        found.append(numbers(optimizer.dynamic_scale, weight, optimizer.step_counter))

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(weight.value)
            loss = tf.reduce_sum(weight.value * x * variable)
            scaled = optimizer.scale_loss(loss)
        optimizer.apply([tape.gradient(scaled, weight.value)], [weight])
        return loss

    for factor in (1.0, 0.5, 1e38):
        found.append(
            numbers(step(tf.constant(factor)), weight, optimizer.dynamic_scale)
        )
    return found


@behaviour
def files_come_from_the_cache(folder):
    place = folder / "datasets" / "words.npz"
    place.parent.mkdir()
    np.savez(place, x=np.arange(4))
    found = keras.utils.get_file(
        "words.npz",
        "http://nowhere.invalid/words.npz",
        cache_dir=folder,
        file_hash=keras.src.utils.file_utils.hash_file(place),
    )
    packed = folder / "datasets" / "more.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("inside.txt", "text")
    unpacked = keras.utils.get_file(
        "more.zip", "http://nowhere.invalid/more.zip", cache_dir=folder, extract=True
    )
    names = sorted(str(each.relative_to(folder)) for each in Path(unpacked).rglob("*"))
    return [str(Path(found).relative_to(folder)), names]


@behaviour
def images_of_folders(folder):
    random = np.random.default_rng(0)
    for kind in ("cats", "dogs", "emus"):
        (folder / kind).mkdir()
        for i in range(4):
            pixels = random.integers(0, 255, (9 + i, 12, 3), np.uint8)
            tf.io.write_file(str(folder / kind / f"{i}.png"), tf.io.encode_png(pixels))
    found = []
    for options in (
        {},
        {"label_mode": "categorical", "color_mode": "grayscale", "shuffle": False},
        {"crop_to_aspect_ratio": True, "interpolation": "nearest", "labels": None},
        {"pad_to_aspect_ratio": True, "validation_split": 0.5, "subset": "both"},
        {"class_names": ["dogs", "cats"], "label_mode": "binary"},
    ):
        if "class_names" in options:
            (folder / "emus").rename(folder.parent / f"{folder.name}-emus")
        options = {
            "image_size": (8, 8),
            "batch_size": 5,
            "seed": 1,
            "verbose": False,
            **options,
        }
        made = keras.utils.image_dataset_from_directory(folder, **options)
        for data in made if isinstance(made, (list, tuple)) else [made]:
            found.append(getattr(data, "class_names", None))
            for batch in data:
                flat = tf.nest.flatten(batch)
                found.append([list(each.shape) for each in flat])
                found.append(
                    [
                        numbers(tf.reduce_sum(flat[0], [1, 2, 3])),
                        *map(numbers, flat[1:]),
                    ]
                )
    return found


@behaviour
def texts_of_folders_and_windows_of_series(folder):
    for kind in ("bad", "good"):
        (folder / kind).mkdir()
        for i in range(3):
            (folder / kind / f"{i}.txt").write_text(f"a {kind} text {i}")
    found = []
    for text, label in keras.utils.text_dataset_from_directory(
        folder, batch_size=4, seed=2, verbose=False
    ):
        found.append([[each.decode() for each in text.numpy()], label.numpy().tolist()])
    series = np.arange(20, dtype="float32")
    for options in (
        {"shuffle": True, "seed": 3},
        {"sequence_stride": 3, "sampling_rate": 2, "start_index": 1},
    ):
        windows = keras.utils.timeseries_dataset_from_array(
            series, series * 10, sequence_length=4, batch_size=3, **options
        )
        found.append([[numbers(x), numbers(y)] for x, y in windows])
    split = keras.utils.split_dataset(series, left_size=0.7, shuffle=True, seed=1)
    return [*found, *[numbers([float(e) for e in part]) for part in split]]


@behaviour
def exported_models_serve(folder):
    model = classifier()
    x, y = table()
    fitted(model, x, y)
    model.export(folder / "m", verbose=False)
    served = tf.saved_model.load(folder / "m")
    archive = keras.export.ExportArchive()
    archive.track(model)
    archive.add_endpoint(
        "probabilities",
        lambda x: tf.nn.softmax(model(x)),
        input_signature=[keras.InputSpec(shape=(None, 5), dtype="float32")],
    )
    archive.add_variable_collection("hidden", model.layers[0].variables)
    with contextlib.redirect_stdout(io.StringIO()):
        archive.write_out(folder / "a")
    loaded = tf.saved_model.load(folder / "a")
    as_layer = layers.TFSMLayer(folder / "m", call_endpoint="serve")
    return [
        bool(np.allclose(served.serve(x), model(x), atol=1e-6)),
        bool(np.allclose(as_layer(x), model(x), atol=1e-6)),
        numbers(loaded.probabilities(x[:3])),
        len(loaded.hidden),
        sorted(served.signatures),
        sorted(str(e.relative_to(folder)) for e in folder.rglob("*") if e.is_file()),
    ]


@keras.saving.register_keras_serializable("here")
class Scaled(layers.Layer):
    def __init__(self, factor=2.0, **options):
        super().__init__(**options)
        self.factor = factor

    def build(self, shape):
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones")

    def call(self, x):
        return x * self.scale * self.factor

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


def kept_model():
    """A model of many kinds of layers, trained a little."""
    inputs = keras.Input((6, 6, 1), name="image")
    x = layers.Conv2D(3, 3, activation="relu", name="conv")(inputs)
    x = layers.BatchNormalization(name="norm")(x)
    x = Scaled(1.5, name="scaled")(x)
    x = layers.Reshape((4, 12), name="rows")(x)
    x = layers.Bidirectional(layers.LSTM(2), name="both")(x)
    model = keras.Model(inputs, layers.Dense(2, name="out")(x), name="kept")
    model.compile(keras.optimizers.Adam(0.01), keras.losses.MeanSquaredError())
    random = np.random.default_rng(4)
    x = random.normal(size=(8, 6, 6, 1)).astype("float32")
    model.fit(x, np.ones((8, 2)), verbose=0, shuffle=False)
    return model, x


def without_addresses(config):
    if isinstance(config, dict):
        kept = {k: v for k, v in config.items() if k != "shared_object_id"}
        return {k: without_addresses(v) for k, v in kept.items()}
    if isinstance(config, list):
        return [without_addresses(each) for each in config]
    return config


@behaviour
def models_are_files(folder):
    model, x = kept_model()
    found = [numbers(model.predict(x, verbose=0))]
    for name in ("m.keras", "m.h5"):
        with contextlib.redirect_stderr(io.StringIO()):
            model.save(folder / name)
        other = keras.models.load_model(folder / name)
        same = np.array_equal(other.predict(x, verbose=0), model.predict(x, verbose=0))
        found.append(bool(same))
    other = keras.models.load_model(folder / "m.keras")
    found.append(fitted(other, x, np.ones((8, 2))))
    model.save_weights(folder / "m.weights.h5")
    other = keras.models.clone_model(model)
    other.load_weights(folder / "m.weights.h5")
    found.append(numbers(other.predict(x, verbose=0)))
    with zipfile.ZipFile(folder / "m.keras") as archive:
        found.append(sorted(archive.namelist()))
        config = json.loads(archive.read("config.json"))
    found.append(without_addresses(config))
    return found


for each in preparations.ALL:
    behaviour(each)


@behaviour
def models_are_drawn(folder):
    inputs = keras.Input((5,), name="numbers")
    hidden = layers.Dense(3, activation="relu", name="hidden")(inputs)
    model = keras.Model(inputs, layers.Add(name="sum")([hidden, hidden]), name="m")
    try:
        import pydot  # noqa: F401
    except ImportError:
        return "no pydot"
    drawn = keras.utils.model_to_dot(
        model, show_shapes=True, show_layer_names=True, show_layer_activations=True
    )
    lines = drawn.to_string()
    for i, layer in enumerate([*model.layers, model]):
        lines = lines.replace(str(id(layer)), f"#{i}")
    return lines.splitlines()


@behaviour
def summaries_are_tables(folder):
    lines = []
    model, _ = kept_model()
    model.layers[1].trainable = False
    for options in (
        {},
        {"show_trainable": True, "line_length": 90},
        {"expand_nested": True},
    ):
        model.summary(
            print_fn=lambda text, **_: lines.extend(text.splitlines()), **options
        )
    classifier().summary(print_fn=lambda text, **_: lines.extend(text.splitlines()))
    return lines


def main():
    found = {}
    for name in sys.argv[1:] or BEHAVIOURS:
        keras.backend.clear_session()
        keras.utils.set_random_seed(1)
        with tempfile.TemporaryDirectory() as folder:
            found[name] = BEHAVIOURS[name](Path(folder))
    print(json.dumps(found, separators=(",", ":")).replace("],", "],\n"))


if __name__ == "__main__":
    main()
