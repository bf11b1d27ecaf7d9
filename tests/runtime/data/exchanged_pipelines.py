"""Pipelines as graphs that one TensorFlow writes and the other reads.

    python -m tests.runtime.data.exchanged_pipelines --record > exchanged_pipelines.json
    python -m tests.runtime.data.exchanged_pipelines --compare 200 --python PYTHON

The first runs under a Python that has TensorFlow. The second writes the graphs of drawn
pipelines here, and has the Python that is given read and run them.
"""

from __future__ import annotations

import argparse
import base64
import importlib
import json
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.runtime.data.drawn_pipelines import SHOWN, shown
from tests.runtime.data.generated_pipelines import functions, pipelines

RECORDED = 40
LEFT_OUT = ("F.numbers", "F.rows")
"""Generators are of one process; ragged constants are variants of TensorFlow's."""


def written(tf: Any, helpers: Any, text: str) -> Any:
    """The graph of a pipeline and the elements, or None if it has no graph."""
    if any(each in text for each in LEFT_OUT):
        return None
    tf.random.set_seed(5)
    try:
        dataset = eval(text, {"D": tf.data.Dataset, "F": helpers, "tf": tf})
        graph = dataset._as_serialized_graph().numpy()
    except Exception:  # what cannot be made or written is not exchanged
        return None
    types = [[str(s.shape), s.dtype.name] for s in tf.nest.flatten(specs(tf, dataset))]
    elements = list(listed(tf, dataset))
    return [text, packed(graph), types, elements]


def packed(data: bytes) -> str:
    """Bytes as short text."""
    return base64.b64encode(zlib.compress(data, 9)).decode()


def unpacked(text: str) -> bytes:
    """The bytes again."""
    return zlib.decompress(base64.b64decode(text))


def specs(tf: Any, dataset: Any) -> Any:
    """The specs of elements that are tensors alone.

    Raises:
      TypeError: for others.
    """
    for each in tf.nest.flatten(dataset.element_spec):
        if not isinstance(each, tf.TensorSpec):
            raise TypeError(f"{each} is no spec of a tensor.")
    return dataset.element_spec


def listed(tf: Any, dataset: Any) -> Any:
    """The first elements in words, their components in order; last an error's class."""
    try:
        for position, element in enumerate(dataset):
            if position == SHOWN:
                return
            yield str([shown(tf, each) for each in tf.nest.flatten(element)])
    except Exception as error:  # what it raises is the outcome
        yield f"!{type(error).__name__}"


def read(tf: Any, graph: str, types: list[list[str]]) -> list[str]:
    """The elements of the pipeline in a graph."""
    tf.random.set_seed(5)
    spec = tuple(
        tf.TensorSpec(
            None if shape == "<unknown>" else json.loads(_as_json(shape)), dtype
        )
        for shape, dtype in types
    )
    variant = tf.raw_ops.DatasetFromGraph(graph_def=tf.constant(unpacked(graph)))
    return list(listed(tf, tf.data.experimental.from_variant(variant, spec)))


def _as_json(shape: str) -> str:
    inside = shape.strip("()").rstrip(",")
    return f"[{inside.replace('None', 'null')}]"


def exchangeable(tf: Any, seed: int, count: int) -> list[Any]:
    """So many drawn pipelines that have a graph, of elements that are tensors."""
    helpers, found = functions(tf), []
    for text in pipelines(seed, 4 * count):
        if len(found) == count:
            break
        try:
            made = written(tf, helpers, text)
        except (TypeError, AttributeError):
            continue
        if made is not None:
            found.append(made)
    return found


def loops(tf: Any) -> list[Any]:
    """Functions with pipelines, as graphs: their fetches, feeds and results."""
    dataset = tf.data.Dataset

    @tf.function
    def batches(count: Any) -> Any:
        total = tf.constant(0, tf.int64)
        for x in dataset.range(count).map(lambda x: x + 1).batch(3):
            total += tf.reduce_sum(x)
        return total

    @tf.function
    def cut_short(count: Any) -> Any:
        total = tf.constant(0, tf.int64)
        for number, x in dataset.range(count).shuffle(9, seed=2).enumerate():
            if number > 4:
                break
            total = 3 * total + x
        return total

    @tf.function
    def stepwise(count: Any) -> Any:
        iterator = iter(dataset.range(count).filter(lambda x: x % 2 == 1))
        first = next(iterator)
        second = iterator.get_next_as_optional()
        return first + tf.cast(second.has_value(), tf.int64)

    @tf.function
    def nested(count: Any) -> Any:
        found = dataset.range(count).interleave(
            lambda x: dataset.from_tensors(x).repeat(2), cycle_length=2
        )
        return (
            found.window(3)
            .flat_map(lambda w: w.batch(3))
            .reduce(
                tf.constant(0, tf.int64), lambda total, x: 2 * total + tf.reduce_sum(x)
            )
        )

    found = []
    for function in (batches, cut_short, stepwise, nested):
        concrete = function.get_concrete_function(tf.TensorSpec([], tf.int64))
        data = concrete.graph.as_graph_def().SerializeToString()
        result = concrete.outputs[0].name
        name = concrete.inputs[0].name
        answer = int(function(tf.constant(7, tf.int64)))
        found.append([function.__name__, packed(data), name, result, answer])
    return found


def main() -> int:
    """Records, reads or compares, as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--read", action="store_true")
    parser.add_argument("--compare", type=int, default=0)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--python", default=sys.executable)
    asked = parser.parse_args()
    if asked.record or asked.read:
        tf = importlib.import_module("tensorflow")
        if asked.record:
            drawn = exchangeable(tf, asked.seed, RECORDED)
            found = {"pipelines": drawn, "functions": loops(tf)}
            json.dump(found, sys.stdout, indent=0)
            return 0
        answers = []
        for _, graph, types, _ in json.load(sys.stdin):
            try:
                answers.append(read(tf, graph, types))
            except Exception as error:  # what it raises is the outcome
                answers.append([f"!{type(error).__name__}: {error}"])
        json.dump(answers, sys.stdout)
        return 0
    import runtime

    ours = exchangeable(runtime, asked.seed, asked.compare)
    command = [asked.python, __file__, "--read"]
    given = json.dumps(ours).encode()
    done = subprocess.run(command, input=given, stdout=-1, check=True)
    differing = 0
    for (text, _, _, elements), theirs in zip(ours, json.loads(done.stdout)):
        if elements != theirs:
            differing += 1
            print(f"{text}\n  here       {elements}\n  TensorFlow {theirs}")
    print(f"{differing} of {len(ours)} differ")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
