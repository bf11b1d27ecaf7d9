"""The stages of the compiler whose code can be shown; known without LLVM."""

from __future__ import annotations

from typing import Final

STAGES: Final = ("llvm", "optimized_llvm", "assembly")
"""In the order in which the compiler reaches them."""


def check_stage(stage: str) -> None:
    """Refuses what is no stage.

    >>> check_stage("assembly")

    Raises:
      ValueError: if ``stage`` is not one of ``STAGES``.
    """
    if stage not in STAGES:
        raise ValueError(f"stage is one of {', '.join(STAGES)}, not {stage!r}.")


__all__ = ["STAGES", "check_stage"]
