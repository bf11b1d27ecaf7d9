"""The messages that describe clusters."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.distribute import cluster_messages


def test_classes_are_made_when_they_are_asked_for() -> None:
    for name in dir(cluster_messages):
        kind = getattr(cluster_messages, name)
        assert kind.DESCRIPTOR.name == name
        assert getattr(tf.train, name) is kind
    with pytest.raises(AttributeError, match="has no attribute 'TaskDef'"):
        cluster_messages.TaskDef  # noqa: B018
