"""Models of TensorFlow's guides give what they do with TensorFlow, line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).with_name("guide_models.py")
LEFT_OUT = "an_optimizer_that_is_left_out"


def answers(version: int) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(PROGRAM)],
        capture_output=True,
        check=True,
        env={**os.environ, "TF_USE_LEGACY_KERAS": "1" if version == 2 else "0"},
    )
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(("version", "package"), [(2, "tf_keras"), (3, "keras")])
def test_passages_show_what_they_show_with_tensorflow(
    version: int, package: str
) -> None:
    """Answers recorded with TensorFlow 2.21, but for a call that it refuses."""
    if find_spec(package) is None:
        pytest.skip(f"{package} is not here")
    recorded = PROGRAM.with_name(f"guide_models_{version}.json")
    expected, found = json.loads(recorded.read_text()), answers(version)
    if version == 2:
        # the guide shows that it works
        assert expected.pop(LEFT_OUT) == "TensorFlow refuses it"
        assert found.pop(LEFT_OUT) == [1.58]
    assert found == expected
