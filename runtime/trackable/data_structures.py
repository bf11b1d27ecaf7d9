"""Tracked wrappers of lists, dicts and tuples that are assigned to attributes.

A list to which items are only appended, and a dict with strings as keys, can be
restored; a container with other changes cannot be saved.
"""

from __future__ import annotations

from runtime.trackable.containers import (
    NoDependency,
    TrackableDataStructure,
    sticky_attribute_assignment,
    tracked_children,
    wrap_or_unwrap,
)
from runtime.trackable.dicts import _DictWrapper
from runtime.trackable.lists import ListWrapper
from runtime.trackable.tuples import _TupleWrapper

__all__ = [
    "ListWrapper",
    "NoDependency",
    "TrackableDataStructure",
    "_DictWrapper",
    "_TupleWrapper",
    "sticky_attribute_assignment",
    "tracked_children",
    "wrap_or_unwrap",
]
