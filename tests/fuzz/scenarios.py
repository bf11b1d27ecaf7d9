"""What faults happen in the middle of: actions that take state from before to after."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import graphir
import runtime as tf
from graphir.files import load_graph_def, save_graph_def
from tests.fuzz.seeds import graph_defs

BEFORE, AFTER = 1.0, 2.0


class Scenario:
    """State that an action takes from one value to another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.set_up()

    def set_up(self) -> None:
        """Makes the state: it is `BEFORE`."""

    def act(self) -> None:
        """Takes the state to `AFTER`."""

    def state(self) -> float:
        """What the state is; anything else than the two is a fault."""
        return AFTER


class Assigning(Scenario):
    def set_up(self) -> None:
        self.variable = tf.Variable(tf.fill([1000], BEFORE))

    def act(self) -> None:
        self.variable.assign(self.variable * 2.0)

    def state(self) -> float:
        return one_of(self.variable.numpy())


class Tracing(Assigning):
    """A function that is traced, optimized and compiled by the call."""

    def act(self) -> None:
        @tf.function
        def double(x: Any) -> None:
            if tf.reduce_sum(x) > 0.0:
                self.variable.assign(tf.where(x > 0.0, x * 2.0, x))

        double(self.variable)


class Calling(Assigning):
    def set_up(self) -> None:
        super().set_up()
        self.double = tf.function(lambda: self.variable.assign(self.variable * 2.0))
        self.double()
        self.variable.assign(tf.fill([1000], BEFORE))

    def act(self) -> None:
        self.double()


class Differentiating(Assigning):
    def act(self) -> None:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(self.variable * self.variable)
        self.variable.assign(tape.gradient(y, self.variable))


class Inserting(Scenario):
    def set_up(self) -> None:
        self.table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, -1.0)
        self.table.insert(tf.range(9, dtype=tf.int64), tf.fill([9], BEFORE))

    def act(self) -> None:
        self.table.insert(tf.range(9, dtype=tf.int64), tf.fill([9], AFTER))

    def state(self) -> float:
        return one_of(self.table.lookup(tf.range(9, dtype=tf.int64)).numpy())


class Saving(Scenario):
    """A checkpoint: the latest one is whole."""

    def set_up(self) -> None:
        self.variable = tf.Variable(tf.fill([1000], BEFORE))
        self.saved = tf.train.Checkpoint(x=self.variable)
        self.path = str(self.folder / "kept" / "c")
        self.saved.save(self.path)
        self.variable.assign(tf.fill([1000], AFTER))

    def act(self) -> None:
        self.saved.save(self.path)

    def state(self) -> float:
        latest = tf.train.latest_checkpoint(str(self.folder / "kept"))
        key = "x/.ATTRIBUTES/VARIABLE_VALUE"
        return one_of(tf.train.load_variable(latest, key))


class SavingModel(Scenario):
    def set_up(self) -> None:
        self.module = tf.Module()
        self.module.x = tf.Variable(BEFORE)
        tf.saved_model.save(self.module, str(self.folder / "model"))
        self.module.x.assign(AFTER)

    def act(self) -> None:
        tf.saved_model.save(self.module, str(self.folder / "model"))

    def state(self) -> float:
        loaded: float = tf.saved_model.load(str(self.folder / "model")).x.numpy()
        return loaded


class SavingGraph(Scenario):
    def set_up(self) -> None:
        self.path = self.folder / "g.pb"
        save_graph_def(graph_defs()[0], self.path)

    def act(self) -> None:
        save_graph_def(graph_defs()[1], self.path)

    def state(self) -> float:
        found = load_graph_def(self.path)
        return {0: BEFORE, 1: AFTER}[graph_defs().index(found)]


class SavingElements(Scenario):
    """A saved dataset: read whole, or told to be incomplete."""

    def set_up(self) -> None:
        self.path = str(self.folder / "data")

    def act(self) -> None:
        tf.data.Dataset.range(50).save(self.path)

    def state(self) -> float:
        try:
            data = tf.data.Dataset.load(self.path)
        except tf.errors.NotFoundError:
            return BEFORE
        return AFTER if len(list(data)) == 50 else -1.0


class WritingFile(Scenario):
    def set_up(self) -> None:
        self.path = str(self.folder / "file")
        tf.io.write_file(self.path, "b" * 5000)

    def act(self) -> None:
        tf.io.write_file(self.path, "a" * 5000)

    def state(self) -> float:
        return {b"b" * 5000: BEFORE, b"a" * 5000: AFTER}[Path(self.path).read_bytes()]


