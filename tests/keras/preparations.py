"""Behaviours of Keras' layers that prepare data; `behaviours.py` runs them."""

import keras
import numpy as np
import tensorflow as tf

layers = keras.layers


def numbers(*values):
    return [float(each) for value in values for each in np.asarray(value).ravel()]


def table(count=48, size=5, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(count, size)).astype("float32")
    return x, (x.sum(axis=1) > 0).astype("int64")


def tables_and_numbers_are_prepared(folder):
    words = np.array(["cat dog", "dog bird! Bird", "cat cat"])
    found = []
    for options in (
        {},
        {"output_mode": "tf_idf", "max_tokens": 4},
        {"ngrams": 2, "output_mode": "count"},
        {"split": "character", "output_sequence_length": 5},
        {"output_mode": "multi_hot", "standardize": "lower"},
    ):
        layer = layers.TextVectorization(**options)
        layer.adapt(words)
        found.append([layer.get_vocabulary(), numbers(layer(words))])
    for layer in (
        layers.StringLookup(num_oov_indices=2),
        layers.StringLookup(mask_token="", output_mode="one_hot"),
    ):
        layer.adapt(np.array(["a", "b", "b", ""]))
        found.append(
            [layer.get_vocabulary(), numbers(layer(np.array(["b", "z", "a"])))]
        )
    lookup = layers.IntegerLookup(vocabulary=[10, 20, 30], output_mode="int")
    back = layers.IntegerLookup(vocabulary=[10, 20, 30], invert=True)
    found.append(numbers(lookup(np.array([20, 30, 7])), back(np.array([1, 2]))))
    x, _ = table()
    for layer in (
        layers.Normalization(),
        layers.Normalization(axis=None),
        layers.Normalization(invert=True),
        layers.Discretization(num_bins=4),
    ):
        layer.adapt(x)
        found.append(numbers(layer(x[:4])))
    found += [
        numbers(
            layers.CategoryEncoding(4, output_mode=mode)(np.array([[1, 3], [0, 0]]))
        )
        for mode in ("multi_hot", "count")
    ]
    found.append(numbers(layers.Hashing(7)(np.array(["a", "b", "c"]))))
    found.append(numbers(layers.Hashing(7, salt=[1, 2])(np.array([1, 2, 3]))))
    crossed = layers.HashedCrossing(5, output_mode="one_hot")
    found.append(numbers(crossed((np.array(["a", "b"]), np.array([1, 2])))))
    return found


def features_of_a_space(folder):
    space = keras.utils.FeatureSpace
    made = space(
        features={
            "size": space.float_normalized(),
            "age": space.float_discretized(num_bins=3),
            "kind": space.string_categorical(output_mode="one_hot"),
            "code": space.integer_categorical(output_mode="one_hot", num_oov_indices=1),
        },
        crosses=[("kind", "code")],
        crossing_dim=6,
    )
    rows = {
        "size": [1.0, 2.0, 4.0, 8.0],
        "age": [5.0, 15.0, 25.0, 60.0],
        "kind": ["a", "b", "a", "c"],
        "code": [1, 2, 2, 3],
    }
    made.adapt(tf.data.Dataset.from_tensor_slices(rows))
    return numbers(made({key: tf.constant(value) for key, value in rows.items()}))


def images_are_prepared(folder):
    random = np.random.default_rng(0)
    images = random.uniform(0, 255, (2, 9, 7, 3)).astype("float32")
    found = {}
    for layer in (
        layers.Rescaling(1 / 127.5, offset=-1),
        layers.Resizing(5, 6),
        layers.Resizing(12, 4, interpolation="bicubic", crop_to_aspect_ratio=True),
        layers.CenterCrop(4, 4),
        layers.RandomFlip(seed=1),
        layers.RandomRotation(0.2, seed=1),
        layers.RandomZoom(0.3, seed=1),
        layers.RandomTranslation(0.2, 0.2, fill_mode="nearest", seed=1),
        layers.RandomContrast(0.4, seed=1),
        layers.RandomBrightness(0.3, seed=1),
        layers.RandomCrop(4, 5, seed=1),
        layers.RandomShear(0.2, 0.2, seed=1),
        layers.RandomSaturation(0.7, seed=1),
        layers.RandomHue(0.2, seed=1),
        layers.RandomGrayscale(0.5, seed=1),
        layers.RandomErasing(seed=1),
        layers.Solarization(seed=1),
        layers.Equalization(),
        layers.AutoContrast(),
        layers.GaussianNoise(0.3, seed=1),
        layers.RandomSharpness(0.5, seed=1),
        layers.RandomGaussianBlur(seed=1),
        layers.RandomPosterization(3, seed=1),
        layers.RandomInvert(seed=1),
        layers.RandomColorJitter((0, 255), 0.4, 0.3, 0.2, 0.1, seed=1),
        layers.MixUp(seed=1),
    ):
        training = {} if isinstance(layer, (layers.Rescaling,)) else {"training": True}
        if isinstance(layer, layers.MixUp):
            result = layer(
                {"images": images, "labels": np.eye(2, dtype="float32")}, **training
            )
            result = result["images"]
        else:
            result = layer(images, **training)
        result = np.asarray(result)
        name = type(layer).__name__
        found[f"{name} {len(found)}"] = [
            list(result.shape),
            numbers(result.sum((1, 2))),
            numbers(result[0, 1, :3, 0]),
        ]
    return found


ALL = tables_and_numbers_are_prepared, features_of_a_space, images_are_prepared
