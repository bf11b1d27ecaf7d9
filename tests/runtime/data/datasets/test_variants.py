"""Dataset ops applied: a stage eagerly, a node while a graph is traced."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir import dtypes
from runtime.data.datasets.variants import (
    boolean,
    dataset_variant,
    int64,
    list_attrs,
    text,
)
from runtime.data.stages.sources import RangeStage


def made(step: int = 1) -> Any:
    inputs = [int64(0, "start"), int64(6, "stop"), int64(step, "step")]
    attrs = {"output_types": [dtypes.int64], "output_shapes": [[]]}
    return dataset_variant("RangeDataset", inputs, attrs)


def test_eagerly_a_variant_is_a_stage() -> None:
    variant = made(2)
    assert (variant.dtype, variant.shape.rank) == (tf.variant, 0)
    assert type(variant._array) is RangeStage
    assert variant._array.cardinality() == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="non-zero integer"):
        made(0)


def test_while_tracing_it_is_a_node_with_named_arguments() -> None:
    graph = tf.function(lambda: made()).get_concrete_function().graph
    names = {node.name: node.op for node in graph.as_graph_def().node}
    assert names["RangeDataset"] == "RangeDataset"
    assert {"start", "stop", "step"} <= names.keys()


def test_a_tensor_of_a_trace_is_out_of_reach() -> None:
    kept: list[Any] = []
    tf.function(lambda x: kept.append(x) or x)(tf.constant(1, tf.int64))
    attrs = {"output_types": [dtypes.int64], "output_shapes": [[]]}
    with pytest.raises(TypeError, match="is out of scope and cannot be used here"):
        dataset_variant("RangeDataset", [kept[0], kept[0], kept[0]], attrs)


def test_attributes_that_count_and_list_types() -> None:
    tensors = [tf.constant(1), tf.constant("a")]
    assert list_attrs("TensorDataset", [tensors]) == {
        "Toutput_types": [tf.int32, tf.string]
    }
    assert list_attrs("ZipDataset", [[made(), made()]]) == {"N": 2}
    assert list_attrs("RangeDataset", [1, 2, 3]) == {}


def test_arguments_have_a_dtype() -> None:
    found = [int64(1, "a").dtype, boolean(True, "b").dtype, text("c", "d").dtype]
    assert found == [tf.int64, tf.bool, tf.string]
