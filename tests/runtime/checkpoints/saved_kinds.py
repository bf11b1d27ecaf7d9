"""A kind of object with state each, the same here and in TensorFlow.

Each gives a module in a state that a number says; ``answer`` is what a function of the
module, saved with it, says of the state.
"""

from __future__ import annotations

import collections

import numpy as np

import runtime as tf

Pair = collections.namedtuple("Pair", "a b")


class Holder(tf.Module):
    def with_answer(self, read):
        self.answer = tf.function(read, input_signature=[])
        return self


def variable(value, dtype="float32"):
    return tf.Variable(tf.cast(tf.fill([2], value), dtype))


def numeric_variables(start, folder):
    held = Holder()
    names = ("float16", "float32", "float64", "bfloat16", "int8", "uint8", "int16")
    names = (*names, "uint16", "int32", "int64", "complex64", "complex128")
    for each in names:
        setattr(held, each, variable(start, each))
    held.scalar = tf.Variable(start)
    held.empty = tf.Variable(tf.zeros([0, 4]))
    return held.with_answer(
        lambda: [tf.cast(getattr(held, each), tf.float64) for each in names]
    )


def strings_and_booleans(start, folder):
    held = Holder()
    held.text = tf.Variable(["a" * start, "", "\0é"])
    held.flag = tf.Variable(start == 2)
    return held.with_answer(lambda: [held.text, held.flag])


def modules(start, folder):
    held = Holder()
    held.layers = [Holder() for _ in range(2)]
    for index, each in enumerate(held.layers):
        each.w = variable(start + index)
    held.shared = held.layers[0]
    held.back = held
    setattr(held, "odd.name", variable(start))
    return held.with_answer(lambda: [each.w for each in held.layers])


def lists_and_dicts(start, folder):
    held = Holder()
    held.many = [variable(start), {"x": variable(start + 1), "y": {}}]
    return held.with_answer(lambda: [held.many[0], held.many[1]["x"]])


def tuples(start, folder):
    held = Holder()
    held.pair = Pair(variable(start), [variable(start + 1)])
    held.plain = (variable(start), 2)
    return held.with_answer(lambda: [held.pair.a, held.pair.b[0], held.plain[0]])


def functions(start, folder):
    held = Holder()
    held.v = variable(start)
    held.double = tf.function(lambda x: x * 2.0 + held.v)
    held.traced = held.double.get_concrete_function(tf.TensorSpec([2]))
    return held.with_answer(lambda: held.double(held.v))


def generators(start, folder):
    held = Holder()
    held.generator = tf.random.Generator.from_seed(start)
    return held.with_answer(
        lambda: held.generator.uniform([3], maxval=99, dtype="int32")
    )


def mutable_tables(start, folder):
    held = Holder()
    held.table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    held.table.insert(["a"], tf.constant([start], tf.int64))
    return held.with_answer(lambda: held.table.lookup(tf.constant(["a", "b"])))


def dense_tables(start, folder):
    held = Holder()
    held.table = tf.lookup.experimental.DenseHashTable(
        tf.int64, tf.int64, -1, 0, -1, initial_num_buckets=4
    )
    keys = tf.constant([5, 9, 3], tf.int64)
    held.table.insert(keys, keys + start)
    return held.with_answer(lambda: held.table.lookup(keys))


def static_tables(start, folder):
    held = Holder()
    pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
    held.table = tf.lookup.StaticHashTable(pairs, -1)
    return held.with_answer(lambda: held.table.lookup(tf.constant(["b", "c"])))


def assets(start, folder):
    path = folder + "/words.txt"
    tf.io.write_file(path, "apple\nbanana\n")
    held = Holder()
    lines = tf.lookup.TextFileInitializer(path, tf.string, -2, tf.int64, -1)
    held.table = tf.lookup.StaticHashTable(lines, -1)
    held.file = tf.saved_model.Asset(path)
    return held.with_answer(
        lambda: [
            held.table.lookup(tf.constant(["banana", "x"])),
            tf.io.read_file(held.file.asset_path),
        ]
    )


class Counter(tf.train.experimental.PythonState):
    def __init__(self, count):
        self.count = count

    def serialize(self):
        return f"count {self.count}"

    def deserialize(self, string_value):
        self.count = int(string_value.removeprefix(b"count "))


def python_state(start, folder):
    held = Holder()
    held.counter = Counter(start)
    return held.with_answer(lambda: tf.constant(0))


def structured_results(start, folder):
    held = Holder()
    held.v = variable(start)
    rows = tf.ragged.constant([[1, 2], [3]])
    sparse = tf.sparse.from_dense([[0, 1]])
    return held.with_answer(lambda: {"v": held.v, "rows": rows + 1, "sparse": sparse})


