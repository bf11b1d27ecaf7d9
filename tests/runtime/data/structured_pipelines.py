"""Pipelines of structured elements, drawn at random: the same in TensorFlow and here.

    python -m tests.runtime.data.structured_pipelines --record 150 --seed 3
    python -m tests.runtime.data.structured_pipelines --compare 2000 --python PYTHON

Elements are ragged, sparse and optional values, dicts, tuples, named tuples and
datasets in each other; stages group, pick, sample, scan and fail. They use the
functions of `generated_pipelines`; `drawn_pipelines` compares them.
"""

from __future__ import annotations

import collections
import random
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.runtime.data import generated_pipelines
from tests.runtime.data.drawn_pipelines import Drawn, main
from tests.runtime.data.explained_differences import OF_STRUCTURES

Pair = collections.namedtuple("Pair", ["right", "left"])
Inner = collections.namedtuple("Inner", ["ids", "rest"])


def functions(tf: Any) -> Any:
    """What pipelines call, under one TensorFlow or the other."""
    import numpy as np

    F = generated_pipelines.functions(tf)
    number = _number(tf)
    F.total = number
    F.even = lambda *x: number(*x) % 2 == 0
    F.small = lambda *x: number(*x) < 40
    F.part = lambda *x: number(*x) % 3
    F.divided = lambda *x: 12 // F.part(*x)
    F.checked = lambda *x: (tf.debugging.assert_less(number(*x), np.int64(9)), x)[1]
    F.mapping = collections.OrderedDict
    F.Pair, F.Inner, F.np = Pair, Inner, np
    _add_makers(tf, F)
    _add_values(tf, F)
    _add_groups(tf, F)
    F.with_options = lambda chosen: (
        lambda dataset: dataset.with_options(_options(tf, chosen))
    )
    return F


def _options(tf: Any, chosen: list[str]) -> Any:
    """Options with some of them set, as `name=value`."""
    options = tf.data.Options()
    for each in chosen:
        exec(f"options.{each}", {"options": options, "tf": tf})
    return options


def _number(tf: Any) -> Any:
    """A function that makes a number of any element."""

    def of_leaf(value: Any) -> Any:
        if isinstance(value, tf.data.Dataset):
            return value.reduce(np_zero(tf), lambda total, x: total + 1)
        if isinstance(value, tf.experimental.Optional):
            return tf.cast(value.has_value(), tf.int64)
        if isinstance(value, tf.RaggedTensor):
            value = value.flat_values
        if isinstance(value, tf.SparseTensor):
            value = value.values
        if value.dtype == tf.string:
            value = tf.strings.length(value)
        return tf.reduce_sum(tf.cast(value, tf.int64))

    def number(*x: Any) -> Any:
        leaves = [of_leaf(value) for value in tf.nest.flatten(x)]
        return sum(leaves, np_zero(tf))

    return number


def np_zero(tf: Any) -> Any:
    """A tensor of int64."""
    return tf.constant(0, tf.int64)


def _add_makers(tf: Any, F: Any) -> None:
    """Adds functions that make elements of other structures from any element."""
    D = tf.data.Dataset

    def ragged(*x: Any) -> Any:
        return tf.RaggedTensor.from_row_lengths(
            tf.range(F.total(*x) % 5), [F.total(*x) % 5, 0]
        )

    def sparse(*x: Any) -> Any:
        return tf.SparseTensor([[F.part(*x), 1]], [F.total(*x)], [3, 4])

    def optional(*x: Any) -> Any:
        return tf.experimental.Optional.from_value({"v": F.total(*x), "w": sparse(*x)})

    F.ragged = ragged
    F.sparse = sparse
    F.optional = optional
    F.both = lambda *x: {"r": ragged(*x), "s": (sparse(*x), F.total(*x))}
    F.named = lambda *x: Pair(F.total(*x), Inner({"z": x[0], "a": F.part(*x)}, ()))
    F.nested = lambda *x: (F.total(*x), (({"k": F.part(*x)},), F.even(*x)))
    F.ordered = lambda *x: collections.OrderedDict([("q", F.total(*x)), ("b", x)])
    F.listed = lambda *x: [F.total(*x), F.part(*x)]
    F.none = lambda *x: (F.total(*x), None)
    F.word = lambda *x: tf.strings.join([tf.as_string(F.total(*x)), "é"])
    F.unbound = lambda *x: tf.fill([F.part(*x), 2], F.total(*x))
    F.dataset_pair = lambda *x: (D.range(F.part(*x)), F.total(*x))
    F.first_leaf = lambda *x: tf.nest.flatten(x)[0]
    F.same = lambda *x: x if len(x) > 1 else x[0]
    F.empty = lambda *x: D.range(0)
    F.dense = lambda *x: tf.sparse.to_dense(sparse(*x))
    F.floats = lambda *x: tf.cast(F.total(*x), tf.float32) / 3


