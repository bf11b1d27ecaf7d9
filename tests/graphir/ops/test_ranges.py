"""How many elements a range of floats has, against TensorFlow's answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

PATH: Final = Path(__file__).parents[2] / "runtime" / "cases" / "ranges.json"

COUNTS: Final = """
result = {}
for case in cases:
    start, limit, delta, dtype = case.split()
    bounds = float(start), float(limit), float(delta)
    result[case] = tf.range(*bounds, dtype=dtype).shape[0]
"""


def random_cases() -> list[str]:
    source = np.random.default_rng(3)
    found = []
    for _ in range(160):
        dtype = source.choice(["float32", "float64", "bfloat16", "float16"])
        delta = source.choice([0.1, 0.2, 0.3, 0.7, 0.05, 0.001, 2.5])
        delta *= source.choice([1, -1])
        start = source.choice([0, 0.1, 1, -1, 0.3, 5])
        limit = start + delta * source.choice([0, 1, 2, 5, 10, 20, 33])
        found.append(f"{start} {limit!s} {delta} {dtype}")
    return ["0.1 1.1 0.1 float32", "0.1 1.1 0.1 bfloat16", *dict.fromkeys(found)]


def test_ranges_have_tensorflows_number_of_elements() -> None:
    expected: dict[str, int] = json.loads(PATH.read_text())
    names: dict[str, Any] = {"tf": tf, "cases": list(expected)}
    exec(COUNTS, names)
    assert names["result"] == expected


def test_a_traced_range_knows_the_same_number() -> None:
    traced = tf.function(lambda: tf.range(0.1, 1.1, 0.1))
    assert traced.get_concrete_function().output_shapes == [10]
    assert traced().shape == [10]


def test_loop_over_a_range_of_floats_runs_as_often() -> None:
    @tf.function
    def count() -> Any:
        steps = 0
        for _ in tf.range(0.1, 1.1, 0.1):
            steps += 1
        return steps

    assert int(count()) == 10


def test_ragged_range_counts_and_adds_in_its_dtype() -> None:
    rows = tf.ragged.range(0.1, 1.1, 0.1)
    assert rows.row_splits.numpy().tolist() == [0, 10]
    last = np.float32(0.1)
    for _ in range(9):
        last += np.float32(0.1)
    assert rows.values.numpy()[-1] == last


def test_a_range_without_end_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="inf"):
        tf.range(0.0, float("inf"), 1.0)


def test_numbers_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    answers = tensorflow_python.run(COUNTS, cases=random_cases())
    if update_goldens:
        lines = [f"{json.dumps(case)}: {count}" for case, count in answers.items()]
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert answers == json.loads(PATH.read_text())
