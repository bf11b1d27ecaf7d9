"""The classes of `Example` messages."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.io import example_messages


def test_classes_are_made_when_they_are_asked_for() -> None:
    for name in dir(example_messages):
        kind = getattr(example_messages, name)
        assert kind.DESCRIPTOR.name == name
        assert getattr(tf.train, name) is kind
    with pytest.raises(AttributeError, match="has no attribute 'Sample'"):
        example_messages.Sample  # noqa: B018


def test_bytes_are_those_of_the_protocol() -> None:
    values = tf.train.Int64List(value=[1, 300])
    assert values.SerializeToString() == b"\x0a\x03\x01\xac\x02"
