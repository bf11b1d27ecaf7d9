"""Models that Keras on TensorFlow saved predict and train here as they did there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("saved_models.py")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "package", "count"), [(2, "tf_keras", 19), (3, "keras", 15)]
)
def test_saved_models_are_read(
    version: int, package: str, count: int, tmp_path: Path
) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not here")
    with zipfile.ZipFile(PROGRAM.with_name(f"saved_{version}.zip")) as files:
        files.extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(PROGRAM), "read", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TF_USE_LEGACY_KERAS": "1" if version == 2 else "0"},
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == count
    far = [each for seen in found.values() for each in seen.values() if each > 1e-5]
    assert far == [], found
