"""Iterators that several devices share: elements are dealt to them in turns."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakValueDictionary

import numpy as np

from graphir.attributes import Attr
from graphir.compute.forks import forkable_lock
from graphir.errors import InvalidArgumentError, NotFoundError, OutOfRangeError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.datasets import shared_iterators as ops
from runtime.data.resources.iterators import IteratorResource
from runtime.data.stages.stage import Element, Stage
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.variables import current_resources

_NUMBERS: Final = itertools.count()
_BY_HANDLE: Final[WeakValueDictionary[bytes, SharedIterator]] = WeakValueDictionary()


@handle_class("shared_iterator")
class SharedIterator:
    """A position in a dataset, and the dealt elements that shards have not read yet."""

    __slots__ = (
        "__weakref__",
        "_lock",
        "_shards",
        "_source",
        "begun",
        "handle",
        "next",
    )

    shape = ()
    """A resource is a scalar."""

    def __init__(self, count: int) -> None:
        self._lock = forkable_lock(is_long=True)
        self._shards: list[deque[Element]] = [deque() for _ in range(count)]
        self._source = IteratorResource()
        self.begun = 0
        """How often it was begun: calls say which time they mean."""
        self.next = 0
        """The shard that the next element is for."""
        self.handle = b"multi_device_iterator_%d" % next(_NUMBERS)

    def start(self, dataset: Stage) -> int:
        """Restarts at the first element; returns the number of starts."""
        with self._lock:
            self.close()
            self._source.start(dataset)
            self.begun += 1
            return self.begun

    def following(self, shard: int, begun: int) -> Element:
        """The next element of a shard; elements dealt to other shards are kept.

        Raises:
          InvalidArgumentError: for an unknown shard, or ``begun`` of an earlier start.
          OutOfRangeError: at the end.
        """
        with self._lock:
            if begun != self.begun:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Invalid incarnation id. Provided: {begun}; "
                    f"Expected: {self.begun}",
                )
            if not 0 <= shard < len(self._shards):
                raise InvalidArgumentError(
                    None, None, f"There are {len(self._shards)} shards, and no {shard}."
                )
            while not self._shards[shard]:
                self._deal()
            return self._shards[shard].popleft()

    def _deal(self) -> None:
        try:
            element = self._source.next()
        except StopIteration:
            raise OutOfRangeError(None, None, "End of sequence") from None
        self._shards[self.next].append(element)
        self.next = (self.next + 1) % len(self._shards)

    def close(self) -> None:
        """Closes the iterator, and drops its dataset and the elements not read yet."""
        self._source.close()
        self._source = IteratorResource()
        self.next = 0
        for each in self._shards:
            each.clear()


def _made(attrs: Mapping[str, Attr]) -> SharedIterator:
    return SharedIterator(len(attrs["devices"]))


@kernel_factory(ops.AnonymousMultiDeviceIteratorV3)
def _anonymous(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: _made(attrs)


@kernel_factory(ops.AnonymousMultiDeviceIterator)
def _anonymous_with_deleter(attrs: Mapping[str, Attr]) -> Kernel:
    def make() -> tuple[SharedIterator, SharedIterator]:
        made = _made(attrs)
        return made, made

    return make


@kernel_factory(ops.MultiDeviceIterator)
def _named(attrs: Mapping[str, Attr]) -> Kernel:
    container, name = attrs["container"], attrs["shared_name"]

    def find() -> SharedIterator:
        if not name:
            return _made(attrs)
        found: SharedIterator = current_resources().find_or_make(
            container, name, SharedIterator, lambda: _made(attrs)
        )
        return found

    return find


@kernel(ops.MultiDeviceIteratorInit)
def _begin(dataset: Stage, iterator: SharedIterator, most: Any) -> Any:
    return np.int64(iterator.start(dataset))


@kernel(ops.MultiDeviceIteratorGetNextFromShard)
def _next(iterator: SharedIterator, shard: Any, begun: Any) -> Element:
    return iterator.following(int(shard), int(begun))


@kernel(ops.MultiDeviceIteratorToStringHandle)
def _to_handle(iterator: SharedIterator) -> Any:
    _BY_HANDLE[iterator.handle] = iterator
    return iterator.handle


@kernel(ops.MultiDeviceIteratorFromStringHandle)
def _from_handle(handle: Any) -> SharedIterator:
    name = handle if isinstance(handle, bytes) else handle[()]
    found = _BY_HANDLE.get(name)
    if found is None:
        raise NotFoundError(None, None, f"There is no iterator {name!r}.")
    return found


@kernel(ops.DeleteMultiDeviceIterator)
def _delete(iterator: SharedIterator, *others: Any) -> None:
    iterator.close()