def datasets(start, folder):
    held = Holder()
    held.v = variable(start)
    held.data = tf.data.Dataset.range(4).map(lambda x: x + 1).batch(2)
    held.many = [held.data, {"again": held.data}]
    return held.with_answer(lambda: held.v)


def iterators(start, folder):
    held = Holder()
    held.v = variable(start)
    held.iterator = iter(tf.data.Dataset.range(9).shuffle(4, seed=1))
    for _ in range(start):
        next(held.iterator)
    # an iterator has no place in a graph that is loaded again
    held.answer = lambda: [next(held.iterator), held.v]
    return held


class Interval(tf.experimental.ExtensionType):
    __name__ = "saving_matrix.Interval"
    low: tf.Tensor
    high: tf.Tensor


def extension_types(start, folder):
    held = Holder()
    held.v = variable(start)
    held.kept = tf.function(lambda x: Interval(x.low, x.high + held.v))
    one = held.kept(Interval(tf.constant([1.0]), tf.constant([2.0])))
    held.one = tf.Variable(one.high)
    return held.with_answer(
        lambda: {"high": held.kept(Interval(held.one, held.one)).high, "one": held.one}
    )


class Session:
    """Variables of a graph of version 1, with its savers and its signature."""

    def __init__(self, start):
        self.graph = tf.Graph()
        with self.graph.as_default():
            v1 = tf.compat.v1
            self.a = v1.get_variable("scope/a", initializer=[start * 1.0, start + 1.0])
            counts = v1.constant_initializer(start)
            self.b = v1.get_variable("b", [2, 2], tf.int64, counts)
            self.output = tf.cast(self.a, tf.int64) + self.b
            self.session = v1.Session(graph=self.graph)
            self.session.run(v1.global_variables_initializer())
            self.saver = v1.train.Saver()

    def answer(self):
        with self.graph.as_default():
            return self.session.run(self.output)

    def write(self, path):
        with self.graph.as_default():
            self.saver.save(self.session, path, write_state=False)

    def read(self, path):
        with self.graph.as_default():
            self.saver.restore(self.session, path)

    def save(self, path):
        with self.graph.as_default():
            tf.compat.v1.saved_model.simple_save(
                self.session, path, {"a": self.a}, {"output": self.output}
            )


def sessions(start, folder):
    return Session(start)


KINDS = {
    "variables of 12 numeric dtypes, scalars, no elements": numeric_variables,
    "variables of strings and booleans": strings_and_booleans,
    "`tf.Module`, shared parts, cycles, names with a dot": modules,
    "lists and dicts in attributes": lists_and_dicts,
    "tuples and named tuples in attributes": tuples,
    "functions and concrete functions": functions,
    "`tf.random.Generator`": generators,
    "`MutableHashTable`": mutable_tables,
    "`DenseHashTable`": dense_tables,
    "`StaticHashTable`": static_tables,
    "text files as assets": assets,
    "`PythonState`": python_state,
    "ragged and sparse results of functions": structured_results,
    "`tf.data.Dataset`": datasets,
    "iterators of datasets": iterators,
    "extension types as arguments and results": extension_types,
    "sessions: `Saver`, `simple_save`": sessions,
}
WITHOUT_MODEL = ("iterators of datasets",)
"""Kinds that no model has."""
OLD, NEW = 7, 2


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in sorted(value.items())}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "to_list"):
        return value.to_list()
    if hasattr(value, "dense_shape"):
        return plain([value.indices, value.values, value.dense_shape])
    array = value.numpy() if hasattr(value, "numpy") else value
    return str(np.asarray(array, object).tolist())


def answer(held):
    if hasattr(held, "counter"):
        return [held.counter.count]
    return plain(held.answer())


def written(kind, folder, path):
    """Writes checkpoint and model; what the saved state answers."""
    held = KINDS[kind](NEW, folder)
    if isinstance(held, Session):
        held.write(path + "/c")
        held.save(path + "/model")
        return answer(held)
    tf.train.Checkpoint(held=held).write(path + "/c")
    found = answer(KINDS[kind](NEW, folder))
    if kind not in WITHOUT_MODEL:
        tf.saved_model.save(held, path + "/model")
    return found


def restored(kind, folder, path):
    held = KINDS[kind](OLD, folder)
    if isinstance(held, Session):
        held.read(path + "/c")
    else:
        tf.train.Checkpoint(held=held).read(path + "/c").assert_consumed()
    return answer(held)


def loaded(path):
    # variables live as long as their model
    model = tf.saved_model.load(path + "/model")
    if hasattr(model, "answer"):
        return plain(model.answer())
    found = model.signatures["serving_default"](tf.constant([2.0, 3.0]))
    return plain(found["output"])
