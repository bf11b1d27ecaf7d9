"""Staging maps: buffers of tensors by key, and their kernels."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Condition
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.ranks import integer_of
from graphir.ops.stores import staging_areas as ops
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.stores.sharing import shared
from runtime.stateful_kernels.stores.staging_areas import Limits, bytes_of

Entry = dict[int, Any]
"""The tensors of a key, by their places."""


class StagingMap:
    """Tuples of tensors by key, complete once every position is set; thread-safe."""

    def __init__(self, limits: Limits, width: int) -> None:
        self.limits = limits
        self.width = width
        self.changed = Condition()
        self.complete: dict[int, Entry] = {}
        self.incomplete: dict[int, Entry] = {}

    def put(self, key: int, given: Entry) -> None:
        """Adds tensors of a key; waits for room.

        Raises:
          InvalidArgumentError: if the key has one of them already.
        """
        tensors = list(given.values())
        self.limits.require_fit(tensors)
        size = bytes_of(tensors)
        with self.changed:
            self.changed.wait_for(
                lambda: self.limits.has_room(len(self.complete), self._bytes(), size)
            )
            entry = self.incomplete.pop(key, None) or {}
            twice = sorted(entry.keys() & given.keys())
            if twice or key in self.complete:
                self.incomplete.update({key: entry} if entry else {})
                place = twice[0] if twice else next(iter(given), 0)
                raise InvalidArgumentError(
                    f"The tensor for index '{place}' for key '{key}' was already "
                    "initialized."
                )
            entry = {**entry, **given}
            home = self.complete if len(entry) == self.width else self.incomplete
            home[key] = entry
            self.changed.notify_all()

    def _bytes(self) -> int:
        entries = [*self.complete.values(), *self.incomplete.values()]
        return sum(bytes_of(list(each.values())) for each in entries)

    def peek(self, key: int, places: list[int]) -> list[Any]:
        """The tensors of a key, which are kept; waits until they are complete."""
        with self.changed:
            self.changed.wait_for(lambda: self._has(key, places))
            return [self._found(key)[place] for place in places]

    def take(self, key: int, places: list[int]) -> list[Any]:
        """Removes and returns the tensors of a key; waits until they are complete."""
        with self.changed:
            self.changed.wait_for(lambda: self._has(key, places))
            return self._taken(key, places)

    def take_any(self, places: list[int], is_ordered: bool) -> tuple[int, list[Any]]:
        """Removes and returns a complete key and its tensors; waits for one."""
        with self.changed:
            self.changed.wait_for(lambda: self.complete)
            key = min(self.complete) if is_ordered else next(iter(self.complete))
            return key, self._taken(key, places)

    def _taken(self, key: int, places: list[int]) -> list[Any]:
        entry = self._found(key)
        taken = [entry.pop(place) for place in places]
        for home in (self.complete, self.incomplete):
            home.pop(key, None)
        if entry:
            self.incomplete[key] = entry
        self.changed.notify_all()
        return taken

    def _found(self, key: int) -> Entry:
        return self.complete.get(key) or self.incomplete.get(key, {})

    def _has(self, key: int, places: list[int]) -> bool:
        return bool(places) and self._found(key).keys() >= set(places)

    def clear(self) -> None:
        """Forgets all keys."""
        with self.changed:
            self.complete.clear()
            self.incomplete.clear()
            self.changed.notify_all()


class OrderedStagingMap(StagingMap):
    """A map that returns its elements in order of keys, the smallest first."""


def _attach(family: str, kind: type[StagingMap]) -> None:
    """Attaches the kernels of the ops of one kind of maps."""

    def declared(name: str) -> type[Op]:
        found: type[Op] = getattr(ops, family + name)
        return found

    def area(attrs: Mapping[str, Attr]) -> StagingMap:
        width = len(attrs["dtypes"])
        return shared(attrs, kind, lambda: kind(Limits(attrs), width))

    @kernel_factory(declared("Stage"))
    def _stage(attrs: Mapping[str, Attr]) -> Kernel:
        def stage(key: Any, indices: Any, *values: Any) -> None:
            places = _places(attrs, indices)
            if len(places) != len(values):
                raise InvalidArgumentError(
                    f"There are {len(places)} indices for {len(values)} values."
                )
            area(attrs).put(integer_of(key, "key"), dict(zip(places, values)))

        return stage

    @kernel_factory(declared("Peek"))
    def _peek(attrs: Mapping[str, Attr]) -> Kernel:
        def peek(key: Any, indices: Any) -> Any:
            places = _places(attrs, indices)
            return area(attrs).peek(integer_of(key, "key"), places)

        return peek

    @kernel_factory(declared("Unstage"))
    def _unstage(attrs: Mapping[str, Attr]) -> Kernel:
        def unstage(key: Any, indices: Any) -> Any:
            places = _places(attrs, indices)
            return area(attrs).take(integer_of(key, "key"), places)

        return unstage

    @kernel_factory(declared("UnstageNoKey"))
    def _unstage_any(attrs: Mapping[str, Attr]) -> Kernel:
        is_ordered = kind is OrderedStagingMap

        def unstage(indices: Any) -> Any:
            places = _places(attrs, indices)
            key, taken = area(attrs).take_any(places, is_ordered)
            return [np.int64(key), *taken]

        return unstage

    @kernel_factory(declared("Size"))
    def _size(attrs: Mapping[str, Attr]) -> Kernel:
        return lambda: np.int32(len(area(attrs).complete))

    @kernel_factory(declared("IncompleteSize"))
    def _incomplete_size(attrs: Mapping[str, Attr]) -> Kernel:
        return lambda: np.int32(len(area(attrs).incomplete))

    @kernel_factory(declared("Clear"))
    def _clear(attrs: Mapping[str, Attr]) -> Kernel:
        return lambda: area(attrs).clear()


def _places(attrs: Mapping[str, Attr], indices: Any) -> list[int]:
    places: list[int] = np.ravel(indices).tolist()
    width = len(attrs["dtypes"])
    outside = [each for each in places if not 0 <= each < width]
    if not places or outside or len(set(places)) < len(places):
        raise InvalidArgumentError(
            f"indices must be different places of the {width} tensors of a key, not "
            f"{places}"
        )
    return places


_attach("Map", StagingMap)
_attach("OrderedMap", OrderedStagingMap)
