"""Slices and indices that the run tells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("onnx", reason="the extra onnx is not installed")

from tests.graphir.onnx.writing.checked import check_out_and_in

X = np.random.default_rng(0).standard_normal((4, 5, 6, 3)).astype(np.float32)


def _picked(x: Any, t: Any, u: Any) -> Any:
    return (
        x[t],
        x[:, t, tf.newaxis, 1:, u],
        x[1, ..., t],
        x[t, 0, u, ::2],
        x[-1, t][tf.newaxis],
        x[t - 4 :, u],
        x[..., tf.newaxis, u],
    )


@pytest.mark.parametrize("opset", [13, 20])
@pytest.mark.parametrize("places", [(0, 0), (-1, -2), (2, 1)])
def test_indices_that_the_run_tells(opset: int, places: tuple[int, int]) -> None:
    args = [X, *(np.array(each, np.int32) for each in places)]
    check_out_and_in(_picked, args, opset=opset)


def test_a_row_is_gathered() -> None:
    model = check_out_and_in(lambda x, t: x[t], [X, np.array(2, np.int32)])
    ops = [each.op_type for each in model.graph.node]
    assert "Gather" in ops
    assert "Slice" not in ops
