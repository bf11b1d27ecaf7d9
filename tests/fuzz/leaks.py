"""Scenarios that are repeated: what they use must not grow.

A step names a scenario; it runs a number of times, then as often again, and blocks of
memory, descriptors, threads and temporary files are counted in between.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import numpy as np

import graphir
import runtime as tf
from autograph_tools.output.page_server import PageServer, Served
from runtime.explorer.model import Explored, model_of
from runtime.explorer.page import page_of
from tests.fuzz.kinds import Kind, Steps
from tests.fuzz.seeds import graph_defs

TIMES: Final = 12
MOST: Final = {"blocks": 60.0, "descriptors": 0.0, "threads": 0.0, "files": 0.0}
"""Growth for each repetition that is taken for none: caches that are being filled."""

_shared = tf.function(lambda x: tf.reduce_sum(x * 2.0))
_weight = tf.Variable([1.0, 2.0])


def _calls(folder: Path) -> None:
    for _ in range(20):
        _shared(tf.constant([1.0, 2.0]))


def _fresh_functions(folder: Path) -> None:
    @tf.function
    def fresh(x: Any) -> Any:
        for _ in tf.range(3):
            x = tf.where(x > 0.0, x * 2.0, x)
        return x

    fresh(tf.constant(1.0))


def _native(folder: Path) -> None:
    tf.function(lambda x: tf.tanh(x) * 2.0 + x, jit_compile=True)(tf.constant([1.0]))


def _tapes(folder: Path) -> None:
    with tf.GradientTape(persistent=True) as tape:
        y = tf.reduce_sum(_weight * _weight)
    tape.gradient(y, _weight)
    tape.jacobian(_weight * 1.0, _weight)


def _function_tapes(folder: Path) -> None:
    with tf.GradientTape() as tape:
        y = _shared(_weight)
    tape.gradient(y, _weight)


def _errors(folder: Path) -> None:
    with suppress(tf.errors.OpError):
        tf.reshape(tf.constant([1, 2]), [3])
    with suppress(ValueError, TypeError):
        tf.function(lambda x: tf.reshape(x, [3]))(tf.constant([1, 2]))


def _iterators(folder: Path) -> None:
    data = (
        tf.data.Dataset.range(20).map(lambda x: x + 1).shuffle(5).batch(2).prefetch(2)
    )
    for _ in data.take(3):
        pass
    next(iter(data.map(lambda x: x * 2, num_parallel_calls=2)))


def _generators(folder: Path) -> None:
    data = tf.data.Dataset.from_generator(
        lambda: iter(range(9)), output_signature=tf.TensorSpec([], tf.int64)
    )
    for _ in data:
        break


def _checkpoints(folder: Path) -> None:
    state = tf.train.Checkpoint(x=tf.Variable(tf.range(9.0)))
    manager = tf.train.CheckpointManager(state, str(folder / "kept"), max_to_keep=1)
    manager.save()
    state.restore(manager.latest_checkpoint)


def _models(folder: Path) -> None:
    module = tf.Module()
    module.w = tf.Variable(1.0)
    module.call = tf.function(
        lambda x: x * module.w, input_signature=[tf.TensorSpec([], tf.float32)]
    )
    tf.saved_model.save(module, str(folder / "model"))
    tf.saved_model.load(str(folder / "model")).call(tf.constant(2.0))


def _tables(folder: Path) -> None:
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    table.insert(["a"], [1])
    queue = tf.queue.FIFOQueue(3, tf.float32)
    queue.enqueue(1.0)
    queue.dequeue()


def _graphs(folder: Path) -> None:
    message = graph_defs()[0]
    graphir.optimize(message, [f"{message.node[-1].name}:0"])
    tf.run_graph(message, {"x:0": [1.0, 2.0]}, [f"{message.node[-1].name}:0"])


def _summaries(folder: Path) -> None:
    writer = tf.summary.create_file_writer(str(folder / "events"))
    with writer.as_default():
        tf.summary.scalar("a", 1.0, step=0)
    writer.close()


def _sessions(folder: Path) -> None:
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.compat.v1.placeholder(tf.float32, [])
        session.run(x * 2.0, {x: 1.0})


def _strategies(folder: Path) -> None:
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    with strategy.scope():
        v = tf.Variable(1.0)
    strategy.run(lambda: v.assign_add(1.0))


def _maps(folder: Path) -> None:
    tf.map_fn(lambda x: x * 2.0, tf.constant([1.0, 2.0]))
    tf.scan(lambda a, x: a + x, tf.constant([1.0, 2.0]))


def _python(folder: Path) -> None:
    tf.function(lambda x: tf.py_function(np.sin, [x], tf.float32))(tf.constant(1.0))


def _conversion(folder: Path) -> None:
    tf.autograph.to_code(_tapes)
    tf.autograph.to_graph(_errors)


def _pages(folder: Path) -> None:
    """The explorer's page of a graph, made, served and loaded."""
    concrete = _shared.get_concrete_function(tf.TensorSpec([2], tf.float32))
    page = page_of(model_of(Explored(concrete.graph.ir, "shared")), is_served=True)
    with PageServer([]) as server:
        server.served = Served(page.encode(), "1")
        serving = threading.Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        for path in ("", "version", "nothing"):
            with suppress(HTTPError), urlopen(server.address + path) as answer:
                answer.read()
        server.shutdown()
        serving.join()


SCENARIOS: Final[dict[str, Callable[[Path], None]]] = {
    "pages": _pages,
    "calls": _calls,
    "fresh functions": _fresh_functions,
    "native": _native,
    "tapes": _tapes,
    "tapes of functions": _function_tapes,
    "errors": _errors,
    "iterators": _iterators,
    "generators": _generators,
    "checkpoints": _checkpoints,
    "models": _models,
    "tables": _tables,
    "graphs": _graphs,
    "summaries": _summaries,
    "sessions": _sessions,
    "strategies": _strategies,
    "maps": _maps,
    "python": _python,
    "conversion": _conversion,
}


def make(number: int) -> Steps:
    """A scenario; later ones are several, one after another."""
    names = sorted(SCENARIOS)
    if number < len(names):
        return [names[number]]
    return Random(number).sample(names, 3)


def used() -> dict[str, float]:
    """What this process uses at present."""
    for _ in range(3):
        gc.collect()
    return {
        "blocks": sys.getallocatedblocks(),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(),
        "files": len(os.listdir(tempfile.gettempdir())),
    }


def run(steps: Steps, folder: Path) -> str | None:
    """What grows with each repetition."""

    def repeat() -> dict[str, float]:
        for _ in range(TIMES):
            for name in steps:
                SCENARIOS[name](folder)
        return used()

    before = repeat()
    for _ in range(3):
        after = repeat()
        growth = {key: (after[key] - before[key]) / TIMES for key in MOST}
        if all(growth[key] <= most for key, most in MOST.items()):
            return None  # caches were being filled before
        before = after
    told = ", ".join(
        f"{growth[key]:.1f} {key}" for key in MOST if growth[key] > MOST[key]
    )
    return f"each repetition of {' and '.join(steps)} leaves {told}"


KIND: Final = Kind(make, run, least=1, seconds=240.0, memory=8 << 30)
