"""Saves that are killed at each call that changes the disk, or meet a full disk.

    python -m tests.runtime.checkpoints.interrupted_saves [SAVE ...] [--full-disk]
        [--step N]

Prints a line for each save: at how many places it was interrupted, and what was there
afterwards: the old state or the new one. Anything else fails. Needs Linux and a C
compiler: the calls are counted by ``killing_writes.c``, which is preloaded.
"""

from __future__ import annotations

import argparse
import collections
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import runtime as tf

HERE: Final = Path(__file__).parent
LIBRARY: Final = ctypes.CDLL(None)
KEY: Final = "x/.ATTRIBUTES/VARIABLE_VALUE"
OLD, NEW = "old", "new"
KILLED: Final = -9
REFUSED: Final = 3
"""The status of a child whose save said clearly that it cannot."""


class Save:
    """Something that changes files: what was there is in a folder already."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.x = tf.Variable(tf.ones([3000]))
        self.begin()
        self.x.assign(tf.fill([3000], 2.0))

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def begin(self) -> None:
        """Makes the old state."""
        raise NotImplementedError

    def act(self) -> None:
        """Makes the new state; works again after it was interrupted."""
        raise NotImplementedError

    def state(self) -> str:
        """Which of the two there is, read as users read it."""
        raise NotImplementedError


def of_values(values: Any) -> str:
    """The state that all elements of the variable say."""
    assert (values == values[0]).all()
    return {1.0: OLD, 2.0: NEW}[float(values[0])]


class Checkpoints(Save):
    """One after another."""

    options: Any = None

    def begin(self) -> None:
        self.state_of_x = tf.train.Checkpoint(x=self.x)
        self.act()

    def act(self) -> None:
        self.state_of_x.save(self.path("c"), self.options)

    def state(self) -> str:
        latest = tf.train.latest_checkpoint(self.folder)
        assert latest is not None, os.listdir(self.folder)
        return of_values(tf.train.load_variable(latest, KEY))


class Sharded(Checkpoints):
    """Several data files, as many as before."""

    options = tf.train.CheckpointOptions(
        experimental_sharding_callback=tf.train.experimental.MaxShardSizePolicy(5000)
    )


class SameName(Checkpoints):
    """Of the same name, through a checkpoint that has its data under other names."""

    def begin(self) -> None:
        self.state_of_x = tf.train.Checkpoint(x=self.x)
        self.act()

    def act(self) -> None:
        self.state_of_x.write(self.path("one"), self.options)

    def state(self) -> str:
        return of_values(tf.train.load_variable(self.path("one"), KEY))


class SameNameSharded(SameName):
    """The like, of several data files."""

    options = Sharded.options


class OtherCount(SameName):
    """Of the same name, but of another number of data files."""

    def begin(self) -> None:
        super().begin()
        self.options = Sharded.options


class MergeOver(Save):
    """Merged to the name of an earlier checkpoint."""

    def begin(self) -> None:
        self.target = self.path("one")
        self.merge("first")

    def act(self) -> None:
        if self.state() == OLD:
            self.merge("second")

    def merge(self, name: str) -> None:
        part = self.path(os.path.join(name, "part"))
        tf.raw_ops.SaveV2(
            prefix=part,
            tensor_names=["x"],
            shape_and_slices=[""],
            tensors=[self.x.value()],
        )
        tf.raw_ops.MergeV2Checkpoints(
            checkpoint_prefixes=[part], destination_prefix=self.target
        )

    def state(self) -> str:
        return of_values(tf.train.load_variable(self.target, "x"))


class Manager(Checkpoints):
    """Keeps one: the one before is deleted when the next is there."""

    def begin(self) -> None:
        state = tf.train.Checkpoint(x=self.x)
        self.kept = tf.train.CheckpointManager(state, self.folder, max_to_keep=1)
        self.kept.save()

    def act(self) -> None:
        self.kept.save()


class Merge(Save):
    """The parts are whole, or what they are merged to is."""

    def begin(self) -> None:
        self.parts = [self.path(os.path.join("parts", name)) for name in "xy"]
        for path in self.parts:
            tf.raw_ops.SaveV2(
                prefix=path,
                tensor_names=[path[-1]],
                shape_and_slices=[""],
                tensors=[self.x.value()],
            )

    def act(self) -> None:
        if self.state() == OLD:
            tf.raw_ops.MergeV2Checkpoints(
                checkpoint_prefixes=self.parts, destination_prefix=self.path("whole")
            )

    def state(self) -> str:
        is_merged = os.path.exists(self.path("whole.index"))
        paths = [self.path("whole")] * 2 if is_merged else self.parts
        for path, name in zip(paths, "xy"):
            assert (tf.train.load_variable(path, name) == 1.0).all()
        return NEW if is_merged else OLD


class Model(Save):
    """A model is there whole, or not at all."""

    def begin(self) -> None:
        self.model = tf.Module()
        self.model.x = self.x
        asset = self.path("words.txt")
        Path(asset).write_text("words")
        self.model.words = tf.saved_model.Asset(asset)

    def act(self) -> None:
        tf.saved_model.save(self.model, self.path("model"))

    def state(self) -> str:
        if not tf.saved_model.contains_saved_model(self.path("model")):
            return OLD
        loaded = tf.saved_model.load(self.path("model"))
        assert tf.io.read_file(loaded.words.asset_path).numpy() == b"words"
        return of_values(loaded.x.numpy())


class OtherModel(Model):
    """In the place of a model that has other variables."""

    def begin(self) -> None:
        first = tf.Module()
        first.y = tf.Variable(tf.ones([500]))
        tf.saved_model.save(first, self.path("model"))
        super().begin()

    def state(self) -> str:
        loaded = tf.saved_model.load(self.path("model"))
        if hasattr(loaded, "y"):
            assert (loaded.y.numpy() == 1.0).all()
            return OLD
        return super().state()


class WrittenFile(Save):
    """A file has the old text or the new."""

    def begin(self) -> None:
        tf.io.write_file(self.path("note"), "a" * 5000)

    def act(self) -> None:
        tf.io.write_file(self.path("note"), "b" * 5000)

    def state(self) -> str:
        found = tf.io.read_file(self.path("note")).numpy()
        return {b"a" * 5000: OLD, b"b" * 5000: NEW}[found]


class Records(Save):
    """A record file has the old records or the new."""

    def begin(self) -> None:
        self.write(b"old")

    def act(self) -> None:
        self.write(b"new")

    def write(self, text: bytes) -> None:
        with tf.io.TFRecordWriter(self.path("records")) as writer:
            for _ in range(300):
                writer.write(text * 20)

    def state(self) -> str:
        found = [
            each.numpy()[:3] for each in tf.data.TFRecordDataset(self.path("records"))
        ]
        assert len(found) == 300
        [one] = {*found}
        return {b"old": OLD, b"new": NEW}[one]


class Events(Save):
    """What was flushed stays; of the rest, whole events are read."""

    def begin(self) -> None:
        self.writer = tf.summary.create_file_writer(self.folder)
        self.write(range(5))

    def act(self) -> None:
        self.write(range(5, 10))

    def write(self, steps: range) -> None:
        with self.writer.as_default():
            for step in steps:
                tf.summary.scalar("loss", 0.5, step=step)
                self.writer.flush()

    def state(self) -> str:
        # a child of the process that began has a file of its own
        found = [
            step for path in sorted(Path(self.folder).iterdir()) for step in steps(path)
        ]
        assert found[:5] == [0, 1, 2, 3, 4]
        return NEW if 9 in found else OLD


def steps(path: Path) -> list[int]:
    """Of the whole events with values in a file."""
    found = []
    try:
        for each in tf.compat.v1.train.summary_iterator(path):
            found += [each.step] * len(each.summary.value)
    except tf.errors.DataLossError:
        pass  # an event that is under way
    return found


class Elements(Save):
    """A saved dataset in the place of another one, in several files."""

    def begin(self) -> None:
        self.save(1)

    def act(self) -> None:
        self.save(2)

    def save(self, factor: int) -> None:
        data = tf.data.Dataset.range(12).map(lambda x: x * factor)
        data.save(self.path("data"), shard_func=lambda x: x % 3)

    def state(self) -> str:
        found = sorted(int(each) for each in tf.data.Dataset.load(self.path("data")))
        return {11: OLD, 22: NEW}[found[-1]] if len(found) == 12 else "other"


class Snapshot(Save):
    """Elements that a pipeline writes: it gives all of them, whatever is there."""

    def begin(self) -> None:
        pass

    def data(self) -> Any:
        return tf.data.Dataset.range(12).snapshot(self.path("snapshot"))

    def act(self) -> None:
        assert [int(each) for each in self.data()] == [*range(12)]

    def state(self) -> str:
        self.act()
        return NEW


class Cache(Snapshot):
    """The like, of `cache` with a file name."""

    def data(self) -> Any:
        return tf.data.Dataset.range(12).cache(self.path("cache"))


class NamedVariables(Save):
    """What sessions save."""

    def begin(self) -> None:
        v1 = tf.compat.v1
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.variable = v1.get_variable("x", initializer=tf.ones([3000]))
            self.saver = v1.train.Saver(max_to_keep=1)
            self.update = self.variable.assign(tf.fill([3000], 2.0))
        self.session = v1.Session(graph=self.graph)
        self.session.run(self.variable.initializer)
        self.saver.save(self.session, self.path("m"), global_step=0)
        self.session.run(self.update)

    def act(self) -> None:
        self.saver.save(self.session, self.path("m"), global_step=1)

    def state(self) -> str:
        latest = tf.train.latest_checkpoint(self.folder)
        assert latest is not None, os.listdir(self.folder)
        return of_values(tf.train.load_variable(latest, "x"))


SAVES: Final[dict[str, type[Save]]] = {
    each.__name__: each
    for each in (
        *(Checkpoints, Manager, Sharded, NamedVariables),
        *(SameName, SameNameSharded, OtherCount, Merge, MergeOver),
        *(Model, OtherModel, WrittenFile, Records, Events, Elements, Snapshot, Cache),
    )
}
REFUSALS: Final = (tf.errors.OpError, OSError)


def in_child(prepare: Callable[[], None], action: Callable[[], Any]) -> int:
    """How a child that acts ends: its status, or the signal below zero."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            prepare()
            action()
            code = 0
        except REFUSALS:
            code = REFUSED
        finally:
            LIBRARY.fill_after(ctypes.c_long(-1))
            LIBRARY.kill_after(ctypes.c_long(-1))
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def interrupt(name: str, folder: str, is_full: bool, step: int) -> collections.Counter:
    """Interrupts a save at every place; how often each state was there then."""
    found: collections.Counter[str] = collections.Counter()
    set_at = LIBRARY.fill_after if is_full else LIBRARY.kill_after
    at, status = 0, KILLED
    warm = os.path.join(folder, "warm")
    os.mkdir(warm)
    first = SAVES[name](warm)
    # what is imported and made once is not made again in each child
    first.act()
    assert first.state() == NEW
    while status:
        place = os.path.join(folder, str(at))
        os.mkdir(place)
        save = SAVES[name](place)
        status = in_child(lambda at=at: set_at(ctypes.c_long(at)), save.act)
        assert status in (0, REFUSED if is_full else KILLED), (at, status)
        state = save.state()
        if status:
            found[state] += 1
            if status == REFUSED:
                assert state == OLD or isinstance(save, (Snapshot, Events)), (at, state)
        save.act()
        assert save.state() == NEW, at
        shutil.rmtree(place)
        at += step
    return found


def preloaded(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """This program once more, with the library that counts calls.

    Raises:
      FileNotFoundError: without a C compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        raise FileNotFoundError("cc")
    library = os.path.join(folder, "killing.so")
    source = str(HERE / "killing_writes.c")
    flags = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
    subprocess.run([compiler, *flags], check=True)
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-m", __spec__.name, *arguments, "--here"],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "LD_PRELOAD": library, "TMPDIR": folder},
    )


def main() -> None:
    """Interrupts the saves that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("saves", nargs="*", metavar="SAVE")
    parser.add_argument("--full-disk", action="store_true", help="instead of kills")
    parser.add_argument("--step", type=int, default=1, help="only each so many places")
    parser.add_argument("--here", action="store_true", help="the library is preloaded")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not asked.here:
            found = preloaded(folder, *sys.argv[1:])
            sys.stdout.write(found.stdout)
            sys.exit(found.returncode)
        for name in asked.saves or SAVES:
            place = os.path.join(folder, name)
            os.mkdir(place)
            states = interrupt(name, place, asked.full_disk, asked.step)
            told = ", ".join(f"{each} {count}" for each, count in states.items())
            print(f"{name}: {states.total()} interrupted: {told}", flush=True)


if __name__ == "__main__":
    main()
