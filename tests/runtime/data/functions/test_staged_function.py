"""Users' functions of datasets, traced for elements of a spec."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import runtime as tf
from runtime.data.functions.staged_function import StagedFunction, name_of, unpacked

INT = tf.TensorSpec([], tf.int64)


def test_the_graph_and_the_spec_of_the_result() -> None:
    staged = StagedFunction(lambda x: {"b": x + 1, "a": tf.fill([3], x)}, "map", [INT])
    assert staged.output_spec == {
        "a": tf.TensorSpec([3], tf.int64),
        "b": INT,
    }
    assert [dtype.name for dtype, _ in staged.output_types] == ["int64", "int64"]
    assert [each.dtype for each in staged.body.inputs] == [tf.int64]
    assert "AddV2" in {node.op for node in staged.body}


def test_python_control_flow_is_converted() -> None:
    def collatz(x: Any) -> Any:
        if x % 2 == 0:
            return x // 2
        return 3 * x + 1

    dataset = tf.data.Dataset.range(4).map(collatz)
    assert [int(x) for x in dataset] == [0, 4, 1, 10]


def test_resources_are_captured_in_order() -> None:
    tables = [
        tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, default)
        for default in (-1, -2)
    ]
    staged = StagedFunction(
        lambda x: tables[0].lookup(x) + tables[1].lookup(x), "map", [INT]
    )
    handles = [each for each in staged.captured if each.dtype is tf.resource]
    assert handles == [each.resource_handle for each in tables]


def test_a_list_is_a_tuple_of_its_items() -> None:
    staged = StagedFunction(lambda x: [x, x], "map", [INT])
    assert staged.output_spec == (INT, INT)


def test_names() -> None:
    def named(x: Any) -> Any:
        return x

    assert StagedFunction(named, "Dataset.map!", [INT]).name.startswith(
        "__inference_Dataset.map_named_"
    )
    assert name_of(functools.partial(named, 1)) == "named"
    assert name_of(tf.function(named)) == "named"
    assert name_of(lambda: 0) == "lambda"


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(ValueError, match="`func` must be a callable. Received func=3"):
        StagedFunction(3, "map", [INT])


def test_a_tuple_is_several_arguments() -> None:
    assert unpacked((INT, INT)) == [INT, INT]
    assert unpacked({"a": INT}) == [{"a": INT}]


def test_in_debug_mode_the_function_runs_as_python() -> None:
    seen: list[Any] = []
    tf.data.experimental.enable_debug_mode()
    try:
        dataset = tf.data.Dataset.range(3).map(lambda x: (seen.append(x), x * 2)[1])
        assert [int(x) for x in dataset] == [0, 2, 4]
    finally:
        from runtime.data.functions.debug_mode import DebugMode

        DebugMode.enabled = False
    assert [int(x) for x in seen if hasattr(x, "numpy")][-3:] == [0, 1, 2]
