"""Sums of ragged tensors and tensors, against TensorFlow and against NumPy by rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import runtime as tf
from tests.runtime.expressions import outcomes_here
from tests.runtime.ragged.random_broadcasts import nested, random_pairs, sum_of_rows
from tests.tensorflow_process import TensorFlowProcess

PATH: Final = Path(__file__).parents[1] / "cases" / "ragged_broadcasts.json"
COUNT: Final = 300

FAULTS: Final = "Last row partition does not match", "RowPartitions in Dynamic"
"""Checks of its own that TensorFlow fails, where the rows go together."""

EVALUATE: Final = """
def outcome(code):
    try:
        value = eval(code, {"tf": tf})
    except (tf.errors.InvalidArgumentError, ValueError) as error:
        is_fault = str(error).startswith(tuple(faults))
        return "fault" if is_fault else type(error).__name__
    return f"{value} {value.dtype.name} {value.shape}"

result = [outcome(code) for code in codes]
"""


def answers_there(process: TensorFlowProcess, codes: list[str]) -> dict[str, Any]:
    answers = process.run(EVALUATE, codes=codes, faults=FAULTS)
    return dict(zip(codes, answers, strict=True))


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(PATH.read_text())
    return found


def differing(found: list[Any], expected: dict[str, Any]) -> dict[str, Any]:
    pairs = zip(expected.items(), found, strict=True)
    return {
        code: (ours, theirs)
        for (code, theirs), ours in pairs
        if ours != theirs and theirs != "fault"
    }


def test_vector_is_spread_over_uniform_columns_of_one() -> None:
    rows = tf.ragged.constant([[[1], [2]], [[3]]], ragged_rank=1)
    expected = [[[11, 21, 31], [12, 22, 32]], [[13, 23, 33]]]
    vector = tf.constant([10, 20, 30])
    assert (rows + vector).to_list() == expected
    assert (vector + rows).to_list() == expected


def test_sums_are_tensorflows() -> None:
    expected = recorded()
    assert differing(outcomes_here("", list(expected)), expected) == {}


def operands(code: str) -> list[Any]:
    return [eval(side, {"tf": tf}) for side in code.split(" + ")]


def check_by_rows(code: str) -> None:
    sides = operands(code)
    rank = max(each.shape.rank for each in sides)
    by_rows = sum_of_rows(*(nested(each, rank) for each in sides))
    assert nested(sides[0] + sides[1], rank) == by_rows, code


def test_sums_are_those_of_their_rows() -> None:
    for code, answer in recorded().items():
        if answer == "InvalidArgumentError":
            continue
        check_by_rows(code)


def test_sums_in_graphs_are_those_of_eager_tensors() -> None:
    """Row lengths are not known while tracing: refusals come as the graph runs."""
    codes = list(recorded().items())[:: COUNT // 25]
    for code, answer in codes:
        first, second = operands(code)
        traced = tf.function(lambda x, y: x + y, autograph=False)
        concrete = traced.get_concrete_function(*map(unknown, (first, second)))
        if answer == "InvalidArgumentError":
            with pytest.raises(tf.errors.InvalidArgumentError):
                concrete(first, second)
        else:
            assert nested(concrete(first, second), 0) == nested(first + second, 0), code


def unknown(value: Any) -> Any:
    """A spec that leaves open how many rows there are, and how long."""
    if isinstance(value, tf.RaggedTensor):
        shape = [None, *value.shape[1:]]
        return tf.RaggedTensorSpec(shape, value.dtype, value.ragged_rank)
    return tf.TensorSpec([None] * value.shape.rank, value.dtype)


def test_refusal_names_the_values_that_differ() -> None:
    rows = tf.ragged.constant([[1, 2], [3]])
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        rows + tf.constant([1, 2])
    assert str(caught.value) == (
        "Condition x == y did not hold.\n"
        "Indices of first 1 different values:\n[[2]]\n"
        "Corresponding x values:\n[4]\n"
        "Corresponding y values:\n[3]\n"
        "First 3 elements of x:\n[0 2 4]\n"
        "First 3 elements of y:\n[0 2 3]"
    )


def test_refusal_in_a_graph_names_the_values_that_differ() -> None:
    add = tf.function(
        lambda x, y: x + y,
        input_signature=[
            tf.RaggedTensorSpec([None, None], tf.int32),
            tf.TensorSpec([None], tf.int32),
        ],
    )
    rows = tf.ragged.constant([[1, 2], [3]])
    assert add(rows, [1]).to_list() == [[2, 3], [4]]
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"\[0 2 4\](.|\n)*\[0 2 3\]"
    ):
        add(rows, [1, 2])


def test_splits_of_two_dtypes_are_refused() -> None:
    rows = tf.ragged.constant([[1, 2], [3]])
    with pytest.raises(ValueError, match="mismatched row_splits dtypes"):
        rows + rows.with_row_splits_dtype(tf.int32)


def test_splits_keep_their_dtype() -> None:
    rows = tf.ragged.constant([[1, 2], [3]], row_splits_dtype=tf.int32)
    assert (rows + tf.constant([[1], [2]])).row_splits.dtype == tf.int32


def test_tensor_of_unknown_rank_is_refused() -> None:
    add = tf.function(
        lambda x: tf.ragged.constant([[1]]) + x,
        input_signature=[tf.TensorSpec(None, tf.int32)],
    )
    with pytest.raises(ValueError, match="unknown rank"):
        add(1)


def test_answers_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    codes = random_pairs(1, COUNT)
    answers = answers_there(tensorflow_python, codes)
    if update_goldens:
        lines = [f"{json.dumps(code)}: {json.dumps(answers[code])}" for code in codes]
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert answers == recorded()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_more_sums_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, seed: int
) -> None:
    """Now and then TensorFlow drops rows; then the rows themselves decide."""
    answers = answers_there(tensorflow_python, random_pairs(seed, 400))
    found = differing(outcomes_here("", list(answers)), answers)
    assert len(found) <= len(answers) // 100, found
    for code in found:
        check_by_rows(code)
