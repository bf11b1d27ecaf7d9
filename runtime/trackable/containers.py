"""Containers in attributes: the base class, and the wrapper of each container type."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

from runtime.trackable.base import Trackable

ADVICE: Final = (
    "\n\nIf you don't need this {kind} checkpointed, wrap it in a {wrapper} object; it "
    "will be subsequently ignored."
)


WRAPPERS: Final[dict[type, Callable[[Any], Any]]] = {}
"""Class of a container -> the function that wraps one; tuples by their base class.

The modules of the wrappers enter themselves; `data_structures` imports them all.
"""


class NoDependency:
    """A wrapper for a value that is not tracked when it is assigned to an attribute."""

    def __init__(self, value: Any) -> None:
        self.value = value


class TrackableDataStructure(Trackable):
    """The base class of tracked lists, dicts and tuples."""

    plain_type: ClassVar[Any]
    """The class of the wrapped container."""

    @property
    def trainable(self) -> bool:
        """Whether variables in the container count as trainable."""
        return True

    @property
    def _values(self) -> Iterable[Any]:
        raise NotImplementedError

    def _track_value(self, value: Any, name: str) -> Any:
        """The value, wrapped where it is a container, and tracked where it can be."""
        value = wrap_or_unwrap(value)
        if isinstance(value, Trackable):
            self._track_trackable(value, name, overwrite=True)
        return value


def wrap_or_unwrap(value: Any) -> Any:
    """The value to store in an attribute: containers wrapped, markers removed."""
    if isinstance(value, NoDependency):
        return value.value
    if isinstance(value, Trackable):
        return value
    wrapper = WRAPPERS.get(tuple if isinstance(value, tuple) else type(value))
    return value if wrapper is None else wrapper(value)


def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """The value to store in an attribute, tracked under its name."""
    is_tracked = not isinstance(value, NoDependency)
    value = wrap_or_unwrap(value)
    if is_tracked and isinstance(value, Trackable):
        trackable._track_trackable(value, name, overwrite=True)
    return value


def tracked_children(
    owner: Any, save_type: str, containers: dict[Any, Any] | None = None, **kwargs: Any
) -> dict[str, Any]:
    """The trackable children of an object, with containers wrapped.

    With ``containers``, a made-up container is the same object each time.
    """
    found: dict[str, Any] = owner._trackable_children(save_type, **kwargs)
    kept = {}
    if containers is not None:
        kept = containers.setdefault(id(owner), (owner, {}))[1]
    for name, each in found.items():
        if not isinstance(each, Trackable):
            found[name] = kept.setdefault(name, wrap_or_unwrap(each))
    return found
