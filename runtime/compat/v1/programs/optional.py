"""Public names that are objects of absl, imported on first use."""

from __future__ import annotations

from typing import Any

from runtime.compat.v1.programs.app import absl_module


def __getattr__(name: str) -> Any:
    if name == "flags":
        return absl_module("flags")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
