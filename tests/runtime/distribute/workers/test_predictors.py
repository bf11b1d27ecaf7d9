"""SavedModels as functions of batches."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from tests.runtime.distribute.processes import LONG


@pytest.fixture
def model(tmp_path: Path) -> str:
    module = tf.Module()
    module.w = tf.Variable([[1.0], [2.0]])
    module.score = tf.function(
        lambda x: {"score": tf.matmul(x, module.w)},
        input_signature=[tf.TensorSpec([None, 2], name="x")],
    )
    folder = str(tmp_path / "model")
    tf.saved_model.save(module, folder, signatures=module.score)
    return folder


def test_batches_are_cast_to_what_the_signature_takes(model: str) -> None:
    predict = tf.distribute.experimental.ray.Predictor(model)
    found = predict({"x": np.array([[1, 1], [2, 0]]), "other": np.array([0, 0])})
    assert {name: each.tolist() for name, each in found.items()} == {
        "score": [[3.0], [2.0]]
    }
    nested = np.empty(2, object)
    nested[:] = [np.array([1.0, 1.0]), np.array([2.0, 0.0])]
    assert predict({"x": nested})["score"].tolist() == [[3.0], [2.0]]
    with pytest.raises(KeyError, match="x"):
        predict({"other": np.array([0])})


def test_a_signature_that_is_not_there_is_named(model: str) -> None:
    with pytest.raises(
        ValueError, match="no signature 'other': it has serving_default"
    ):
        tf.distribute.experimental.ray.Predictor(model, "other")


BATCHES = """
import json, sys
import numpy as np
import ray
import runtime as tf

ray.init(num_cpus=3)
rows = ray.data.from_items([{"id": n, "x": [float(n), 1.0]} for n in range(40)])
found = rows.map_batches(
    tf.distribute.experimental.ray.Predictor,
    fn_constructor_args=(sys.argv[1],),
    fn_constructor_kwargs={"keep": ["id"]},
    batch_size=7,
    concurrency=2,
).take_all()
table = sorted((int(each["id"]), float(each["score"][0])) for each in found)
print("RESULT " + json.dumps(table))
"""


@pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray")
@pytest.mark.slow
def test_each_row_of_a_ray_dataset_has_one_result(model: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(BATCHES)
    ended = subprocess.run(
        [sys.executable, str(program), model],
        capture_output=True,
        text=True,
        timeout=2 * LONG,
    )
    found = [each for each in ended.stdout.splitlines() if each.startswith("RESULT ")]
    assert found, ended.stderr
    expected = [[n, n + 2.0] for n in range(40)]
    assert json.loads(found[-1][len("RESULT ") :]) == expected