def _add_values(tf: Any, F: Any) -> None:
    """Adds values that sources are made of."""
    np, D = F.np, tf.data.Dataset
    F.nested_columns = {
        "a": (np.arange(6), {"x": np.arange(12.0).reshape(6, 2)}),
        "b": tf.ragged.constant([[1], [], [2, 3], [4], [], [5, 6, 7]]),
    }
    F.sparse_rows = tf.SparseTensor([[0, 1], [2, 0], [3, 2]], [1, 2, 3], [4, 3])
    F.deep = tf.ragged.constant([[[1], [2, 3]], [], [[4]], [[], [5]]])
    F.tuples = Pair(np.arange(4), Inner(np.array(["a", "b", "", "d"]), np.ones((4, 2))))
    F.weights = [0.3, 0.7]
    F.weights_dataset = D.from_tensors([0.9, 0.1]).repeat()
    F.target = [0.2, 0.3, 0.5]
    F.initial = [0.4, 0.4, 0.2]
    F.generated = lambda: iter([(1, {"a": [1]}), (2, {"a": [2, 3]}), (3, {"a": []})])
    F.generated_spec = (
        tf.TensorSpec([], tf.int32),
        {"a": tf.TensorSpec([None], tf.int64)},
    )
    F.ragged_spec = tf.RaggedTensorSpec([None, None], tf.int64, ragged_rank=1)
    F.ragged_generated = lambda: iter(
        [
            tf.ragged.constant([[1], [2, 3]], tf.int64),
            tf.ragged.constant([[4]], tf.int64),
        ]
    )


def _add_groups(tf: Any, F: Any) -> None:
    """Adds functions of stages that group, reduce and scan."""

    def counts(state: Any, *x: Any) -> Any:
        total, seen = state
        return (total + F.total(*x), seen + 1), {"total": total, "seen": seen}

    def of_ragged(state: Any, *x: Any) -> Any:
        return tf.concat([state, [F.part(*x)]], 0)[-3:], tf.reduce_sum(state)

    F.counts, F.of_ragged = counts, of_ragged
    F.zero, F.add = np_zero(tf), lambda total, *x: total + F.total(*x)
    F.start_counts = (tf.constant(0, tf.int64), tf.constant(0))
    F.three = tf.constant([0, 0, 0], tf.int64)
    F.sizes = lambda key: (key + 1) * 2
    F.group_counts = lambda key, group: group.reduce(
        tf.constant(0, tf.int64), lambda total, *x: total + F.total(*x)
    )
    F.group_batches = lambda key, group: group.batch(2)
    F.group_dataset = lambda key, group: tf.data.Dataset.from_tensors(key).repeat(2)
    F.length = lambda *x: tf.cast(F.part(*x) * 3, tf.int32)
    F.reducer = tf.data.experimental.Reducer(
        lambda key: tf.constant(0, tf.int64),
        lambda total, *x: total + F.total(*x),
        lambda total: total * 10,
    )
    F.class_of = lambda *x: tf.cast(F.part(*x), tf.int32)