class WritingRecords(Scenario):
    """A file of records: the one before, or the first of the new ones, each whole."""

    def set_up(self) -> None:
        self.path = str(self.folder / "records")
        self.write(b"b", 3)

    def write(self, record: bytes, count: int) -> None:
        with tf.io.TFRecordWriter(self.path) as writer:
            for _ in range(count):
                writer.write(record * 300)

    def act(self) -> None:
        self.write(b"a", 9)

    def state(self) -> float:
        found = [bytes(each.numpy()) for each in tf.data.TFRecordDataset(self.path)]
        if found == [b"b" * 300] * 3:
            return BEFORE
        return AFTER if set(found) <= {b"a" * 300} and len(found) <= 9 else -1.0


class WritingEvents(Scenario):
    """An event file: what was flushed stays, and it can be read to its end."""

    def set_up(self) -> None:
        self.writer = tf.summary.create_file_writer(str(self.folder / "events"))
        self.write(0)

    def write(self, step: int) -> None:
        with self.writer.as_default():
            tf.summary.scalar("loss", 0.5, step=step)
        self.writer.flush()

    def act(self) -> None:
        self.write(1)

    def state(self) -> float:
        found = self.steps()
        self.write(2)  # the next one is not lost behind a broken one
        if self.steps() not in ([*found, 2], [0, 1, 2]):  # what waited is late
            return -1.0
        self.writer.close()
        return {(0,): BEFORE, (0, 1): AFTER}[tuple(found)]

    def steps(self) -> list[int]:
        return [
            event.step
            for path in sorted((self.folder / "events").iterdir())
            for event in tf.compat.v1.train.summary_iterator(str(path))
            if event.summary.value
        ]


class KeepingElements(Scenario):
    """A snapshot, below a cache in files: whole, or made anew."""

    def set_up(self) -> None:
        data = tf.data.Dataset.range(50).map(lambda x: tf.fill([30], x))
        kept = data.snapshot(str(self.folder / "snapshot"))
        self.data = kept.cache(str(self.folder / "cache"))

    def act(self) -> None:
        for _ in self.data:
            pass

    def state(self) -> float:
        found = [int(each[-1]) for each in self.data]
        return AFTER if found == list(range(50)) else -1.0


class Optimizing(Scenario):
    """The graph that is optimized stays as it is."""

    def set_up(self) -> None:
        self.message = graph_defs()[1]
        self.before = self.message.SerializeToString(deterministic=True)

    def act(self) -> None:
        graphir.optimize(self.message, [f"{self.message.node[-1].name}:0"])

    def state(self) -> float:
        is_same = self.message.SerializeToString(deterministic=True) == self.before
        return AFTER if is_same else -1.0


class Iterating(Scenario):
    """Each element of a pipeline with threads is given once."""

    def act(self) -> None:
        data = tf.data.Dataset.range(30).map(lambda x: x + 1, num_parallel_calls=2)
        assert len(list(data.prefetch(2))) == 30


class Restoring(Scenario):
    """A model that is loaded anew: whole, or not at all; its files stay as they are."""

    def set_up(self) -> None:
        self.path = str(self.folder / "model")
        module = tf.Module()
        module.x = tf.Variable(tf.fill([1000], AFTER))
        module.read = tf.function(lambda: module.x + 0.0, input_signature=[])
        tf.saved_model.save(module, self.path)
        self.loaded: Any = None

    def act(self) -> None:
        self.loaded = tf.saved_model.load(self.path)

    def state(self) -> float:
        loaded = self.loaded or tf.saved_model.load(self.path)
        return one_of(loaded.read().numpy())


class Advancing(Scenario):
    """A position in a dataset that was kept: where it was, or where it is."""

    def set_up(self) -> None:
        self.rest = iter(tf.data.Dataset.range(1, 30).map(lambda x: x * 1).batch(1))
        self.kept = tf.train.Checkpoint(rest=self.rest)
        self.path = self.kept.write(str(self.folder / "position"))

    def act(self) -> None:
        next(self.rest)
        self.path = self.kept.write(str(self.folder / "next"))

    def state(self) -> float:
        self.kept.read(self.path).assert_consumed()
        return float(next(self.rest)[0])


