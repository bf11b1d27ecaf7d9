"""What is saved while something interrupts it: files go from one state to another."""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

import runtime as tf
from graphir.files import load_graph_def, save_graph_def
from runtime.distribute.bulk.jobs import compute_part
from runtime.distribute.bulk.plans import planned
from runtime.distribute.bulk.tables import write_columns

KEY: Final = "x/.ATTRIBUTES/VARIABLE_VALUE"
OLD, NEW = "old", "new"


class Save:
    """Something that changes files: what was there is in a folder already."""

    def __init__(self, folder: str, size: int = 3000) -> None:
        self.folder = folder
        self.x = tf.Variable(tf.ones([size]))
        self.begin()
        self.x.assign(tf.fill([size], 2.0))

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
        # names made in one second are in order of processes, as texts: 10 before 9
        assert [step for step in found if step < 5] == [0, 1, 2, 3, 4]
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


class Compiled(Snapshot):
    """Machine code that is kept on disk: computes the same, whatever is there."""

    def act(self) -> None:
        os.environ["AUTOGRAPH_JIT_CACHE"] = self.path("code")
        # code of its own for each place, as what is compiled once stays in memory
        own = float(zlib.crc32(self.folder.encode()) % 10_007)
        double = tf.function(lambda x: tf.abs(x * 2.0 - own), jit_compile=True)
        assert (double(self.x).numpy() == abs(self.x.numpy() * 2.0 - own)).all()


class Parts(Save):
    """Results of a model over files of rows: each whole, and those that lack come."""

    def begin(self) -> None:
        write_columns(Path(self.path("rows.npz")), {"x": np.arange(50)})

    def plan(self) -> Any:
        return planned([self.path("rows.npz")], self.path("out"), 20, "npz", {})

    def act(self) -> None:
        for part in self.plan().waiting():
            compute_part(lambda batch: {"y": batch["x"] * 2}, part, 20)

    def state(self) -> str:
        plan = self.plan()
        for part in {*plan.parts} - {*plan.waiting()}:
            found = np.load(part.result)["y"]
            assert found.tolist() == [*range(2 * part.first, 2 * part.last, 2)]
        return OLD if plan.waiting() else NEW


class Loading(Save):
    """Reading a model: it writes nothing."""

    def begin(self) -> None:
        model = tf.Module()
        model.x = self.x
        tf.saved_model.save(model, self.path("model"))

    def act(self) -> None:
        self.loaded = tf.saved_model.load(self.path("model"))

    def state(self) -> str:
        assert of_values(tf.saved_model.load(self.path("model")).x.numpy()) == OLD
        return NEW


class Memory(Loading):
    """What is in memory alone: variables, tables, traces, iterators."""

    def begin(self) -> None:
        self.table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, -1.0)

    def act(self) -> None:
        self.x.assign(self.x + 1.0)
        self.table.insert(tf.constant([1], tf.int64), tf.constant([2.0]))
        tf.function(lambda: self.x * 2.0)()
        next(iter(tf.data.Dataset.range(9).shuffle(3).prefetch(2)))

    def state(self) -> str:
        return NEW


class NamedVariables(Save):
    """What sessions save."""

    def begin(self) -> None:
        v1 = tf.compat.v1
        self.graph = tf.Graph()
        with self.graph.as_default():
            ones = tf.ones(self.x.shape)
            self.variable = v1.get_variable("x", initializer=ones)
            self.saver = v1.train.Saver(max_to_keep=1)
            self.update = self.variable.assign(ones * 2.0)
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


class Table(Save):
    """The keys and values of a table, kept in checkpoints."""

    def begin(self) -> None:
        self.table, self.kept = self.empty()
        self.fill(1.0)
        self.kept.save(self.path("t"))
        self.fill(2.0)

    def empty(self) -> tuple[Any, Any]:
        table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, -1.0)
        return table, tf.train.Checkpoint(table=table)

    def fill(self, value: float) -> None:
        keys = tf.range(tf.size(self.x, tf.int64))
        self.table.insert(keys, tf.fill(self.x.shape, value))

    def act(self) -> None:
        self.kept.save(self.path("t"))

    def state(self) -> str:
        table, kept = self.empty()
        kept.restore(tf.train.latest_checkpoint(self.folder)).assert_consumed()
        assert int(table.size()) == int(tf.size(self.x))
        return of_values(table.export()[1].numpy())


class Position(Save):
    """The position of an iterator, kept in checkpoints."""

    def begin(self) -> None:
        self.rest, self.kept = self.fresh()
        self.kept.save(self.path("p"))

    def fresh(self) -> tuple[Any, Any]:
        rest = iter(tf.data.Dataset.range(1, 40).map(lambda x: x * 1).shuffle(1))
        return rest, tf.train.Checkpoint(rest=rest)

    def act(self) -> None:
        if self.state() == OLD:
            next(self.rest)
            self.kept.save(self.path("p"))

    def state(self) -> str:
        rest, kept = self.fresh()
        kept.restore(tf.train.latest_checkpoint(self.folder)).assert_consumed()
        return {1: OLD, 2: NEW}[int(next(rest))]


class GraphFile(Save):
    """A graph in a file: the old one or the new one."""

    def begin(self) -> None:
        self.write(1.0)

    def act(self) -> None:
        self.write(2.0)

    def write(self, value: float) -> None:
        with tf.Graph().as_default() as graph:
            tf.constant(value, shape=self.x.shape, name="x")
        save_graph_def(graph.as_graph_def(), self.path("g.pb"))

    def state(self) -> str:
        message = load_graph_def(self.path("g.pb"))
        return of_values(tf.run_graph(message, {}, ["x:0"])[0].ravel())


SAVES: Final[dict[str, type[Save]]] = {
    each.__name__: each
    for each in (
        *(Checkpoints, Manager, Sharded, NamedVariables),
        *(SameName, SameNameSharded, OtherCount, Merge, MergeOver),
        *(Table, Position, GraphFile),
        *(Model, OtherModel, WrittenFile, Records, Events, Elements, Snapshot, Cache),
        *(Compiled, Parts, Loading, Memory),
    )
}
