"""Writes that are killed half way are found incomplete, and made anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import runtime as tf

WRITING = """
import os, signal, sys
import runtime as tf

kind, folder, last = sys.argv[1:]

def killed(x):
    if x == int(last):
        os.kill(os.getpid(), signal.SIGKILL)
    return x

numbers = tf.data.Dataset.range(30).map(
    lambda x: tf.ensure_shape(tf.py_function(killed, [x], tf.int64), [])
)
if kind == "save":
    numbers.save(folder)
    numbers = tf.data.Dataset.load(folder)
elif kind == "snapshot":
    numbers = numbers.snapshot(folder)
else:
    numbers = numbers.cache(folder + "/cached")
for _ in range(2):
    print(sorted(int(x) for x in numbers) == [*range(30)])
"""


def written(kind: str, folder: Path, last: int) -> subprocess.CompletedProcess[str]:
    """A process that writes, and ends with an element if there is such a one."""
    command = [sys.executable, "-c", WRITING, kind, str(folder), str(last)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no signals here")
@pytest.mark.parametrize("kind", ["save", "snapshot", "cache"])
def test_a_killed_write_is_made_anew(tmp_path: Path, kind: str) -> None:
    """Nothing of it is taken for elements."""
    folder = tmp_path / "written"
    folder.mkdir()
    done = written(kind, folder, 20)
    assert (done.returncode < 0, done.stdout) == (True, ""), done.stderr
    assert any(each.is_file() for each in folder.rglob("*")), "nothing was begun"
    if kind == "save":
        with pytest.raises(tf.errors.NotFoundError, match="incomplete"):
            list(tf.data.Dataset.load(str(folder)))
    done = written(kind, folder, -1)
    assert done.stdout == "True\nTrue\n", done.stderr
