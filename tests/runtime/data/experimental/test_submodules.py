"""Public names of `tf.data.experimental` that stand in higher rooms."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.data.experimental import submodules


def test_the_service_and_its_saving_are_found_and_no_other_name() -> None:
    assert submodules.service is tf.data.experimental.service
    assert callable(submodules.service.distribute)
    assert submodules.distributed_save is tf.data.experimental.distributed_save
    with pytest.raises(
        AttributeError, match=r"'tf.data.experimental' has no attribute"
    ):
        submodules.server  # noqa: B018
