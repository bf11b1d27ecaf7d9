"""Kernels that need runtime state: importing this package attaches them all."""

from __future__ import annotations

from runtime.stateful_kernels import (
    candidates,
    checks,
    printing,
    random,
    tensor_arrays,
    variable_updates,
    variables,
)

__all__ = [
    "candidates",
    "checks",
    "printing",
    "random",
    "tensor_arrays",
    "variable_updates",
    "variables",
]
