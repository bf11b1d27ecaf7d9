"""Every network of `keras.applications` forward, beside what TensorFlow gives.

    python -m runtime tests/keras/applications.py [NETWORK ...]
    TENSORFLOW tests/keras/applications.py --record [NETWORK ...]

The second form, by a Python with TensorFlow, records `applications.json`: the number
of weights, the sum of what the initializers drew from one seed, and the logits of one
image from weights and statistics that both sides set alike. The first form prints a
line for each recorded network and ends with 1 if one is further than 1e-4 from that,
by the largest logit.

EfficientNetV2S and V2M are compared in double precision: in single precision kernels of
TensorFlow itself (with oneDNN and without it) differ by 0.21 and 0.52 of the largest
logit at this size, so that a difference there says nothing.
"""

import argparse
import gc
import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np

RECORD = Path(__file__).with_name("applications.json")
SIDE = 64
# Valid windows need so many pixels to leave one at the end.
SIDES = {"InceptionV3": 96, "InceptionResNetV2": 96, "Xception": 96}
IN_DOUBLE = ("EfficientNetV2S", "EfficientNetV2M")
"""In single precision TensorFlow's kernels are far from each other here."""
NEAR = 1e-4


def networks():
    """The names of all, those that the module does not list itself by their case."""
    names = dir(keras.applications)
    return sorted(n for n in names if n[0].isupper())


def made(name):
    """A network from one seed, and the sum of what its initializers drew."""
    keras.utils.set_random_seed(3)
    keras.config.set_floatx("float64" if name in IN_DOUBLE else "float32")
    side = SIDES.get(name, SIDE)
    network = getattr(keras.applications, name)(
        weights=None,
        input_shape=(side, side, 3),
        classes=10,
        classifier_activation=None,
    )
    drawn = sum(np.abs(np.asarray(w, np.float64)).sum() for w in network.weights)
    return network, float(drawn)


def with_statistics(network):
    """Sets what starts as zeros or ones to numbers that make every layer count."""
    random = np.random.default_rng(0)
    for weight in network.weights:
        if any(each in weight.path for each in ("moving_variance", "gamma")):
            weight.assign(random.uniform(0.7, 1.3, weight.shape).astype(weight.dtype))
        elif any(each in weight.path for each in ("moving_mean", "beta", "bias")):
            weight.assign(random.uniform(-0.2, 0.2, weight.shape).astype(weight.dtype))


def answer(name):
    network, drawn = made(name)
    with_statistics(network)
    side = SIDES.get(name, SIDE)
    image = np.random.default_rng(1).uniform(0, 255, (1, side, side, 3))
    logits = network.predict(image.astype(keras.config.floatx()), verbose=0)
    return {
        "weights": network.count_params(),
        "drawn": drawn,
        "logits": [float(each) for each in logits.ravel()],
    }


def difference(found, expected):
    """How far logits and drawn numbers are; infinite if sizes differ."""
    if found["weights"] != expected["weights"]:
        return float("inf")
    logits = np.array(expected["logits"])
    far = np.abs(np.array(found["logits"]) - logits).max() / np.abs(logits).max()
    return max(float(far), abs(found["drawn"] / expected["drawn"] - 1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("networks", nargs="*")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    far = []
    everything = networks() if options.record else list(recorded)
    for name in options.networks or everything:
        start = time.process_time()
        found = answer(name)
        seconds = time.process_time() - start
        if options.record:
            recorded[name] = found
            RECORD.write_text(json.dumps(recorded, indent=1, sort_keys=True) + "\n")
            print(f"{name:24}{found['weights']:12}{seconds:8.1f} s", flush=True)
        else:
            distance = difference(found, recorded[name])
            far += [name] if not distance <= NEAR else []
            print(f"{name:24}{distance:10.1e}{seconds:8.1f} s of CPU", flush=True)
        keras.backend.clear_session()
        gc.collect()
    if not options.record:
        print(f"{len(far)} further than {NEAR}: {', '.join(far) or 'none'}")
    return int(bool(far))


if __name__ == "__main__":
    sys.exit(main())
