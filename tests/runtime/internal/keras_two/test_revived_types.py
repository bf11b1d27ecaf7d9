"""Classes that stand for objects of a file: by name, the newest version last."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from runtime.internal.keras_two import revived_types
from runtime.internal.keras_two.revived_types import (
    VersionedTypeRegistration,
    get_setter,
    register_revived_type,
    registered_identifiers,
)


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revived_types, "_REGISTERED", {})


def version(number: int, **more) -> VersionedTypeRegistration:
    return VersionedTypeRegistration(dict, number, 1, 1, **more)


def test_the_setter_is_that_of_the_newest_version() -> None:
    def setter(thing, name, value):
        pass

    newest = version(2, setter=setter, bad_consumers=[1])
    register_revived_type("mine", callable, [newest, version(1)])
    assert get_setter(SimpleNamespace(identifier="mine")) is setter
    assert get_setter(SimpleNamespace(identifier="other")) is None
    assert registered_identifiers() == ["mine"]
    assert (newest.identifier, newest.bad_consumers) == ("mine", (1,))
    assert version(1).setter is setattr


def test_a_name_is_registered_once() -> None:
    register_revived_type("mine", callable, [version(1)])
    with pytest.raises(AssertionError, match="Duplicate registrations"):
        register_revived_type("mine", callable, [version(1)])
