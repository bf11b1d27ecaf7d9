"""Why ops of TensorFlow have no kernel here."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import NamedTuple


class Absence(NamedTuple):
    """Why there is no kernel: a category, and a sentence."""

    category: str
    reason: str


@cache
def _lines() -> list[tuple[Absence, list[str]]]:
    text = resources.files("graphir.ops").joinpath("without_kernels.txt").read_text()
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            category, reason, names = (part.strip() for part in line.split("|"))
            found.append((Absence(category, reason), names.split()))
    return found


def why_without_kernel(op: str) -> Absence | None:
    """Why an op has no kernel here; None for an op that is not listed.

    >>> why_without_kernel("CudnnRNN")
    Absence(category='hardware', reason='it runs on GPUs')
    >>> why_without_kernel("MatMul")
    """
    for absence, names in _lines():
        if any(fnmatchcase(op, name) for name in names):
            return absence
    return None


__all__ = ["Absence", "why_without_kernel"]
