"""Models of TensorFlow's guides: each function is a passage, and gives what it shows.

Run with ``python -m runtime`` or by TensorFlow; prints all answers as JSON. With
``TF_USE_LEGACY_KERAS=1`` the models are those of Keras 2, and more passages are true.

    python guide_models.py > answers.json
"""

import contextlib
import io
import json
import os
import re
import sys
import tempfile

import numpy as np
import tensorflow as tf

IS_KERAS_2 = os.environ.get("TF_USE_LEGACY_KERAS") == "1"
PASSAGES = []
PASSAGES_OF_KERAS_2 = []


def passage(function):
    PASSAGES.append(function)
    return function


def passage_of_keras_2(function):
    PASSAGES_OF_KERAS_2.append(function)
    return function


def images(count):
    generator = np.random.default_rng(1)
    pixels = generator.random((count, 28, 28, 1), dtype=np.float32)
    return pixels, (np.arange(count) % 10).astype(np.int64)


def batches(count=80, size=16):
    return tf.data.Dataset.from_tensor_slices(images(count)).batch(size)


def classifier():
    """The model of the guide, without dropout, from weights that do not vary."""
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Conv2D(
                8,
                3,
                activation="relu",
                kernel_regularizer=tf.keras.regularizers.l2(0.02),
                input_shape=(28, 28, 1),
            ),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.0),
            layers.Dense(16, activation="relu"),
            layers.BatchNormalization(),
            layers.Dense(10),
        ]
    )
    generator = np.random.default_rng(2)
    model.set_weights(
        [
            generator.normal(0, 0.1, each.shape).astype(np.float32)
            if each.ndim > 1
            else each
            for each in model.get_weights()
        ]
    )
    return model


def rounded(values):
    return [round(float(each), 3) for each in np.ravel(values)]


