"""Trackable: the base class of objects with named children that have state.

Methods with a leading underscore are TensorFlow's protected protocol, which subclasses
in other libraries also override and call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

VARIABLE_VALUE: Final = "VARIABLE_VALUE"
"""The name of a variable's value among the attributes of its node."""

CHECKPOINT: Final = "checkpoint"
SAVED_MODEL: Final = "savedmodel"

Method = TypeVar("Method", bound=Callable[..., Any])


class TrackableReference(NamedTuple):
    """A trackable child, and its name in the parent object."""

    name: str
    ref: Any


class WeakTrackableReference(NamedTuple):
    """The like, where the holder does not keep the object alive."""

    name: str
    ref: Any


class Tracking:
    """The tracked objects of one object, and pending restorations by name."""

    __slots__ = ("children", "deferred", "slots")

    def __init__(self) -> None:
        self.children: dict[str, Any] = {}
        self.deferred: dict[str, list[tuple[Any, int]]] = {}
        """By name, restorations and the nodes of theirs that wait for it."""
        self.slots: dict[str, list[Any]] = {}
        """By name of a variable, slot variables that wait for it."""


class Trackable:
    """The base class of all objects in checkpoints and SavedModels."""

    _self_tracking_state: Tracking | None = None
    _saveable_name: str | None = None
    """The attribute that all tensors of the state belong to, where it is one."""

    _earlier_state_names: ClassVar[Mapping[str, str]] = {}
    """Names of parts of the state, by the names that earlier releases wrote."""

    # --- what it holds

    def _tracking(self) -> Tracking:
        found = self._self_tracking_state
        if found is None:
            found = Tracking()
            # beside an object's own __setattr__, which may track or refuse
            object.__setattr__(self, "_self_tracking_state", found)
        return found

    def _maybe_initialize_trackable(self) -> None:
        """Initializes tracking; for classes that do not call ``__init__``."""
        self._tracking()

    def _no_dependency(self, value: Any) -> Any:
        """The value, marked not to be tracked where attributes are."""
        return value

    def _track_trackable(
        self, trackable: Any, name: str, overwrite: bool = False
    ) -> Any:
        """Notes an object under a name, and restores it if a checkpoint waits for it.

        Raises:
          TypeError: if it is not trackable.
          ValueError: for a name that is taken, unless it may be overwritten.
        """
        if not isinstance(trackable, Trackable):
            raise TypeError(
                "Trackable._track_trackable() can only be used to track objects of "
                f"type Trackable. Got type {type(trackable)}."
            )
        children = self._tracking().children
        known = children.get(name)
        if known is not None and known is not trackable and not overwrite:
            raise ValueError(
                "Called Trackable._track_trackable() with name="
                f"'{name}', but a Trackable with this name is already declared as a "
                "dependency. Names must be unique (or overwrite=True)."
            )
        children[name] = trackable
        self._handle_deferred_dependencies(name, trackable)
        return trackable

    def _add_variable_with_custom_getter(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        getter: Callable[..., Any] | None = None,
        overwrite: bool = False,
        **kwargs_for_getter: Any,
    ) -> Any:
        """Makes a variable with `getter` and notes it under its name."""
        if getter is None:
            raise TypeError("`getter` makes the variable: it must be a function.")
        made = getter(
            name=name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            **kwargs_for_getter,
        )
        if overwrite and not isinstance(made, Trackable):
            return made
        return self._track_trackable(made, name, overwrite)

    def _untrack_trackable(self, name: str) -> None:
        """Forgets a name."""
        if self._self_tracking_state is not None:
            self._self_tracking_state.children.pop(name, None)

    def _delete_tracking(self, name: str) -> None:
        """Forgets a name, as libraries ask for it."""
        self._untrack_trackable(name)

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        """The objects it holds, by name, in order."""
        found = self._self_tracking_state
        return {} if found is None else dict(found.children)

    def _lookup_dependency(
        self, name: str, cached_dependencies: dict[str, Any] | None = None
    ) -> Any:
        """The object of a name, or None."""
        if cached_dependencies is not None:
            return cached_dependencies.get(name)
        return self._trackable_children().get(name)

    @property
    def _trackable_references(self) -> list[TrackableReference]:
        return [
            TrackableReference(*each) for each in self._trackable_children().items()
        ]

    @property
    def _checkpoint_dependencies(self) -> list[TrackableReference]:
        return self._trackable_references

    @property
    def _unconditional_checkpoint_dependencies(self) -> list[TrackableReference]:
        children = self._tracking().children
        return [TrackableReference(*each) for each in children.items()]

    @property
    def _self_unconditional_checkpoint_dependencies(self) -> list[TrackableReference]:
        return self._unconditional_checkpoint_dependencies

    @property
    def _self_unconditional_dependency_names(self) -> dict[str, Any]:
        return self._tracking().children

    @property
    def _unconditional_dependency_names(self) -> dict[str, Any]:
        return self._tracking().children

    # --- restoring

    @property
    def _deferred_dependencies(self) -> dict[str, list[tuple[Any, int]]]:
        return self._tracking().deferred

    def _handle_deferred_dependencies(self, name: str, trackable: Any) -> None:
        """Restores an object from the checkpoints that wait for its name."""
        tracking = self._tracking()
        trackable._maybe_initialize_trackable()
        for restoration, node in tracking.deferred.pop(name, ()):
            restoration.bind(node, trackable)
        for slot in tracking.slots.pop(name, ()):
            slot(trackable)

    def _preload_simple_restoration(self, name: str) -> Any:
        """None: values are assigned once the variable exists."""
        return None

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """The state as tensors by name.

        Raises:
          NotImplementedError: for an object without state of its own.
        """
        raise NotImplementedError(
            f"{type(self).__name__} does not define _serialize_to_tensors."
        )

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> Any:
        """Takes up a state.

        Raises:
          NotImplementedError: for an object without state of its own.
        """
        raise NotImplementedError(
            f"{type(self).__name__} does not define _restore_from_tensors."
        )

    def _miss_state(self, names: Sequence[str]) -> None:
        """Is told that a checkpoint has values for it, but none that it takes up."""

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        """State as objects of an older protocol, by name; none of ours has it."""
        return {}

    # --- SavedModels

    @property
    def _object_identifier(self) -> str:
        """The kind of object to create when it is loaded."""
        return "_generic_user_object"

    @property
    def _tracking_metadata(self) -> str:
        """Text to be saved with the object."""
        return ""

    def _export_to_saved_model_graph(
        self, object_map: Any, tensor_map: Any, options: Any, **kwargs: Any
    ) -> list[Any]:
        """Adds the graph tensors of the object to the maps."""
        return []

    def _copy_trackable_to_cpu(self, object_map: Any) -> None:
        """Makes a copy of the object in a map.

        Raises:
          NotImplementedError: for an object that has none.
        """
        raise NotImplementedError(
            f"{type(self).__name__} does not define _copy_trackable_to_cpu."
        )


