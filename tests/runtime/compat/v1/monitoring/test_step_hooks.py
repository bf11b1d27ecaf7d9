"""Hooks of steps: what they log."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

import runtime as tf

v1 = tf.compat.v1


class _Lines(logging.Handler):
    """Keeps the lines that are logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """The lines that TensorFlow's logger gets, of every level."""
    logger, handler = tf.get_logger(), _Lines()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield handler.lines
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)


def _run(hook: v1.train.SessionRunHook, count: int) -> None:
    with tf.Graph().as_default():
        x = tf.constant(3, name="x")
        with v1.train.MonitoredSession(hooks=[hook]) as session:
            for _ in range(count):
                session.run(x)


def test_values_are_logged_every_so_many_runs(logged: list[str]) -> None:
    _run(v1.train.LoggingTensorHook({"x": "x:0"}, every_n_iter=2, at_end=True), 3)
    shown = [each for each in logged if each.startswith("x = ")]
    assert shown[0] == "x = 3"
    assert len(shown) == 3
    assert all(each.endswith(" sec)") for each in shown[1:])


def test_a_formatter_makes_the_line(logged: list[str]) -> None:
    def line(values: dict[str, int]) -> str:
        return f"found {values['x']}"

    _run(v1.train.LoggingTensorHook({"x": "x:0"}, at_end=True, formatter=line), 1)
    assert "found 3" in logged
