"""Files and folders through tf.io.gfile, and their errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import runtime as tf

gfile = tf.io.gfile


def test_files_are_written_listed_moved_and_removed(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    gfile.makedirs(folder)
    gfile.makedirs(folder)
    with gfile.GFile(folder / "one", "w") as file:
        file.write("two\nlines")
    gfile.copy(folder / "one", folder / "two")
    gfile.rename(folder / "two", folder / "three")
    assert gfile.listdir(folder) == ["one", "three"]
    assert gfile.glob(str(folder / "t*")) == [str(folder / "three")]
    assert [names for _, _, names in gfile.walk(tmp_path)] == [[], [], ["one", "three"]]
    assert gfile.stat(folder / "one").length == 9
    gfile.remove(folder / "one")
    assert not gfile.exists(folder / "one")
    gfile.rmtree(tmp_path / "a")
    assert not gfile.isdir(folder)


def test_reading_bytes_and_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes("zwei\nZeilen é".encode())
    with gfile.GFile(path) as file:
        assert (file.readline(), file.tell(), file.read(3)) == ("zwei\n", 5, "Zei")
        file.seek(0)
        assert file.readlines() == ["zwei\n", "Zeilen é"]
        assert file.size() == 14
    with gfile.GFile(path, "rb") as file:
        assert list(file) == [b"zwei\n", "Zeilen é".encode()]


def test_files_as_tensors(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("x.txt", "y.txt")]

    @tf.function
    def written(text: str) -> tf.Tensor:
        tf.io.write_file(paths[0], text)
        return tf.io.read_file(paths[0])

    assert written(tf.constant("first")).numpy() == b"first"
    tf.io.write_file(paths[1], b"\xff")
    found = tf.io.matching_files([str(tmp_path / "*.txt"), paths[0]])
    assert [each.decode() for each in found.numpy()] == paths
    Path(paths[1]).write_text("later")
    read = tf.function(lambda: tf.io.read_file(paths[1]))
    assert read().numpy() == b"later"
    Path(paths[1]).write_text("changed")
    assert read().numpy() == b"changed"


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda p: tf.io.read_file(str(p / "none")), tf.errors.NotFoundError),
        (lambda p: tf.io.read_file(str(p)), tf.errors.FailedPreconditionError),
        (lambda p: gfile.GFile(p / "none").read(), tf.errors.NotFoundError),
        (lambda p: gfile.listdir(p / "none"), tf.errors.NotFoundError),
        (lambda p: gfile.remove(p / "none"), tf.errors.NotFoundError),
        (lambda p: gfile.mkdir(p), tf.errors.AlreadyExistsError),
        (lambda p: gfile.mkdir(p / "a" / "b"), tf.errors.NotFoundError),
        (lambda p: gfile.copy(p / "none", p / "x"), tf.errors.NotFoundError),
        (lambda p: gfile.stat(p / "none"), tf.errors.NotFoundError),
    ],
)
def test_errors(call: Callable[[Path], object], kind: type, tmp_path: Path) -> None:
    with pytest.raises(kind):
        call(tmp_path)


def test_nothing_is_replaced_unless_asked(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    with pytest.raises(tf.errors.AlreadyExistsError, match="already exists"):
        gfile.copy(tmp_path / "a", tmp_path / "b")
    gfile.copy(tmp_path / "a", tmp_path / "b", overwrite=True)
    assert (tmp_path / "b").read_text() == "a"
