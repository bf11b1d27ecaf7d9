"""A process that is killed while it saves leaves the earlier checkpoint."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMPILER = shutil.which("cc")
pytestmark = pytest.mark.skipif(
    COMPILER is None or sys.platform != "linux", reason="needs a C compiler on Linux"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert COMPILER is not None
    path = tmp_path_factory.mktemp("library") / "killing.so"
    source = HERE / "killing_writes.c"
    subprocess.run(
        [COMPILER, "-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"], check=True
    )
    return path


@pytest.mark.parametrize(
    ("kind", "least"),
    # data, index, state file: each made, written, synced, renamed
    [
        ("checkpoint", 12),
        ("manager", 14),
        ("saved_model", 16),
        ("file", 3),
        pytest.param("merge", 10, marks=pytest.mark.slow),
        pytest.param("sharded", 18, marks=pytest.mark.slow),
    ],
)
def test_killed_at_every_call_that_writes(
    kind: str, least: int, library: Path, tmp_path: Path
) -> None:
    found = subprocess.run(
        [sys.executable, "-W", "ignore", HERE / "saves_to_kill.py", kind, tmp_path],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": os.getcwd()},
    )
    assert found.returncode == 0, found.stderr[-3000:]
    assert int(found.stdout.splitlines()[-1]) >= least
