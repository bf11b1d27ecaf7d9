"""Training loses what it does with TensorFlow: six models, each in six ways."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("training.py")


@pytest.mark.slow
def test_losses_are_those_of_tensorflow() -> None:
    if find_spec("keras") is None:  # importing it would need the alias
        pytest.skip("Keras is not here")
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(PROGRAM), "-"],
        capture_output=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert len(found) == 36
    assert {key: each for key, each in found.items() if each >= 1e-5} == {}
