"""Traces explain themselves: on demand, in a warning, and in a history."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

Point = namedtuple("Point", "x y")


class Fruit:
    """An object without a value of its own."""


def explained(first: Any, second: Any) -> str:
    traced = tf.function(lambda x: 1)
    traced(first)
    text: str = traced.explain_retrace(second)
    return text


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (1, 2, "argument 'x' is Literal[2], it was Literal[1]"),
        (1, True, "argument 'x' is Literal[True], it was Literal[1]"),
        (1, 1.0, "argument 'x' is Literal[1.0], it was Literal[1]"),
        ([1, 2], [1, 3], "argument 'x[1]' is Literal[3], it was Literal[2]"),
        ([1], (1,), "argument 'x' is a tuple, it was a list"),
        ([1], [1, 2], "argument 'x' has 2 elements, it had 1"),
        ({"a": 1}, {"a": 2}, "argument 'x['a']' is Literal[2], it was Literal[1]"),
        ({"a": 1}, {"b": 1}, "argument 'x' has the keys ['b'], it had ['a']"),
        (Point(1, 2), Point(1, 3), "argument 'x.y' is Literal[3], it was Literal[2]"),
    ],
)
def test_explanation_names_what_differs(first: Any, second: Any, text: str) -> None:
    assert explained(first, second) == text


def test_explanation_of_tensors_names_dtype_and_shape() -> None:
    text = explained(tf.ones([2]), tf.ones([3], tf.int32))
    assert text == (
        "argument 'x' has dtype int32, it had float32; "
        "argument 'x' has shape (3,), it had (2,)"
    )


def test_explanation_of_objects_says_whether_the_earlier_one_is_gone() -> None:
    kept, traced = Fruit(), tf.function(lambda x, y: 1)
    traced(kept, 1)
    assert "another object: Fruit at 0x" in traced.explain_retrace(Fruit(), 1)


def test_explanation_of_variables() -> None:
    first, second = tf.Variable(1.0), tf.Variable(1.0)
    text = "argument 'x' is another variable: VariableSpec(shape=()"
    assert explained(first, second).startswith(text)


def test_explanation_compares_with_the_nearest_trace() -> None:
    traced = tf.function(lambda x, y: 1)
    traced(1, "a")
    traced(2, "b")
    assert traced.explain_retrace(1, "c") == (
        "argument 'y' is Literal['c'], it was Literal['a']"
    )


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_explanation_is_empty_handed_only_for_known_calls(values: list[int]) -> None:
    traced = tf.function(lambda x: x + 1)
    for value in values:
        known = traced.explain_retrace(value) == "a trace for this call exists"
        count = traced.experimental_get_tracing_count()
        traced(value)
        assert known == (traced.experimental_get_tracing_count() == count)


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records]


def test_fifth_trace_of_five_calls_warns_and_says_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @tf.function
    def traced(x):
        return x

    with caplog.at_level(logging.WARNING):
        for number in range(5):
            traced(number)
    (text,) = warnings_of(caplog)
    assert text.startswith("5 out of the last 5 calls to <function ")
    assert "triggered tf.function retracing. Tracing is expensive and" in text
    assert "because argument 'x' is Literal[4], it was Literal[3]." in text
    assert text.endswith("pass a tensor instead of a Python value that varies.")


def test_no_more_than_two_warnings(caplog: pytest.LogCaptureFixture) -> None:
    @tf.function
    def traced(x):
        return x

    with caplog.at_level(logging.WARNING):
        for number in range(12):
            traced(number)
    assert len(warnings_of(caplog)) == 2


def test_functions_made_in_a_loop_are_counted_together(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        for number in range(5):

            @tf.function
            def traced(x):
                return x

            traced(number)
    assert len(warnings_of(caplog)) == 1


@pytest.mark.parametrize("calls", [10, 50])
def test_calls_between_traces_prevent_the_warning(
    calls: int, caplog: pytest.LogCaptureFixture
) -> None:
    @tf.function
    def traced(x):
        return x

    with caplog.at_level(logging.WARNING):
        for size in range(8):
            for _ in range(calls):
                traced(tf.ones([size]))
    assert not warnings_of(caplog)


def test_asking_for_concrete_functions_does_not_warn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    traced = tf.function(lambda x: x)
    with caplog.at_level(logging.WARNING):
        for number in range(9):
            traced.get_concrete_function(number)
    assert not warnings_of(caplog)


def test_history_tells_each_trace_and_its_reason() -> None:
    @tf.function
    def double(x):
        return x + x

    double(tf.constant(1))
    double(tf.constant(2))
    double(tf.constant(1.0))
    first, second = double.trace_history()
    assert (first.number, first.reason) == (1, "the first call")
    assert second.reason == "argument 'x' has dtype float32, it had int32"
    assert second.signature.startswith("x: TensorSpec(shape=(), dtype=tf.float32")
    assert first.seconds > 0
    assert first.node_count == 3


def test_history_tells_the_line_that_called_and_what_helps() -> None:
    double = tf.function(lambda x: x + x)
    double(1)
    double(2)
    second = double.trace_history()[1]
    path, _, line = second.place.rpartition(":")
    assert path == __file__
    assert line.isdecimal()
    assert second.advice == "pass a tensor instead of a Python value that varies"


def test_traces_that_went_still_explain_the_next_ones() -> None:
    taste = tf.function(lambda fruit: 1)
    taste(Fruit())
    taste(Fruit())
    reason = taste.trace_history()[1].reason
    assert reason.startswith("argument 'fruit' is another object: Fruit at 0x")
    assert reason.endswith("it was one that is gone")


def test_warning_is_printed_as_users_of_tensorflow_know_it(tmp_path: Path) -> None:
    script = tmp_path / "retracing.py"
    script.write_text(
        "import runtime as tf\n"
        "f = tf.function(lambda x: x)\n"
        "for number in range(5):\n"
        "    f(number)\n"
    )
    command = [sys.executable, str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr.startswith(
        "WARNING:tensorflow:5 out of the last 5 calls to <function <lambda> at 0x"
    )
    assert done.stderr.count("WARNING") == 1


def test_warning_goes_to_the_logger_of_that_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    traced = tf.function(lambda x, y: x)
    for number in range(5):
        traced(number, 0)
    (record,) = caplog.records
    assert (record.name, record.levelname) == (tf.get_logger().name, "WARNING")


def test_equal_code_of_two_files_is_told_apart(tmp_path: Path) -> None:
    source = "import runtime as tf\nf = tf.function(lambda x: x + 1)\nf(1)\n"
    places = []
    for name in ("first.py", "second.py"):
        path = tmp_path / name
        path.write_text(source)
        names: dict[str, Any] = {}
        exec(compile(source, str(path), "exec"), names)
        places.append(names["f"].trace_history()[0].place)
    assert places == [f"{tmp_path / 'first.py'}:3", f"{tmp_path / 'second.py'}:3"]


def test_calls_inside_of_functions_are_not_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @tf.function
    def recursive(n):
        return recursive(n - 1) if n > 0 else tf.constant(1)

    @tf.function
    def added(x, n):
        return x + n

    @tf.function
    def often(x):
        return [added(x, n) for n in range(8)]

    with caplog.at_level(logging.WARNING):
        assert recursive(12).numpy() == 1
        often(tf.constant(1))
        assert not warnings_of(caplog)
        for number in range(20, 25):
            recursive(tf.constant(0) if number < 0 else -number)
    assert len(warnings_of(caplog)) == 2


def _sparse(entries: int, *shape: int) -> Any:
    places = [[0, each] for each in range(entries)]
    return tf.SparseTensor(places, [1.0] * entries, shape)


def test_the_trace_of_a_sparse_argument_knows_its_shape_not_its_entries() -> None:
    seen = []

    @tf.function
    def total(x: Any) -> Any:
        seen.append((x.shape, x.values.shape))
        return tf.sparse.reduce_sum(x)

    found = [float(total(_sparse(count, 2, 3))) for count in (1, 2, 3)]
    assert found == [1.0, 2.0, 3.0]
    assert seen == [([2, 3], [None])]
    assert "has shape (4, 3), it had (2, 3)" in total.explain_retrace(_sparse(1, 4, 3))


def test_traces_of_sparse_arguments_relax_the_sizes_that_vary() -> None:
    seen = []

    @tf.function(reduce_retracing=True)
    def total(x: Any) -> Any:
        seen.append(x.shape)
        return tf.sparse.reduce_sum(x)

    for rows in (2, 3, 4, 5):
        total(_sparse(1, rows, 3))
    assert [each.as_list() for each in seen] == [[2, 3], [None, 3]]


def test_a_sparse_argument_has_the_shape_of_the_input_signature() -> None:
    @tf.function(input_signature=[tf.SparseTensorSpec([None, 3])])
    def sizes(x: Any) -> Any:
        assert x.shape.as_list() == [None, 3]
        return x.dense_shape

    assert sizes(_sparse(1, 4, 3)).numpy().tolist() == [4, 3]
    with pytest.raises(TypeError, match="SparseTensorSpec"):
        sizes(_sparse(1, 4, 5))


def test_calls_that_could_not_be_traced_are_not_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @tf.function
    def refusing(x: Any) -> Any:
        if x.shape[0] == 9:
            raise ValueError("nine")
        return x

    for size in (1, 2, 3, 4, 9, 9, 9):
        if size == 9:
            with pytest.raises(ValueError, match="nine"):
                refusing(tf.zeros(size))
        else:
            refusing(tf.zeros(size))
    assert not warnings_of(caplog)
    refusing(tf.zeros(5))
    (text,) = warnings_of(caplog)
    assert text.startswith("5 out of the last 5 calls")
