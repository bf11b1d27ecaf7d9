"""Networks that nobody here made, as a table: ``python -m tests.onnx.models``.

The light models of the ``onnx`` package, and with ``--tensorflow PY``, a Python that
has TensorFlow, networks of ``keras.applications`` that it freezes. For each: whether it
gives what its own runtime gives, how many nodes the optimizer leaves, whether it
becomes ONNX and is read again, and the median times of a call here and in ONNX Runtime.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import graphir
import graphir.onnx
import runtime as tf

NETWORKS = [
    "MobileNetV2:96",
    "MobileNet:96",
    "MobileNetV3Small:96",
    "MobileNetV3Large:96",
    "ResNet50:96",
    "ResNet50V2:96",
    "DenseNet121:96",
    "EfficientNetB0:96",
    "EfficientNetV2B0:96",
    "InceptionV3:96",
    "InceptionResNetV2:96",
    "Xception:96",
    "VGG16:64",
    "VGG19:64",
    "ConvNeXtTiny:64",
    "NASNetMobile:224",
]

FREEZE = """
import sys
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import convert_to_constants
rng = np.random.default_rng(0)
name, size, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
tf.keras.utils.set_random_seed(3)
model = getattr(tf.keras.applications, name)(
    weights=None, input_shape=(size, size, 3), classifier_activation=None)
for w in model.weights:
    if "gamma" in w.path or "variance" in w.path:
        w.assign(rng.uniform(0.7, 1.3, w.shape))
    elif "beta" in w.path or "bias" in w.path or "moving_mean" in w.path:
        w.assign(rng.uniform(-0.2, 0.2, w.shape))
spec = tf.TensorSpec([None, size, size, 3], tf.float32)
traced = tf.function(lambda x: model(x, training=False)).get_concrete_function(spec)
frozen = convert_to_constants.convert_variables_to_constants_v2(traced)
x = rng.standard_normal((2, size, size, 3)).astype(np.float32)
np.savez(f"{folder}/{name}.npz", x=x, y=frozen(tf.constant(x))[0].numpy())
message = frozen.graph.as_graph_def()
open(f"{folder}/{name}.pb", "wb").write(message.SerializeToString())
"""


@dataclass
class Row:
    """One network of the table."""

    name: str
    difference: float
    nodes: int
    optimized: int
    exported: str
    here: float
    there: float

    def __str__(self) -> str:
        return (
            f"| {self.name} | {self.difference:.1e} | {self.nodes} | {self.optimized} "
            f"| {self.exported} | {self.here:.0f} | {self.there:.0f} |"
        )


def milliseconds(call: Callable[[], Any], other: Callable[[], Any]) -> list[float]:
    """The median times of two calls, which take turns."""
    times: list[list[float]] = [[], []]
    for _ in range(5):
        for index, each in enumerate((call, other)):
            start = time.perf_counter()
            each()
            times[index].append(1000 * (time.perf_counter() - start))
    return [float(np.median(each)) for each in times]


def relative(found: Any, expected: Any) -> float:
    """The largest difference, by the largest element."""
    largest = float(np.abs(expected).max()) or 1.0
    return float(np.abs(found - expected).max()) / largest


def row(name: str, graph: Any, x: Any, y: Any, model: Any) -> Row:
    """Runs a network as it is, optimized, exported, and read again."""
    import onnxruntime

    feeds = {graph.inputs[0].name: x}
    fetch = f"{graph.outputs[0].node.name}:{graph.outputs[0].index}"
    (found,) = tf.run_graph(graph, feeds, [fetch])
    difference = relative(found, y)
    nodes = len(graph)
    made = graphir.onnx.to_model(graph) if model is None else model
    again = graphir.onnx.load(graphir.onnx.to_model(graph))
    names = [f"{again.outputs[0].node.name}:0"]
    (second,) = tf.run_graph(again, {again.inputs[0].name: x}, names)
    exported = "yes" if relative(second, y) < 1e-4 else f"{relative(second, y):.1e}"
    graphir.optimize_graph(graph)
    session = onnxruntime.InferenceSession(made.SerializeToString())
    given = {session.get_inputs()[0].name: x}
    fetch = f"{graph.outputs[0].node.name}:{graph.outputs[0].index}"
    here, there = milliseconds(
        lambda: tf.run_graph(graph, feeds, [fetch]), lambda: session.run(None, given)
    )
    return Row(name, difference, nodes, len(graph), exported, here, there)


def light_rows(chosen: list[str]) -> Iterator[tuple[str, Callable[[], Row]]]:
    """The networks in the ``onnx`` package; ONNX Runtime says what they give."""
    import onnx
    import onnxruntime

    folder = Path(onnx.__file__).parent / "backend/test/data/light"
    for file in sorted(folder.glob("light_*.onnx")):
        if chosen and not any(part in file.stem for part in chosen):
            continue

        def make(file: Path = file) -> Row:
            model = onnx.load(file)
            session = onnxruntime.InferenceSession(str(file))
            given = session.get_inputs()[0]
            x = np.random.default_rng(0).standard_normal(given.shape).astype("f")
            (y, *_) = session.run(None, {given.name: x})
            return row(file.stem, graphir.onnx.load(model), x, y, model)

        yield file.stem, make


def application_rows(
    python: str, chosen: list[str]
) -> Iterator[tuple[str, Callable[[], Row]]]:
    """Networks of ``keras.applications``; TensorFlow says what they give."""
    for each in NETWORKS:
        name, size = each.split(":")
        if chosen and not any(part in name for part in chosen):
            continue

        def make(name: str = name, size: str = size) -> Row:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(
                    [python, "-c", FREEZE, name, size, folder],
                    check=True,
                    capture_output=True,
                )
                arrays = np.load(f"{folder}/{name}.npz")
                message = graphir.load_graph_def(f"{folder}/{name}.pb")
            graph = graphir.from_graph_def(message)
            return row(name, graph, arrays["x"], arrays["y"], None)

        yield name, make


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names")
    parser.add_argument("--tensorflow", metavar="PY", help="a Python with TensorFlow")
    args = parser.parse_args()
    print(
        "| network | difference | nodes | optimized | ONNX and back | ms | ms in ORT |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    makes = list(light_rows(args.names))
    if args.tensorflow:
        makes += application_rows(args.tensorflow, args.names)
    failed = 0
    for name, make in makes:
        try:
            print(make(), flush=True)
        except Exception as error:
            failed += 1
            text = " ".join(f"{type(error).__name__}: {error}".split())
            print(f"| {name} | {text[:200]} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
