"""Constants in the text form: every dtype and shape reads back bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph
from graphir.text.tensors import short_values, tensor_of_literal

WITH_ARRAYS = [each for each in dtypes.ALL if each.has_numpy]
SHAPES: list[tuple[int, ...]] = [(), (0,), (2, 0), (3,), (65,), (1, 65), (70, 1)]


def read_back(array: Any, dtype: Any) -> Any:
    graph = Graph("g")
    attrs = {"value": TensorValue(array, dtype), "dtype": dtype}
    graph.outputs = [
        graph.add_node("Const", (), attrs, [(dtype, Shape(array.shape))], "c").output
    ]
    return parse_graph(print_graph(graph)).node("c").attrs["value"].array


def bits_of(dtype: Any, shape: tuple[int, ...], same: bool) -> Any:
    """Any bits that elements can have: payloads of NaN and denormals among them."""
    rng = np.random.default_rng(len(shape))
    count = int(np.prod(shape, dtype=int))
    if dtype is dtypes.string:
        array = np.empty(shape, object)
        array.flat[:] = [b'"\0\n\xff\\' if same else rng.bytes(3) for _ in range(count)]
        return array
    if dtype.is_bool or dtype.itemsize_bits < 8:
        values = np.zeros(count) if same else rng.integers(0, 2, count)
        return values.astype(dtype.numpy_dtype).reshape(shape)
    size = dtype.numpy_dtype.itemsize
    raw = rng.bytes(size) * count if same else rng.bytes(size * count)
    return np.frombuffer(raw, dtype.numpy_dtype).reshape(shape)


@pytest.mark.parametrize("same", [False, True])
@pytest.mark.parametrize("dtype", WITH_ARRAYS, ids=str)
def test_every_constant_reads_back(dtype: Any, same: bool) -> None:
    for shape in SHAPES:
        array = bits_of(dtype, shape, same)
        found = read_back(array, dtype)
        assert found.shape == array.shape
        if dtype is dtypes.string:
            assert found.tolist() == array.tolist()
        else:
            assert found.tobytes() == array.tobytes()


@pytest.mark.parametrize(
    "values", [[-0.0, 0.0], [np.nan, np.inf, -np.inf], [1e-45, 3.4e38, 1 / 3]]
)
def test_special_numbers_read_back(values: list[float]) -> None:
    array = np.array(values, np.float32)
    assert read_back(array, dtypes.float32).tobytes() == array.tobytes()


def test_a_literal_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="has shape"):
        tensor_of_literal([1.0, 2.0], dtypes.float32, Shape([3]))
    assert tensor_of_literal([], dtypes.int32, Shape([0, 4])).array.shape == (0, 4)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "bfloat16"])
def test_short_values_have_the_digits_of_their_dtype_and_read_back(dtype: str) -> None:
    kind = dtypes.as_dtype(dtype).numpy_dtype
    array = np.array([[0.1, 1e-7], [np.inf, -2.5]]).astype(kind)
    values = short_values(array)
    assert values[0][0] == (0.100098 if dtype == "bfloat16" else 0.1)
    assert (np.array(values).astype(kind) == array).all()
    assert short_values(array[0, 0, ...]) == values[0][0]


def test_short_values_of_others_are_plain() -> None:
    assert short_values(np.array([b"a"], object)) == [b"a"]
    assert short_values(np.array([True, False])) == [True, False]
    assert short_values(np.array([1 + 2j], np.complex64)) == [1 + 2j]
    assert short_values(np.zeros((0, 2), np.float32)) == []
