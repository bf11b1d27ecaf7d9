"""Bessel functions of order 0 and 1: J and Y, and the modified I and K."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.special import bessel_tables as tables
from graphir.special import modified_bessel_tables as modified
from graphir.special.chebyshev import chebyshev_sum


def _near_or_far(
    size: Any, border: float, near: tuple[float, ...], far: tuple[float, ...]
) -> tuple[Any, Any]:
    """The two expansions, in x up to a border, and in border / x from there."""
    below = chebyshev_sum(near, np.minimum(size, border), 0.0, border)
    above = chebyshev_sum(far, border / np.maximum(size, border), 0.0, 1.0)
    return below, above / np.sqrt(np.maximum(size, border))


@np.errstate(all="ignore")
def i0e(x: Any) -> Any:
    """exp(-|x|) I0(x).

    >>> i0e(np.array([0.0])).round(12)
    array([1.])
    """
    size = np.abs(x)
    near, far = _near_or_far(size, 8.0, modified.I0E_NEAR, modified.I0E_FAR)
    return np.where(size <= 8.0, near, far) + 0.0 * np.where(np.isnan(x), x, 0.0)


@np.errstate(all="ignore")
def i1e(x: Any) -> Any:
    """exp(-|x|) I1(x).

    >>> i1e(np.array([0.0]))
    array([0.])
    """
    size = np.abs(x)
    near, far = _near_or_far(size, 8.0, modified.I1E_NEAR, modified.I1E_FAR)
    value = np.where(size <= 8.0, size * near, far)
    return np.copysign(value, x) + 0.0 * np.where(np.isnan(x), x, 0.0)


@np.errstate(all="ignore")
def i0(x: Any) -> Any:
    """The modified Bessel function of the first kind, of order 0.

    >>> i0(np.array([0.0])).round(12)
    array([1.])
    """
    return np.exp(np.abs(x)) * i0e(x)


@np.errstate(all="ignore")
def i1(x: Any) -> Any:
    """The modified Bessel function of the first kind, of order 1.

    >>> i1(np.array([0.0]))
    array([0.])
    """
    return np.exp(np.abs(x)) * i1e(x)


@np.errstate(all="ignore")
def k0(x: Any) -> Any:
    """The modified Bessel function of the second kind, of order 0; infinite for x <= 0.

    >>> k0(np.array([0.0, -1.0]))
    array([inf, inf])
    """
    return _k0(x, scaled=False)


@np.errstate(all="ignore")
def k0e(x: Any) -> Any:
    """exp(x) K0(x).

    >>> k0e(np.array([0.0, -1.0]))
    array([inf, inf])
    """
    return _k0(x, scaled=True)


@np.errstate(all="ignore")
def k1(x: Any) -> Any:
    """The modified Bessel function of the second kind, of order 1; infinite for x <= 0.

    >>> k1(np.array([0.0, -1.0]))
    array([inf, inf])
    """
    return _k1(x, scaled=False)


@np.errstate(all="ignore")
def k1e(x: Any) -> Any:
    """exp(x) K1(x).

    >>> k1e(np.array([0.0, -1.0]))
    array([inf, inf])
    """
    return _k1(x, scaled=True)


def _k0(x: Any, scaled: bool) -> Any:
    small = np.clip(x, 1e-300, 2.0)
    near = chebyshev_sum(modified.K0_NEAR, np.square(small), 0.0, 4.0)
    near = near - np.log(small / 2.0) * i0(small)
    return _second_kind(x, near, modified.K0E_FAR, scaled)


def _k1(x: Any, scaled: bool) -> Any:
    small = np.clip(x, 1e-300, 2.0)
    near = chebyshev_sum(modified.K1_NEAR, np.square(small), 0.0, 4.0) / small
    near = near + np.log(small / 2.0) * i1(small)
    return _second_kind(x, near, modified.K1E_FAR, scaled)


def _second_kind(x: Any, near: Any, table: tuple[float, ...], scaled: bool) -> Any:
    large = np.maximum(x, 2.0)
    far = chebyshev_sum(table, 2.0 / large, 0.0, 1.0) / np.sqrt(large)
    if scaled:
        near = near * np.exp(np.minimum(x, 2.0))
    else:
        far = far * np.exp(-large)
    value = np.where(x <= 2.0, near, far)
    return np.where(np.isnan(x), np.nan, np.where(x <= 0.0, np.inf, value))


def _waves(
    size: Any, order: int, p: tuple[float, ...], q: tuple[float, ...]
) -> tuple[Any, Any]:
    """J and Y for x >= 8, from their amplitude along a cosine and a sine."""
    large = np.maximum(size, 8.0)
    ratio = np.square(8.0 / large)
    along = chebyshev_sum(p, ratio, 0.0, 1.0)
    across = chebyshev_sum(q, ratio, 0.0, 1.0) / large
    # cos and sin of x - pi/4 or x - 3 pi/4, without subtracting from a large x
    cosine, sine = np.cos(large), np.sin(large)
    if order == 0:
        c, s = cosine + sine, sine - cosine
    else:
        c, s = sine - cosine, -(cosine + sine)
    scale = 1.0 / np.sqrt(np.pi * large)
    return scale * (along * c - across * s), scale * (along * s + across * c)


@np.errstate(all="ignore")
def j0(x: Any) -> Any:
    """The Bessel function of the first kind, of order 0.

    >>> j0(np.array([0.0])).round(12)
    array([1.])
    """
    size = np.abs(x)
    near = chebyshev_sum(tables.J0_NEAR, np.square(np.minimum(size, 8.0)), 0.0, 64.0)
    far = _waves(size, 0, tables.P0_FAR, tables.Q0_FAR)[0]
    return _at_infinity(size, np.where(size <= 8.0, near, far))


@np.errstate(all="ignore")
def j1(x: Any) -> Any:
    """The Bessel function of the first kind, of order 1.

    >>> j1(np.array([0.0]))
    array([0.])
    """
    size = np.abs(x)
    small = np.minimum(size, 8.0)
    near = small * chebyshev_sum(tables.J1_NEAR, np.square(small), 0.0, 64.0)
    far = _waves(size, 1, tables.P1_FAR, tables.Q1_FAR)[0]
    return np.copysign(1.0, x) * _at_infinity(size, np.where(size <= 8.0, near, far))


def _at_infinity(size: Any, value: Any) -> Any:
    # the waves die away, but TensorFlow answers NaN
    return np.where(np.isfinite(size), value, np.nan)


@np.errstate(all="ignore")
def y0(x: Any) -> Any:
    """The Bessel function of the second kind, of order 0; infinite for x <= 0.

    >>> y0(np.array([0.0, -1.0]))
    array([-inf, -inf])
    """
    small = np.clip(x, 1e-300, 8.0)
    near = chebyshev_sum(tables.Y0_NEAR, np.square(small), 0.0, 64.0)
    near = near + 2.0 / np.pi * np.log(small / 2.0) * j0(small)
    far = _waves(x, 0, tables.P0_FAR, tables.Q0_FAR)[1]
    return _of_positive(x, np.where(x <= 8.0, near, far))


@np.errstate(all="ignore")
def y1(x: Any) -> Any:
    """The Bessel function of the second kind, of order 1; infinite for x <= 0.

    >>> y1(np.array([0.0, -1.0]))
    array([-inf, -inf])
    """
    small = np.clip(x, 1e-300, 8.0)
    near = small * chebyshev_sum(tables.Y1_NEAR, np.square(small), 0.0, 64.0)
    near = near + 2.0 / np.pi * (np.log(small / 2.0) * j1(small) - 1.0 / small)
    far = _waves(x, 1, tables.P1_FAR, tables.Q1_FAR)[1]
    return _of_positive(x, np.where(x <= 8.0, near, far))


def _of_positive(x: Any, value: Any) -> Any:
    return _at_infinity(x, np.where(x <= 0.0, -np.inf, value))
