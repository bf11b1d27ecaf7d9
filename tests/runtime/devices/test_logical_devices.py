"""One CPU as several logical devices, in a process of their own: they stay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import runtime as tf

CASE = Path(__file__).parent / "cases" / "two_logical_devices.py"

SHOW = """
from pathlib import Path
from tests.runtime.shown_answers import lines_of
print("\\n".join(lines_of(Path({case!r}))))
"""


def test_results_are_on_the_devices_that_tensorflow_says() -> None:
    """The text beside the program is what TensorFlow 2.21 wrote."""
    program = SHOW.format(case=str(CASE))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == CASE.with_suffix(".txt").read_text().splitlines()


def test_with_one_device_a_context_changes_nothing() -> None:
    with tf.device("CPU:1"):
        assert tf.constant(1).device.endswith("CPU:0")
        assert not vars(tf.constant(1) + 1)
