"""Checkpoints of TensorFlow are restored here, and ours are the same files.

The files in `cases` are TensorFlow's, written by `record` below, which needs it:
`AUTOGRAPH_TENSORFLOW_PYTHON=... python -m tests.runtime.checkpoints.test_checkpoints_like_tensorflow`
"""  # noqa: E501

from __future__ import annotations

import os
from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.checkpoints import saved_programs
from tests.tensorflow_process import TensorFlowProcess

CASES = Path(__file__).parent / "cases"
LIVE = os.environ.get("AUTOGRAPH_TENSORFLOW_PYTHON")
SUFFIXES = (".index", ".data-00000-of-00001")
SMALL = [name for name in saved_programs.PROGRAMS if name != "many"]

REMOTE = """
import linecache
lines = source.replace("import runtime as tf", "").splitlines(True)
linecache.cache["programs"] = (len(source), None, lines, "programs")
names = dict(tf=tf, __name__="programs")
import sys, types
sys.modules["programs"] = types.ModuleType("programs")
exec(compile("".join(lines), "programs", "exec"), names)
"""
WRITE = REMOTE + "result = tf.train.Checkpoint(**names[name](2)).write(path)"
READ = (
    REMOTE
    + """
found = names[name](7)
tf.train.Checkpoint(**found).read(path).assert_consumed()
result = repr(names["show"](found)) == repr(names["show"](names[name](2)))
"""
)


def write(name: str, path: str) -> None:
    tf.train.Checkpoint(**getattr(saved_programs, name)(2)).write(path)


def assert_restored(name: str, path: str) -> None:
    program = getattr(saved_programs, name)
    found = program(7)
    tf.train.Checkpoint(**found).read(path).assert_consumed()
    assert saved_programs.show(found) == saved_programs.show(program(2))


@pytest.mark.parametrize("name", SMALL)
def test_what_tensorflow_wrote_is_restored(name: str) -> None:
    assert_restored(name, str(CASES / name))


@pytest.mark.parametrize("name", SMALL)
def test_the_files_are_those_of_tensorflow(name: str, tmp_path: Path) -> None:
    write(name, str(tmp_path / name))
    for suffix in SUFFIXES:
        ours = (tmp_path / f"{name}{suffix}").read_bytes()
        assert ours == (CASES / f"{name}{suffix}").read_bytes()


def test_an_index_of_several_blocks(tmp_path: Path) -> None:
    write("many", str(tmp_path / "many"))
    assert (tmp_path / "many.index").stat().st_size > 262_144
    assert_restored("many", str(tmp_path / "many"))


@pytest.fixture(scope="module")
def tensorflow():
    if not LIVE:
        pytest.skip("AUTOGRAPH_TENSORFLOW_PYTHON names no Python with TensorFlow")
    with TensorFlowProcess(LIVE) as process:
        yield process


@pytest.mark.slow
@pytest.mark.parametrize("name", saved_programs.PROGRAMS)
def test_live_tensorflow_and_this_restore_each_other(
    name: str, tmp_path: Path, tensorflow: TensorFlowProcess
) -> None:
    source = Path(saved_programs.__file__).read_text()
    ours, theirs = str(tmp_path / "ours"), str(tmp_path / "theirs")
    write(name, ours)
    assert tensorflow.run(READ, source=source, name=name, path=ours)
    tensorflow.run(WRITE, source=source, name=name, path=theirs)
    assert_restored(name, theirs)
    for suffix in SUFFIXES:
        assert Path(ours + suffix).read_bytes() == Path(theirs + suffix).read_bytes()


def record() -> None:
    source = Path(saved_programs.__file__).read_text()
    with TensorFlowProcess(os.environ["AUTOGRAPH_TENSORFLOW_PYTHON"]) as process:
        for name in SMALL:
            process.run(WRITE, source=source, name=name, path=str(CASES / name))


if __name__ == "__main__":
    record()
