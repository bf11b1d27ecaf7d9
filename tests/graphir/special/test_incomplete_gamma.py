"""The incomplete gamma functions at the ends of their range."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

INF, NAN = np.inf, np.nan


def function(name: str) -> Any:
    module, _, attribute = name.partition(".")
    return getattr(import_module(f"graphir.special.{module}"), attribute)


def test_incomplete_gamma_at_its_ends() -> None:
    igamma = function("incomplete_gamma.igamma")
    a, x = np.array([1.0, 1.0, -1.0, 0.0, INF]), np.array([0.0, INF, 1.0, 0.0, 1.0])
    np.testing.assert_array_equal(igamma(a, x), [0, 1, NAN, 0, 0])
