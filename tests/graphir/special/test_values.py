"""Special functions against values computed in 40-digit arithmetic, and their ends."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

VALUES: dict[str, list[list[float]]] = json.loads(
    (Path(__file__).parent / "values.json").read_text()
)["values"]
INF, NAN = np.inf, np.nan


def function(name: str) -> Any:
    module, _, attribute = name.partition(".")
    return getattr(import_module(f"graphir.special.{module}"), attribute)


@pytest.mark.parametrize("name", VALUES)
def test_known_values(name: str) -> None:
    *arguments, expected = np.array(VALUES[name]).T
    np.testing.assert_allclose(
        function(name)(*arguments), expected, rtol=2e-11, atol=1e-14
    )


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("error_functions.erf", [INF, -INF, NAN], [1, -1, NAN]),
        ("error_functions.erfc", [INF, -INF, NAN], [0, 2, NAN]),
        ("error_functions.erfinv", [1, -1, 1.5, NAN], [INF, -INF, NAN, NAN]),
        ("error_functions.ndtri", [0, 1, -1, NAN], [-INF, INF, NAN, NAN]),
        ("error_functions.dawsn", [INF, -INF, NAN], [0, 0, NAN]),
        ("gamma_functions.lgamma", [0, -3, INF, -INF, NAN], [INF, INF, INF, INF, NAN]),
        ("gamma_functions.digamma", [0, -3, INF, NAN], [NAN, NAN, INF, NAN]),
        ("bessel.k0", [0, -1, INF, NAN], [INF, INF, 0, NAN]),
        ("bessel.y0", [0, -1, INF, NAN], [-INF, -INF, NAN, NAN]),
        ("integrals.expint", [0, INF, -INF, NAN], [-INF, INF, 0, NAN]),
        ("integrals.fresnel_cos", [INF, -INF, NAN], [0.5, -0.5, NAN]),
        ("integrals.spence", [0, -1, NAN], [np.pi**2 / 6, NAN, NAN]),
    ],
)
def test_ends_of_the_range(
    name: str, arguments: list[float], expected: list[float]
) -> None:
    found = function(name)(np.array(arguments, np.float64))
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", [name for name in VALUES if len(VALUES[name][0]) == 2])
def test_scalars_and_empty_arrays(name: str) -> None:
    argument, expected = VALUES[name][0]
    assert function(name)(np.float64(argument)) == pytest.approx(expected, rel=1e-10)
    assert function(name)(np.zeros((2, 0))).shape == (2, 0)


def test_arguments_of_zeta_at_its_poles() -> None:
    zeta = function("gamma_functions.zeta")
    x, q = np.array([1.0, 0.5, 2.0, 3.0, 2.5]), np.array([1.0, 1.0, -1.0, -1.0, -0.5])
    np.testing.assert_array_equal(zeta(x, q), [INF, NAN, INF, NAN, NAN])
