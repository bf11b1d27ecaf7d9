"""The stubs: what mypy says of a user's script."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPT = """\
import graphir
import runtime as tf
from runtime.tensors.tensor import Tensor

x: Tensor = tf.constant([1.0, 2.0])
half = tf.half
v = tf.Variable(1.0)


@tf.function
def f(a: tf.Tensor) -> tf.Tensor:
    return tf.constant(1)


@tf.function(jit_compile=True)
def g(a: tf.Tensor) -> tf.Tensor:
    return tf.constant(1)


concrete = f.get_concrete_function(x)
graphir.optimize(concrete.graph.as_graph_def(), ["x"])
tf.raw_ops.MatMul(a=x, b=x)
tf.nn.relu(x), tf.math.reduce_sum(x), tf.data.Dataset, tf.errors.NotFoundError
number: int = tf.constant(1)  # error: incompatible types
tf.reduce_summ(x)  # error: "reduce_sum"
tf.reduce_sum(x, axs=1)  # error: "axs"
tf.reshape(x)  # error: "shape"
tf.math.reduce_summ(x)  # error: "reduce_sum"
tf.raw_ops.MatMul(a=x)  # error: "b"
v.assign_ad(2)  # error: "assign_add"
g.get_concret_function(x)  # error: "get_concrete_function"
graphir.optimise(1)  # error: "optimize"
"""


@pytest.mark.slow
def test_mypy_finds_a_users_mistakes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, "-m", "mypy", "--strict", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    found = dict(re.findall(r"script\.py:(\d+): error: (.*)", done.stdout))
    lines = SCRIPT.splitlines()
    wanted = {
        str(number): line.partition("# error: ")[2]
        for number, line in enumerate(lines, 1)
        if "# error: " in line
    }
    assert set(found) == set(wanted), done.stdout
    for number, text in wanted.items():
        assert text.lower() in found[number].lower()


@pytest.mark.slow
def test_stubs_are_as_they_would_be_written() -> None:
    """In a process of its own: other tests declare ops."""
    command = [sys.executable, "-m", "autograph_tools.stubs", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
