"""Random programs: Python, converted code and a trace give the same.

A failure prints the program. `make_program(Random(number))` makes one of the quick
test, `slow_program(number)` one of the slow test.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings

import autograph
import runtime as tf
from autograph.errors import StagingError
from tests.program_strategies import Program, make_program, programs

CHUNKS = 10
PROGRAMS = 250
SLOW_PROGRAMS = 10_000
SLOW_CHUNKS = 20
SLOW_SIZES = (10, 10, 20, 40)
"""Most statements of a program; small ones are cheap, and most failures fit in them."""
# what a read without a value raises in Python, and in a graph that is running
NO_VALUE = (UnboundLocalError, tf.errors.InvalidArgumentError)


def load(program: Program, folder: Path) -> ModuleType:
    """The program in a file, since conversion reads the source.

    Compiled here and not imported: Python takes the bytecode beside a file for that
    file's if second and size agree, and these are that short and that quick to write.
    """
    path = folder / "program.py"
    path.write_text(program.text)
    module = ModuleType("generated_program")
    exec(compile(program.text, str(path), "exec"), vars(module))
    return module


def outcome(function: Callable[..., Any], *arguments: Any) -> tuple[str, Any]:
    """What a call gives: a value of a kind, or an exception of a class."""
    try:
        result = function(*arguments)
    except NO_VALUE:
        return "raised", UnboundLocalError
    except StagingError:
        return REFUSED
    except ValueError:
        return "raised", ValueError
    return "returned", as_python(result)


REFUSED = ("refused", None)
"""A trace may refuse to read what has a value on the path that is taken only.

It does so where a guard that the converter put in, and not the program, keeps the path
without a value away; rarely (see `test_more_programs_agree`), and never silently.
"""


def as_python(result: Any) -> Any:
    if isinstance(result, tuple):
        return tuple(map(as_python, result))
    if isinstance(result, tf.Tensor):
        return result.numpy().item()
    return result


def outcomes(module: ModuleType, program: Program) -> dict[str, list[tuple[str, Any]]]:
    """What the three ways to run a program give for each of its inputs."""
    module.span = range
    lists = [(a, b, list(values)) for a, b, values in program.inputs]
    converted = autograph.to_graph(module.program)
    found = {
        "Python": [outcome(module.program, *each) for each in lists],
        "converted": [outcome(converted, *each) for each in lists],
    }
    module.span = tf.range
    staged = tf.function(module.program)
    found["staged"] = [outcome(staged, *map(tf.constant, each)) for each in lists]
    return found


def check(program: Program, folder: Path) -> bool:
    """Fails if the ways to run a program differ; whether it was staged."""
    found = outcomes(load(program, folder), program)
    assert found["converted"] == found["Python"], program.text
    if REFUSED in found["staged"]:
        return False
    assert found["staged"] == found["Python"], program.text
    return True


def chunks() -> list[Any]:
    """All chunks; those after the first few are slow tests."""
    slow = [pytest.param(each, marks=pytest.mark.slow) for each in range(2, CHUNKS)]
    return [*range(2), *slow]


@pytest.mark.parametrize("chunk", chunks())
def test_programs_agree(chunk: int, tmp_path: Path) -> None:
    size = PROGRAMS // CHUNKS
    for number in range(chunk * size, (chunk + 1) * size):
        assert check(make_program(Random(number)), tmp_path)


def slow_program(number: int) -> Program:
    most = SLOW_SIZES[number % len(SLOW_SIZES)]
    return make_program(Random(PROGRAMS + number), most)


@pytest.fixture
def _seldom_collected() -> Iterator[None]:
    """Traces make many objects, and most of them stay: looking at all is a tenth."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 20, 20)
    yield
    gc.set_threshold(*before)


@pytest.fixture(params=range(SLOW_CHUNKS))
def slow_numbers(request: pytest.FixtureRequest) -> Iterator[range]:
    """The numbers of a chunk; three of four chunks run without the optimizer.

    It has tests of its own, and what it does with these programs takes a fifth of the
    time.
    """
    size = SLOW_PROGRAMS // SLOW_CHUNKS
    is_plain = bool(request.param % 4)
    tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": is_plain})
    yield range(request.param * size, (request.param + 1) * size)
    tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": False})


@pytest.mark.slow
@pytest.mark.usefixtures("_seldom_collected")
def test_more_programs_agree(slow_numbers: range, tmp_path: Path) -> None:
    staged = [check(slow_program(number), tmp_path) for number in slow_numbers]
    assert staged.count(False) <= 2


def test_programs_that_shrink_agree(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("programs")

    @settings(max_examples=20)
    @given(programs())
    def run(program: Program) -> None:
        check(program, folder)

    run()


def test_a_difference_is_noticed(tmp_path: Path) -> None:
    text = "def program(a, b, values):\n    return len(span(3)) + (span is range)\n"
    found = outcomes(load(Program(text), tmp_path), Program(text))
    assert found["converted"] == found["Python"]
    assert found["staged"] != found["Python"]
