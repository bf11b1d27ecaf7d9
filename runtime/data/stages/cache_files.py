"""The stage that caches elements in a file, after the first complete pass."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.data.stages.element_files import ElementWriter, elements_in
from runtime.data.stages.stage import Element, StageIterator


class FileCache:
    """A file of elements; its name is the user's and the suffix ``.elements``."""

    def __init__(
        self, name: str, types: list[DType], shapes: list[Shape], size: int
    ) -> None:
        self.path = f"{name}.elements"
        self.types = types
        self.shapes = shapes
        self.size = size
        """The number of elements, if it is known; else negative."""

    def iterate(self, begin: Callable[[], StageIterator]) -> StageIterator:
        """An iterator that reads the file, or writes it if it does not exist."""
        return FileIterator(self, begin)


class FileIterator(StageIterator):
    """Elements of a file, or of a source while the file is written."""

    __slots__ = ("_begin", "_cache", "_file", "_writer", "count", "source")
    STATE = ("count",)

    def __init__(self, cache: FileCache, begin: Callable[[], StageIterator]) -> None:
        self._cache = cache
        self._begin = begin
        self._file: Iterator[Element] | None = None
        self._writer: ElementWriter | None = None
        self.source: StageIterator | None = None
        self.count = 0

    def __next__(self) -> Element:
        if self._file is None and self._writer is None:
            self._open()
        if self._file is not None:
            element = next(self._file)
            self.count += 1
            return element
        assert self.source is not None
        assert self._writer is not None
        for element in self.source:
            self._writer.write(element)
            self.count += 1
            return element
        self._writer.finish()
        self._writer = None
        self._file = iter(())
        raise StopIteration

    def _open(self) -> None:
        if os.path.exists(self._cache.path):
            self._file = elements_in(self._cache.path, self._cache.types)
            return
        self.source = self._begin()
        self._writer = ElementWriter(self._cache.path, self._cache.types)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Reads and skips as many elements as the saved iterator had read."""
        while self.count < state["count"]:
            next(self)

    def close(self) -> None:
        writer, self._writer = self._writer, None
        try:
            # who knows the number of elements may not ask for the end
            if writer is not None and self.count == self._cache.size:
                writer.finish()
        finally:  # also where the disk is full
            if writer is not None:
                writer.give_up()
            if self.source is not None:
                self.source.close()

    def __del__(self) -> None:
        self.close()
