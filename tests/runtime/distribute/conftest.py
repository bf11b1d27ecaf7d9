"""Logical CPUs for the tests of this folder, taken back after each."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.devices.logical_devices import _Settings


@pytest.fixture
def four_cpus(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of four logical CPUs, which there are in this test alone."""
    monkeypatch.setattr(_Settings, "is_in_use", False)
    one = tf.config.LogicalDeviceConfiguration()
    monkeypatch.setattr(_Settings, "configuration", [one] * 4)
    return [f"CPU:{number}" for number in range(4)]
