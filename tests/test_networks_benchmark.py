"""The benchmark of networks says which sides were compared, and which were not."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "networks.py"


@pytest.fixture
def benchmark_of_networks(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    spec = importlib.util.spec_from_file_location("benchmark_of_networks", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ONE = np.array([1.0, 2.0])


@pytest.mark.parametrize(
    ("results", "mark"),
    [
        ({"chosen": ONE, "jit": ONE, "XLA": ONE + 1e-4}, "="),
        ({"chosen": ONE, "jit": ONE, "XLA": ONE + 1}, "! XLA"),
        ({"chosen": ONE, "jit": ONE * np.nan}, "! jit"),
        ({"chosen": ONE, "jit": None, "XLA": ONE}, "? jit"),
        ({"chosen": None, "jit": ONE, "XLA": ONE * 2}, "! XLA ? chosen"),
        ({"chosen": None, "jit": None}, "? chosen, jit"),
        ({"jit": ONE, "XLA": ONE}, "="),
        ({"jit": ONE}, ""),
        ({"chosen": ONE, "PyTorch": ONE}, ""),
    ],
)
def test_a_mark_stands_for_a_comparison(
    benchmark_of_networks: Any, tmp_path: Path, results: Any, mark: str
) -> None:
    """Sides that crashed were passed over: the rest of one side was equal to itself."""
    for side, array in results.items():
        if array is not None:
            np.save(tmp_path / f"CNN {side}.npy", array)
    assert benchmark_of_networks.agreement("CNN", list(results), tmp_path) == mark


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--without", "chosen", "--without", "jit"], 0, "| ms, MB |  |\n| --- |"),
        (["--without", "nobody"], 2, ""),
    ],
)
def test_sides_are_left_out(words: list[str], status: int, told: str) -> None:
    command = [sys.executable, str(SCRIPT), "--only", "no network", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == status, done.stderr
    assert done.stdout.strip() == told
    assert ("invalid choice: 'nobody'" in done.stderr) == bool(status)