SOURCES = (
    "D.range({n})",
    "D.from_tensor_slices(F.nested_columns)",
    "D.from_tensor_slices(F.sparse_rows)",
    "D.from_tensor_slices(F.deep)",
    "D.from_tensor_slices(F.tuples)",
    "D.from_tensors(F.nested_columns)",
    "D.from_tensors(F.sparse_rows).repeat({k})",
    "D.from_tensors(F.deep)",
    "D.from_generator(F.generated, output_signature=F.generated_spec)",
    "D.from_generator(F.ragged_generated, output_signature=F.ragged_spec)",
    "D.counter({n}, {k}).take({n})",
    "D.range({n}).map(F.both)",
    "D.range({n}).map(F.named)",
    "D.range({n}).map(F.optional)",
    "D.range({n}).map(F.dataset_pair)",
    "D.zip({{'a': D.range({n}), 'b': (D.from_tensor_slices(F.deep), D.range(9))}})",
    "D.sample_from_datasets([D.range({n}), D.range(20, 24)], F.weights, seed={k})",
    "D.sample_from_datasets([D.range({n}), D.range(20, 24)], F.weights_dataset, "
    "seed={k}, stop_on_empty_dataset=True)",
    "D.sample_from_datasets([D.range({k}), D.range(20, 22), D.range(0)], seed={n}, "
    "rerandomize_each_iteration=True)",
    "D.choose_from_datasets([D.range({n}), D.range(20, 24)], "
    "D.range(2).repeat(3), stop_on_empty_dataset=False)",
    "D.choose_from_datasets([D.range({k}).map(F.named), D.range(3).map(F.named)], "
    "D.range({n}).map(lambda x: x % 2))",
    "D.random(seed={n}).take({n}).map(F.part)",
    "D.random(seed={n}, rerandomize_each_iteration=True).take({k}).repeat(2)",
)
STAGES = (
    ".map(F.ragged)",
    ".map(F.sparse)",
    ".map(F.optional)",
    ".map(F.both)",
    ".map(F.named)",
    ".map(F.nested)",
    ".map(F.ordered)",
    ".map(F.listed)",
    ".map(F.none)",
    ".map(F.word)",
    ".map(F.unbound)",
    ".map(F.dataset_pair)",
    ".map(F.first_leaf)",
    ".map(F.same)",
    ".map(F.total)",
    ".map(F.total)",
    ".map(F.dense)",
    ".map(F.floats)",
    ".map(F.checked)",
    ".map(F.checked).ignore_errors()",
    ".map(F.divided).ignore_errors()",
    ".map(F.divided).ignore_errors(log_warning=False).batch({k})",
    ".filter(F.even)",
    ".take_while(F.small)",
    ".batch({k})",
    ".batch({k}, drop_remainder=True)",
    ".padded_batch({k})",
    ".padded_batch({k}, drop_remainder=True)",
    ".ragged_batch({k})",
    ".map(F.dense).apply(tf.data.experimental.dense_to_sparse_batch({k}, [5]))",
    ".map(F.unbound).map(F.total).sparse_batch({k}, [])",
    ".unbatch()",
    ".rebatch({k})",
    ".rebatch({k}, drop_remainder=True)",
    ".rebatch([{k}, 1, 2])",
    ".window({k})",
    ".window({k}, shift={k}, stride=2)",
    ".window({k}, drop_remainder=True).window({k})",
    ".window({n}, {k}, 2, True)",
    ".scan(F.start_counts, F.counts)",
    ".scan(F.three, F.of_ragged)",
    ".map(F.part).unique()",
    ".map(F.word).unique()",
    ".group_by_window(F.part, F.group_batches, {k})",
    ".group_by_window(F.part, F.group_dataset, window_size_func=F.sizes)",
    ".map(F.total).bucket_by_sequence_length(F.length, [2, 4], [1, {k}, 2])",
    ".map(F.unbound).bucket_by_sequence_length(F.length, [2, 4], [1, 2, {k}], "
    "pad_to_bucket_boundary=False)",
    ".map(F.unbound).bucket_by_sequence_length(F.length, [2, 4], [1, 2, {k}], "
    "drop_remainder=True, no_padding=True)",
    ".rejection_resample(F.class_of, F.target, F.initial, seed={k})",
    ".map(F.total).rejection_resample(F.class_of, F.target, seed={k})",
    ".apply(tf.data.experimental.group_by_reducer(F.part, F.reducer))",
    ".interleave(F.several, cycle_length={k}, block_length={n})",
    ".interleave(F.twice, cycle_length={n}, block_length={k}, num_parallel_calls={k})",
    ".interleave(F.empty, cycle_length={k})",
    ".flat_map(F.twice)",
    ".enumerate(start={k})",
    ".concatenate(D.range(2).map(F.total))",
    ".shuffle({n}, seed={k})",
    ".repeat({k})",
    ".take({n})",
    ".take(-1)",
    ".skip({k})",
    ".shard({k}, 0)",
    ".cache()",
    ".prefetch({k})",
    ".apply(tf.data.experimental.assert_cardinality({n}))",
    ".apply(lambda d: d.take({k}).concatenate(d))",
    ".apply(lambda d: D.zip((d, d.skip(1))))",
    ".apply(lambda d: D.zip(d, D.range(3)))",
    ".apply(lambda d: D.from_tensors(d.cardinality()))",
    ".apply(lambda d: D.from_tensors(d.reduce(F.zero, F.add)))",
)
OPTIONS = (
    "deterministic=True",
    "autotune.enabled=False",
    "autotune.cpu_budget=2",
    "autotune.ram_budget=10000000",
    "autotune.initial_parallelism=2",
    "distribute.auto_shard_policy=tf.data.experimental.AutoShardPolicy.OFF",
    "distribute.num_devices=1",
    "experimental_optimization.warm_start=None",
    "threading.max_intra_op_parallelism=1",
    "threading.private_threadpool_size=2",
    "experimental_slack=True",
    "experimental_warm_start=True",
    "experimental_external_state_policy=tf.data.experimental.ExternalStatePolicy.IGNORE",
    "experimental_symbolic_checkpoint=True",
    "dataset_name='numbers'",
    "framework_type=['one']",
    "service.pinned=True",
    "deterministic='no'",
    "unknown=3",
    "threading.private_threadpool_size=-1",
    "autotune.autotune_algorithm=tf.data.experimental.AutotuneAlgorithm.STAGE_BASED",
)


