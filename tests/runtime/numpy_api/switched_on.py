"""Runs checks in a process of its own, where NumPy's behaviour is switched on."""

from __future__ import annotations

import subprocess
import sys
import textwrap

START = """
import numpy as np
import runtime as tf
enable = tf.experimental.numpy.experimental_enable_numpy_behavior
"""


def run(program: str) -> str:
    """What a program prints; it cannot be undone, so it has its own process."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", START + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
