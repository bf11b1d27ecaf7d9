"""DelegatingTrackableMixin: a wrapper that is saved as the object it wraps."""

from __future__ import annotations

from typing import Any, Final

_DELEGATED: Final = frozenset(
    {
        "_checkpoint_dependencies",
        "_handle_deferred_dependencies",
        "_lookup_dependency",
        "_maybe_initialize_trackable",
        "_no_dependency",
        "_serialize_to_tensors",
        "_restore_from_tensors",
        "_self_tracking_state",
        "_track_trackable",
        "_trackable_children",
        "_trackable_references",
        "_tracking",
        "_unconditional_checkpoint_dependencies",
        "_untrack_trackable",
    }
)
"""The methods that are called on a saved object."""


class DelegatingTrackableMixin:
    """Delegates saving and restoring to another object.

    >>> class Stand(tf.__internal__.tracking.DelegatingTrackableMixin, tf.Module):
    ...     pass
    >>> real = tf.Module()
    >>> real.v = tf.Variable(1.0)
    >>> list(Stand(real)._trackable_children())
    ['v']
    """

    def __init__(self, trackable_obj: Any) -> None:
        object.__setattr__(self, "_trackable", trackable_obj)

    def __getattribute__(self, name: str) -> Any:
        if name in _DELEGATED:
            own = object.__getattribute__(self, "__dict__").get("_trackable")
            if own is not None:
                return getattr(own, name)
        return super().__getattribute__(name)


__all__ = ["DelegatingTrackableMixin"]
