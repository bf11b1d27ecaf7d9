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

    _self_trainable = True

    @property
    def trainable(self) -> bool:
        """Whether variables in the container count as trainable."""
        return self._self_trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self._self_trainable = value

    @property
    def layers(self) -> list[Any]:
        """The layers in the container, and in containers in it; each once."""
        found: dict[int, Any] = {}
        for each in self._owners_of_weights():
            inside = isinstance(each, TrackableDataStructure)
            found.update((id(own), own) for own in (each.layers if inside else [each]))
        return list(found.values())

    @property
    def trainable_weights(self) -> list[Any]:
        """The trainable variables of layers in the container, then its own."""
        if not self._self_trainable:
            return []
        own = [each for each in self._own_variables() if each.trainable]
        return self._gathered("trainable_weights") + own

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The other variables; all of them, if the container is not trainable."""
        own = self._own_variables()
        others = self._gathered("non_trainable_weights")
        if self._self_trainable:
            return others + [each for each in own if not each.trainable]
        trained = [each for each in own if each.trainable]
        rest = [each for each in own if not each.trainable]
        return self._gathered("trainable_weights") + others + trained + rest

    @property
    def weights(self) -> list[Any]:
        """Variables of layers in the container, and its own; trainable ones first."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def trainable_variables(self) -> list[Any]:
        """The same as ``trainable_weights``."""
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:
        """The same as ``non_trainable_weights``."""
        return self.non_trainable_weights

    @property
    def variables(self) -> list[Any]:
        """The same as ``weights``."""
        return self.weights

    @property
    def losses(self) -> list[Any]:
        """The losses that layers in the container have added."""
        return self._gathered("losses")

    @property
    def updates(self) -> list[Any]:
        """The updates that layers in the container have added."""
        return self._gathered("updates")

    def _owners_of_weights(self) -> list[Any]:
        return [each for each in self._values if _has_weights(each)]

    def _own_variables(self) -> list[Any]:
        return [each for each in self._values if _is_variable(each)]

    def _gathered(self, attribute: str) -> list[Any]:
        return [
            value
            for each in self._owners_of_weights()
            for value in getattr(each, attribute, ())
        ]

    @property
    def _values(self) -> Iterable[Any]:
        raise NotImplementedError(f"{type(self).__name__} does not define _values.")

    def _track_value(self, value: Any, name: str) -> Any:
        """The value, wrapped where it is a container, and tracked where it can be."""
        value = wrap_or_unwrap(value)
        if isinstance(value, Trackable):
            self._track_trackable(value, name, overwrite=True)
        return value


def _is_variable(value: Any) -> bool:
    return hasattr(type(value), "read_value")


def _has_weights(value: Any) -> bool:
    """Whether a value is a layer of Keras, or a container that may hold some."""
    kind = type(value)
    return hasattr(kind, "trainable_weights") and hasattr(kind, "non_trainable_weights")


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
