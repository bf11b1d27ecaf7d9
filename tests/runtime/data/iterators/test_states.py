"""States of iterators as bytes, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import Shape
from runtime.data.iterators.states import packed_state, unpacked_state
from runtime.data.stages.stage import IterationSettings
from runtime.data.stages.windows import WindowContents

STATES = [
    None,
    {"a": [1, 2.5, True], 3: ("x", b"\0y"), "s": {1, 2}},
    {},
    [],
    float("inf"),
]


@pytest.mark.parametrize("state", STATES, ids=str)
def test_containers_come_back_with_their_types(state: Any) -> None:
    found = unpacked_state(packed_state(state))
    assert found == state
    assert type(found) is type(state)


@pytest.mark.parametrize(
    "value",
    [
        np.arange(6, dtype=np.int16).reshape(2, 3),
        np.zeros((0, 2)),
        np.array([b"a", b""], object),
        np.array(b"x", object),
    ],
    ids=["numbers", "none", "texts", "text"],
)
def test_arrays_come_back(value: Any) -> None:
    found = unpacked_state(packed_state({"v": value}))["v"]
    assert (found.dtype, found.shape) == (value.dtype, value.shape)
    assert found.tolist() == value.tolist()


def test_scalars_stay_scalars() -> None:
    found = unpacked_state(packed_state(np.int8(-3)))
    assert (type(found), found) == (np.int8, -3)


def test_windows_and_datasets_are_read_again() -> None:
    window = WindowContents(
        [(np.int64(1),), (np.int64(2),)], [dtypes.int64], [Shape([])]
    )
    pipeline = tf.data.Dataset.range(3).map(lambda x: x * x)._variant_tensor._array
    for stage, expected in ((window, [1, 2]), (pipeline, [0, 1, 4])):
        found = unpacked_state(packed_state([stage]))[0]
        read = [int(each) for (each,) in found.iterate(IterationSettings())]
        assert read == expected
        assert found.element_types == [dtypes.int64]


def test_values_of_this_process_are_refused() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="while it holds <generator"):
        packed_state({"g": (x for x in [1])})


@pytest.mark.parametrize("cut", [1, 7, 12])
def test_other_bytes_are_data_loss(cut: int) -> None:
    data = packed_state({"a": np.arange(3)})
    with pytest.raises(tf.errors.DataLossError, match="not the state of an iterator"):
        unpacked_state(data[:cut])
