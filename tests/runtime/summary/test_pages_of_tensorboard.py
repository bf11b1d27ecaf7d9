"""A server of TensorBoard answers with what was written here.

It runs in the Python that ``AUTOGRAPH_TENSORBOARD_PYTHON`` names, listens to this
machine only, and is stopped at the end; without it these tests skip.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import runtime as tf

PYTHON: Final = os.environ.get("AUTOGRAPH_TENSORBOARD_PYTHON")
ROOT: Final = Path(__file__).parents[3]
SECONDS: Final = 60.0
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PYTHON, reason="no Python with TensorBoard is named"),
]

Get = Callable[[str], Any]


def write(folder: str) -> None:
    @tf.function
    def double(x: tf.Tensor) -> tf.Tensor:
        return x * 2

    with tf.summary.create_file_writer(folder).as_default():
        tf.summary.trace_on(graph=True, profiler=True, profiler_outdir=folder)
        for step in range(3):
            tf.summary.scalar("loss", float(double(tf.constant(float(step)))), step)
        tf.summary.histogram("weights", [1.0, 2.0, 3.0], step=1)
        tf.summary.image("picture", tf.zeros([1, 4, 6, 3]), step=1)
        tf.summary.text("note", "*words*", step=1)
        tf.summary.trace_export("double", step=0)


HPARAMS: Final = """
import sys
import tensorflow as tf
from tensorboard.plugins.hparams import api as hp

units = hp.HParam("units", hp.Discrete([16, 32]))
with tf.summary.create_file_writer(sys.argv[1]).as_default():
    hp.hparams_config(hparams=[units], metrics=[hp.Metric("accuracy")])
for each in (16, 32):
    with tf.summary.create_file_writer(f"{sys.argv[1]}/{each}").as_default():
        hp.hparams({units: each})
        tf.summary.scalar("accuracy", each / 64, step=1)
"""
"""TensorBoard's own module writes them through `tf.summary`; it imports Keras."""


def write_hparams(folder: str) -> bool:
    words = [str(PYTHON), "-m", "runtime", "-c", HPARAMS, folder]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 or "autograph-toolkit[keras]" in done.stderr, (
        done.stderr
    )
    return not done.returncode


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stderr is not None
    for line in server.stderr:
        found = re.search(r"http://[0-9.]+:\d+/", line)
        if found:
            return found[0]
    raise RuntimeError("TensorBoard has ended.")


@pytest.fixture(scope="module")
def get(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Get]:
    folder = str(tmp_path_factory.mktemp("logs"))
    write(os.path.join(folder, "run"))
    write_hparams(os.path.join(folder, "tried"))
    options = ["--logdir", folder, "--host", "127.0.0.1", "--port", "0"]
    options += ["--reload_interval", "1", "--load_fast", "false"]
    with subprocess.Popen(
        [str(PYTHON), "-m", "tensorboard.main", *options],
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            address = address_of(server)

            def ask(path: str) -> Any:
                with urllib.request.urlopen(f"{address}data/{path}", timeout=20) as it:
                    content = it.read()
                    if it.headers["Content-Encoding"] == "gzip":
                        content = gzip.decompress(content)
                    is_json = "json" in it.headers["Content-Type"]
                return json.loads(content) if is_json else content

            end = time.monotonic() + SECONDS
            while not ask("plugin/text/tags") and time.monotonic() < end:
                time.sleep(0.2)
            yield ask
        finally:
            server.kill()


def test_scalars(get: Get) -> None:
    assert list(get("plugin/scalars/tags")["run"]) == ["loss"]
    rows = get("plugin/scalars/scalars?run=run&tag=loss")
    assert [row[1:] for row in rows] == [[0, 0.0], [1, 2.0], [2, 4.0]]


def test_histograms(get: Get) -> None:
    assert list(get("plugin/histograms/tags")["run"]) == ["weights"]
    [[_, step, buckets]] = get("plugin/histograms/histograms?run=run&tag=weights")
    assert step == 1
    assert sum(count for *_, count in buckets) == 3


def test_images(get: Get) -> None:
    assert list(get("plugin/images/tags")["run"]) == ["picture"]
    [row] = get("plugin/images/images?run=run&tag=picture&sample=0")
    assert row["step"] == 1
    picture = get(f"plugin/images/individualImage?{row['query']}")
    assert picture.startswith(b"\x89PNG")
    assert picture[16:24] == (6).to_bytes(4, "big") + (4).to_bytes(4, "big")


def test_text(get: Get) -> None:
    assert get("plugin/text/tags") == {"run": ["note"]}
    [row] = get("plugin/text/text?run=run&tag=note")
    assert "<em>words</em>" in row["text"]


def test_graphs(get: Get) -> None:
    infos = get("plugin/graphs/info")["run"]
    assert "double" in infos["tags"]
    graph = get("plugin/graphs/graph?run=run&tag=double&conceptual=false")
    assert b"Mul" in graph


def test_profiles(get: Get) -> None:
    if "profile" not in get("plugins_listing"):
        pytest.skip("there is no plugin for profiles")
    runs = get("plugin/profile/runs")
    runs = json.loads(runs) if isinstance(runs, bytes) else runs
    assert len(runs) == 1
    assert runs[0].startswith("run")
    assert Path(runs[0]).parts[0] == "run"


def test_hyperparameters(get: Get) -> None:
    if "tried/16" not in get("plugin/scalars/tags"):
        pytest.skip("there is no Keras beside TensorBoard, which its module imports")
    experiment = get("plugin/hparams/experiment?request={}")
    assert [each["name"] for each in experiment["hparamInfos"]] == ["units"]
    assert [each["name"]["tag"] for each in experiment["metricInfos"]] == ["accuracy"]
