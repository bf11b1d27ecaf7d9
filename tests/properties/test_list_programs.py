"""Random programs over lists: Python, converted code and a trace give the same.

A failure prints the program; `make_list_program(Random(number))` makes it again. A
trace may refuse a list that it cannot stage, by an error that says so; it never changes
what the program gives.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import autograph
import runtime as tf
from autograph.errors import StagingError
from tests.list_programs import make_list_program
from tests.program_strategies import Program
from tests.properties.test_autograph_programs import load

CHUNKS = 4
PROGRAMS = 80
SLOW_CHUNKS = 10
SLOW_PROGRAMS = 2_000
MOST_REFUSED = 0.2


def as_python(result: Any) -> Any:
    if isinstance(result, (tuple, list)):
        return [as_python(each) for each in result]
    return result.numpy().tolist() if isinstance(result, tf.Tensor) else result


def outcomes(function: Callable[..., Any], inputs: Any) -> list[Any]:
    return [as_python(function(*each)) for each in inputs]


def check(program: Program, folder: Path) -> bool:
    """Fails if the ways to run a program differ; whether it was staged."""
    module = load(program, folder)
    inputs = program.inputs
    lists = [(a, b, list(values)) for a, b, values in inputs]
    module.span = range
    expected = outcomes(module.program, lists)
    assert outcomes(autograph.to_graph(module.program), lists) == expected, program.text
    module.span = tf.range
    staged = tf.function(module.program)
    try:
        found = outcomes(staged, [tuple(map(tf.constant, each)) for each in lists])
    except StagingError:
        return False
    assert found == expected, program.text
    return True


def check_numbers(numbers: range, folder: Path) -> None:
    staged = [check(make_list_program(Random(each)), folder) for each in numbers]
    assert staged.count(False) <= len(numbers) * MOST_REFUSED


def chunk_of(number: int, programs: int, chunks: int) -> range:
    size = programs // chunks
    return range(number * size, (number + 1) * size)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_list_programs_agree(chunk: int, tmp_path: Path) -> None:
    check_numbers(chunk_of(chunk, PROGRAMS, CHUNKS), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
def test_more_list_programs_agree(chunk: int, tmp_path: Path) -> None:
    check_numbers(chunk_of(chunk, SLOW_PROGRAMS, SLOW_CHUNKS), tmp_path)