def printed(function):
    """What a call prints, in lines, without times."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        function()
    text = re.sub(r"\d+(ms|s|us)(/step|/epoch)?\b", "T", out.getvalue())
    lines = re.split(r"[\r\n\x08]+", text)
    return [each.rstrip() for each in lines if each.strip()]


def crossentropy():
    return tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@passage
def default_learning_rates():
    names = ["Adagrad", "Adadelta", "Adamax", "Nadam", "SGD", "Adam", "RMSprop"]
    made = {name: getattr(tf.keras.optimizers, name)() for name in names}
    return {name: round(float(each.learning_rate), 6) for name, each in made.items()}


@passage
def layers_collect_variables():
    model = classifier()
    return [len(model.variables), len(model.trainable_variables), len(model.losses)]


@passage
def objects_of_keras_are_saved():
    with tempfile.TemporaryDirectory() as folder:
        model = classifier()
        pixels, _ = images(2)
        path = tf.train.Checkpoint(model=model).save(os.path.join(folder, "c"))
        other = classifier()
        other.set_weights([each * 0 for each in other.get_weights()])
        status = tf.train.Checkpoint(model=other).restore(path)
        status.assert_existing_objects_matched()
        same = np.array_equal(model(pixels), other(pixels))
        export = os.path.join(folder, "m")
        printed(lambda: model.export(export))
        loaded = tf.saved_model.load(export)
        close = np.allclose(loaded.serve(pixels), model(pixels), atol=1e-5)
    return [same, bool(close)]


@passage
def compile_fit_evaluate():
    model = classifier()
    model.compile(optimizer="adam", loss=crossentropy(), metrics=["accuracy"])
    history = model.fit(batches(), epochs=3, verbose=0)
    return [
        rounded(history.history["loss"]),
        rounded(model.evaluate(batches(), verbose=0)),
    ]


@passage
def arrays_generators_and_datasets_are_taken():
    def loss(labels, logits):
        labels = tf.cast(tf.reshape(labels, [-1]), tf.int64)
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)

    def right(labels, logits):
        labels = tf.cast(tf.reshape(labels, [-1]), tf.int64)
        return tf.cast(tf.equal(labels, tf.argmax(logits, -1)), tf.float32)

    pixels, labels = images(32)

    def generator():
        for start in (0, 16):
            yield pixels[start : start + 16], labels[start : start + 16]

    found = []
    for data, options in (
        ((pixels, labels), {"batch_size": 16, "shuffle": False}),
        ((generator(),), {}),
        ((batches(32),), {}),
    ):
        model = classifier()
        model.compile(optimizer="sgd", loss=loss, metrics=[right])
        found.append(rounded(model.fit(*data, verbose=0, **options).history["loss"]))
    return found


@passage
def a_step_of_ones_own():
    model, optimizer, loss_fn = (
        classifier(),
        tf.keras.optimizers.Adam(0.001),
        crossentropy(),
    )
    mean = tf.keras.metrics.Mean(name="train_loss")
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")

    @tf.function
    def train_step(inputs, labels):
        with tf.GradientTape() as tape:
            predictions = model(inputs, training=True)
            total = loss_fn(labels, predictions) + tf.math.add_n(model.losses)
        gradients = tape.gradient(total, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        mean.update_state(total)
        accuracy.update_state(labels, predictions)

    found = []
    for _ in range(3):
        reset = "reset_states" if IS_KERAS_2 else "reset_state"
        getattr(mean, reset)()
        getattr(accuracy, reset)()
        for inputs, labels in batches():
            train_step(inputs, labels)
        found.append(f"{mean.result():.3f} {accuracy.result():.3f}")
    return found


@passage
def a_loss_is_called():
    loss = tf.keras.losses.CategoricalCrossentropy(from_logits=True)
    return [round(float(loss([[1, 0]], [[-1.0, 3.0]]).numpy()), 5)]


@passage
def a_metric_counts():
    metric = tf.keras.metrics.Mean("loss")
    metric(0)
    metric(5)
    first = float(metric.result())
    metric([8, 9])
    same = tf.metrics.Mean is tf.keras.metrics.Mean
    return [first, float(metric.result()), same]


@passage
def iterations_decide_in_python():
    optimizer = tf.keras.optimizers.SGD(0.1)
    variable = tf.Variable(1.0)
    found = []
    for _ in range(5):
        optimizer.apply_gradients([(tf.constant(1.0), variable)])
        if tf.equal(optimizer.iterations % 2, 0):
            found.append(int(optimizer.iterations))
    return found


@passage
def names_of_metrics():
    model = classifier()
    own = tf.keras.metrics.SparseCategoricalAccuracy(name="my_accuracy")
    model.compile(
        optimizer=tf.keras.optimizers.Adam(0.001),
        loss=crossentropy(),
        metrics=["acc", "accuracy", own],
    )
    history = model.fit(batches(), verbose=0)
    return sorted(history.history)


@passage
def a_model_runs_eagerly():
    seen = []

    class CustomModel(tf.keras.models.Model):
        def call(self, inputs):
            seen.append(tf.executing_eagerly())
            if tf.reduce_mean(inputs) > 0:
                return inputs
            return inputs // 2

    model = CustomModel()
    result = model(tf.constant([-2.0, -4.0]))
    model.compile(run_eagerly=True, loss="mse")
    model.predict(np.array([[-2.0], [-4.0]], np.float32), verbose=0)
    return [rounded(result), all(seen)]


@passage
def eager_and_traced_layers_agree():
    layer = tf.keras.layers.Conv2D(100, 3)
    image = tf.ones([1, 20, 20, 10])
    found = layer(image)
    return [
        list(found.shape),
        bool(np.allclose(tf.function(layer)(image), found, atol=1e-5)),
    ]


@passage
def a_second_optimizer_in_a_function_is_refused():
    first, second = (
        tf.keras.optimizers.Adam(learning_rate=rate) for rate in (0.01, 0.001)
    )

    @tf.function
    def train_step(w, x, y, optimizer):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w * x - y))
        optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))

    w, x, y = tf.Variable(2.0), tf.constant([-1.0]), tf.constant([2.0])
    train_step(w, x, y, first)
    try:
        train_step(w, x, y, second)
    except ValueError as error:
        text = str(error)
        return [
            "tf.function only supports singleton tf.Variables" in text,
            "  **" in text,
            "  *\n" in text,
        ]
    return "no error"


@passage
def a_model_is_built_before_training():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)])
    model.build((None, 2))
    return [list(each.shape) for each in model.weights]


@passage
def a_model_without_sizes_is_called():
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Conv2D(16, [3, 3], activation="relu", input_shape=(None, None, 1)),
            layers.Conv2D(16, [3, 3], activation="relu"),
            layers.GlobalAveragePooling2D(),
            layers.Dense(10),
        ]
    )
    ((pixels, _),) = batches(16).take(1)
    return [list(model(pixels[0:1]).numpy().shape)]


@passage
def digits_are_read_from_the_cache():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mnist.npz")
        pixels = np.arange(2 * 784, dtype=np.uint8).reshape(2, 28, 28)
        labels = np.array([3, 4], np.uint8)
        np.savez(path, x_train=pixels, y_train=labels, x_test=pixels, y_test=labels)
        module = sys.modules[tf.keras.datasets.mnist.load_data.__module__]
        before, module.get_file = module.get_file, lambda *_, **__: path
        try:
            (x, y), _ = tf.keras.datasets.mnist.load_data()
        finally:
            module.get_file = before
    return [list(x.shape), y.tolist()]


@passage
def a_raw_module_in_a_layer_is_not_collected():
    class Raw(tf.Module):
        def __init__(self):
            self.v = tf.Variable(1.0)

    class Layer(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.raw = Raw()

        def call(self, x):
            return x * self.raw.v

    layer = Layer()
    layer(tf.constant([1.0]))
    return [len(layer.trainable_variables), float(layer.raw.v)]


@passage
def layers_have_a_configuration():
    layer = tf.keras.layers.Dense(2, activation="relu", name="d")
    other = tf.keras.layers.Dense.from_config(layer.get_config())
    return [other.units, other.name, other.activation.__name__]


@passage_of_keras_2
def the_bar_of_keras_2():
    model = classifier()
    model.compile(optimizer="adam", loss=crossentropy(), metrics=["accuracy"])
    lines = printed(lambda: model.fit(batches(), epochs=1))
    return [re.sub(r"\d\.\d+", "N", lines[-1]), lines[0]]


@passage_of_keras_2
def a_network_that_unrolls_as_it_runs():
    class DynamicRNN(tf.keras.Model):
        def __init__(self, cell):
            super().__init__(self)
            self.cell = cell

        @tf.function(
            input_signature=[tf.TensorSpec(dtype=tf.float32, shape=[None, None, 3])]
        )
        def call(self, data):
            data = tf.transpose(data, [1, 0, 2])
            steps, size = tf.shape(data)[0], tf.shape(data)[1]
            outputs = tf.TensorArray(tf.float32, steps)
            state = self.cell.get_initial_state(batch_size=size, dtype=tf.float32)
            for i in tf.range(steps):
                output, state = self.cell(data[i], state)
                outputs = outputs.write(i, output)
            return tf.transpose(outputs.stack(), [1, 0, 2]), state

    outputs, state = DynamicRNN(tf.keras.layers.LSTMCell(units=13))(
        tf.random.normal(shape=[10, 20, 3])
    )
    return [list(outputs.shape), [list(each.shape) for each in state]]


@passage_of_keras_2
def a_line_is_fitted():
    class Linear(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.weight = tf.Variable(5.0, name="weight")
            self.bias = tf.Variable(10.0, name="bias")

        def call(self, inputs):
            return inputs * self.weight + self.bias

    generator = np.random.default_rng(3)
    inputs = tf.constant(generator.normal(size=2000).astype(np.float32))
    outputs = inputs * 3 + 2 + generator.normal(size=2000).astype(np.float32)
    model, optimizer = Linear(), tf.keras.optimizers.SGD(learning_rate=0.01)

    def loss():
        return tf.reduce_mean(tf.square(model(inputs) - outputs))

    found = [f"{loss():.3f}"]
    for step in range(300):
        with tf.GradientTape() as tape:
            value = loss()
        variables = [model.weight, model.bias]
        optimizer.apply_gradients(zip(tape.gradient(value, variables), variables))
        if step % 60 == 0:
            found.append(f"{loss():.3f}")
    names = [each.name for each in model.trainable_variables]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "weights")
        model.save_weights(path)
        files = sorted(os.listdir(folder))
        status = model.load_weights(path)
    return [found, names, files, type(status).__name__]


@passage_of_keras_2
def gradients_of_a_layer():
    layer = tf.keras.layers.Dense(2, activation="relu")
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(layer(tf.constant([[1.0, 2.0, 3.0]])) ** 2)
    gradients = tape.gradient(loss, layer.trainable_variables)
    return [
        f"{variable.name}, shape: {gradient.shape}"
        for variable, gradient in zip(layer.trainable_variables, gradients)
    ]


@passage_of_keras_2
def a_layer_that_is_built_when_it_is_called():
    class FlexibleDense(tf.keras.layers.Layer):
        def __init__(self, out_features, **kwargs):
            super().__init__(**kwargs)
            self.out_features = out_features

        def build(self, input_shape):
            shape = [input_shape[-1], self.out_features]
            self.w = tf.Variable(tf.ones(shape), name="w")
            self.b = tf.Variable(tf.zeros([self.out_features]), name="b")

        def call(self, inputs):
            return tf.matmul(inputs, self.w) + self.b

    layer = FlexibleDense(out_features=3)
    found = [layer.variables]
    found.append(rounded(layer(tf.constant([[2.0, 2.0, 2.0], [3.0, 3.0, 3.0]]))))
    found.append([repr(each).splitlines()[0] for each in layer.variables])
    try:
        layer(tf.constant([[2.0, 2.0, 2.0, 2.0]]))
    except tf.errors.InvalidArgumentError as error:
        text = re.sub(r"{{.*?}} | name: $", "", str(error), flags=re.MULTILINE)
        found.append(text.splitlines())
    return found


@passage_of_keras_2
def a_model_of_layers():
    class MyDense(tf.keras.layers.Layer):
        def __init__(self, in_features, out_features, **kwargs):
            super().__init__(**kwargs)
            self.w = tf.Variable(tf.ones([in_features, out_features]), name="w")
            self.b = tf.Variable(tf.zeros([out_features]), name="b")

        def call(self, x):
            return tf.nn.relu(tf.matmul(x, self.w) + self.b)

    class MySequentialModel(tf.keras.Model):
        def __init__(self, name=None, **kwargs):
            super().__init__(**kwargs)
            self.dense_1 = MyDense(3, 3)
            self.dense_2 = MyDense(3, 2)

        def call(self, x):
            return self.dense_2(self.dense_1(x))

    model = MySequentialModel(name="the_model")
    result = rounded(model(tf.constant([[2.0, 2.0, 2.0]])))
    parts = [type(each).__name__ for each in model.submodules]
    return [result, [each.name for each in model.variables], parts]


@passage_of_keras_2
def a_functional_model_is_summarized_and_saved():
    inputs = tf.keras.Input(shape=[3])
    x = tf.keras.layers.Dense(3, name="first")(inputs)
    model = tf.keras.Model(
        inputs=inputs, outputs=tf.keras.layers.Dense(2, name="second")(x)
    )
    lines = printed(model.summary)
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "exname_of_file")
        model.save(place)
        files = sorted(os.listdir(place))
        loaded = tf.keras.models.load_model(place)
    x = tf.ones([1, 3])
    return [lines, files, bool(np.allclose(loaded(x), model(x), atol=1e-6))]


@passage_of_keras_2
def fit_in_place_of_a_loop():
    class MyModelKeras(tf.keras.Model):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.w = tf.Variable(5.0)
            self.b = tf.Variable(0.0)

        def call(self, x):
            return self.w * x + self.b

    x = np.linspace(-2, 2, 201).astype(np.float32)
    y = 3 * x + 2
    model = MyModelKeras()
    model.compile(
        run_eagerly=False,
        optimizer=tf.keras.optimizers.SGD(learning_rate=0.1),
        loss=tf.keras.losses.mean_squared_error,
    )
    history = model.fit(x, y, epochs=10, batch_size=1000, verbose=0)
    of_default_size = printed(lambda: model.fit(x, y, epochs=1, shuffle=False))
    return [rounded(history.history["loss"]), of_default_size[-1].split(" ")[0]]


@passage_of_keras_2
def an_optimizer_that_is_left_out():
    # TensorFlow 2.21 refuses the call, which its guide shows
    def train_step(w, x, y, optimizer):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w * x - y))
        optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))

    w, x, y = tf.Variable(2.0), tf.constant([-1.0]), tf.constant([2.0])
    steps = [
        tf.function(train_step).get_concrete_function(
            w, x, y, tf.keras.optimizers.SGD(learning_rate=rate)
        )
        for rate in (1e-2, 1e-3)
    ]
    try:
        for i in range(10):
            steps[i % 2](w, x, y)
    except TypeError:
        return "TensorFlow refuses it"
    return rounded([w.numpy()])


def main():
    passages = PASSAGES + (PASSAGES_OF_KERAS_2 if IS_KERAS_2 else [])
    chosen = sys.argv[1:]
    found = {}
    for each in passages:
        if not chosen or each.__name__ in chosen:
            tf.keras.backend.clear_session()
            found[each.__name__] = each()
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
