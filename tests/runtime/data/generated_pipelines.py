"""Pipelines drawn at random, and what they give: the same under TensorFlow and here.

    python -m tests.runtime.data.generated_pipelines --record 200 --seed 3
    python -m tests.runtime.data.generated_pipelines --compare 5000
    python -m tests.runtime.data.generated_pipelines --passes 2000

The first two start a Python that has TensorFlow, given by --python, and start it anew
after a pipeline that ends its process. The third compares pipelines that the passes
rewrote with the same ones as they were written.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

SHOWN = 12
"""Elements that are compared."""

SORTED = 400
"""So many are read where they come in any order, to be compared sorted."""


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


TENSORFLOW_PASSES = (
    "filter_fusion",
    "filter_parallelization",
    "inject_prefetch",
    "map_and_batch_fusion",
    "map_and_filter_fusion",
    "map_fusion",
    "map_parallelization",
    "noop_elimination",
    "parallel_batch",
    "shuffle_and_repeat_fusion",
)
"""The passes for pipelines that TensorFlow has too."""

PASSES = ("batch_before_map", *TENSORFLOW_PASSES)


def outcome(tf: Any, helpers: Any, text: str) -> list[Any]:
    """The spec, the cardinality, elements, and the class of an error."""
    found: list[Any] = []
    tf.random.set_seed(5)
    helpers.start()
    try:
        dataset = eval(text, {"D": tf.data.Dataset, "F": helpers, "tf": tf})
        found += [repr(dataset), int(dataset.cardinality())]
    except Exception as error:  # what it raises is the outcome
        return [*found, f"!{type(error).__name__}"]
    return found + elements_of(tf, dataset, text)


def elements_of(tf: Any, dataset: Any, text: str) -> list[str]:
    """The first elements, and the class of an error; sorted where order is free."""
    is_ordered = "deterministic=False" not in text
    found: list[str] = []
    try:
        for position, element in enumerate(dataset):
            if position == (SHOWN if is_ordered else SORTED):
                break
            found.append(shown(tf, element))
    except Exception as error:  # what it raises is the outcome
        failed = f"!{type(error).__name__}"
        return [*found, failed] if is_ordered else [failed]
    if is_ordered:
        return found
    return sorted(found) if len(found) < SORTED else ["too many"]


def rewritten(tf: Any, helpers: Any, text: str, passes: Sequence[str]) -> list[Any]:
    """The elements, and the class of an error, with these passes and no others."""
    tf.random.set_seed(5)
    helpers.start()
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    for name in passes:
        setattr(options.experimental_optimization, name, True)
    try:
        dataset = eval(text, {"D": tf.data.Dataset, "F": helpers, "tf": tf})
        dataset = dataset.with_options(options)
    except Exception as error:  # what it raises is the outcome
        return [f"!{type(error).__name__}"]
    return elements_of(tf, dataset, text)


def passes_that_differ(tf: Any, helpers: Any, text: str, draw: random.Random) -> str:
    """What some drawn passes made of a pipeline, if it is not what it was."""
    passes = [name for name in PASSES if draw.random() < 0.6]
    plain = rewritten(tf, helpers, text, ())
    found = rewritten(tf, helpers, text, passes)
    if found == plain:
        return ""
    return f"{text}\n  {' '.join(passes)}\n  rewritten {found}\n  plain     {plain}"


def shown(tf: Any, element: Any) -> str:
    """An element in words."""
    if isinstance(element, tf.data.Dataset):
        return f"dataset of {[shown(tf, each) for each in element]}"
    if isinstance(element, dict):
        return str({key: shown(tf, element[key]) for key in sorted(element)})
    if isinstance(element, tuple):
        name = type(element).__name__ if hasattr(element, "_fields") else ""
        return name + str(tuple(shown(tf, each) for each in element))
    if isinstance(element, tf.RaggedTensor):
        return str(element.to_list())
    if isinstance(element, tf.SparseTensor):
        parts = (element.indices, element.values, element.dense_shape)
        return f"sparse {[shown(tf, each) for each in parts]}"
    if isinstance(element, tf.experimental.Optional):
        has_value = bool(element.has_value())
        return f"optional {shown(tf, element.get_value()) if has_value else None}"
    if element is None:
        return "None"
    value = element.numpy()
    plain = value.tolist() if hasattr(value, "tolist") else value
    return f"{element.dtype.name}{plain}"


def compare_passes(seed: int, count: int) -> int:
    """Prints what the passes changed."""
    import runtime

    helpers, draw = functions(runtime), random.Random(seed)
    texts = [*FOUND, *pipelines(seed, count)]
    found = [passes_that_differ(runtime, helpers, each, draw) for each in texts]
    different = list(filter(None, found))
    print(*different, f"{len(different)} of {len(texts)} differ", sep="\n")
    return int(bool(different))


Recorded = tuple[str, list[Any] | None]
"""A pipeline, and its outcome; None if it ended the process, or took too long."""


@dataclass(frozen=True)
class Drawn:
    """What draws pipelines: a module that is run by its file."""

    file: str
    functions: Callable[[Any], Any]
    pipelines: Callable[[int, int], list[str]]
    found: Sequence[str]

    def texts(self, seed: int, count: int) -> list[str]:
        """Those that once differed, and so many others."""
        return [*self.found, *self.pipelines(seed, count)]


def record(drawn: Drawn, asked: Any, texts: Sequence[str]) -> None:
    """Prints the outcome of each pipeline from the one that is asked for, in lines."""
    tf = importlib.import_module(asked.module)
    helpers = drawn.functions(tf)
    for text in texts[asked.start :]:
        signal.alarm(LONGEST)  # ends the process, which is started anew
        print(json.dumps(outcome(tf, helpers, text)), flush=True)


def recorded(
    drawn: Drawn, asked: Any, python: str, texts: Sequence[str]
) -> list[Recorded]:
    """The outcomes in another process, which is started anew where it ends early."""
    found: list[Recorded] = []
    while len(found) < len(texts):
        command = [python, drawn.file, "--draw", str(asked.record or asked.compare)]
        command += ["--seed", str(asked.seed), "--start", str(len(found))]
        command += ["--module", asked.module]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, timeout=PATIENCE)
            lines = done.stdout
        except subprocess.TimeoutExpired as expired:
            lines = expired.stdout or b""
        whole = [each for each in lines.splitlines(True) if each.endswith(b"\n")]
        found += zip(texts[len(found) :], map(json.loads, whole))
        if len(found) < len(texts):
            found.append((texts[len(found)], None))
    return found


PATIENCE = 300
"""Seconds for one process."""

LONGEST = 20
"""Seconds for one pipeline under TensorFlow."""


def compare(drawn: Drawn, texts: list[Recorded]) -> int:
    """Prints the pipelines whose outcome is another here."""
    import runtime

    helpers, differing = drawn.functions(runtime), 0
    for text, theirs in texts:
        if theirs is None:
            print(f"{text}\n  ends TensorFlow")
            continue
        mine = outcome(runtime, helpers, text)
        if mine != theirs:
            differing += 1
            print(f"{text}\n  TensorFlow {theirs}\n  here       {mine}")
    print(f"{differing} of {len(texts)} differ")
    return int(differing > 0)


def main(drawn: Drawn) -> int:
    """Records, or compares, as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("record", "compare", "passes", "draw", "start"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", default="tensorflow")
    parser.add_argument("--python", default=sys.executable)
    asked = parser.parse_args()
    if asked.passes:
        return compare_passes(asked.seed, asked.passes)
    count = asked.record or asked.compare or asked.draw
    texts = drawn.texts(asked.seed, count)
    if asked.draw:
        record(drawn, asked, texts)
        return 0
    found = recorded(drawn, asked, asked.python, texts)
    if asked.compare:
        return compare(drawn, found)
    lines = [json.dumps(each) for each in found if each[1] is not None]
    print("[\n" + ",\n".join(lines) + "\n]")
    return 0


if __name__ == "__main__":
    sys.exit(main(Drawn(__file__, functions, pipelines, FOUND)))
