"""Taps of resized axes: positions, weights, and their transpose."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.ops.images.resampling import KERNELS, Axis, Placement

AXES = [
    Axis(5, 8),
    Axis(5, 3, half_pixel_centers=True),
    Axis(4, 7, align_corners=True),
    Axis(1, 4),
    Axis(6, 1, align_corners=True),
]
METHODS = ["linear", "cubic", "area"]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("method", METHODS)
def test_weights_of_a_position_sum_to_one(axis: Axis, method: str) -> None:
    taps = getattr(axis, method)()
    assert taps.indices.shape == taps.weights.shape
    assert len(taps.indices) == axis.new
    assert ((taps.indices >= 0) & (taps.indices < axis.old)).all()
    np.testing.assert_allclose(taps.weights.sum(1), 1, rtol=1e-5)


@pytest.mark.parametrize("method", METHODS)
def test_an_axis_of_the_same_size_stays(method: str) -> None:
    array = np.random.default_rng(0).random((2, 5)).astype(np.float32)
    taps = getattr(Axis(5, 5, half_pixel_centers=True), method)()
    np.testing.assert_allclose(taps.gather(array, 1), array, rtol=1e-6)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("method", METHODS)
def test_scattering_is_the_transpose_of_gathering(axis: Axis, method: str) -> None:
    random = np.random.default_rng(1)
    array, gradient = random.random((2, axis.old)), random.random((2, axis.new))
    taps = getattr(axis, method)()
    there = (taps.gather(array, 1) * gradient).sum()
    back = (array * taps.scatter(gradient, 1, axis.old)).sum()
    np.testing.assert_allclose(there, back, rtol=1e-6)


def test_corners_stay_corners() -> None:
    axis = Axis(3, 5, align_corners=True)
    assert axis.positions().tolist() == [0, 0.5, 1, 1.5, 2]
    assert axis.nearest().tolist() == [0, 1, 1, 2, 2]
    assert Axis(4, 2).nearest().tolist() == [0, 2]
    assert Axis(4, 2, half_pixel_centers=True).nearest().tolist() == [1, 3]


def test_area_is_the_mean_of_what_is_covered() -> None:
    array = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
    assert Axis(6, 2).area().gather(array, 0).tolist() == pytest.approx([7 / 3, 56 / 3])


@pytest.mark.parametrize("kernel", sorted(KERNELS))
def test_kernels_are_even_bumps_that_end_at_their_radius(kernel: bytes) -> None:
    radius, weigh = KERNELS[kernel]
    assert weigh(np.array(0.0)) >= weigh(np.array(radius / 2)) - 1e-9
    beyond = np.array(radius + 1e-3)
    assert abs(float(weigh(beyond))) < 1e-9


def test_a_placement_outside_reads_nothing() -> None:
    moved = Placement(4, 4, np.float32(1), np.float32(2)).taps(b"triangle", True)
    array = np.array([1.0, 2.0, 3.0, 4.0], np.float32)
    assert moved.gather(array, 0).tolist() == [0, 0, 1, 2]
