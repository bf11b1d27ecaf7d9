"""What sessions of TensorFlow save is restored here, and ours there.

The files in `cases/saver` are TensorFlow's; `record` below writes them again:
`AUTOGRAPH_TENSORFLOW_PYTHON=... python -m tests.runtime.compat.v1.saving.test_saver`
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.compat import saver_programs
from tests.tensorflow_process import TensorFlowProcess

v1 = tf.compat.v1
CASES = Path(__file__).parents[2] / "cases" / "saver"
LIVE = os.environ.get("AUTOGRAPH_TENSORFLOW_PYTHON")
SOURCE = Path(saver_programs.__file__).read_text()
REMOTE = """
names = dict(tf=tf, __name__="programs")
exec(source.replace("import runtime as tf", ""), names)
"""
SAVE = REMOTE + 'names["saved_as"](path)\nresult = names["restored"](path)'
LOAD = REMOTE + 'result = names["restored"](path)'
NAMES = ("model-3", "sharded")


def copied(tmp_path: Path) -> str:
    """TensorFlow's files, with the state file that names them."""
    shutil.copytree(CASES, tmp_path / "theirs")
    return str(tmp_path / "theirs")


def test_what_tensorflow_saved_is_restored(tmp_path: Path) -> None:
    wanted = json.loads((CASES / "answers.json").read_text())
    assert saver_programs.restored(copied(tmp_path)) == wanted


def test_what_is_saved_here_has_the_same_bytes(tmp_path: Path) -> None:
    saver_programs.saved_as(str(tmp_path))
    wanted = json.loads((CASES / "answers.json").read_text())
    assert saver_programs.restored(str(tmp_path)) == wanted
    files = ["earlier", "simple/variables/variables.index"]
    files += [f"{name}.index" for name in NAMES]
    files += [f"{name}.data-00000-of-00001" for name in NAMES]
    for name in files:
        assert (tmp_path / name).read_bytes() == (CASES / name).read_bytes(), name


def test_the_oldest_go_and_a_missing_folder_is_refused(tmp_path: Path) -> None:
    made, *_ = saver_programs.graph()
    with made.as_default(), v1.Session(graph=made) as session:
        saver = v1.train.Saver(max_to_keep=2)
        session.run(v1.global_variables_initializer())
        for step in range(4):
            saver.save(session, str(tmp_path / "m"), global_step=step)
        with pytest.raises(ValueError, match="Parent directory of"):
            saver.save(session, str(tmp_path / "missing" / "m"))
        with pytest.raises(ValueError, match="no path specified"):
            saver.save(session, "")
    kept = sorted(each.name for each in tmp_path.glob("*.index"))
    assert kept == ["m-2.index", "m-3.index"]
    assert [os.path.basename(each) for each in saver.last_checkpoints] == ["m-2", "m-3"]


def test_a_name_that_a_checkpoint_has_not_is_said(tmp_path: Path) -> None:
    other = tf.Variable([1.0], name="other")
    saver = v1.train.Saver([other])
    with pytest.raises(tf.errors.NotFoundError, match="Key other not found"):
        saver.restore(None, str(CASES / "model-3"))
    with pytest.raises(ValueError, match="not a valid checkpoint"):
        saver.restore(None, str(tmp_path / "nothing"))


def test_an_imported_graph_saves_only_where_its_saver_is_told(tmp_path: Path) -> None:
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        saver = v1.train.import_meta_graph(str(CASES / "model-3.meta"))
        saver.restore(session, str(CASES / "model-3"))
        saver.save(session, str(tmp_path / "told"))
        nodes = saver.saver_def
        with pytest.raises(tf.errors.PermissionDeniedError, match="outside"):
            session.run(
                nodes.save_tensor_name,
                {nodes.filename_tensor_name: str(tmp_path / "untold")},
            )
    assert sorted(each.name for each in tmp_path.glob("*.index")) == ["told.index"]


def test_each_damaged_byte_of_version_one_is_refused(tmp_path: Path) -> None:
    whole = (CASES / "earlier").read_bytes()
    path = tmp_path / "damaged"
    wanted = {"b": [3], "layer/w": [[5.0], [6.0]]}
    for place in range(len(whole)):
        data = bytearray(whole)
        data[place] ^= 0x55
        path.write_bytes(data)
        try:
            reader = tf.train.load_checkpoint(str(path))
            found = {name: reader.get_tensor(name).tolist() for name in wanted}
        except tf.errors.DataLossError:
            continue
        assert found == wanted, place


@pytest.mark.slow
@pytest.mark.skipif(not LIVE, reason="AUTOGRAPH_TENSORFLOW_PYTHON names no Python")
def test_live_tensorflow_and_this_restore_each_other(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    saver_programs.saved_as(str(ours))
    assert LIVE
    with TensorFlowProcess(LIVE) as process:
        wanted = process.run(SAVE, source=SOURCE, path=str(theirs))
        assert process.run(LOAD, source=SOURCE, path=str(ours)) == wanted
    assert saver_programs.restored(str(theirs)) == wanted


def record() -> None:
    shutil.rmtree(CASES, ignore_errors=True)
    CASES.mkdir(parents=True)
    with TensorFlowProcess(os.environ["AUTOGRAPH_TENSORFLOW_PYTHON"]) as process:
        answers = process.run(SAVE, source=SOURCE, path=str(CASES))
    state = CASES / "checkpoint"
    state.write_text(state.read_text().replace(f"{CASES}{os.sep}", ""))
    (CASES / "answers.json").write_text(json.dumps(answers, indent=1) + "\n")


if __name__ == "__main__":
    record()
