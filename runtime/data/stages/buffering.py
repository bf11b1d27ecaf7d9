"""Stages that buffer: prefetch by a thread, cache in memory."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Mapping
from threading import Condition, Thread
from time import perf_counter
from typing import Any, Final
from weakref import ref

from graphir.errors import FailedPreconditionError, InvalidArgumentError
from graphir.ops.contract.handles import handle_class
from graphir.ops.datasets import buffering as ops
from runtime.data.stages.cache_files import FileCache
from runtime.data.stages.parallel_calls import WORTH_A_THREAD
from runtime.data.stages.seeds import Dummy
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)
from runtime.messages.logs import get_logger
from runtime.stateful_kernels.attaching import kernel
from runtime.tensors.quiet import run_quietly

_AUTOMATIC: Final = 2
"""Elements that are made ahead where the number is left to us."""


@stage_of("PrefetchDataset")
class PrefetchStage(Stage):
    """The elements, some of them made ahead."""

    buffers = True

    def prepare(self) -> None:
        self.size = int(self.inputs["buffer_size"])
        if self.size < -1:
            raise InvalidArgumentError(
                None,
                None,
                "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning "
                "[Op:PrefetchDataset]",
            )

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        if self.size == 0:
            return source
        return _Prefetched(source, _AUTOMATIC if self.size < 0 else self.size)


class _Buffer:
    """A buffer between a producer thread and an iterator."""

    def __init__(self, source: StageIterator, size: int) -> None:
        self.source = source
        self.size = size
        self.ready: deque[Any] = deque()
        self.changed = Condition()
        self.is_closed = False
        self.is_paused = False
        self.is_working = False
        self.process = os.getpid()

    def _is_wanted(self, owner: Any) -> bool:
        return not self.is_closed and owner() is not None

    def fill(self, owner: Any) -> None:
        """Makes elements until the source ends, or the buffer is closed or unowned."""
        while True:
            with self.changed:
                while len(self.ready) >= self.size or self.is_paused:
                    if not self._is_wanted(owner):
                        return
                    self.changed.wait(1.0)
                if not self._is_wanted(owner):
                    return
                self.is_working = True
            made: Any = None
            try:
                made = next(self.source, None)
            except Exception as error:
                made = _Failure(error)
            with self.changed:
                self.is_working = False
                if self.is_closed:
                    # who closed it left the source to this thread, which read it
                    self.source.close()
                    return
                self.ready.append(made)
                self.changed.notify_all()
                if made is None:
                    return


class _Failure:
    def __init__(self, error: Exception) -> None:
        self.error = error


class _Prefetched(StageIterator):
    """A thread begins when an element takes longer than handing it over would."""

    __slots__ = (
        "_buffer",
        "_given",
        "_seconds",
        "_size",
        "is_at_end",
        "source",
    )
    STATE = ("is_at_end",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, size: int) -> None:
        self.source = source
        self._size = size
        self._seconds = 0.0
        self._given: deque[Any] = deque()
        self._buffer: _Buffer | None = None
        self.is_at_end = False

    def __next__(self) -> Element:
        if self._given:
            return self._taken(self._given.popleft())
        if self._buffer is not None:
            return self._from_thread(self._buffer)
        if self._seconds > WORTH_A_THREAD:
            return self._from_thread(self._start())
        begun = perf_counter()
        element = next(self.source)
        self._seconds += 0.25 * (perf_counter() - begun - self._seconds)
        return element

    def _start(self) -> _Buffer:
        self._buffer = buffer = _Buffer(self.source, self._size)
        thread = Thread(
            target=run_quietly,
            args=(buffer.fill, ref(self)),
            name="tf_data_prefetch",
            daemon=True,
        )
        thread.start()
        return buffer

    def _from_thread(self, buffer: _Buffer) -> Element:
        if self.is_at_end:
            raise StopIteration
        if buffer.process != os.getpid():
            raise FailedPreconditionError(
                None,
                None,
                "A thread makes elements for this iterator, and this process was "
                "forked from the one that has it. Begin a new iterator here.",
            )
        with buffer.changed:
            while not buffer.ready:
                buffer.changed.wait()
            made = buffer.ready.popleft()
            buffer.changed.notify_all()
        return self._taken(made)

    def _taken(self, made: Any) -> Element:
        if made is None:
            self.is_at_end = True
            raise StopIteration
        if isinstance(made, _Failure):
            raise made.error
        return made  # type: ignore[no-any-return]

    def close(self) -> None:
        buffer = self._buffer
        if buffer is None:
            super().close()
            return
        if buffer.process != os.getpid():
            return  # it is the thread of another process
        with buffer.changed:
            buffer.is_closed = True
            buffer.changed.notify_all()
            if not buffer.is_working:
                super().close()

    def __del__(self) -> None:
        self.close()

    def save(self) -> dict[str, Any]:
        buffer = self._buffer
        if buffer is None:
            return {**super().save(), "ready": list(self._given)}
        with buffer.changed:
            buffer.is_paused = True
            while buffer.is_working:
                buffer.changed.wait()
            state = {**super().save(), "ready": [*self._given, *buffer.ready]}
            buffer.is_paused = False
            buffer.changed.notify_all()
        # an element that failed is not kept: the next one comes in its place
        state["ready"] = [e for e in state["ready"] if not isinstance(e, _Failure)]
        return state

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        self._given = deque(state["ready"])


@handle_class("cache")
class MemoryCache:
    """The elements of a complete epoch, in memory."""

    __slots__ = ("__weakref__", "elements")

    shape = ()

    def __init__(self) -> None:
        self.elements: list[Element] | None = None


@stage_of("CacheDataset", "CacheDatasetV2")
class CacheStage(Stage):
    """The elements, which later epochs read from memory or files."""

    def prepare(self) -> None:
        name = self.inputs["filename"]
        self.filename = (name if isinstance(name, bytes) else name[()]).decode()
        given = self.inputs.get("cache")
        self.memory = given if isinstance(given, MemoryCache) else MemoryCache()
        self.hold("cache", self.memory)

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        if self.filename:
            types, shapes = self.source.element_types, self.source.element_shapes
            size = self.source.cardinality()
            kept = FileCache(self.filename, types, shapes, size)
            return kept.iterate(lambda: self.source.iterate(settings))
        return _InMemory(self.memory, self.source, settings)


_PARTLY: Final = (
    "The calling iterator did not fully read the dataset being cached. In order to "
    "avoid unexpected truncation of the dataset, the partially cached contents of the "
    "dataset  will be discarded. This can happen if you have an input pipeline similar "
    "to `dataset.cache().take(k).repeat()`. You should use "
    "`dataset.take(k).cache().repeat()` instead."
)


class _InMemory(StageIterator):
    __slots__ = ("_memory", "_settings", "_stage", "position", "reading", "source")
    STATE = ("position", "reading")
    SOURCES = ("source",)

    def __init__(
        self, memory: MemoryCache, stage: Stage, settings: IterationSettings
    ) -> None:
        self._memory = memory
        self._stage = stage
        self._settings = settings
        self.position = 0
        self.reading: list[Element] | None = None
        self.source: StageIterator | None = None

    def __next__(self) -> Element:
        kept = self._memory.elements
        if kept is not None and self.source is None:
            if self.position >= len(kept):
                raise StopIteration
            self.position += 1
            return kept[self.position - 1]
        if self.source is None:
            self._open()
        assert self.source is not None
        assert self.reading is not None
        for element in self.source:
            self.reading.append(element)
            self.position += 1
            return element
        if self._memory.elements is None:
            self._memory.elements = self.reading
        self.source.close()
        self.source = None
        self.reading = None
        raise StopIteration

    def _open(self) -> None:
        self.reading = []
        self.source = self._stage.iterate(self._settings)

    def restore(self, state: Mapping[str, Any]) -> None:
        if state["source"] is not None:
            self._open()
        elif state["position"] and self._memory.elements is None:
            # it was read from a memory that is not there any more: read it again
            self._open()
            for _ in range(state["position"]):
                next(self)
            return
        super().restore(state)

    def close(self) -> None:
        if self.reading and self._memory.elements is None:
            # who knows the number of elements, as Keras does, may not ask for the end
            if len(self.reading) == self._stage.cardinality():
                self._memory.elements = self.reading
            else:
                get_logger().warning(_PARTLY)
        self.reading = None
        super().close()

    def __del__(self) -> None:
        self.close()


@kernel(ops.DummyMemoryCache)
def _dummy() -> Dummy:
    return Dummy()


@kernel(ops.AnonymousMemoryCache)
def _anonymous() -> Any:
    return MemoryCache(), Dummy()


@kernel(ops.DeleteMemoryCache)
def _delete(*_: Any) -> None:
    """Does nothing: an unreferenced cache is freed by itself."""
