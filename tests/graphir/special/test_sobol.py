"""Sobol points fill the unit cube evenly."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np


def function(name: str) -> Any:
    module, _, attribute = name.partition(".")
    return getattr(import_module(f"graphir.special.{module}"), attribute)


def test_sobol_points_fill_each_half_of_each_axis_evenly() -> None:
    points = function("sobol.sobol_points")(40, 255, 0)
    halves = (points < 0.5).sum(axis=0)
    assert set(halves.tolist()) == {127}
    assert len(np.unique(points[:, 39])) == 255
