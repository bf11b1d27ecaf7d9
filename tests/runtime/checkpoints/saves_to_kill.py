"""A program that saves, with children killed at each call that changes the disk.

Run with the library of ``killing_writes.c`` preloaded: prints how many were killed.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from typing import Any

import runtime as tf

LIBRARY = ctypes.CDLL(None)
KEY = "x/.ATTRIBUTES/VARIABLE_VALUE"


def killed_at(calls: int, action: Callable[[], Any]) -> bool:
    """Whether a child that acts is killed at that call."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            LIBRARY.kill_after(ctypes.c_long(calls))
            action()
            LIBRARY.kill_after(ctypes.c_long(-1))
            code = 0
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -9), code
    return code == -9


def latest_value(folder: str) -> float:
    path = tf.train.latest_checkpoint(folder)
    assert path is not None, os.listdir(folder)
    values = tf.train.load_variable(path, KEY)
    assert (values == values[0]).all()
    return float(values[0])


def kill_saves(folder: str, save: Callable[[], Any], x: tf.Variable) -> int:
    """Kills a save at every call; how often."""
    kills = 0
    x.assign(tf.fill([3000], 2.0))
    found = set()
    while killed_at(kills, save):
        found.add(latest_value(folder))
        kills += 1
    assert found == {1.0, 2.0} or found == {1.0}, found
    assert latest_value(folder) == 2.0
    return kills


def checkpoint(folder: str) -> int:
    """Saves one after another."""
    x = tf.Variable(tf.ones([3000]))
    state = tf.train.Checkpoint(x=x)
    state.save(os.path.join(folder, "c"))
    return kill_saves(folder, lambda: state.save(os.path.join(folder, "c")), x)


def manager(folder: str) -> int:
    """Keeps one: the one before is deleted when the next is there."""
    x = tf.Variable(tf.ones([3000]))
    kept = tf.train.CheckpointManager(tf.train.Checkpoint(x=x), folder, max_to_keep=1)
    kept.save()
    return kill_saves(folder, kept.save, x)


def merge(folder: str) -> int:
    """The parts are whole, or what they are merged to is."""
    kills = 0
    is_killed = True
    while is_killed:
        place = os.path.join(folder, f"m{kills}")
        parts = [os.path.join(place, "parts", name) for name in "xy"]
        for path in parts:
            values = {path[-1]: tf.Variable(tf.ones([3000]))}
            tf.raw_ops.SaveV2(
                prefix=path,
                tensor_names=[path[-1]],
                shape_and_slices=[""],
                tensors=[values[path[-1]].value()],
            )
        target = os.path.join(place, "whole")

        def act(parts: list[str] = parts, target: str = target) -> None:
            tf.raw_ops.MergeV2Checkpoints(
                checkpoint_prefixes=parts, destination_prefix=target
            )

        is_killed = killed_at(kills, act)
        paths = [target, target] if os.path.exists(target + ".index") else parts
        for path, name in zip(paths, "xy"):
            assert (tf.train.load_variable(path, name) == 1.0).all()
        if is_killed and paths == parts:
            # what was left does not keep it from being merged again
            act()
            assert (tf.train.load_variable(target, "x") == 1.0).all()
        kills += is_killed
    return kills


def sharded(folder: str) -> int:
    """Several data files, as many as before."""
    x = tf.Variable(tf.ones([3000]))
    state = tf.train.Checkpoint(x=x)
    policy = tf.train.experimental.MaxShardSizePolicy(5000)
    options = tf.train.CheckpointOptions(experimental_sharding_callback=policy)
    state.save(os.path.join(folder, "c"), options)
    return kill_saves(folder, lambda: state.save(os.path.join(folder, "c"), options), x)


def saved_model(folder: str) -> int:
    """A model is there whole, or not at all."""
    model = tf.Module()
    model.x = tf.Variable(tf.ones([3000]))
    kills = 0
    # what is imported and made once is not made again in each child
    tf.saved_model.save(model, os.path.join(folder, "first"))
    tf.saved_model.load(os.path.join(folder, "first"))
    path = os.path.join(folder, "m0")

    def save() -> None:
        tf.saved_model.save(model, path)

    while killed_at(kills, save):
        kills += 1
        if tf.saved_model.contains_saved_model(path):
            assert (tf.saved_model.load(path).x.numpy() == 1.0).all()
        path = os.path.join(folder, f"m{kills}")
    assert (tf.saved_model.load(path).x.numpy() == 1.0).all()
    return kills


def file(folder: str) -> int:
    """A file has the old text or the new."""
    path = os.path.join(folder, "note")
    tf.io.write_file(path, "a" * 5000)
    kills = 0
    while killed_at(kills, lambda: tf.io.write_file(path, "b" * 5000)):
        kills += 1
        assert tf.io.read_file(path).numpy() in (b"a" * 5000, b"b" * 5000)
    assert tf.io.read_file(path).numpy() == b"b" * 5000
    return kills


if __name__ == "__main__":
    print(globals()[sys.argv[1]](sys.argv[2]))
