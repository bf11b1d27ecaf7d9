"""Processes and threads with checkpoints in one folder: each sees whole ones."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import runtime as tf

KEYS = [f"{name}/.ATTRIBUTES/VARIABLE_VALUE" for name in ("x", "y")]

WRITER = """
import sys
import runtime as tf
folder, number = sys.argv[1], float(sys.argv[2])
x, y = tf.Variable(tf.fill([2000], number)), tf.Variable(tf.fill([2000], number))
state = tf.train.Checkpoint(x=x, y=y)
for _ in range(40):
    # both write the same files
    state.write(folder + "/same")
    number += 2
    x.assign(tf.fill([2000], number))
    y.assign(tf.fill([2000], number))
"""


def one_number(prefix: str) -> float:
    """What all elements of a checkpoint are; they are one number in each."""
    reader = tf.train.load_checkpoint(prefix)
    found = {float(each) for key in KEYS for each in reader.get_tensor(key)}
    assert len(found) == 1
    return found.pop()


def test_two_processes_write_the_same_checkpoint(tmp_path: Path) -> None:
    x, y = tf.Variable(tf.fill([2000], -1.0)), tf.Variable(tf.fill([2000], -1.0))
    tf.train.Checkpoint(x=x, y=y).write(str(tmp_path / "same"))
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(number)])
        for number in (0, 1)
    ]
    seen = set()
    while any(each.poll() is None for each in writers):
        seen.add(one_number(str(tmp_path / "same")))
    assert [each.returncode for each in writers] == [0, 0]
    last = one_number(str(tmp_path / "same"))
    assert last in (78, 79)
    assert len(seen | {last}) >= 2
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".")]


def test_sixteen_threads_save_and_read(tmp_path: Path) -> None:
    def save(number: int) -> float:
        value = tf.fill([2000], float(number))
        state = tf.train.Checkpoint(x=tf.Variable(value), y=tf.Variable(value))
        for _ in range(4):
            state.write(str(tmp_path / "same"))
            state.save(str(tmp_path / f"own{number}"))
        latest = tf.train.latest_checkpoint(tmp_path)
        assert latest is not None
        assert one_number(latest) == int(latest.rpartition("own")[2].split("-")[0])
        return one_number(str(tmp_path / "same"))

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(save, range(16)))
    assert set(found) <= set(map(float, range(16)))
    for number in range(16):
        assert one_number(str(tmp_path / f"own{number}-4")) == number
