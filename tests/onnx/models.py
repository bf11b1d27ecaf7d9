"""Networks that nobody here made, as a table: ``python -m tests.onnx.models``.

The light models of the ``onnx`` package, and with ``--tensorflow PY``, a Python that
has TensorFlow, networks of ``keras.applications`` and of the other libraries that this
Python has, frozen by TensorFlow. For each: whether it gives what its own runtime gives,
how many nodes the optimizer leaves, whether it becomes ONNX that means the same to ONNX
Runtime, and here once it is read again, and the median times of a call here and in ONNX
Runtime.
"""

from __future__ import annotations

import argparse
import os
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
from runtime.saved_model.frozen_graphs import frozen_graph

FREEZE = Path(__file__).parent / "cases/foreign_networks.py"

NETWORKS = [
    *(
        f"keras:{name}"
        for name in (
            "MobileNetV2@96",
            "MobileNet@96",
            "MobileNetV3Small@96",
            "MobileNetV3Large@96",
            "ResNet50@96",
            "ResNet50V2@96",
            "DenseNet121@96",
            "EfficientNetB0@96",
            "EfficientNetV2B0@96",
            "InceptionV3@96",
            "InceptionResNetV2@96",
            "Xception@96",
            "VGG16@64",
            "VGG19@64",
            "ConvNeXtTiny@64",
            "NASNetMobile@224",
        )
    ),
    *(
        f"keras2:{name}"
        for name in ("MobileNetV2@96", "ResNet50@96", "EfficientNetB0@96")
    ),
    *(
        f"transformers:{name}"
        for name in (
            "Bert",
            "DistilBert",
            "Roberta",
            "Albert",
            "Electra",
            "GPT2",
            "T5",
            "ViT",
        )
    ),
    *(f"hub:{name}" for name in ("Bert", "GPT2", "ResNet")),
    *(f"unets:{name}" for name in ("unet_2d", "att_unet_2d")),
    "tcn:tcn",
    *(f"slim:{name}" for name in ("alexnet_v2", "inception_v1", "resnet_v1_50")),
    *(f"frames:{name}" for name in ("lstm", "gru", "stacked", "halved")),
]
"""Families and names of `foreign_networks.py`."""

CLOSE = 1e-5
"""How far, by the largest element, results of exported networks may be apart."""


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
            f"| {self.exported} | {self.here:.0f} | {_shown(self.there)} |"
        )


def _shown(time: float) -> str:
    return "-" if np.isnan(time) else f"{time:.0f}"


def milliseconds(
    call: Callable[[], Any], other: Callable[[], Any] | None
) -> list[float]:
    """The median times of two calls, which take turns; NaN where there is none."""
    times: list[list[float]] = [[], []]
    for _ in range(5):
        for index, each in enumerate((call, other)):
            if each is None:
                times[index].append(float("nan"))
                continue
            start = time.perf_counter()
            each()
            times[index].append(1000 * (time.perf_counter() - start))
    return [float(np.median(each)) for each in times]


def relative(found: Any, expected: Any) -> float:
    """The largest difference, by the largest element."""
    largest = float(np.abs(expected).max()) or 1.0
    return float(np.abs(found - expected).max()) / largest


def row(name: str, graph: Any, given: list[Any], y: Any, model: Any) -> Row:
    """Runs a network as it is, optimized, exported, and read again."""
    feeds = _feeds(graph, given)
    fetch = f"{graph.outputs[0].node.name}:{graph.outputs[0].index}"
    (found,) = tf.run_graph(graph, feeds, [fetch])
    difference = relative(found, y)
    nodes = len(graph)
    made, exported = _exported(graph, given, found)
    graphir.optimize_graph(graph)
    fetch = f"{graph.outputs[0].node.name}:{graph.outputs[0].index}"
    here, there = milliseconds(
        lambda: tf.run_graph(graph, feeds, [fetch]),
        _session(made if model is None else model, given),
    )
    return Row(name, difference, nodes, len(graph), exported, here, there)


def _exported(graph: Any, given: list[Any], y: Any) -> tuple[Any, str]:
    """The model, and whether ONNX Runtime gives the same, and we do once it is read."""
    try:
        made = graphir.onnx.to_model(graph)
    except graphir.onnx.UnsupportedOpError as error:
        return None, f"no: {str(error).partition('(')[2].partition(')')[0]}"
    again = graphir.onnx.load(made)
    names = [f"{again.outputs[0].node.name}:0"]
    (second,) = tf.run_graph(again, _feeds(again, given), names)
    call = _session(made, given)
    assert call is not None
    (third, *_) = call()
    apart = max(relative(each, y) for each in (second, third))
    return made, "yes" if apart < CLOSE else f"{apart:.1e}"


def _session(model: Any, given: list[Any]) -> Callable[[], Any] | None:
    """A call of ONNX Runtime, if there is a model."""
    import onnxruntime

    if model is None:
        return None
    session = onnxruntime.InferenceSession(model.SerializeToString())
    named = {each.name: x for each, x in zip(session.get_inputs(), given)}
    return lambda: session.run(None, named)


def _feeds(graph: Any, given: list[Any]) -> dict[str, Any]:
    return {value.name: each for value, each in zip(graph.inputs, given, strict=True)}


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
            return row(file.stem, graphir.onnx.load(model), [x], y, model)

        yield file.stem, make


def foreign_rows(
    python: str, chosen: list[str], form: str
) -> Iterator[tuple[str, Callable[[], Row]]]:
    """Networks of other libraries; TensorFlow says what they give."""
    for name in NETWORKS:
        if chosen and not any(part in name for part in chosen):
            continue

        def make(name: str = name) -> Row:
            with tempfile.TemporaryDirectory() as folder:
                made = subprocess.run(
                    [python, str(FREEZE), name, folder, form],
                    capture_output=True,
                    text=True,
                    # the cells of version 1 are of the older Keras
                    env={
                        **os.environ,
                        "TF_USE_LEGACY_KERAS": str(int("frames" in name)),
                    },
                )
                if made.returncode:
                    raise RuntimeError(made.stderr.strip().splitlines()[-1])
                arrays = dict(np.load(f"{folder}/arrays.npz"))
                y, fetch = arrays.pop("y"), str(arrays.pop("fetch"))
                if form == "saved":
                    graph = frozen_graph(f"{folder}/network")
                else:
                    message = graphir.load_graph_def(f"{folder}/network.pb")
                    graph = graphir.from_graph_def(message, [fetch])
            return row(name, graph, _ordered(graph, arrays), y, None)

        yield name, make


def _ordered(graph: Any, arrays: dict[str, Any]) -> list[Any]:
    """The arrays in the order of the inputs, which may have other names."""
    if all(value.name in arrays for value in graph.inputs):
        return [arrays[value.name] for value in graph.inputs]
    return [arrays[f"x{i}"] for i in range(len(arrays))]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names")
    parser.add_argument("--tensorflow", metavar="PY", help="a Python with TensorFlow")
    parser.add_argument(
        "--saved", action="store_true", help="SavedModels in place of frozen graphs"
    )
    args = parser.parse_args()
    print(
        "| network | difference | nodes | optimized | ONNX and back | ms | ms in ORT |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    makes = list(light_rows(args.names))
    if args.tensorflow:
        form = "saved" if args.saved else "frozen"
        makes += foreign_rows(args.tensorflow, args.names, form)
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
