"""Warnings about deprecated functions say who called them, and once."""

from __future__ import annotations

import logging

import pytest

import runtime as tf
from runtime.messages import deprecation


def test_the_caller_is_told_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deprecation, "_SAID", set())
    logger = tf.get_logger()
    monkeypatch.setattr(logger, "propagate", True)
    with caplog.at_level(logging.WARNING, logger=logger.name):
        for _ in range(2):
            tf.constant(1.0).cpu()
    (message,) = caplog.messages
    assert message.startswith(f"From {__file__}:")
    assert message.endswith(
        ": _EagerTensorBase.cpu (from runtime.tensors.tensor) is deprecated and will "
        "be removed in a future version.\nInstructions for updating:\n"
        "Use tf.identity with explicit device placement instead."
    )
