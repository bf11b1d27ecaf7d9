"""What arguments of `tf.function` mean to programs that were written for TensorFlow."""

from __future__ import annotations

import subprocess
import sys

import pytest

from runtime.native.calls.options import meant_by

_PROGRAM = """
import tensorflow as tf

@tf.function(jit_compile=False)
def waves(x):
    return tf.sin(tf.sin(tf.sin(x)))

waves(tf.zeros([4096]))
print(waves.jit_report())
"""


def test_settings_are_as_given_outside_of_the_alias() -> None:
    assert [meant_by(each) for each in (True, False, None)] == [True, False, None]


def test_without_xla_regions_are_chosen_as_by_default() -> None:
    pytest.importorskip("llvmlite")
    done = subprocess.run(
        [sys.executable, "-m", "runtime", "-c", _PROGRAM],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "region of 3 nodes" in done.stdout, done.stdout
