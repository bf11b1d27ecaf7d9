"""Pipelines drawn at random, and what they give: the same under TensorFlow and here.

    python -m tests.runtime.data.generated_pipelines --record 200 --seed 3
    python -m tests.runtime.data.generated_pipelines --compare 5000
    python -m tests.runtime.data.generated_pipelines --passes 2000

`drawn_pipelines` says what each of these does. Without --python the first two start the
Python that runs them.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.runtime.data.drawn_pipelines import TENSORFLOW_PASSES, Drawn, main
from tests.runtime.data.explained_differences import OF_NUMBERS


def functions(tf: Any) -> Any:
    """What pipelines call, under one TensorFlow or the other."""
    import numpy as np

    def leaf(x: Any) -> Any:
        return tf.cast(tf.strings.length(x), tf.int64) if x.dtype == tf.string else x

    def plus(*x: Any) -> Any:
        return tf.nest.map_structure(lambda v: leaf(v) + 1, x if len(x) > 1 else x[0])

    def halves(*x: Any) -> Any:
        return tf.nest.map_structure(
            lambda v: tf.cast(leaf(v), tf.float64) / 2.0, x if len(x) > 1 else x[0]
        )

    def total(*x: Any) -> Any:
        parts = [tf.cast(leaf(v), tf.int64) for v in tf.nest.flatten(x)]
        return sum([tf.reduce_sum(v) for v in parts], tf.constant(0, tf.int64))

    F = SimpleNamespace(
        plus=plus,
        halves=halves,
        total=total,
        even=lambda *x: total(*x) % 2 == 0,
        small=lambda *x: total(*x) < 9,
        part=lambda *x: total(*x) % 3,
        count=lambda state, _: (state + 1, state * 2),
        pair=lambda *x: (total(*x), {"b": F.part(*x), "a": tf.as_string(total(*x))}),
        fill=lambda *x: tf.fill([F.part(*x)], total(*x)),
        noise=lambda *x: (tf.random.uniform([2], seed=7), total(*x)),
        divided=lambda *x: 12 // F.part(*x),
        batches=lambda _, group: group.batch(2),
        numbers=lambda: iter(range(5)),
        rows_of=lambda: iter(([1, 2], [3], [4, 5])),
        scalar=tf.TensorSpec([], tf.int64),
        any_shape=tf.TensorSpec(None, tf.int64),
        matrix=np.arange(12, dtype=np.int32).reshape(6, 2),
        columns={"a": np.arange(5), "b": np.array(["x", "yy", "z", "x", ""])},
        words=np.array(["p", "qq", "", "qq"]),
        rows=tf.ragged.constant([[1], [], [2, 3]]),
    )
    _add_nested(tf, F)
    _add_effects(tf, F)
    return F


def _add_nested(tf: Any, F: Any) -> None:
    """Adds functions that make datasets, or are given them."""
    D = tf.data.Dataset

    def mapped(*x: Any) -> Any:
        made = D.range(F.part(*x)).map(F.plus).map(F.plus)
        return made.filter(F.even).filter(F.small).map(F.plus).batch(2)

    def inner(*x: Any) -> Any:
        nested = [v for v in tf.nest.flatten(x) if isinstance(v, D)]
        return nested[0] if nested else F.twice(*x)

    F.twice = lambda *x: D.from_tensors(x if len(x) > 1 else x[0]).repeat(2)
    F.several = lambda *x: D.range(F.part(*x)).map(lambda v: v + F.total(*x))
    F.mapped = mapped
    F.inner = inner


def _add_effects(tf: Any, F: Any) -> None:
    """Adds functions with a state or a check, and options."""
    seen = tf.Variable(0, dtype=tf.int64)

    def of_two(*x: Any) -> Any:
        first = tf.nest.flatten(x)[0]
        is_nested = isinstance(first, tf.data.Dataset)
        return tf.ensure_shape(F.total(*x) if is_nested else first, [2])

    def passes(names: str) -> Any:
        options = tf.data.Options()
        for name in names.split():
            setattr(options.experimental_optimization, name, True)
        return options

    F.start = lambda: seen.assign(0)
    F.counted = lambda *x: (seen.assign_add(1), F.total(*x))
    F.every_second = lambda *_: seen.assign_add(1) % 2 == 0
    F.python = lambda *x: tf.py_function(lambda v: v + 1, [F.total(*x)], tf.int64)
    F.of_two = of_two
    F.passes = passes


SOURCES = (
    "D.range({n})",
    "D.range({n}).map(F.pair)",
    "D.from_tensor_slices(F.matrix)",
    "D.from_tensor_slices(F.columns)",
    "D.from_tensor_slices(F.words)",
    "D.from_tensor_slices(F.rows)",
    "D.from_generator(F.numbers, output_signature=F.scalar)",
    "D.from_generator(F.rows_of, output_signature=F.any_shape)",
    "D.range({n}).window({k}).window({k})",
    "D.random({n}).take(5).map(F.part)",
    "D.zip((D.range({n}), D.from_tensor_slices(F.words)))",
    "D.from_tensors(F.columns)",
    "D.sample_from_datasets([D.range({n}), D.range(20, 24)], seed={k})",
    "D.choose_from_datasets([D.range({n}), D.range(20, 24)], D.range(2).repeat(3))",
)
STAGES = (
    ".map(F.plus).batch({k})",
    ".map(F.halves).shuffle({n}, seed={k}).batch({k}, drop_remainder=True)",
    ".map(F.plus).map(F.halves)",
    ".filter(F.even).filter(F.small)",
    ".map(F.plus).filter(F.even)",
    ".shuffle({n}, seed={k}).repeat({k})",
    ".map(F.plus)",
    ".map(F.plus, num_parallel_calls={k})",
    ".map(F.halves)",
    ".map(F.pair)",
    ".map(F.fill)",
    ".map(F.noise)",
    ".map(F.divided)",
    ".map(F.divided).ignore_errors()",
    ".filter(F.even)",
    ".take_while(F.small)",
    ".batch({k})",
    ".batch({k}, drop_remainder=True)",
    ".batch({k}, num_parallel_calls=2)",
    ".padded_batch({k})",
    ".ragged_batch({k})",
    ".unbatch()",
    ".rebatch({k})",
    ".shuffle({k}, seed={n})",
    ".shuffle({n}, seed={k}, reshuffle_each_iteration=False)",
    ".repeat({k})",
    ".take({n})",
    ".skip({k})",
    ".shard({k}, 0)",
    ".cache()",
    ".prefetch({k})",
    ".enumerate()",
    ".concatenate(D.range(2))",
    ".window({k}, shift=1, drop_remainder=True)",
    ".flat_map(F.twice)",
    ".interleave(F.twice, cycle_length={k})",
    ".interleave(F.twice, cycle_length={k}, num_parallel_calls=2)",
    ".scan(0, F.count)",
    ".unique()",
    ".group_by_window(F.part, F.batches, window_size={k})",
    ".with_options(tf.data.Options())",
    ".window({k}).flat_map(F.inner)",
    ".window({k}).window({k}).flat_map(F.inner).flat_map(F.inner)",
    ".window({k}).window({k}).interleave(F.inner).interleave(F.inner)",
    ".flat_map(F.several)",
    ".flat_map(F.mapped)",
    ".map(F.mapped).interleave(F.inner, cycle_length={k})",
    ".flat_map(F.inner)",
    ".interleave(F.several, cycle_length={k}, block_length={k})",
    ".interleave(F.several, cycle_length={k}, num_parallel_calls=2)",
    ".map(F.several).flat_map(F.inner)",
    ".map(F.counted)",
    ".filter(F.every_second)",
    ".filter(F.even).filter(F.every_second)",
    ".map(F.of_two)",
    ".map(F.python)",
    ".map(F.plus, num_parallel_calls={k}, deterministic=True)",
)
UNORDERED = (
    ".map(F.part, num_parallel_calls={k}, deterministic=False)",
    ".map(F.plus, num_parallel_calls=2, deterministic=False).map(F.halves, "
    "num_parallel_calls=2, deterministic=False)",
    ".interleave(F.twice, cycle_length={k}, num_parallel_calls=2, deterministic=False)",
)
"""Last stages whose elements may come in any order."""


FOUND = (
    "D.range(2).map(F.pair).skip(2).map(F.divided).ignore_errors().take(1)",
    "D.range(4).window(1, shift=1).batch(3, drop_remainder=True).rebatch(1)",
    "D.range(2).window(1, shift=1).ragged_batch(1).flat_map(F.twice)",
    "D.range(2).batch(1).concatenate(D.range(2)).ragged_batch(3)",
    "D.range(2).map(F.divided).window(3, shift=1, drop_remainder=True)",
    "D.range(5).map(F.divided).window(2, shift=1)",
    "D.range(1).batch(2).skip(1).ragged_batch(4).unbatch()",
    "D.from_tensor_slices(F.rows).map(F.plus).filter(F.even).map(F.fill).interleave("
    "F.twice, cycle_length=2).map(F.halves).shuffle(7, seed=2).batch(2).rebatch(3)",
    "D.from_tensor_slices(F.rows).unbatch()",
    "D.from_tensor_slices(F.rows).unbatch().batch(2).map(F.plus)",
    "D.from_tensor_slices(F.rows).unbatch().padded_batch(2)",
    "D.from_tensor_slices(F.rows).rebatch(2).ragged_batch(2)",
    "D.from_tensor_slices(F.rows).rebatch(2).unbatch().enumerate()",
    "D.from_tensor_slices(F.rows).rebatch(2).batch(2)",
    "D.range(3).rebatch(2)",
    "D.range(3).unbatch()",
    "D.range(8).window(2).window(2).flat_map(F.inner).flat_map(F.inner).with_options("
    "F.passes('map_fusion'))",
    "D.range(9).window(3).window(3).interleave(F.inner).interleave(F.inner)"
    ".with_options(F.passes('map_fusion map_parallelization'))",
    "D.from_generator(F.rows_of, output_signature=F.any_shape).map(F.of_two)"
    ".with_options(F.passes('noop_elimination'))",
    "D.from_generator(F.rows_of, output_signature=F.any_shape).map(F.of_two)",
    "D.range(4).flat_map(F.mapped).with_options(F.passes('map_fusion filter_fusion'))",
)
"""Pipelines that once gave other answers here."""


def pipelines(seed: int, count: int) -> list[str]:
    """So many pipelines of up to six stages, as expressions."""
    draw = random.Random(seed)

    def filled(text: str) -> str:
        return text.replace("{n}", str(draw.randint(1, 9))).replace(
            "{k}", str(draw.randint(1, 4))
        )

    found = []
    for _ in range(count):
        stages = [draw.choice(STAGES) for _ in range(draw.randint(0, 5))]
        if draw.random() < 0.1:
            stages.append(draw.choice(UNORDERED))
        if draw.random() < 0.5:
            names = [each for each in TENSORFLOW_PASSES if draw.random() < 0.5]
            stages.append(f".with_options(F.passes({' '.join(names)!r}))")
        found.append("".join(map(filled, [draw.choice(SOURCES), *stages])))
    return found


if __name__ == "__main__":
    sys.exit(main(Drawn(__file__, functions, pipelines, FOUND, OF_NUMBERS)))
