"""Keras trains on four logical CPUs as on one device."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("distributing.py")


@pytest.mark.slow
@pytest.mark.parametrize("package", ["keras", "tf_keras"])
def test_losses_are_those_of_one_device(package: str) -> None:
    if find_spec(package) is None:  # importing it would need the alias
        pytest.skip(f"{package} is not here")
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(PROGRAM), package],
        capture_output=True,
        check=True,
        timeout=600,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert len(found) == 9
    assert {key: each for key, each in found.items() if not each < 1e-5} == {}
