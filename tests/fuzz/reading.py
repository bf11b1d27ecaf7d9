"""Reads files of every kind, as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import graphir
import runtime as tf
from graphir.files import load_graph_def
from graphir.text.printer import print_graph
from graphir.wire.graphdef import from_graph_def
from tests.fuzz.seeds import kept_elements
from tests.runtime.hostile_inputs import TookTooLong, time_limit

RUNNING: Final = 1.0
"""Seconds that a graph may run."""
FEEDS: Final = {"x": [1.0, 2.0], "n": 27}


def run_message(message: Any) -> None:
    """Reads, prints, optimizes and runs a graph."""
    graph = from_graph_def(message)
    print_graph(graph)
    fetches = [f"{each.name}:0" for each in graph.nodes if each.outputs][-3:]
    feeds = {
        f"{each.name}:0": FEEDS[each.name]
        for each in graph.nodes
        if each.op == "Placeholder" and each.name in FEEDS
    }
    graphir.optimize(message, fetches)
    # what was changed may well run on and on; that it can be stopped is all there is
    with suppress(TookTooLong), time_limit(RUNNING):
        tf.run_graph(message, feeds, fetches)


def _graphs(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        run_message(load_graph_def(path))


def _checkpoint(folder: Path) -> None:
    path = tf.train.latest_checkpoint(str(folder)) or str(folder / "c-1")
    reader = tf.train.load_checkpoint(path)
    for name in sorted(reader.get_variable_to_shape_map()):
        reader.get_tensor(name)
    target = tf.train.Checkpoint(
        x=tf.Variable(tf.zeros([40])), names=tf.Variable(["", ""]), n=tf.Variable(0)
    )
    target.restore(path)


def _saved_model(folder: Path) -> None:
    model = tf.saved_model.load(str(folder))
    signatures = getattr(model, "signatures", {})
    for call in signatures.values() if isinstance(signatures, Mapping) else ():
        if callable(call):
            call(x=tf.constant([1.0, 2.0]))


def _events(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        for event in tf.compat.v1.train.summary_iterator(str(path)):
            for value in event.summary.value:
                tf.make_ndarray(value.tensor)


FEATURES: Final = {
    "a": tf.io.VarLenFeature(tf.int64),
    "b": tf.io.FixedLenFeature([], tf.string),
    "c": tf.io.RaggedFeature(tf.float32),
}


def _records(folder: Path) -> None:
    for name, packing in (("plain", ""), ("packed", "GZIP")):
        for each in tf.data.TFRecordDataset(str(folder / name), packing):
            tf.io.parse_single_example(each, FEATURES)


def _snapshot(folder: Path) -> None:
    for _ in tf.data.Dataset.load(str(folder / "data")).take(50):
        pass


def _kept(folder: Path) -> None:
    """The cache, then the snapshot below it."""
    for _ in range(2):
        for _ in kept_elements(folder):
            pass
        for path in folder.glob("cache*"):
            path.unlink()


def _images(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        tf.io.decode_image(path.read_bytes(), expand_animations=False)


def _jpeg(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        tf.io.extract_jpeg_shape(data)
        tf.io.decode_jpeg(data, ratio=2)
        tf.io.decode_and_crop_jpeg(data, [1, 2, 3, 4])
        tf.io.decode_image(data)


READERS: Final[dict[str, Callable[[Path], None]]] = {
    "pb": _graphs,
    "pbtxt": _graphs,
    "json": _graphs,
    "checkpoint": _checkpoint,
    "saved_model": _saved_model,
    "events": _events,
    "records": _records,
    "snapshot": _snapshot,
    "kept": _kept,
    "images": _images,
    "jpeg": _jpeg,
}
