"""What a tape records: blocks, stops, and what is watched."""

from __future__ import annotations

import pytest

import runtime as tf

THREE = 3.0


def test_what_is_not_watched_has_no_gradient() -> None:
    x, y = tf.constant(1.0), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = x * y
    assert tape.gradient(z, [y]) == [None]


def test_stopped_tape_does_not_see() -> None:
    x = tf.constant(THREE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            z = y * y
        z = z + y
    assert float(tape.gradient(z, x)) == 6.0


def test_reset_forgets() -> None:
    x = tf.constant(THREE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.reset()
    assert tape.gradient(y, x) is None


def test_tape_cannot_be_entered_twice_at_once() -> None:
    tape = tf.GradientTape()
    with tape, pytest.raises(ValueError, match="still recording"):
        tape.__enter__()


def test_integers_are_not_watched(caplog: pytest.LogCaptureFixture) -> None:
    x = tf.constant(3)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x) is None
    assert "must be floating" in caplog.text


def test_used_tape_records_anew_when_entered_again() -> None:
    x = tf.constant(THREE)
    tape = tf.GradientTape()
    for power in (2, 3):
        with tape:
            tape.watch(x)
            y = x**power
        assert float(tape.gradient(y, x)) == power * THREE ** (power - 1)
