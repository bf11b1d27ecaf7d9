"""Programs that make objects with state, the same here and in TensorFlow.

Each gives the arguments of a `Checkpoint`; `changed` gives the same objects in another
state, into which a checkpoint of the first is restored.
"""

from __future__ import annotations

import collections

import runtime as tf

Pair = collections.namedtuple("Pair", "a b")


def fill(value, shape=(2,), dtype="float32"):
    return tf.Variable(tf.cast(tf.fill(shape, value), dtype))


def variables(start):
    kinds = ("float16", "float32", "float64", "int8", "uint8", "int32", "int64")
    kinds = (*kinds, "complex64", "complex128", "bfloat16", "bool", "uint16", "int16")
    found = {f"v_{each}": fill(start, (2, 3), each) for each in kinds}
    found["text"] = tf.Variable(["a" * (start + 1), "", "\0é"], name="words")
    found["one"] = tf.Variable(f"text {start}")
    found["scalar"] = tf.Variable(start, name="a/b")
    found["none"] = fill(start, (0, 4))
    return found


def modules(start):
    outer = tf.Module("outer")
    outer.layers = [tf.Module() for _ in range(3)]
    for index, each in enumerate(outer.layers):
        each.w = fill(start + index)
        each.b = fill(-start)
        each.again = each.w
    outer.named = {"x": fill(start), "y": {}, "z": [1, fill(start)]}
    outer.pair = Pair(fill(start), [fill(start)])
    outer.plain = (1, 2)
    outer.tuple = (1, fill(start))
    outer.empty = []
    outer.back = outer
    setattr(outer, "odd.name", fill(start))
    return {"outer": outer, "with/slash": outer.layers[0]}


def functions(start):
    module = tf.Module()
    module.v = fill(start)
    module.f = tf.function(lambda x: x + 1)
    module.c = module.f.get_concrete_function(tf.constant(1))
    return {"module": module}


def generators(start):
    return {"g": tf.random.Generator.from_seed(start), "v": fill(start)}


def tables(start):
    first = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    first.insert(["a"], tf.constant([start], tf.int64))
    dense = tf.lookup.experimental.DenseHashTable(
        tf.int64, tf.int64, -1, 0, -1, initial_num_buckets=4
    )
    keys = tf.constant([5, 9, 3], tf.int64)
    dense.insert(keys, keys + start)
    words = tf.lookup.experimental.DenseHashTable(
        tf.string, tf.int64, -1, "", "#", initial_num_buckets=4
    )
    counts = tf.constant([start, 2, 3, 4], tf.int64)
    words.insert(["one", "two", "three", "four"], counts)
    filling = tf.lookup.KeyValueTensorInitializer(["a"], [1])
    static = tf.lookup.StaticHashTable(filling, -1)
    return {"t": first, "d": dense, "w": words, "s": static}


class Counter(tf.train.experimental.PythonState):
    def __init__(self, count):
        self.count = count

    def serialize(self):
        return f"count {self.count}"

    def deserialize(self, string_value):
        self.count = int(string_value.removeprefix(b"count "))


def python_state(start):
    return {"counter": Counter(start), "v": fill(start)}


def many(start):
    # more than one block of an index
    found = {}
    for index in range(3000):
        name = f"a_rather_long_name_of_a_variable_{index:05}_{'x' * 60}"
        found[name] = tf.Variable(start + index)
    return {"many": found}


PROGRAMS = (
    "variables",
    "modules",
    "functions",
    "generators",
    "tables",
    "python_state",
    "many",
)


def show(value):
    """What the state of arguments is, as text."""
    if isinstance(value, dict):
        return {key: show(each) for key, each in sorted(value.items())}
    if isinstance(value, tf.Module):
        return [each.numpy().tolist() for each in value.variables]
    if isinstance(value, Counter):
        return value.count
    if isinstance(value, tf.random.Generator):
        return value.state.numpy().tolist()
    if isinstance(value, tf.Variable):
        return repr(value.numpy())
    if hasattr(value, "export"):
        if type(value).__name__ == "DenseHashTable":
            keys = tf.constant([5, 9, 3], tf.int64)
            keys = keys if value.key_dtype == tf.int64 else ["one", "two", "three"]
            return str(value.lookup(tf.constant(keys)).numpy().tolist())
        keys, values = value.export()
        found = zip(keys.numpy().tolist(), values.numpy().tolist())
        return sorted(str(each) for each in found)
    return "?"
