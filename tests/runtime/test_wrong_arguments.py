"""Wrong arguments that were taken, or refused with another class of error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

Invalid = tf.errors.InvalidArgumentError
linalg = tf.linalg

CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (
        lambda: tf.nn.bias_add(tf.ones([3, 2], tf.int32), tf.ones([2])),
        Invalid,
        "BiasAdd",
    ),
    (lambda: tf.add_n([tf.ones([2], tf.int32), tf.ones([2])]), Invalid, "AddN"),
    (
        lambda: tf.quantization.quantize(tf.ones([2], tf.bool), -1.0, 2.0, tf.qint8),
        Invalid,
        "QuantizeV2",
    ),
    (lambda: tf.image.sobel_edges(tf.ones([1, 1, 32])), Invalid, "rank of inputs"),
    (
        lambda: tf.nn.ctc_greedy_decoder(tf.ones([2, 100, 3]), [2]),
        tf.errors.FailedPreconditionError,
        "batch_size: 100",
    ),
    (
        lambda: tf.math.betainc(tf.ones([2, 1]), tf.ones([1, 2]), tf.ones([2, 1])),
        Invalid,
        "inconsistent",
    ),
    (
        lambda: tf.sparse.slice(tf.sparse.eye(3), [1, 0], [2, -1]),
        Invalid,
        "size must not be negative",
    ),
    (
        lambda: tf.image.grayscale_to_rgb(tf.ones([1])),
        ValueError,
        "must be at least two-dimensional",
    ),
    (lambda: tf.fill([2, 3], tf.ones([1, 1])), Invalid, "value must be a scalar"),
    (
        lambda: tf.image.resize(tf.ones([1, 4, 4, 2]), [3, -7]),
        ValueError,
        "Dimension -7",
    ),
    (lambda: tf.signal.stft(tf.ones([16]), -1, 4), ValueError, "frame_length"),
    (lambda: tf.signal.linear_to_mel_weight_matrix(4, -7), Invalid, "spectrogram"),
    (
        lambda: linalg.LinearOperatorFullMatrix(tf.ones([3, 3], tf.int32)),
        TypeError,
        "must have dtype in",
    ),
    (
        lambda: linalg.LinearOperatorLowRankUpdate(
            linalg.LinearOperatorDiag([1.0, 2.0, 3.0]), tf.ones([2, 3])
        ),
        ValueError,
        "Dimensions 3 and 2",
    ),
    (
        lambda: tf.math.confusion_matrix([[1, 2, 0]], [1, 2, 2], 4),
        Invalid,
        "Shapes of all inputs must match",
    ),
    (lambda: tf.math.confusion_matrix(1, 2), ValueError, "axis"),
    (
        lambda: tf.math.confusion_matrix([1, 2], [1, 2], weights=[1.0]),
        ValueError,
        "incompatible",
    ),
    (lambda: tf.norm(tf.ones([2], tf.bool), ord=1), Invalid, "bool"),
    (lambda: tf.ones([2], tf.bool) * None, ValueError, "None"),
    (
        lambda: tf.sparse.sparse_dense_matmul(
            tf.sparse.from_dense(tf.ones([1, 3, 3])), tf.ones([3, 2])
        ),
        Invalid,
        "2 elements",
    ),
]


@pytest.mark.parametrize(("call", "kind", "message"), CASES)
def test_refused(call: Callable[[], Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_steps_backwards_give_no_frames() -> None:
    for at_end in (False, True):
        assert tf.signal.frame(tf.ones([6]), 2, -7, at_end).shape == [0, 2]


def test_a_column_of_labels_counts_as_a_vector() -> None:
    found = tf.math.confusion_matrix([[1], [2]], [1, 2]).numpy()
    assert found.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 1]]


FACTORS: list[Any] = [
    (2, [True, False]),
    (0, [False, False]),
    (True, [True, False]),
    ([2, 3], [True, False]),
    (np.array([0, 5]), [False, False]),
    (tf.constant([0.5, 3.0]), [False, False]),
    (tf.constant([2, 3]), [True, False]),
    (tf.constant([False, True]), [False, False]),
]


@pytest.mark.parametrize(("factor", "expected"), FACTORS)
def test_booleans_times_anything(factor: Any, expected: list[bool]) -> None:
    switch = tf.constant([True, False])
    product = tf.function(lambda x: x * factor)
    for found in (switch * factor, product(switch)):
        assert (found.dtype, found.numpy().tolist()) == (tf.bool, expected)
    ops = [
        each.op
        for each in product.get_concrete_function(switch).graph.as_graph_def().node
    ]
    assert (ops.count("Cast"), ops.count("Mul")) == (3, 1)


def test_whole_numbers_times_booleans() -> None:
    found = tf.constant([2, 3]) * tf.constant([True, False])
    assert (found.dtype, found.numpy().tolist()) == (tf.bool, [True, False])


def test_complex_numbers_have_no_text() -> None:
    found = tf.strings.format("{} {}", [tf.constant([1 + 2j, 0]), tf.constant(1j)])
    assert found.numpy() == b"[? ?] ?"


ONE, HALF = tf.constant(1), tf.constant(0.5, tf.float64)


def test_lists_of_tensors_are_cast_where_another_dtype_is_wanted() -> None:
    def make():
        return (
            tf.convert_to_tensor([ONE, ONE], tf.float32),
            tf.convert_to_tensor([HALF, 2], tf.int32),
            tf.convert_to_tensor([[HALF, ONE], [1.5, 2]], tf.float32),
            tf.add(tf.constant([1.0, 2.0]), [ONE, ONE]),
        )

    for found in (make(), tf.function(make)()):
        assert [each.dtype.name for each in found] == [
            "float32",
            "int32",
            "float32",
            "float32",
        ]
        assert [each.numpy().tolist() for each in found] == [
            [1, 1],
            [0, 2],
            [[0.5, 1], [1.5, 2]],
            [2, 3],
        ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([ONE, HALF], "Pack as input #1.*a int32 tensor but is a double tensor"),
        ([HALF, HALF, ONE], "Pack as input #2.*a double tensor but is a int32 tensor"),
        ([ONE, tf.Variable(2.0)], "a int32 tensor but is a float tensor"),
    ],
)
def test_lists_of_tensors_of_several_dtypes(values: Any, message: str) -> None:
    for call in (tf.convert_to_tensor, tf.reduce_sum, tf.stack):
        with pytest.raises(Invalid, match=message):
            call(values)
    with pytest.raises(TypeError):
        tf.function(lambda: tf.convert_to_tensor(values))()


def test_constants_of_tensors_keep_their_dtype() -> None:
    with pytest.raises(ValueError, match="of dtype int32 cannot be of dtype float32"):
        tf.constant([ONE, ONE], tf.float32)


def test_accumulated_tensors_have_one_dtype() -> None:
    with pytest.raises(ValueError, match="one dtype"):
        tf.math.accumulate_n([tf.ones([3]), tf.ones([3], tf.int32)])


@pytest.mark.parametrize(
    ("arguments", "axis", "expected"),
    [
        ((1.0, [4.0], 4), 0, [[1], [2], [3], [4]]),
        (([1.0, 2.0], 4.0, 3), 1, [[1, 2.5, 4], [2, 3, 4]]),
        (([[1.0], [2.0]], [4.0, 6.0], 2), 1, [[[1, 1], [4, 6]], [[2, 2], [4, 6]]]),
        ((1.0, [4.0, 5.0], 1), 0, [[1, 1]]),
        ((1.0, [4.0, 5.0], 0), 0, []),
        ((1.0, 4.0, 0), 0, []),
        ((1, 4, 1), 0, [1]),
    ],
)
def test_values_between_tensors_that_broadcast(
    arguments: tuple[Any, ...], axis: int, expected: Any
) -> None:
    start, stop, count = arguments
    traced = tf.function(lambda num: tf.linspace(start, stop, num, axis=axis))
    for found in (tf.linspace(*arguments, axis=axis), traced(tf.constant(count))):
        assert found.numpy().tolist() == expected
