"""Ops that graphs of TensorFlow contain and no public function here applies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph_tools.targets.ops_used import kernel_of
from graphir.ops.contract.absences import why_without_kernel
from graphir.ops.contract.registry import find, known_lines


def concrete(function: Any, *specs: Any) -> Any:
    return tf.function(function).get_concrete_function(*specs)


def test_every_op_without_a_kernel_has_a_reason() -> None:
    names = [each for each in known_lines() if not each.startswith("_")]
    without = [each for each in names if kernel_of(each, find(each)) == "none"]
    assert [each for each in without if why_without_kernel(each) is None] == []
    with_kernel = set(names) - set(without)
    assert [each for each in sorted(with_kernel) if why_without_kernel(each)] == []


def test_for_applies_its_body_to_a_range() -> None:
    number, real = tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.float32)
    body = concrete(lambda i, a, b: (a + i, b * 2), number, number, real)

    @tf.function
    def run(limit: Any, step: Any) -> Any:
        given = [tf.constant(3), tf.constant(1.5)]
        return tf.raw_ops.For(start=0, limit=limit, delta=step, input=given, body=body)

    found = run(tf.constant(7), tf.constant(2))
    assert [each.numpy() for each in found] == [15, 24.0]
    with pytest.raises(tf.errors.InvalidArgumentError):
        run(tf.constant(5), tf.constant(0))


def test_map_defun_stacks_the_results_of_slices() -> None:
    pair = tf.TensorSpec([2], tf.float32)
    function = concrete(lambda x, y: (x * y, x + y), pair, pair)

    @tf.function
    def run(x: Any) -> Any:
        return tf.raw_ops.MapDefun(
            arguments=[x],
            captured_inputs=[tf.constant([1.0, 10.0])],
            output_types=[tf.float32] * 2,
            output_shapes=[[2], [2]],
            f=function,
        )

    products, sums = run(tf.constant([[0.0, 1.0], [2.0, 3.0]]))
    assert products.numpy().tolist() == [[0.0, 10.0], [2.0, 30.0]]
    assert sums.numpy().tolist() == [[1.0, 11.0], [3.0, 13.0]]


def test_remote_call_runs_the_function_here() -> None:
    function = concrete(lambda x: x + 1, tf.TensorSpec([], tf.int32))

    @tf.function
    def run(x: Any) -> Any:
        return tf.raw_ops.RemoteCall(
            target="/device:CPU:0", args=[x], Tout=[tf.int32], f=function
        )

    assert run(tf.constant(4))[0].numpy() == 5


def test_timestamps_of_a_graph_are_those_of_its_runs() -> None:
    run = tf.function(lambda: tf.timestamp())
    first = run().numpy()
    while tf.timestamp().numpy() == first:
        pass
    assert run().numpy() > first


def test_components_come_back_from_a_variant() -> None:
    @tf.function
    def run(x: Any) -> Any:
        encoded = tf.raw_ops.CompositeTensorVariantFromComponents(
            components=[x, x + 1], metadata=""
        )
        return tf.raw_ops.CompositeTensorVariantToComponents(
            encoded=encoded, metadata="", Tcomponents=[tf.int32] * 2
        )

    assert [each.numpy() for each in run(tf.constant(4))] == [4, 5]


def _sequence() -> bytes:
    def floats(*values: float) -> Any:
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))

    texts = tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"x", b"y"]))
    number = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
    steps = tf.train.FeatureList(feature=[floats(1.0, 2.0), floats(3.0, 4.0)])
    made = tf.train.SequenceExample(
        context=tf.train.Features(feature={"a": number, "s": texts}),
        feature_lists=tf.train.FeatureLists(feature_list={"f": steps}),
    )
    return bytes(made.SerializeToString())


_KINDS: dict[str, Any] = {
    "context_sparse_types": [tf.string],
    "feature_list_dense_types": [tf.float32, tf.int64],
    "context_dense_shapes": [[]],
    "feature_list_sparse_types": [tf.float32],
    "feature_list_dense_shapes": [[2], []],
    "context_dense_defaults": [np.array([], np.int64)],
    "context_sparse_keys": ["s"],
    "context_dense_keys": ["a"],
    "feature_list_dense_keys": ["f", "g"],
    "feature_list_dense_missing_assumed_empty": ["g"],
}


def _listed(found: Any) -> Any:
    return [[each.numpy().tolist() for each in part] for part in found]


def test_one_sequence_is_parsed_by_keys_that_are_tensors() -> None:
    found = tf.raw_ops.ParseSingleSequenceExample(
        serialized=_sequence(), debug_name="", feature_list_sparse_keys=["f"], **_KINDS
    )
    assert _listed(found) == [
        [[[0], [1]]],
        [[b"x", b"y"]],
        [[2]],
        [3],
        [[[0, 0], [0, 1], [1, 0], [1, 1]]],
        [[1.0, 2.0, 3.0, 4.0]],
        [[2, 2]],
        [[[1.0, 2.0], [3.0, 4.0]], []],
    ]


def test_sequences_are_parsed_by_keys_that_are_attributes() -> None:
    found = tf.raw_ops.ParseSequenceExample(
        serialized=[_sequence()] * 2,
        debug_name=tf.constant([], tf.string),
        feature_list_sparse_keys=["h"],
        Ncontext_sparse=1,
        Ncontext_dense=1,
        Nfeature_list_sparse=1,
        Nfeature_list_dense=2,
        **_KINDS,
    )
    steps = [[1.0, 2.0], [3.0, 4.0]]
    texts = [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert _listed(found)[:4] == [[texts], [[b"x", b"y"] * 2], [[2, 2]], [[3, 3]]]
    assert _listed(found)[4:] == [
        [[]],
        [[]],
        [[2, 0, 0]],
        [[steps, steps], [[], []]],
        [[2, 2], [0, 0]],
    ]
