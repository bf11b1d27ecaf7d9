"""Public names of `tf.data.experimental` that stand in higher rooms."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.data import experimental


def test_the_service_and_its_saving_are_found_and_no_other_name() -> None:
    assert experimental.service is tf.data.experimental.service
    assert callable(experimental.service.distribute)
    assert callable(tf.data.experimental.distributed_save)
    assert "distributed_save" in dir(experimental)
    with pytest.raises(AttributeError, match=r"data.experimental' has no attribute"):
        experimental.server  # noqa: B018
