"""Rebuilds the objects of a SavedModel: attributes, tables, assets, signatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from runtime.tensors.conversion import convert_to_tensor
from runtime.trackable.attributes import AutoTrackable
from runtime.trackable.base import Trackable
from runtime.trackable.data_structures import ListWrapper, _DictWrapper
from runtime.trackable.resources import TrackableResource


class UserObject(AutoTrackable):
    """An object of an unsaved class: it has the saved attributes."""


class CallableUserObject(UserObject):
    """An object of an unsaved class whose ``__call__`` was saved as a function."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return vars(self)["__call__"](*args, **kwargs)


class SignatureMap(Mapping[str, Any], Trackable):
    """The signatures of a model, by name."""

    def __init__(self) -> None:
        self._signatures: dict[str, Any] = {}

    def add(self, name: str, function: Any) -> None:
        """Adds a signature."""
        self._signatures[name] = function
        self._track_trackable(function, name, overwrite=True)

    def __getitem__(self, key: str) -> Any:
        return self._signatures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signatures)

    def __len__(self) -> int:
        return len(self._signatures)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"_SignatureMap({self._signatures})"


for _each in (UserObject, CallableUserObject):
    # the class that programs see by `type(loaded).__name__`
    _each.__name__ = _each.__qualname__ = "_UserObject"


class RestoredResource(TrackableResource):
    """A table or another resource with functions that create, fill and save it."""

    _saveable_name: str | None = "table"
    _saveable_functions: dict[str, tuple[Any, Any]] | None = None
    """By name of an attribute, what gives its tensors and what takes them."""

    def __init__(self) -> None:
        super().__init__()
        self._create: Any = None

    def _create_resource(self) -> Any:
        return self._create()

    def _serialize_to_tensors(self) -> dict[str, Any]:
        found = {}
        for name, (save, _) in (self._saveable_functions or {}).items():
            for row in save(convert_to_tensor(name)):
                found[row["name"].numpy().decode()] = row["tensor"]
        return found


def add_child(owner: Any, name: str, child: Any) -> None:
    """Adds a child to a loaded object, under the name in the saved object graph."""
    if isinstance(owner, SignatureMap):
        owner.add(name, child)
    elif isinstance(owner, ListWrapper):
        # in order, and elements that were no objects are gone
        owner.append(child)
    elif isinstance(owner, _DictWrapper):
        owner[name] = child
    elif isinstance(owner, UserObject):
        setattr(owner, name, child)
    elif isinstance(child, Trackable):
        owner._track_trackable(child, name, overwrite=True)


__all__ = [
    "CallableUserObject",
    "RestoredResource",
    "SignatureMap",
    "UserObject",
    "add_child",
]
