"""NumPy's behaviour, switched on for a process."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.numpy_api.settings import SETTINGS

from .switched_on import run


def test_an_unknown_mode_changes_nothing() -> None:
    before = SETTINGS.mode
    with pytest.raises(ValueError, match="it is one of off, legacy, safe, all"):
        tf.experimental.numpy.experimental_enable_numpy_behavior(
            dtype_conversion_mode="some"
        )
    assert SETTINGS.mode == before


def test_methods_and_promotion_come_with_it() -> None:
    told = run(
        """
        x = tf.constant([1, 2])
        assert not hasattr(x, "T")
        enable(prefer_float32=True)
        print((x + 0.5).dtype.name, x.T.shape, tf.constant(1.5).dtype.name)
        enable(dtype_conversion_mode="off")
        try:
            x + tf.constant(1.5)
        except (TypeError, tf.errors.InvalidArgumentError):
            print("refused")
        """
    )
    assert told == "float64 (2,) float32\nrefused\n"
