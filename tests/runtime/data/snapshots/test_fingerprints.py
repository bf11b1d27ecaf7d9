"""Fingerprints tell pipelines of other elements apart, alike in every process."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.data.snapshots import fingerprinted_pipelines
from tests.runtime.data.snapshots.fingerprinted_pipelines import KINDS, fingerprints


def snapshot(dataset: Any, folder: Path) -> list[Any]:
    return list(dataset.snapshot(str(folder)).as_numpy_iterator())


@pytest.mark.parametrize("kind", KINDS)
def test_what_gives_other_elements_has_another_fingerprint(kind: str) -> None:
    first, other = (int(KINDS[kind](number).fingerprint()) for number in (0, 1))
    assert first != other
    assert first == int(KINDS[kind](0).fingerprint())


@pytest.mark.parametrize("kind", ["closure", "generator", "order_of_operands"])
def test_no_snapshot_is_read_for_another_pipeline(kind: str, tmp_path: Path) -> None:
    for number in (0, 1):
        expected = list(KINDS[kind](number).as_numpy_iterator())
        assert snapshot(KINDS[kind](number), tmp_path) == expected
    assert len([each for each in tmp_path.iterdir() if each.is_dir()]) == 2


def test_fingerprints_are_the_same_in_another_process() -> None:
    command = [sys.executable, "-m", fingerprinted_pipelines.__name__]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ast.literal_eval(run.stdout) == fingerprints()
