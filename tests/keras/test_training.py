"""Training loses what it does with TensorFlow: models of Keras 2 and 3."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("training.py")
LIBRARIES = {2: "tf_keras", 3: "keras"}
TOLERANCES = {"float32": 1e-5, "float64": 1e-12}


@pytest.mark.slow
@pytest.mark.parametrize("version", LIBRARIES)
@pytest.mark.parametrize("dtype", TOLERANCES)
def test_losses_are_those_of_tensorflow(dtype: str, version: int) -> None:
    if find_spec(LIBRARIES[version]) is None:  # importing it would need the alias
        pytest.skip(f"{LIBRARIES[version]} is not here")
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(PROGRAM), dtype],
        capture_output=True,
        check=True,
        env={**os.environ, "TF_USE_LEGACY_KERAS": str(int(version == 2))},
    )
    found = json.loads(done.stdout)
    assert len(found) == {"float32": 36, "float64": 42}[dtype]
    limit = TOLERANCES[dtype]
    assert {key: each for key, each in found.items() if each >= limit} == {}
