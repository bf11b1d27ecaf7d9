"""Damaged models and checkpoints: errors of the classes that TensorFlow raises."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

ERRORS = tf.errors
DATA = "variables/variables.data-00000-of-00001"
INDEX = "variables/variables.index"
Damage = Callable[[Path], object]


class Model(tf.Module):
    """A variable and a table that is filled from an asset."""

    def __init__(self, words: Path) -> None:
        super().__init__()
        self.v = tf.Variable(2.0)
        lookup = tf.lookup
        lines, numbers = (
            lookup.TextFileIndex.WHOLE_LINE,
            lookup.TextFileIndex.LINE_NUMBER,
        )
        rows = lookup.TextFileInitializer(
            str(words), tf.string, lines, tf.int64, numbers
        )
        self.table = lookup.StaticHashTable(rows, -1)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, words: Any) -> Any:
        return self.table.lookup(words)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    (folder / "words.txt").write_text("a\nb\n")
    tf.saved_model.save(Model(folder / "words.txt"), str(folder / "model"))
    return folder / "model"


def put(name: str, content: bytes) -> Damage:
    return lambda folder: (folder / name).write_bytes(content)


def cut(name: str, left: int) -> Damage:
    def change(folder: Path) -> None:
        (folder / name).write_bytes((folder / name).read_bytes()[:left])

    return change


def flip(name: str, place: int) -> Damage:
    def change(folder: Path) -> None:
        content = bytearray((folder / name).read_bytes())
        content[place] ^= 255
        (folder / name).write_bytes(content)

    return change


def remove(name: str) -> Damage:
    def change(folder: Path) -> None:
        path = folder / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return change


def only_text(content: bytes) -> Damage:
    def change(folder: Path) -> None:
        remove("saved_model.pb")(folder)
        put("saved_model.pbtxt", content)(folder)

    return change


MODELS: list[tuple[str, Damage, type[BaseException], type[BaseException]]] = [
    # the classes of TensorFlow 2.21, and ours beside them
    ("empty", put("saved_model.pb", b""), ValueError, ERRORS.DataLossError),
    ("cut", cut("saved_model.pb", 1000), OSError, ERRORS.DataLossError),
    ("flipped", flip("saved_model.pb", 40), OSError, ERRORS.DataLossError),
    ("garbage", put("saved_model.pb", b"\xff" * 99), OSError, ERRORS.DataLossError),
    ("text", only_text(b"nonsense: 3"), OSError, ERRORS.DataLossError),
    ("no model", remove("saved_model.pb"), OSError, ERRORS.NotFoundError),
    ("no variables", remove("variables"), FileNotFoundError, ERRORS.NotFoundError),
    ("no index", remove(INDEX), FileNotFoundError, ERRORS.NotFoundError),
    ("no assets", remove("assets"), FileNotFoundError, ERRORS.NotFoundError),
    ("no data left", put(DATA, b""), IndexError, ERRORS.DataLossError),
    ("short data", cut(DATA, -3), IndexError, ERRORS.DataLossError),
    ("flipped index", flip(INDEX, 10), ERRORS.DataLossError, ERRORS.OpError),
    ("empty index", put(INDEX, b""), ERRORS.DataLossError, ERRORS.OpError),
]


@pytest.mark.parametrize(
    ("damage", "theirs", "ours"),
    [pytest.param(*row[1:], id=row[0]) for row in MODELS],
)
def test_models(
    damage: Damage,
    theirs: type[BaseException],
    ours: type[BaseException],
    saved: Path,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(saved, folder)
    damage(folder)
    with pytest.raises(theirs) as raised:
        tf.saved_model.load(str(folder))
    error = raised.value
    assert isinstance(error, ours)
    assert str(folder) in str(error)
    if not isinstance(error, tf.errors.NotFoundError):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))


def test_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "model").write_text("x")
    with pytest.raises(OSError, match="SavedModel file does not exist at"):
        tf.saved_model.load(str(tmp_path / "model"))


def test_fingerprints(saved: Path, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(saved, folder)
    read = tf.saved_model.experimental.read_fingerprint
    (folder / "fingerprint.pb").write_bytes(b"\xff" * 9)
    with pytest.raises(RuntimeError):
        read(str(folder))
    (folder / "fingerprint.pb").unlink()
    with pytest.raises(FileNotFoundError):
        read(str(folder))


def test_checkpoints(tmp_path: Path) -> None:
    path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(tmp_path / "c")
    with pytest.raises(tf.errors.DataLossError, match="is a directory"):
        tf.train.Checkpoint().restore(tmp_path)
    cut("c.data-00000-of-00001", 3)(tmp_path)
    for read in (
        lambda: tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE"),
        lambda: tf.train.Checkpoint(v=tf.Variable([0.0, 0.0])).restore(path),
    ):
        with pytest.raises(IndexError) as raised:
            read()
        assert isinstance(raised.value, tf.errors.DataLossError)
