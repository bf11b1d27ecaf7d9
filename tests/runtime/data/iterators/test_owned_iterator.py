"""Iterators in checkpoints: those that earlier releases wrote too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.trackable.base import Trackable


class Written(Trackable):
    """An object that writes the position of an iterator under a name."""

    def __init__(self, name: str, iterator: Any) -> None:
        self._name, self._iterator = name, iterator

    def _serialize_to_tensors(self) -> dict[str, Any]:
        [position] = self._iterator._serialize_to_tensors().values()
        return {self._name: position}


def numbers() -> Any:
    return iter(tf.data.Dataset.range(9).map(lambda x: x * 2))


def checkpoint_of(name: str, folder: Path) -> str:
    iterator = numbers()
    for _ in range(3):
        next(iterator)
    written = tf.train.Checkpoint(it=Written(name, iterator))
    return str(written.write(str(folder / "saved")))


def test_a_position_of_an_earlier_release_is_gone_to(tmp_path: Path) -> None:
    iterator = numbers()
    path = checkpoint_of("_STATE", tmp_path)
    tf.train.Checkpoint(it=iterator).read(path).assert_consumed()
    assert int(next(iterator)) == 6


def test_a_checkpoint_without_the_position_is_refused(tmp_path: Path) -> None:
    iterator = numbers()
    path = checkpoint_of("PLACE", tmp_path)
    with pytest.raises(tf.errors.InvalidArgumentError, match="no position.*PLACE"):
        tf.train.Checkpoint(it=iterator).read(path)
