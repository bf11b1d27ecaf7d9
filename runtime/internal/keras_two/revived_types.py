"""`tf.__internal__.saved_model.load`: classes that stand for objects of a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

_REGISTERED: Final[dict[str, tuple[Callable[[Any], bool], list[Any]]]] = {}
"""Identifier -> a predicate that recognises objects, and registrations by version."""


class VersionedTypeRegistration:
    """A factory and a setter for saved objects of one version."""

    def __init__(
        self,
        object_factory: Callable[[Any], Any],
        version: int,
        min_producer_version: int,
        min_consumer_version: int,
        bad_consumers: Any = None,
        setter: Callable[[Any, str, Any], None] = setattr,
    ) -> None:
        self.object_factory = object_factory
        self.version = version
        self.min_producer_version = min_producer_version
        self.min_consumer_version = min_consumer_version
        self.bad_consumers = tuple(bad_consumers or ())
        self.setter = setter
        self.identifier = ""


def register_revived_type(
    identifier: str, predicate: Callable[[Any], bool], versions: list[Any]
) -> None:
    """Registers the factories of saved objects by name, the newest version last.

    Raises:
      AssertionError: if the name is registered already.
    """
    if identifier in _REGISTERED:
        raise AssertionError(f"Duplicate registrations for type '{identifier}'")
    ordered = sorted(versions, key=lambda each: each.version)
    for each in ordered:
        each.identifier = identifier
    _REGISTERED[identifier] = predicate, ordered


def registered_identifiers() -> list[str]:
    """The registered names."""
    return list(_REGISTERED)


def get_setter(proto: Any) -> Callable[[Any, str, Any], None] | None:
    """The attribute setter for a saved object, or None for the usual one."""
    found = _REGISTERED.get(proto.identifier)
    return None if found is None else found[1][-1].setter


__all__ = [
    "VersionedTypeRegistration",
    "get_setter",
    "register_revived_type",
    "registered_identifiers",
]