class Mirroring(Scenario):
    """A copy for each replica: all of them are as before, or as after."""

    def set_up(self) -> None:
        self.strategy = strategy_of_two()
        with self.strategy.scope():
            self.variable = tf.Variable(BEFORE)

    def act(self) -> None:
        self.strategy.run(self.double)

    def double(self) -> None:
        self.variable.assign_add(
            tf.distribute.get_replica_context().all_reduce("SUM", 0.5)
        )

    def state(self) -> float:
        copies = self.strategy.experimental_local_results(self.variable)
        found = {float(each.numpy()) for each in copies}
        return found.pop() if len(found) == 1 else -1.0


class MirroringInFunction(Mirroring):
    """Replicas of a graph, on threads; more than is changed in place."""

    def set_up(self) -> None:
        self.strategy = strategy_of_two()
        with self.strategy.scope():
            self.variable = tf.Variable(tf.fill([20000], BEFORE))
        self.act = tf.function(lambda: self.strategy.run(self.double))
        self.act()
        self.variable.assign(tf.fill([20000], BEFORE))

    def double(self) -> None:
        half = tf.fill([20000], 0.5)
        context = tf.distribute.get_replica_context()
        self.variable.assign_add(context.all_reduce("SUM", half))

    def state(self) -> float:
        copies = self.strategy.experimental_local_results(self.variable)
        found = {one_of(each.numpy()) for each in copies}
        return found.pop() if len(found) == 1 else -1.0


class Merging(Mirroring):
    """What replicas assign is merged first."""

    def set_up(self) -> None:
        self.strategy = strategy_of_two()
        with self.strategy.scope():
            self.variable = tf.Variable(BEFORE, aggregation=tf.VariableAggregation.SUM)

    def double(self) -> None:
        self.variable.assign_add(tf.constant(0.5))


class AssigningCopies(Mirroring):
    """All copies are assigned across replicas."""

    def act(self) -> None:
        self.variable.assign_add(1.0)


class UpdatingCopies(Mirroring):
    """As an optimizer does it: replicas meet, and one updates all copies."""

    def double(self) -> None:
        tf.distribute.get_replica_context().merge_call(self.update)

    def update(self, strategy: Any) -> None:
        strategy.extended.update(
            self.variable, lambda copy, by: copy.assign_add(by), args=(1.0,)
        )


class AssigningCopiesInFunction(MirroringInFunction):
    """A graph assigns all copies across replicas, outside of `run`."""

    def set_up(self) -> None:
        self.strategy = strategy_of_two()
        with self.strategy.scope():
            self.variable = tf.Variable(tf.fill([20000], BEFORE))
        self.act = tf.function(self.change)
        self.act()
        self.variable.assign(tf.fill([20000], BEFORE))

    def change(self) -> None:
        self.variable.assign_add(tf.fill([20000], 0.25))
        self.variable.assign(self.variable + 0.75)

    def state(self) -> float:
        state = super().state()
        return BEFORE if state == BEFORE + 0.25 else state


class UpdatingCopiesInFunction(AssigningCopiesInFunction):
    """A graph updates all copies, as an optimizer does it outside of `run`."""

    def change(self) -> None:
        self.strategy.extended.update(
            self.variable,
            lambda copy, by: copy.assign_add(by),
            args=(tf.ones([20000]),),
        )


@cache
def strategy_of_two() -> Any:
    """Two replicas, each on a logical CPU."""
    devices = tf.config.list_logical_devices("CPU")
    if len(devices) < 2:
        (physical,) = tf.config.list_physical_devices("CPU")
        two = [tf.config.LogicalDeviceConfiguration()] * 2
        tf.config.set_logical_device_configuration(physical, two)
    return tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])


def one_of(values: Any) -> float:
    """The value of all elements."""
    if (values != values[0]).any():
        return -1.0
    return float(values[0])


SCENARIOS: Final[dict[str, type[Scenario]]] = {
    each.__name__: each
    for each in (
        *(Assigning, Tracing, Calling, Differentiating, Inserting, Saving, SavingModel),
        *(SavingGraph, SavingElements, WritingFile, Optimizing, Iterating),
        *(WritingRecords, WritingEvents, KeepingElements),
        *(Restoring, Advancing, Mirroring, MirroringInFunction, Merging),
        *(AssigningCopies, UpdatingCopies),
        *(AssigningCopiesInFunction, UpdatingCopiesInFunction),
    )
}
