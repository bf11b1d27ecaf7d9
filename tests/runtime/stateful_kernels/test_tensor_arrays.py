"""Kernels of tensor arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.dtypes import float32
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.registry import lookup
from graphir.shapes import UNKNOWN
from runtime.stateful_kernels.tensor_arrays import TensorArrayStorage


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    return lookup(op).bind(attrs)(*inputs)


def test_tensor_array_element_is_written_once() -> None:
    array = TensorArrayStorage(float32, UNKNOWN, 2, can_grow=False)
    array.write(0, np.float32(1))
    with pytest.raises(InvalidArgumentError, match="already been written"):
        array.write(0, np.float32(1))
    with pytest.raises(InvalidArgumentError, match="not resizeable"):
        array.write(2, np.float32(1))


def test_gradient_array_adds_up() -> None:
    array = TensorArrayStorage(float32, UNKNOWN, 1, can_grow=False)
    flow = np.float32(0)
    gradient, _ = run("TensorArrayGradV3", array, flow, source=b"g")
    for _ in range(2):
        run("TensorArrayWriteV3", gradient, np.int32(0), np.float32(2), flow)
    assert run("TensorArrayReadV3", gradient, np.int32(0), flow, dtype=float32) == 4.0
