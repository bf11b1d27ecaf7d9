"""Functions as people write them: Python, converted and staged give the same.

The functions of `cases`, with the arguments that each is called with, as numbers and
lists of them, and as tensors.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autograph
import runtime as tf
from tests.runtime.staging.cases import algorithms, constructs, lists

Program = Callable[..., Any]
PROGRAMS = {**algorithms.INPUTS, **constructs.INPUTS, **lists.INPUTS}


def as_python(value: Any) -> Any:
    """Tensors as numbers; of floating ones so many digits as float32 has."""
    if isinstance(value, (list, tuple)):
        return [as_python(each) for each in value]
    if isinstance(value, (tf.Tensor, np.ndarray, np.generic)):
        return as_python(np.asarray(value).tolist())
    if isinstance(value, float):
        return float(f"{value:.5g}")
    return value.decode() if isinstance(value, bytes) else value


def outcome(function: Program, arguments: tuple[Any, ...]) -> Any:
    """What the call gives; an exception by its class, any two are alike in a graph."""
    try:
        return as_python(function(*arguments))
    except (ValueError, IndexError, KeyError, tf.errors.OpError) as error:
        return "raises", type(error)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_program_means_the_same_converted_and_staged(program: Program) -> None:
    converted, staged = autograph.to_graph(program), tf.function(program)
    for arguments in PROGRAMS[program]:
        expected = outcome(program, copy.deepcopy(arguments))
        assert outcome(converted, copy.deepcopy(arguments)) == expected
        tensors = tuple(tf.constant(each) for each in arguments)
        assert outcome(staged, tensors) == expected
