"""Ops that read, write and list files, and their errors."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

import runtime as tf
from runtime.stateful_kernels.files import path_of, refused

RAW = tf.raw_ops


def test_what_is_written_is_read_and_found(tmp_path: Path) -> None:
    names = [str(tmp_path / "new" / name) for name in ("b.txt", "a.txt", "c.bin")]
    for name in names:
        RAW.WriteFile(filename=name, contents=b"\0content\n")
    assert RAW.ReadFile(filename=names[0]).numpy() == b"\0content\n"
    patterns = [str(tmp_path / "new" / "*.txt"), names[0]]
    found = RAW.MatchingFiles(pattern=patterns).numpy().tolist()
    assert found == [names[1].encode(), names[0].encode()]
    assert RAW.MatchingFiles(pattern=str(tmp_path / "x*")).shape == (0,)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOENT, "NotFoundError"),
        (errno.EACCES, "PermissionDeniedError"),
        (errno.EEXIST, "AlreadyExistsError"),
        (errno.EISDIR, "FailedPreconditionError"),
        (errno.ENOSPC, "ResourceExhaustedError"),
        (errno.EFBIG, "OutOfRangeError"),
        (errno.EINVAL, "InvalidArgumentError"),
        (errno.EIO, "UnknownError"),
    ],
)
def test_errors_of_the_system(number: int, kind: str) -> None:
    found = refused(OSError(number, "told"), "some/path")
    assert type(found) is getattr(tf.errors, kind)
    assert found.message == "some/path; told"


def test_errors_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.NotFoundError, match="absent; No such file"):
        RAW.ReadFile(filename=str(tmp_path / "absent"))
    with pytest.raises(tf.errors.FailedPreconditionError, match="Is a directory"):
        RAW.ReadFile(filename=str(tmp_path))


def test_a_name_is_one_string() -> None:
    assert path_of(b"caf\xc3\xa9") == "café"
    with pytest.raises(tf.errors.InvalidArgumentError):
        RAW.ReadFile(filename=["a", "b"])
