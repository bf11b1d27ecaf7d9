"""Attributes and sizes that ask for too much, or for nonsense, are refused at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.ops.contract.failures import rule_failure
from graphir.ops.contract.registry import declared, lookup
from graphir.shapes import UNKNOWN, Shape
from graphir.text.parser import parse_graph
from runtime.apply import apply_op
from tests.graphir.ops.calls import attrs_of, calls_of
from tests.runtime.hostile_inputs import time_limit

RAW: Final = tf.raw_ops

TOO_MUCH: Final[dict[str, Callable[[], Any]]] = {
    "num_bits": lambda: RAW.QuantizeAndDequantizeV2(
        input=[1.0], input_min=0.0, input_max=1.0, num_bits=1 << 31
    ),
    "num_bits_input": lambda: RAW.QuantizeAndDequantizeV3(
        input=[1.0], input_min=0.0, input_max=1.0, num_bits=(1 << 31) - 1
    ),
    "mask": lambda: RAW.StridedSlice(
        input=[1, 2], begin=[0], end=[1], strides=[1], shrink_axis_mask=1 << 31
    ),
    "mask of an assignment": lambda: RAW.TensorStridedSliceUpdate(
        input=[1, 2], begin=[0], end=[1], strides=[1], value=[3], begin_mask=1 << 40
    ),
    "diagonals": lambda: RAW.MatrixSetDiagV3(
        input=[[1.0]], diagonal=[[1.0]], k=[0, (1 << 31) - 1]
    ),
    "poisson": lambda: RAW.RandomPoissonV2(shape=[1 << 20, 1 << 20], rate=[1.0]),
    "gamma": lambda: RAW.RandomGamma(shape=[1 << 20, 1 << 20], alpha=[1.0]),
    "uniform": lambda: RAW.RandomUniform(shape=[1 << 20, 1 << 20], dtype=tf.float32),
    "stateless": lambda: RAW.StatelessRandomUniform(
        shape=[1 << 20, 1 << 20], seed=[1, 2]
    ),
    "candidates": lambda: RAW.UniformCandidateSampler(
        true_classes=[[1]], num_true=1, num_sampled=1 << 40, unique=False, range_max=9
    ),
    "truncated": lambda: RAW.StatelessParameterizedTruncatedNormal(
        shape=[4],
        seed=[1, 2],
        means=0.0,
        stddevs=1.0,
        minvals=1e25,
        maxvals=np.float32(np.inf),
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_asks_for_too_much_is_refused_at_once(name: str) -> None:
    with time_limit(10), pytest.raises(tf.errors.OpError):
        TOO_MUCH[name]()


def test_a_split_into_billions_is_no_graph() -> None:
    with time_limit(10), pytest.raises((InvalidGraphError, ValueError)):
        parse_graph(
            "graph @g(%a: i32[], %x: f32[4]) -> () "
            "{ %y = Split(%a, %x) {num_split = 1099511627776} }"
        )


HOSTILE: Final = (-(1 << 31), -1, 0, 7, 1 << 31, 1 << 62)


class _Unknown:
    """A value of which a rule learns only the dtype."""

    def __init__(self, dtype: Any, dims: Any) -> None:
        self.dtype = dtype
        self.shape = UNKNOWN if dims is None else Shape(dims)

    def constant_value(self) -> Any:
        return None

    def constant_as_shape(self) -> Any:
        return UNKNOWN


def test_rules_tell_of_hostile_attributes_in_words() -> None:
    """Each integer of each op set to odd numbers: refused or taken, in words."""
    raw = {}
    for declaration in declared():
        for call in calls_of(declaration)[:1]:
            name = declaration.__name__
            values = [
                _Unknown(dtypes.of_array(each), each.shape) for each in call.flat()
            ]
            for key, spec in declaration.declared().attrs.items():
                if spec.kind != "int":
                    continue
                for number in HOSTILE:
                    given = [] if number == 7 else [number] * 5
                    value = given if spec.is_list else number
                    try:
                        with time_limit(5):
                            declaration.infer(
                                values, {**attrs_of(name, call), key: value}
                            )
                    except (tf.errors.OpError, TypeError, ValueError) as error:
                        if "argument 2 is" in str(error):
                            raw[name, key, number] = str(error)
                    except BaseException as error:  # a raw one is the fault
                        raw[name, key, number] = repr(error)
    assert raw == {}


def test_an_unexpected_failure_of_a_rule_names_the_op_and_keeps_its_cause() -> None:
    error = IndexError("list index out of range")
    told = rule_failure("Relu", error, [], {"depth": 3})
    assert isinstance(told, ValueError)
    assert str(told) == (
        "Op Relu cannot take these inputs and attributes: list index out of range "
        "(IndexError); inputs: none; attributes: depth=3"
    )


def test_an_unexpected_failure_of_a_kernel_names_the_op_and_keeps_its_cause() -> None:
    class Strange(Exception):
        pass

    def fail(*_: Any) -> Any:
        raise Strange("nobody knows")

    relu = lookup("Relu")
    old = relu.__dict__["compute"]
    try:
        relu.compute = fail
        with pytest.raises(
            tf.errors.InternalError, match=r"nobody knows \(Strange\)"
        ) as caught:
            apply_op("Relu", [tf.constant([1.0])], {"T": tf.float32, "_fresh": 1})
    finally:
        relu.compute = old
    assert isinstance(caught.value.__cause__, Strange)


EXAMPLE: Final[dict[str, Any]] = {
    "serialized": [b""],
    "names": [],
    "sparse_keys": ["a"],
    "dense_keys": ["b"],
    "ragged_keys": ["c"],
    "dense_defaults": [np.array([1])],
    "num_sparse": 1,
    "sparse_types": [tf.int64],
    "ragged_value_types": [tf.int64],
    "ragged_split_types": [tf.int64],
    "dense_shapes": [[1]],
}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"num_sparse": 5}, "num_sparse and sparse_types of one length, .* 5 vs. 1"),
        ({"sparse_types": []}, "num_sparse and sparse_types"),
        ({"dense_shapes": [[1], [1]]}, "Tdense and dense_shapes"),
        ({"dense_defaults": []}, "Tdense and dense_shapes"),
        ({"ragged_value_types": []}, "ragged_value_types and ragged_split_types"),
        ({"sparse_keys": ["a", "b"]}, r"len\(sparse_keys\) == num_sparse .* 2 vs. 1"),
        ({"dense_keys": []}, r"len\(dense_keys\) == len\(dense_types\) .* 0 vs. 1"),
        ({"ragged_keys": []}, r"len\(ragged_keys\) == .* 0 vs. 1"),
        ({"dense_shapes": [[1 << 40]]}, r"shape \[1\], which is not compatible"),
        ({"num_sparse": 1 << 62}, "results"),
    ],
)
def test_counts_of_parsed_features_agree(changed: dict[str, Any], told: str) -> None:
    RAW.ParseExampleV2(**EXAMPLE)
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        RAW.ParseExampleV2(**{**EXAMPLE, **changed})


@pytest.mark.parametrize("batch_dims", [-1, 2, 1 << 31, 1 << 62, -(1 << 40)])
def test_rows_of_variables_are_of_axes_that_there_are(batch_dims: int) -> None:
    """TensorFlow 2.21 aborts where there are as many as axes."""
    handle = tf.Variable([[1.0, 2.0], [3.0, 4.0]]).handle
    with pytest.raises(tf.errors.InvalidArgumentError, match="batch_dims"):
        RAW.ResourceGather(
            resource=handle, indices=[[0], [1]], dtype=tf.float32, batch_dims=batch_dims
        )


def test_rows_of_variables_are_of_their_dtype() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expected float32 got"):
        RAW.ResourceGather(
            resource=tf.Variable([1.0]).handle, indices=[0], dtype=tf.int32
        )
    with pytest.raises(tf.errors.InvalidArgumentError, match="at least 1 dim"):
        RAW.ResourceGather(
            resource=tf.Variable(1.0).handle, indices=[0], dtype=tf.float32
        )


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (
            lambda: RAW.EditDistance(
                hypothesis_indices=[[0]],
                hypothesis_values=[1],
                hypothesis_shape=[1],
                truth_indices=[[0]],
                truth_values=[1],
                truth_shape=[1],
            ),
            "must have rank at least 2",
        ),
        (
            lambda: RAW.SetSize(set_indices=[[0]], set_values=[1], set_shape=[1]),
            "Invalid rank 1",
        ),
        (
            lambda: RAW.MirrorPadGrad(input=[1], paddings=[[5, 5]], mode="REFLECT"),
            "10 was not less than 1",
        ),
    ],
)
def test_ranks_that_have_no_meaning_are_refused(
    call: Callable[[], Any], told: str
) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        call()
