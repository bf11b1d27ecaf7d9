"""Graphs of random functions with effects are TensorFlow's, node for node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.tracing.graph_trace import next_number
from tests.runtime import graph_text
from tests.runtime.effect_programs import program
from tests.tensorflow_process import TensorFlowProcess

DESCRIBE = Path(graph_text.__file__).read_text()

TRACED = """
import linecache
label = f"<effect program {seed}>"
functions = dict(tf=tf, __name__="functions")
linecache.cache[label] = (len(source), None, source.splitlines(True), label)
exec(compile(source, label, "exec"), functions)
text = {}
exec(describe, text)
concrete = tf.function(functions["program"]).get_concrete_function(tf.constant(1.5))
result = text["text_of_graph"](concrete.graph.as_graph_def())
"""


def graph_of(seed: int) -> str:
    names: dict[str, Any] = {"tf": tf, "seed": seed, "describe": DESCRIBE}
    names["source"] = program(seed)
    exec(TRACED, names)
    text: str = names["result"]
    return text


@pytest.fixture(scope="module", autouse=True)
def numbers_of_several_digits() -> None:
    """Numbers in names must not be taken for others in the text."""
    while next_number() < 1000:
        pass


@pytest.mark.parametrize("seed", range(3))
def test_graph_of_a_program_is_the_same_each_time(seed: int) -> None:
    assert graph_of(seed) == graph_of(seed)


@pytest.mark.parametrize("seed", range(40))
def test_graph_is_that_of_live_tensorflow(
    seed: int, tensorflow_python: TensorFlowProcess
) -> None:
    source = program(seed)
    theirs = tensorflow_python.run(TRACED, seed=seed, source=source, describe=DESCRIBE)
    assert graph_of(seed) == theirs, source
