"""Programs over hash tables; each returns what TensorFlow shows for it."""

from __future__ import annotations

import os
import tempfile

import runtime as tf

StaticHashTable = tf.lookup.StaticHashTable
MutableHashTable = tf.lookup.experimental.MutableHashTable
DenseHashTable = tf.lookup.experimental.DenseHashTable
StaticVocabularyTable = tf.lookup.StaticVocabularyTable
Filling = tf.lookup.KeyValueTensorInitializer
File = tf.lookup.TextFileInitializer
Index = tf.lookup.TextFileIndex


def _error(action):
    try:
        return repr(action())
    except Exception as error:  # any class: what it is a kind of is compared
        return type(error).__name__


def _longs(*values):
    return tf.constant(values, tf.int64)


def _file(text):
    path = os.path.join(tempfile.mkdtemp(), "lines.txt")
    with open(path, "w") as file:
        file.write(text)
    return path


def static_tables():
    keys = tf.constant(["a", "b"])
    table = StaticHashTable(Filling(keys, tf.constant([1, 2])), default_value=-1)
    return [
        table.lookup(tf.constant(["a", "z"])),
        table.lookup(tf.constant([["a"], ["b"]])),
        table.lookup(tf.constant([], tf.string)),
        *(table.size(), table[tf.constant("b")], table.default_value, table.name),
        *(table.key_dtype, table.value_dtype, table.resource_handle.dtype),
        _error(lambda: table.lookup(tf.constant([1]))),
    ]


def kinds_of_keys_and_values():
    shown = []
    for keys, values, default in (
        (["a", "b"], [True, False], False),
        (_longs(1, 2), ["x", "y"], "?"),
        (_longs(7, 8), [1.5, 2.5], 0.0),
        (["a", "b"], _longs(3, 4), -1),
        ([1, 2], ["x", "y"], ""),
    ):
        table = StaticHashTable(Filling(keys, values), default)
        shown += [table.lookup(tf.convert_to_tensor(keys)), table.default_value]
        shown.append(table.lookup(tf.zeros([1], table.key_dtype)))
    return shown


def refused_fillings():
    return [
        _error(lambda: StaticHashTable(Filling(["a", "a"], [1, 2]), -1)),
        StaticHashTable(Filling(["a", "a"], [1, 1]), -1).size(),
        _error(lambda: StaticHashTable(Filling(["a", "b"], [1]), -1)),
        _error(lambda: StaticHashTable(Filling(["a"], [1]), "x")),
        _error(lambda: StaticHashTable(Filling(["a"], [1]), [1, 2])),
        Filling(["a"], [1], tf.string, tf.int64).value_dtype,
    ]


def composite_keys():
    table = StaticHashTable(Filling(["a", "b"], [1, 2]), -1)
    sparse = table.lookup(tf.sparse.from_dense(tf.constant([["a", ""]])))
    ragged = table.lookup(tf.ragged.constant([["a"], ["b", "c"]]))
    return [ragged, sparse.values, sparse.indices, sparse.dense_shape]


def tables_in_functions():
    words = StaticHashTable(Filling(["a", "b"], [1, 2]), -1)
    counts = MutableHashTable(tf.string, tf.int64, default_value=0)
    kept = {}

    @tf.function
    def count(keys):
        counts.insert(keys, counts.lookup(keys) + 1)
        return counts.lookup(keys), counts.size(), words.lookup(keys)

    @tf.function
    def made_inside(key):
        if not kept:
            kept["table"] = StaticHashTable(Filling(["a"], [5]), -1)
        return kept["table"].lookup(key)

    return [
        count(tf.constant(["a", "b"])),
        count(tf.constant(["a", "c"])),
        made_inside(tf.constant("a")),
        made_inside(tf.constant("b")),
    ]


def tables_in_loops():
    table = MutableHashTable(tf.int32, tf.int32, default_value=0)

    @tf.function
    def fill(n):
        for i in tf.range(n):
            table.insert(i, i * i)
            if i > 2:
                table.insert(100, table.lookup(100) + i)
        return table.size(), table.lookup(tf.constant([2, 100]))

    return [fill(tf.constant(5))]


def mutable_tables():
    table = MutableHashTable(tf.int64, tf.float32, default_value=-1.0)
    shown = [
        table.insert(_longs(1, 2), [1.5, 2.5]),
        *(table.lookup(_longs(1, 3)), table.size(), table.remove(_longs(1))),
        *(table.insert(_longs(9), [7.0]), table.insert(_longs(2), [3.0])),
        table.lookup(_longs(5, 9), dynamic_default_values=tf.constant([3.0, 4.0])),
        *(table[_longs(2)], table.remove(_longs(1000)), table.size(), table.name),
        _error(lambda: table.insert(_longs(1, 2), [1.0])),
        _error(lambda: table.insert([1.0, 2.0], [1.0, 2.0])),
        _error(lambda: table.insert(_longs(1), ["a"])),
    ]
    keys, _ = table.export()
    return [*shown, sorted(keys.numpy().tolist())]