def has_own_state(trackable: Trackable) -> bool:
    """Whether the object serializes state of its own to tensors."""
    # the class that it names: a method that is a function stands for one
    own = trackable.__class__._serialize_to_tensors
    return own is not Trackable._serialize_to_tensors


def descendants(
    root: Trackable, children: Callable[[Any], dict[str, Any]] | None = None
) -> Iterator[tuple[Any, tuple[TrackableReference, ...]]]:
    """The object and its descendants with their paths, breadth first, each once."""
    children = children or (lambda each: each._trackable_children())
    seen = {id(root)}
    waiting: list[tuple[Any, tuple[TrackableReference, ...]]] = [(root, ())]
    for each, path in waiting:
        yield each, path
        for name, child in children(each).items():
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append((child, (*path, TrackableReference(name, child))))


def no_automatic_dependency_tracking(method: Method) -> Method:
    """A decorator: attributes that the method sets are not tracked."""
    from functools import wraps

    @wraps(method)
    def untracked(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = getattr(self, "_self_setattr_tracking", True)
        object.__setattr__(self, "_self_setattr_tracking", False)
        try:
            return method(self, *args, **kwargs)
        finally:
            object.__setattr__(self, "_self_setattr_tracking", before)

    return untracked  # type: ignore[return-value]


__all__ = [
    "CHECKPOINT",
    "SAVED_MODEL",
    "VARIABLE_VALUE",
    "Trackable",
    "TrackableReference",
    "WeakTrackableReference",
    "descendants",
    "has_own_state",
    "no_automatic_dependency_tracking",
]
