"""Gradients of loops: eagerly, traced and as native code they are the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.runtime.native.recurrent_programs import Program

CLOSE = {"float32": 2e-4, "float64": 1e-10}


def _compare(seed: int) -> None:
    program = Program(seed)
    x, *matrices = program.arrays()
    variables = [tf.Variable(each) for each in matrices]
    given = tf.constant(x)
    expected = program.plain()(given, *variables)
    for compiled in (False, None, True):
        found = _called(program.function(compiled), program, given, variables)
        for one, other in zip(found, expected, strict=True):
            scale = 1 + np.abs(other.numpy()).max(initial=0)
            np.testing.assert_allclose(
                one.numpy() / scale,
                other.numpy() / scale,
                atol=CLOSE[program.dtype],
                err_msg=f"jit_compile={compiled}\n{program.text}",
            )


def _called(
    function: Any, program: Program, x: tf.Tensor, variables: list[tf.Variable]
) -> Any:
    if not program.is_open:
        return function(x, *variables)
    spec = tf.TensorSpec([None, *x.shape[1:]], x.dtype)
    return function.get_concrete_function(spec, *variables)(x, *variables)


@pytest.mark.parametrize("seed", range(12))
def test_gradients_of_loops_agree(seed: int) -> None:
    _compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12, 120))
def test_gradients_of_more_loops_agree(seed: int) -> None:
    _compare(seed)
