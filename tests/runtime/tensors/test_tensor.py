"""Tensors print, convert, compare and refuse as TensorFlow's do."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.tensors.tensor import EagerTensor


@pytest.mark.parametrize(
    ("value", "shown", "represented"),
    [
        (1, "tf.Tensor(1, shape=(), dtype=int32)", "shape=(), dtype=int32, numpy=1"),
        (
            1.1,
            "tf.Tensor(1.1, shape=(), dtype=float32)",
            "shape=(), dtype=float32, numpy=1.100000023841858",
        ),
        (
            "é",
            "tf.Tensor(b'\\xc3\\xa9', shape=(), dtype=string)",
            "shape=(), dtype=string, numpy=b'\\xc3\\xa9'",
        ),
        (
            [True, False],
            "tf.Tensor([ True False], shape=(2,), dtype=bool)",
            "shape=(2,), dtype=bool, numpy=array([ True, False])",
        ),
        (
            [[1, 2], [3, 4]],
            "tf.Tensor(\n[[1 2]\n [3 4]], shape=(2, 2), dtype=int32)",
            "shape=(2, 2), dtype=int32, numpy=\narray([[1, 2],\n"
            "       [3, 4]], dtype=int32)",
        ),
    ],
)
def test_text_of_eager_tensors(value: Any, shown: str, represented: str) -> None:
    tensor = tf.constant(value)
    assert str(tensor) == shown
    assert repr(tensor) == f"<tf.Tensor: {represented}>"


def test_format_is_that_of_the_value() -> None:
    assert f"{tf.constant([[4.0]])}" == "[[4.]]"
    assert f"{tf.constant(1.23456)}" == "1.2345600128173828"
    assert f"{tf.constant(1.23456):.3f}" == "1.235"
    with pytest.raises(TypeError, match="unsupported format string"):
        f"{tf.constant([1.0]):.3f}"


def test_values_come_out_as_copies() -> None:
    tensor = tf.constant([1, 2])
    tensor.numpy()[0] = 9
    assert tensor.numpy().tolist() == [1, 2]
    assert not np.asarray(tensor).flags.writeable
    assert type(tf.constant(3).numpy()) is np.int32
    assert tf.constant("a").numpy() == b"a"


def test_arrays_given_are_not_aliased() -> None:
    array = np.array([1, 2])
    tensor = tf.constant(array)
    array[0] = 9
    assert tensor.numpy().tolist() == [1, 2]


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (1, "int32"),
        (2**40, "int64"),
        ([1, 2**40], "int64"),
        (1.5, "float32"),
        ([1, 2.5], "float32"),
        ([1, True], "int32"),
        (1 + 2j, "complex128"),
        ([], "float32"),
        (np.float64(1.5), "float64"),
        (np.array([1, 2]), "int64"),
        ([np.int64(3)], "int32"),
        ([np.float64(3), 4.0], "float64"),
        ([np.array([1, 2]), [3, 4]], "int32"),
        (range(3), "int32"),
        (tf.TensorShape([1, 2]), "int32"),
        (np.array(["a"]), "string"),
    ],
)
def test_dtype_of_a_constant(value: Any, dtype: str) -> None:
    assert tf.constant(value).dtype.name == dtype


@pytest.mark.parametrize(
    ("value", "dtype", "kind", "message"),
    [
        ([True, 1], None, ValueError, "mixed types"),
        ([1, "a"], None, ValueError, "mixed types"),
        ([[1, 2], [3]], None, ValueError, "non-rectangular Python sequence"),
        ([[1, 2], 3], None, ValueError, "non-rectangular Python sequence"),
        (None, None, ValueError, "unsupported type"),
        ([None], None, ValueError, r"a value \(None\) with an unsupported type"),
        ({"a": 1}, None, ValueError, "unsupported type"),
        (2**70, None, ValueError, "out-of-range integer"),
        (1.5, "int32", TypeError, "Cannot convert 1.5 to EagerTensor of dtype int32"),
        (1, "bool", TypeError, "Cannot convert 1 to EagerTensor of dtype bool"),
        ("a", "int32", TypeError, "Cannot convert 'a'"),
        (1, "string", TypeError, "Cannot convert 1 "),
        (np.array([object()]), None, ValueError, "Unsupported object type object"),
        (np.zeros(1, "datetime64[s]"), None, ValueError, "NPY_DATETIME"),
    ],
)
def test_values_that_are_no_tensor(
    value: Any, dtype: str | None, kind: type, message: str
) -> None:
    with pytest.raises(kind, match=message):
        tf.constant(value, dtype)


def test_integers_wrap_around_as_in_c() -> None:
    assert tf.constant(300, tf.uint8).numpy() == 44
    assert tf.constant(-1, tf.uint8).numpy() == 255
    assert tf.constant(2**40, tf.int32).numpy() == 0


def test_shape_spreads_or_reshapes() -> None:
    assert tf.constant(1, shape=[2, 2]).numpy().tolist() == [[1, 1], [1, 1]]
    assert tf.constant([1, 2, 3, 4], shape=[2, 2]).numpy().tolist() == [[1, 2], [3, 4]]
    with pytest.raises(TypeError, match="has 3 elements"):
        tf.constant([1, 2, 3], shape=[2, 2])


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        (3, np.int64(1), "int32"),
        (3, np.array([1.5]), "int32"),
        (3.0, np.float64(1.5), "float32"),
    ],
)
def test_numpy_operands_take_the_tensors_dtype(
    left: Any, right: Any, result: str
) -> None:
    assert (tf.constant(left) + right).dtype.name == result
    assert (right + tf.constant(left)).dtype.name == result


def test_arithmetic_of_tensors_and_numbers() -> None:
    seven = tf.constant(7)
    found = [seven + 1, 1 - seven, seven * 2, seven // 2, seven % 4, seven**2, -seven]
    assert [int(each) for each in found] == [8, -6, 14, 3, 3, 49, -7]
    assert (seven / 2).dtype == tf.float64
    assert float(seven / 2) == 3.5
    assert [bool(each) for each in (seven > 3, seven <= 3)] == [True, False]


def test_operands_of_different_dtypes_are_refused() -> None:
    expected = (
        "cannot compute AddV2 as input #1(zero-based) was expected to be a int32 "
        "tensor but is a float tensor [Op:AddV2]"
    )
    for other in (tf.constant(2.5), 2.5, [1.0]):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            tf.constant(3) + other
        assert str(caught.value) == expected
    with pytest.raises(TypeError, match="Cannot convert 2.5 to EagerTensor of dtype"):
        2.5 + tf.constant(2)


def test_shapes_that_do_not_broadcast_are_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[2\] vs\. \[3\]"):
        tf.constant([1, 2]) + tf.constant([1, 2, 3])


def test_equality_is_element_by_element() -> None:
    assert (tf.constant([1, 2]) == [1, 3]).numpy().tolist() == [True, False]
    assert not bool(tf.constant([1, 2]) == tf.constant([1, 2, 3]))
    assert bool(tf.constant([1, 2]) != tf.constant([1, 2, 3]))
    assert (tf.constant(1) == None) is False  # noqa: E711


def test_numpy_functions_accept_tensors() -> None:
    product = np.multiply(tf.constant([1, 2]), tf.constant([3, 4]))
    assert type(product) is np.ndarray
    assert product.tolist() == [3, 8]


def test_python_protocols() -> None:
    tensor = tf.constant([3, 4])
    assert len(tensor) == 2
    assert [int(each) for each in tensor] == [3, 4]
    assert [10, 20, 30][tf.constant(1)] == 20
    assert list(range(tf.constant(2))) == [0, 1]
    with pytest.raises(TypeError, match="unhashable"):
        hash(tensor)
    with pytest.raises(TypeError, match="Scalar tensor has no"):
        len(tf.constant(1))
    with pytest.raises(TypeError, match="Cannot iterate over a scalar"):
        iter(tf.constant(1))
    with pytest.raises(ValueError, match="ambiguous"):
        bool(tensor)
    with pytest.raises(TypeError, match="only 0-dimensional"):
        int(tensor)


def test_references_are_equal_for_one_tensor_only() -> None:
    one, other = tf.constant(1), tf.constant(1)
    assert one.ref() == one.ref() != other.ref()
    assert {one.ref(): "one"}[one.ref()] == "one"
    assert one.ref().deref() is one


def test_copies_and_pickles_keep_the_value() -> None:
    tensor = tf.constant([1.5], tf.bfloat16)
    assert copy.deepcopy(tensor) is tensor
    again = pickle.loads(pickle.dumps(tensor))
    assert again.dtype is tensor.dtype
    assert float(again.numpy()[0]) == 1.5


def test_devices() -> None:
    tensor = tf.constant(1)
    assert tensor.device.endswith("device:CPU:0")
    assert tensor.cpu() is tensor
    with pytest.raises(RuntimeError, match="GPU:0 unknown device."):
        tensor.gpu()


def test_eager_tensors_have_no_graph() -> None:
    for attribute in ("name", "op", "graph"):
        with pytest.raises(AttributeError, match=f"Tensor.{attribute} is undefined"):
            getattr(tf.constant(1), attribute)


def test_class_name_and_attributes_of_users() -> None:
    tensor = tf.constant(1)
    tensor.label = "mine"
    assert type(tensor).__name__ == "EagerTensor"
    assert isinstance(tensor, EagerTensor)
    assert tensor.label == "mine"


def test_tensors_in_lists_are_packed() -> None:
    packed = tf.convert_to_tensor([[tf.constant(1), 2], [3, tf.constant(4)]])
    assert packed.numpy().tolist() == [[1, 2], [3, 4]]
    with pytest.raises(TypeError, match="Cannot convert 2.5"):
        tf.convert_to_tensor([tf.constant(1), 2.5])


def test_conversion_keeps_or_refuses_the_dtype_of_a_tensor() -> None:
    with pytest.raises(
        ValueError, match="requested dtype float32 for Tensor with dtype"
    ):
        tf.convert_to_tensor(tf.constant(1), tf.float32)
    assert tf.convert_to_tensor(1, dtype_hint=tf.float32).dtype == tf.float32
    assert tf.convert_to_tensor(1.5, dtype_hint=tf.int32).dtype == tf.float32
    assert tf.convert_to_tensor(tf.constant(1), dtype_hint=tf.float32).dtype == tf.int32


def test_floating_point_is_silent() -> None:
    zero = tf.constant(0.0)
    assert np.isnan((zero / zero).numpy())
    assert np.isinf((tf.constant(1e38) * tf.constant(1e38)).numpy())


def test_the_shape_of_a_scalar_is_a_vector_of_integers() -> None:
    """It lists no size to take the dtype from."""
    assert tf.convert_to_tensor(tf.TensorShape([])).dtype is tf.int32
    assert tf.concat([tf.TensorShape([]), []], 0).dtype is tf.int32
