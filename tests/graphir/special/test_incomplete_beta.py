"""The incomplete beta function outside of its range."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

INF, NAN = np.inf, np.nan


def function(name: str) -> Any:
    module, _, attribute = name.partition(".")
    return getattr(import_module(f"graphir.special.{module}"), attribute)


def test_incomplete_beta_outside_of_its_range() -> None:
    betainc = function("incomplete_beta.betainc")
    x = np.array([0.0, 1.0, -0.1, 1.1])
    np.testing.assert_array_equal(betainc(2.0, 3.0, x), [0, 1, NAN, NAN])
