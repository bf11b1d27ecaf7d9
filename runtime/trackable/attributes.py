"""AutoTrackable: an object that tracks its attributes as they are assigned."""

from __future__ import annotations

import warnings
from typing import Any

from runtime.trackable.base import CHECKPOINT, SAVED_MODEL, Trackable
from runtime.trackable.data_structures import NoDependency, sticky_attribute_assignment

_SIMPLE = (int, str, float, bool, type(None), bytes)


class AutoTrackable(Trackable):
    """A base class whose attributes are tracked: saved and restored with the object.

    Objects with state are tracked under the attribute's name, lists and dicts are
    wrapped in tracked containers. Functions that are traced are part of a SavedModel.
    """

    _self_setattr_tracking: bool = True

    @property
    def _setattr_tracking(self) -> bool:
        """Whether attributes are tracked that are assigned from now on."""
        return self._self_setattr_tracking

    @_setattr_tracking.setter
    def _setattr_tracking(self, value: bool) -> None:
        self._self_setattr_tracking = value

    def __setattr__(self, name: str, value: Any) -> None:
        if self._self_setattr_tracking and type(value) not in _SIMPLE:
            value = sticky_attribute_assignment(self, name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        self._untrack_trackable(name)
        super().__delattr__(name)

    def _no_dependency(self, value: Any) -> Any:
        return NoDependency(value)

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        if save_type != SAVED_MODEL:
            return children
        functions = {}
        for name in dir(self):
            if name in children or name.startswith("_self_"):
                continue
            found = _class_member(self, name)
            if isinstance(found, property):
                found = _computed(self, name)
                if _is_traced(found):
                    functions[name] = found
            elif _is_traced(found):
                functions[name] = getattr(self, name)
        return {**children, **functions}


def _is_traced(value: Any) -> bool:
    return bool(getattr(type(value), "_is_traced_function", False))


def _computed(owner: Any, name: str) -> Any:
    """What a property gives; None where it has nothing to give yet."""
    try:
        # nobody asked for it: what it warns of is no news
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(owner, name)
    except (AttributeError, LookupError, RuntimeError, TypeError, ValueError):
        return None


def _class_member(owner: Any, name: str) -> Any:
    """The attribute without computing it, where it is a property."""
    own = vars(owner).get(name)
    if own is not None:
        return own
    for kind in type(owner).__mro__:
        if name in vars(kind):
            return vars(kind)[name]
    return None


__all__ = ["AutoTrackable"]