def pipelines(seed: int, count: int) -> list[str]:
    """So many pipelines of up to six stages, as expressions."""
    draw = random.Random(seed)

    def filled(text: str) -> str:
        text = text.replace("{n}", str(draw.randint(1, 9)))
        text = text.replace("{k}", str(draw.randint(1, 4)))
        return text.replace("{{", "{").replace("}}", "}")

    found = []
    for _ in range(count):
        stages = [draw.choice(STAGES) for _ in range(draw.randint(0, 5))]
        if draw.random() < 0.2:
            chosen = draw.sample(OPTIONS, draw.randint(1, 3))
            stages.append(f".apply(F.with_options({chosen!r}))")
        found.append("".join(map(filled, [draw.choice(SOURCES), *stages])))
    return found


FOUND = (
    "D.range(9).shuffle(9, seed=1).rejection_resample(F.class_of, F.target, seed=1)",
    "D.range(90).rejection_resample(F.class_of, F.target, seed=1)",
    "D.range(9).rejection_resample(F.class_of, F.target, F.target, seed=1)",
    "D.range(5).sparse_batch(2, [])",
    "D.range(4).map(F.none).window(2)",
    "D.range(4).map(F.ragged).batch(3, drop_remainder=True).map(F.same)",
    "D.range(3).map(F.dataset_pair).batch(2).apply(lambda d: d.concatenate(d))",
    "D.range(9).map(F.unbound).map(lambda x: x[:, 0]).apply("
    "tf.data.experimental.dense_to_sparse_batch(2, [1])).ignore_errors()",
    "D.range(5).map(F.dense).apply(tf.data.experimental.dense_to_sparse_batch(4, [5]))"
    ".window(3, drop_remainder=True)",
)
"""Pipelines that once gave other answers here."""


if __name__ == "__main__":
    sys.exit(main(Drawn(__file__, functions, pipelines, FOUND, OF_STRUCTURES)))