def vectors_as_values():
    table = MutableHashTable(tf.int32, tf.int32, default_value=[0, 0])
    table.insert([1], [[5, 6]])
    return [table.lookup([1, 2]), table.lookup([[2], [1]]), *table.export()]


def dense_tables():
    table = DenseHashTable(
        tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1
    )
    table.insert(_longs(5), _longs(6))
    shown = [table.lookup(_longs(5, 7)), table.size(), table.erase(_longs(5))]
    return [
        *(*shown, table.size()),
        _error(lambda: table.insert(_longs(0), _longs(1))),
        _error(lambda: table.lookup(_longs(-1))),
    ]


def files():
    path = _file("emerson 10\nlake 20\npalmer 30\n")
    columns = File(path, tf.string, 0, tf.int64, 1, delimiter=" ")
    numbers = File(path, tf.string, Index.WHOLE_LINE, tf.int64, Index.LINE_NUMBER)
    lines = File(path, tf.int64, Index.LINE_NUMBER, tf.string, Index.WHOLE_LINE)
    first = File(
        *(path, tf.int64, Index.LINE_NUMBER, tf.string, Index.WHOLE_LINE), vocab_size=2
    )
    return [
        StaticHashTable(columns, -1).lookup(tf.constant(["lake", "x"])),
        StaticHashTable(numbers, -1).lookup(tf.constant(["palmer 30", "x"])),
        StaticHashTable(lines, "none").lookup(_longs(0, 7)),
        StaticHashTable(first, "none").size(),
    ]


def refused_files():
    path = _file("a 1\nb x\na 3\n")

    def filled(*args, **kwargs):
        return _error(lambda: StaticHashTable(File(*args, **kwargs), -1))

    return [
        filled(path, tf.string, 0, tf.int64, 1, delimiter=" "),
        filled(path, tf.string, 0, tf.int64, 5, delimiter=" "),
        filled(path, tf.string, 0, tf.int64, Index.LINE_NUMBER, delimiter=" "),
        filled("/nonexistent/file", tf.string, 0, tf.int64, 1),
        filled(path, tf.string, 0, tf.int64, -4),
        filled(path, tf.string, Index.LINE_NUMBER, tf.int64, 0),
        filled(path, tf.float32, Index.WHOLE_LINE, tf.int64, 0),
        filled(path, tf.int64, Index.WHOLE_LINE, tf.int64, 0),
        filled(
            *(path, tf.string, Index.WHOLE_LINE, tf.int64, Index.LINE_NUMBER),
            vocab_size=9,
        ),
        filled("", tf.string, 0, tf.int64, 1),
        filled(path, tf.string, 0, tf.int64, 1, vocab_size=0),
    ]


def vocabularies():
    words = Filling(tf.constant(["a", "b", "c"]), tf.range(3, dtype=tf.int64))
    table = StaticVocabularyTable(words, num_oov_buckets=2)
    numbers = Filling(_longs(10, 20), tf.range(2, dtype=tf.int64))
    of_numbers = StaticVocabularyTable(numbers, num_oov_buckets=3)
    unknown = StaticVocabularyTable(None, num_oov_buckets=5)
    return [
        table.lookup(tf.constant(["a", "c", "zzz", "yyy", "q"])),
        table.lookup(tf.ragged.constant([["a"], ["b", "zzz"]])),
        *(table[tf.constant("b")], table.size(), table.key_dtype, table.value_dtype),
        of_numbers.lookup(_longs(10, 20, 30, 40, 50)),
        *(unknown.lookup(tf.constant(["a", "b"])), unknown.size()),
        _error(lambda: StaticVocabularyTable(words, 0)),
        _error(lambda: StaticVocabularyTable(Filling(["a"], [1]), 1)),
        _error(lambda: table.lookup(tf.constant([1]))),
    ]


def shared_names():
    def handle(name):
        kinds = {"key_dtype": tf.string, "value_dtype": tf.int64}
        return tf.raw_ops.HashTableV2(shared_name=name, **kinds)

    def found(table):
        keys, default = tf.constant(["a", "b"]), tf.constant(-1, tf.int64)
        return tf.raw_ops.LookupTableFindV2(
            table_handle=table, keys=keys, default_value=default
        )

    filled = handle("one")
    tf.raw_ops.InitializeTableV2(
        table_handle=filled, keys=tf.constant(["a"]), values=_longs(4)
    )
    return [
        found(handle("one")),
        tf.raw_ops.LookupTableSizeV2(table_handle=handle("one")),
        tf.raw_ops.LookupTableSizeV2(table_handle=handle("other")),
        _error(lambda: found(handle("other"))),
    ]


PROGRAMS = (
    "composite_keys",
    "dense_tables",
    "files",
    "kinds_of_keys_and_values",
    "mutable_tables",
    "refused_files",
    "refused_fillings",
    "shared_names",
    "static_tables",
    "tables_in_functions",
    "tables_in_loops",
    "vectors_as_values",
    "vocabularies",
)
