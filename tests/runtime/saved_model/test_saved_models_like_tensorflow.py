"""A model that TensorFlow saved answers here as there, and ours there as here.

The model in `cases` is TensorFlow's; `record` below writes it again:
`AUTOGRAPH_TENSORFLOW_PYTHON=... python -m tests.runtime.saved_model.test_saved_models_like_tensorflow`
"""  # noqa: E501

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.saved_model import saved_models
from tests.tensorflow_process import TensorFlowProcess

CASES = Path(__file__).parent / "cases"
ANSWERS = CASES / "rich.json"
LIVE = os.environ.get("AUTOGRAPH_TENSORFLOW_PYTHON")

REMOTE = """
import linecache, sys, types
lines = source.replace("import runtime as tf", "").splitlines(True)
linecache.cache["models"] = (len(source), None, lines, "models")
sys.modules["models"] = types.ModuleType("models")
names = vars(sys.modules["models"])
names["tf"] = tf
exec(compile("".join(lines), "models", "exec"), names)
"""
SAVE = (
    REMOTE
    + """
model = names["rich"](words)
tf.saved_model.save(model, path, signatures=names["signatures"](model))
result = names["calls"](tf.saved_model.load(path))
"""
)
LOAD = REMOTE + 'result = names["calls"](tf.saved_model.load(path))'
SESSION = """
with tf.compat.v1.Session(graph=tf.Graph()) as session:
    loaded = tf.compat.v1.saved_model.load(session, ["serve"], path)
    signature = loaded.signature_def["serving_default"]
    feeds = {signature.inputs["given"].name: [1.0, 2.0]}
    result = session.run(signature.outputs["out"].name, feeds).tolist()
"""


def words_file(folder: Path) -> str:
    path = folder / "words.txt"
    path.write_text("apple\nbanana\ncherry\n")
    return str(path)


def saved(folder: Path) -> str:
    words = words_file(folder)
    path = str(folder / "ours")
    model = saved_models.rich(words)
    tf.saved_model.save(model, path, signatures=saved_models.signatures(model))
    os.unlink(words)  # the model has its own
    return path


def test_a_model_of_tensorflow_answers_as_there() -> None:
    model = tf.saved_model.load(CASES / "rich")
    assert saved_models.calls(model) == json.loads(ANSWERS.read_text())


def test_a_model_of_ours_answers_the_same(tmp_path: Path) -> None:
    model = tf.saved_model.load(saved(tmp_path))
    assert saved_models.calls(model) == json.loads(ANSWERS.read_text())


def test_a_loaded_model_is_saved_again(tmp_path: Path) -> None:
    again = str(tmp_path / "again")
    model = tf.saved_model.load(CASES / "rich")
    tf.saved_model.save(model, again, signatures=model.signatures)
    loaded = tf.saved_model.load(again)
    assert saved_models.calls(loaded) == json.loads(ANSWERS.read_text())


def test_two_models_are_called_in_one_function(tmp_path: Path) -> None:
    one, two = (tf.saved_model.load(CASES / "rich") for _ in range(2))
    two.pair[0].assign(100.0)

    @tf.function
    def both(x):
        return one.serve(x)["out"], two.serve(x)["out"]

    results = both(tf.constant([1.0]))
    assert [each.numpy().tolist() for each in results] == [[4.0], [100.0]]
    one.put(tf.constant(["only one"]), tf.constant([1], tf.int64))
    assert two.count(tf.constant(["only one"]))[1].numpy().tolist() == [-1]


@pytest.mark.slow
@pytest.mark.skipif(not LIVE, reason="AUTOGRAPH_TENSORFLOW_PYTHON names no Python")
def test_live_tensorflow_and_this_load_each_other(tmp_path: Path) -> None:
    source = Path(saved_models.__file__).read_text()
    ours, theirs = saved(tmp_path), str(tmp_path / "theirs")
    assert LIVE
    with TensorFlowProcess(LIVE) as process:
        wanted = process.run(
            SAVE, source=source, words=words_file(tmp_path), path=theirs
        )
        assert process.run(LOAD, source=source, path=ours) == wanted
        assert process.run(SESSION, path=ours) == [4.0, 8.0]
    assert saved_models.calls(tf.saved_model.load(theirs)) == wanted


def record() -> None:
    source = Path(saved_models.__file__).read_text()
    shutil.rmtree(CASES, ignore_errors=True)
    CASES.mkdir()
    words = words_file(CASES)
    with TensorFlowProcess(os.environ["AUTOGRAPH_TENSORFLOW_PYTHON"]) as process:
        path = str(CASES / "rich")
        answers = process.run(SAVE, source=source, words=words, path=path)
    os.unlink(words)
    ANSWERS.write_text(json.dumps(answers, indent=1) + "\n")


if __name__ == "__main__":
    record()
