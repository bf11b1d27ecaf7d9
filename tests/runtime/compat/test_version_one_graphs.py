"""Graphs of TensorFlow 1 with references, queues and readers run as they do there."""

from __future__ import annotations

import base64
import gzip
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import runtime as tf
from graphir.wire import messages
from tests.runtime.compat.version_one_graphs import PROGRAMS
from tests.runtime.test_random_calls_like_tensorflow import ANSWERS, difference
from tests.tensorflow_process import TensorFlowProcess

CASES: Final = Path(__file__).parent / "cases" / "version_one_graphs"

BUILD: Final = (
    ANSWERS.partition("\ndef answer(")[0]
    + r"""
import base64
import os

import tensorflow.compat.v1 as tf1


def step(session, run):
    names, fed = run if isinstance(run, tuple) else (run, {})
    try:
        found = session.run(names, fed)
        return [described(np.asarray(each)) for each in found if each is not None]
    except tf.errors.OpError as error:
        return [type(error).__name__]


def built(text):
    graph = tf.Graph()
    space = {"tf": tf, "tf1": tf1, "r": tf.raw_ops, "np": np}
    tf1.disable_resource_variables()
    with graph.as_default():
        exec(text, space)
    tf1.enable_resource_variables()
    if "edit" in space:
        message, graph = space["edit"](graph.as_graph_def()), tf.Graph()
        with graph.as_default():
            tf1.import_graph_def(message, name="")
    # a graph that waits for what never comes would wait for ever
    config = tf1.ConfigProto(operation_timeout_in_ms=5000)
    session = tf1.Session(graph=graph, config=config)
    answers = [[run, step(session, run)] for run in space["runs"]]
    session.close()
    message = graph.as_graph_def().SerializeToString(deterministic=True)
    return {"graph": base64.b64encode(message).decode(), "answers": answers}
"""
)
LIVE: Final = (
    BUILD
    + r"""
os.chdir(folder)
tf1.enable_control_flow_v2()
result = {}
for name, text in programs.items():
    result[name] = built(text)
"""
)


def write_files(folder: Path) -> None:
    """The files that the programs read."""
    (folder / "a.txt").write_bytes(b"first\r\nsecond\nthird")
    (folder / "b.txt").write_bytes(b"x,1\ny,2\n")
    (folder / "z.bin").write_bytes(zlib.compress(b"abcdefghij"))
    with tf.io.TFRecordWriter(str(folder / "r.rec")) as writer:
        for each in (b"one", b"", b"three"):
            writer.write(each)
    data = (folder / "r.rec").read_bytes()
    (folder / "r.gz").write_bytes(gzip.compress(data, mtime=0))


def recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text())
    return found


def steps(graph_def: Any, runs: list[Any]) -> Iterator[Any]:
    """What each run gives here, described; the next is run when it is asked for."""
    space: dict[str, Any] = {"tf": tf}
    exec(BUILD.replace("import tensorflow.compat.v1 as tf1", ""), space)
    graph = tf.Graph()
    with graph.as_default():
        tf.graph_util.import_graph_def(graph_def, name="")
    session = tf.compat.v1.Session(graph=graph)
    for run in runs:
        yield run, space["step"](session, run)
    session.close()


def marked(names: list[str]) -> list[Any]:
    """The names; optimizers but two are tried with the slow tests."""
    return [
        pytest.param(each, marks=pytest.mark.slow)
        if "_of_rows" in each and not each.startswith(("momentum", "adagrad_da"))
        else each
        for each in names
    ]


@pytest.mark.parametrize("name", marked(sorted(PROGRAMS)))
def test_runs_as_with_tensorflow(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    case = recorded(name)
    graph_def = messages.parse("GraphDef", base64.b64decode(case["graph"]))
    runs = [tuple(run) if _is_fed(run) else run for run, _ in case["answers"]]
    for (run, mine), (_, other) in zip(steps(graph_def, runs), case["answers"]):
        assert difference(mine, other) == "", run


TRAINING: Final = [each for each in sorted(PROGRAMS) if "_of_rows" in each]


@pytest.mark.parametrize("name", marked(TRAINING))
def test_training_goes_on_from_a_meta_graph(name: str) -> None:
    case = recorded(name)
    meta = messages.get("MetaGraphDef")()
    meta.graph_def.ParseFromString(base64.b64decode(case["graph"]))
    with tf.Graph().as_default() as graph:
        tf.compat.v1.train.import_meta_graph(meta)
    session = tf.compat.v1.Session(graph=graph)
    for run, _ in case["answers"][:-1]:
        session.run(run)
    for value, (_, _, cells) in zip(
        session.run(["loss:0"]), case["answers"][-1][1], strict=False
    ):
        assert np.allclose(value, cells, 1e-5)
    session.close()


def _is_fed(run: Any) -> bool:
    return len(run) == 2 and isinstance(run[1], dict)


def test_graphs_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool, tmp_path: Path
) -> None:
    write_files(tmp_path)
    made = tensorflow_python.run(LIVE, programs=PROGRAMS, folder=os.fspath(tmp_path))
    for name, case in made.items():
        if update_goldens:
            CASES.mkdir(exist_ok=True)
            rows = ",\n".join(json.dumps(each) for each in case["answers"])
            head = json.dumps(case["graph"])
            text = f'{{"graph": {head},\n"answers": [\n{rows}\n]}}\n'
            (CASES / f"{name}.json").write_text(text)
        assert json.dumps(case["answers"]) == json.dumps(recorded(name)["answers"])
