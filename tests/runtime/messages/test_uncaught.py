"""Uncaught errors of ops: the user's lines, then one line that says what."""

from __future__ import annotations

import builtins
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
from runtime.messages.uncaught import shown

PROGRAM = """\
import sys
import runtime as tf

def multiply(a, b):
    return tf.matmul(a, b)

if "all" in sys.argv:
    tf.debugging.disable_traceback_filtering()
if "own" in sys.argv:
    sys.excepthook = lambda kind, error, frames: print("mine", file=sys.stderr)
if "asked" in sys.argv:
    tf.debugging.enable_traceback_filtering()
if "thread" in sys.argv:
    import threading
    thread = threading.Thread(target=multiply, args=(tf.ones([2]), 1), name="my own")
    thread.start()
    thread.join()
    sys.exit(1)
multiply(tf.ones([2, 3]), tf.ones([2, 3]))
"""


def written(folder: Path, *words: str, launcher: tuple[str, ...]) -> list[str]:
    path = folder / "program.py"
    path.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, *launcher, str(path), *words], capture_output=True, text=True
    )
    assert done.returncode == 1
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    ("words", "launcher"), [((), ("-m", "runtime")), (("asked",), ())]
)
def test_an_uncaught_error_has_the_users_frames_alone(
    words: tuple[str, ...], launcher: tuple[str, ...], tmp_path: Path
) -> None:
    lines = written(tmp_path, *words, launcher=launcher)
    files = [line.split('"')[1] for line in lines if line.startswith("  File")]
    assert set(files) == {str(tmp_path / "program.py")}
    assert len(files) == 2
    assert lines[-1].endswith(
        "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3] [Op:MatMul]"
    )


@pytest.mark.slow
def test_an_error_of_a_thread_has_the_users_frames(tmp_path: Path) -> None:
    lines = written(tmp_path, "thread", launcher=("-m", "runtime"))
    assert lines[0] == "Exception in thread my own:"
    assert any(line.endswith("in multiply") for line in lines)
    assert not any("apply.py" in line for line in lines)


@pytest.mark.slow
def test_all_frames_are_shown_on_request(tmp_path: Path) -> None:
    lines = written(tmp_path, "all", launcher=("-m", "runtime"))
    assert any("apply.py" in line for line in lines)


@pytest.mark.slow
def test_a_programs_own_hook_stays(tmp_path: Path) -> None:
    assert written(tmp_path, "own", launcher=("-m", "runtime")) == ["mine"]
    assert written(tmp_path, "own", "asked", launcher=()) == ["mine"]


def test_an_import_sets_no_hook() -> None:
    program = (
        "import sys, threading, runtime\n"
        "assert sys.excepthook is sys.__excepthook__\n"
        "assert threading.excepthook is threading.__excepthook__\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def texts(error: BaseException) -> list[str]:
    """What is shown of an error, line by line; the error stays as it is."""
    before = chain(error)
    found = "".join(shown(error, error.__traceback__).format()).splitlines()
    assert chain(error) == before
    return found


def chain(error: BaseException | None) -> list[tuple[Any, ...]]:
    """The error, its causes and their frames, by identity."""
    found = []
    while error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        found.append((id(error), id(error.__traceback__), len(frames)))
        found.append((id(error.__cause__), id(error.__context__)))
        error = error.__cause__ or error.__context__
    return found


def test_causes_without_frames_are_shown() -> None:
    def work() -> None:
        raise RuntimeError("no result") from ValueError("what another process sent")

    with pytest.raises(RuntimeError) as caught:
        work()
    lines = texts(caught.value)
    assert lines[0] == "ValueError: what another process sent"
    assert lines[-1] == "RuntimeError: no result"


def test_an_error_that_never_met_this_library_is_shown_as_by_python() -> None:
    def work() -> None:
        try:
            raise KeyError(3)
        except KeyError:
            raise RuntimeError("no result") from None

    with pytest.raises(RuntimeError) as caught:
        work()
    expected = "".join(traceback.format_exception(caught.value)).splitlines()
    assert texts(caught.value) == expected


@pytest.mark.skipif(sys.version_info < (3, 11), reason="a class of Python 3.11")
def test_parts_of_a_group_have_the_users_frames() -> None:
    group: Any = getattr(builtins, "ExceptionGroup")  # noqa: B009 - not in 3.10
    parts: list[Exception] = []
    for misuse in (lambda: A + B, lambda: tf.constant([[1], [2, 3]])):
        with pytest.raises((OpError, ValueError)) as caught:
            misuse()
        parts.append(caught.value)
    with pytest.raises(group) as found:
        raise group("both", parts)
    text = "\n".join(texts(found.value))
    assert text.count(__file__) == 5
    assert text.count('  File "') == 5


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
    lines = texts(caught.value)
    files = [line.split('"')[1] for line in lines if "  File " in line]
    # the first is this test's call
    assert files == [__file__] * (frames + 1)
    assert sum("Traceback" in line for line in lines) == 1


@pytest.mark.parametrize(("raised", "kept"), [("{}[0]", 2), ("int('x')", 1)])
def test_a_mistake_of_ours_keeps_all_frames(raised: str, kept: int) -> None:
    """Code as in a file of ours: a key that is missing is its mistake."""
    names: dict[str, Any] = {}
    file = os.path.join(os.path.dirname(tf.__file__), "made.py")
    exec(compile(f"def call(): return {raised}", file, "exec"), names)
    with pytest.raises((KeyError, ValueError)) as caught:
        names["call"]()
    lines = texts(caught.value)
    assert sum("  File " in line for line in lines) == kept
