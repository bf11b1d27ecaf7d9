"""Snapshots of objects: which changes they see, and what they restore."""

from __future__ import annotations

import pytest

from autograph.kept_modules import do_not_convert_module
from autograph.operators.effects import Mutables


class _Layer:
    def __init__(self):
        self.built = False
        self.notes = []

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value

    def call(self):
        def build():
            self._shapes = [1]

        self.built = True
        build()


@pytest.fixture
def layer():
    """An object of a class below one of a library."""
    _Layer.__module__ = "a_library_of_layers"
    do_not_convert_module("a_library_of_layers")

    class Dense(_Layer):
        pass

    yield Dense()
    do_not_convert_module("a_library_of_layers", keep=False)
    _Layer.__module__ = __name__


def test_what_a_library_notes_in_its_objects_is_no_change(layer) -> None:
    mutables = Mutables({"layer": layer})
    layer.call()
    layer.name = "dense"
    layer.notes.append(1)
    assert not mutables.changes()
    mutables.restore()
    assert layer.built
    assert layer.name == "dense"


def test_what_is_added_to_objects_of_a_library_is_a_change(layer) -> None:
    layer.count = 0
    mutables = Mutables({"layer": layer})
    layer.count += 1
    layer.seen = [layer]
    assert mutables.changes() == {"layer.count": 1, "layer.seen": [layer]}
    mutables.restore()
    assert layer.count == 0
    assert not hasattr(layer, "seen")


def test_attributes_of_ones_own_classes_are_seen() -> None:
    layer = _Layer()
    mutables = Mutables({"layer": layer})
    layer.call()
    assert set(mutables.changes()) == {"layer.built", "layer._shapes"}
    mutables.restore()
    assert vars(layer) == {"built": False, "notes": []}
