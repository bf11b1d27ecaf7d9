"""Uncaught errors of ops: the user's lines, then one line that says what."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.errors import OpError
from runtime.messages.uncaught import omit_our_frames

PROGRAM = """\
import sys
import runtime as tf

def multiply(a, b):
    return tf.matmul(a, b)

if "all" in sys.argv:
    tf.debugging.disable_traceback_filtering()
if "own" in sys.argv:
    sys.excepthook = lambda kind, error, frames: print("mine", file=sys.stderr)
multiply(tf.ones([2, 3]), tf.ones([2, 3]))
"""


def shown(folder: Path, *words: str) -> list[str]:
    path = folder / "program.py"
    path.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(path), *words], capture_output=True, text=True
    )
    assert done.returncode == 1
    return done.stderr.splitlines()


def test_an_uncaught_error_has_the_users_frames_alone(tmp_path: Path) -> None:
    lines = shown(tmp_path)
    files = [line.split('"')[1] for line in lines if line.startswith("  File")]
    assert set(files) == {str(tmp_path / "program.py")}
    assert len(files) == 2
    assert lines[-1].endswith(
        "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3] [Op:MatMul]"
    )


@pytest.mark.slow
def test_all_frames_are_shown_on_request(tmp_path: Path) -> None:
    assert any("apply.py" in line for line in shown(tmp_path, "all"))


@pytest.mark.slow
def test_a_programs_own_hook_stays(tmp_path: Path) -> None:
    assert shown(tmp_path, "own") == ["mine"]


def failing_generator() -> Any:
    yield 1
    raise KeyError("the user's")


A, B = tf.ones([2, 3]), tf.ones([4, 5])
NUMBERS = tf.data.Dataset.from_tensor_slices([1, 0])
MISUSES: dict[str, tuple[Callable[[], Any], int]] = {
    "the operator's kernel refuses": (lambda: A + B, 1),
    "no kernel has the dtype": (lambda: A + tf.constant("x"), 1),
    "no tensor can be made": (lambda: tf.constant([[1], [2, 3]]), 1),
    "an iterator has no elements": (lambda: list(tf.constant(3)), 1),
    "a function of the user's is between": (
        lambda: tf.map_fn(lambda x: x + B, A),
        2,
    ),
    "a function is traced": (lambda: NUMBERS.map(lambda x: A + B), 2),
    "a dataset fails later": (lambda: list(NUMBERS.map(lambda x: 1 // x)), 1),
    "an assertion fails": (lambda: tf.debugging.assert_equal(A, A + 1.0), 1),
    "a generator raises": (
        lambda: list(
            tf.data.Dataset.from_generator(
                failing_generator, output_signature=tf.TensorSpec([], tf.int32)
            )
        ),
        2,
    ),
}


@pytest.mark.parametrize("name", MISUSES)
def test_an_error_and_its_causes_have_the_users_frames_alone(name: str) -> None:
    misuse, frames = MISUSES[name]
    with pytest.raises((OpError, ValueError, TypeError, KeyError)) as caught:
        misuse()
    omit_our_frames(caught.value)
    text = "".join(traceback.format_exception(caught.value))
    files = [line.split('"')[1] for line in text.splitlines() if "  File " in line]
    # the first is this test's call
    assert files == [__file__] * (frames + 1)
    assert text.count("Traceback") == 1


@pytest.mark.parametrize(("raised", "kept"), [("{}[0]", 2), ("int('x')", 1)])
def test_a_mistake_of_ours_keeps_all_frames(raised: str, kept: int) -> None:
    """Code as in a file of ours: a key that is missing is its mistake."""
    names: dict[str, Any] = {}
    file = os.path.join(os.path.dirname(tf.__file__), "made.py")
    exec(compile(f"def call(): return {raised}", file, "exec"), names)
    with pytest.raises((KeyError, ValueError)) as caught:
        names["call"]()
    omit_our_frames(caught.value)
    assert len(traceback.extract_tb(caught.value.__traceback__)) == kept
