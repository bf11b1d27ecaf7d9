"""Names and constants of a model that is written."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes

pytest.importorskip("onnx", reason="the extra onnx is not installed")

from graphir.onnx.contract.written_model import Model


def test_a_name_is_given_once() -> None:
    model = Model(18, {})
    assert [model.name("x") for _ in range(3)] == ["x", "x_1", "x_2"]


def test_equal_small_constants_are_one() -> None:
    constants = Model(18, {}).initializers
    small = [constants.add(np.ones(3, "f"), dtypes.float32, "a") for _ in range(2)]
    other = constants.add(np.ones(3, "i"), dtypes.int32, "a")
    large = [constants.add(np.ones(999, "f"), dtypes.float32, "b") for _ in range(2)]
    assert (small, other, large) == (["a", "a"], "a_1", ["b", "b_1"])
    assert len(constants.tensors) == 4
