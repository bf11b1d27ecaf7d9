"""Python's own modes change nothing: optimized, strict, isolated, from a zip file."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]

PROGRAM: Final = '''
"""Some of everything: a staged function, a gradient, strings, a GraphDef, an op."""
import sys

sys.path[:0] = {paths!r}

import autograph
import runtime as tf


def step(x):
    """One step."""
    assert x is not None
    if x > 3.0:
        return x + 1.5
    return x * 2.0


@tf.function
def looped(x):
    """Steps until it is large."""
    while x < 10.0:
        x = step(x)
    for i in tf.range(3):
        x += tf.cast(i, tf.float32)
    return x


variable = tf.Variable(2.0)
with tf.GradientTape() as tape:
    total = tf.reduce_sum(tf.nn.relu(variable * tf.constant([1.0, -2.0, 3.0])))
results = [
    float(looped(tf.constant(1.0))),
    float(tape.gradient(total, variable)),
    str(tf.strings.regex_replace("abc", "b", "x")),
    repr(tf.constant(["text"])),
    tf.strings.unicode_script(tf.constant([65])).numpy().tolist(),
    tf.raw_ops.Relu(features=tf.constant([-1.0])).numpy().tolist(),
    tf.compat.v1.reduce_sum([1, 2]).numpy().tolist(),
    len(looped.get_concrete_function(tf.constant(1.0)).graph.as_graph_def().node) > 0,
    "if_stmt" in autograph.to_code(step),
]
print(results)
'''

EXPECTED: Final = (
    "[13.0, 4.0, \"tf.Tensor(b'axc', shape=(), dtype=string)\", "
    "\"<tf.Tensor: shape=(1,), dtype=string, numpy=array([b'text'], dtype=object)>\", "
    "[25], [0.0], 3, True, True]"
)

MODES: Final = {
    "optimized": ["-O"],
    "without_docstrings": ["-OO"],
    "development": ["-X", "dev"],
    "warnings_are_errors": ["-W", "error"],
    "bytes_are_no_text": ["-bb"],
    "isolated": ["-I"],
    "all_at_once": ["-OO", "-X", "dev", "-W", "error", "-bb", "-I"],
}


def output_of(folder: Path, options: list[str], paths: list[str]) -> str:
    script = folder / "script.py"
    script.write_text(PROGRAM.format(paths=paths))
    found = subprocess.run(
        [sys.executable, *options, str(script)],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": ""},
        check=False,
    )
    assert found.returncode == 0, found.stderr[-2000:]
    return found.stdout.strip()


def test_all_modes_at_once(tmp_path: Path) -> None:
    output = output_of(tmp_path, MODES["all_at_once"], [str(ROOT)])
    assert output == EXPECTED


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_a_mode_of_python_changes_nothing(mode: str, tmp_path: Path) -> None:
    assert output_of(tmp_path, MODES[mode], [str(ROOT)]) == EXPECTED


@pytest.mark.slow
def test_packages_work_from_a_zip_file(tmp_path: Path) -> None:
    archive = tmp_path / "packages.zip"
    with zipfile.ZipFile(archive, "w") as written:
        for package in ("autograph", "graphir", "runtime"):
            for path in sorted((ROOT / package).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    written.write(path, path.relative_to(ROOT))
    assert output_of(tmp_path, [], [str(archive)]) == EXPECTED


@pytest.mark.slow
def test_a_subinterpreter_works_or_says_what_does_not(tmp_path: Path) -> None:
    """NumPy loads in one, with a warning, up to Python 3.11, and refuses since."""
    script = tmp_path / "script.py"
    script.write_text(PROGRAM.format(paths=[str(ROOT), *filter(None, sys.path)]))
    code = f"""
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
text = open({str(script)!r}).read()
failure = interpreters.run_string(interpreters.create(), text)
if failure is not None:
    print(failure)
"""
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    told = found.stdout + found.stderr
    refused = "subinterpreter" in told or "sub-interpreter" in told
    assert EXPECTED in told or (refused and "Error" in told)
