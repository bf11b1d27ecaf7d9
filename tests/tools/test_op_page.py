"""The page of raw ops: as its generator writes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograph_tools.op_page import PAGE

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_the_page_of_ops_is_as_it_would_be_written() -> None:
    """In a process of its own: other tests declare ops."""
    command = [sys.executable, "-m", "autograph_tools.op_page", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_page_of_ops_tells_what_is_here() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert "| `MatMul` | here | yes |" in text
    assert "| `StatelessIf` | program | yes |" in text
    assert "| `Shape` | here | not differentiable |" in text
