"""Stages that read folders of saved elements: shards, chunks, whole folders."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InternalError, InvalidArgumentError, NotFoundError
from runtime.data.snapshots.distributed import CHUNKS, DONE, ERROR
from runtime.data.snapshots.layout import files_of, read_metadata, shards_of
from runtime.data.stages.element_files import compression_of, elements_in
from runtime.data.stages.files import FilesIterator, text_of
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.stage import (
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    make_stage,
    stage_of,
)

_PAUSE: Final = 0.1
"""Seconds between looks for chunks that others are writing."""


@stage_of("SnapshotDatasetReader", "SnapshotChunkDataset")
class SavedElementsStage(Stage):
    """The elements of one shard or chunk."""

    def prepare(self) -> None:
        name = self.inputs.get("shard_dir", self.inputs.get("chunk_file"))
        self.files = [text_of(name)]
        self.start = int(self.inputs.get("start_index", 0))
        self.compression = compression_of(self.attrs.get("compression", b""))

    def parts_of(self, path: str) -> Iterator[Any]:
        """The elements from a start on."""
        types = self.element_types
        found = [elements_in(each, types, self.compression) for each in files_of(path)]
        return islice(chain.from_iterable(found), self.start, None)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return FilesIterator(self)


def reader_of_shard(
    path: str, attrs: dict[str, Attr], compression: Any
) -> SavedElementsStage:
    """The dataset of a shard: its folder or file."""
    given = {**attrs, "compression": compression, "version": 2}
    start = np.int64(0)
    found = make_stage("SnapshotDatasetReader", given, [path.encode(), start])
    assert isinstance(found, SavedElementsStage)
    return found


@stage_of("SnapshotNestedDatasetReader")
class NestedReaderStage(Stage):
    """Datasets as elements, one after the other."""

    def prepare(self) -> None:
        self.datasets: list[Stage] = self.inputs["inputs"]

    def cardinality(self) -> int:
        return len(self.datasets)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Nested(self.datasets)


class _Nested(StageIterator):
    __slots__ = ("_datasets", "position")
    STATE = ("position",)

    def __init__(self, datasets: list[Stage]) -> None:
        self._datasets = datasets
        self.position = 0

    def __next__(self) -> Element:
        if self.position >= len(self._datasets):
            raise StopIteration
        self.position += 1
        return (self._datasets[self.position - 1],)


def read_by(
    function: StageFunction | None,
    shards: list[str],
    stage: Stage,
    settings: IterationSettings,
) -> StageIterator:
    """The elements of shards, in the order of a function of the dataset of shards.

    Without a function the shards are read one after the other.
    """
    kinds: dict[str, Attr] = {
        "output_types": stage.element_types,
        "output_shapes": stage.element_shapes,
    }
    compression = stage.attrs.get("compression", b"")
    readers = [reader_of_shard(each, kinds, compression) for each in shards]
    if function is None:
        return _OneAfterTheOther(readers, settings)
    nested = make_stage(
        "SnapshotNestedDatasetReader", {**kinds, "N": len(readers)}, readers
    )
    (found,) = function.instance(settings)(nested)
    iterator: StageIterator = found.iterate(settings)
    return iterator


class _OneAfterTheOther(StageIterator):
    __slots__ = ("_readers", "_settings", "part", "source")
    STATE = ("part",)
    SOURCES = ("source",)

    def __init__(
        self, readers: list[SavedElementsStage], settings: IterationSettings
    ) -> None:
        self._readers = readers
        self._settings = settings
        self.part = -1
        self.source: StageIterator | None = None

    def __next__(self) -> Element:
        while True:
            if self.source is not None:
                for element in self.source:
                    return element
            if self.part + 1 >= len(self._readers):
                raise StopIteration
            self._open(self.part + 1)

    def _open(self, part: int) -> None:
        self.part = part
        self.source = self._readers[part].iterate(self._settings)

    def restore(self, state: Any) -> None:
        if state["source"] is not None:
            self._open(state["part"])
        super().restore(state)


def function_of(stage: Stage, name: str) -> StageFunction | None:
    """A stage's function by its name, with its captured tensors."""
    linked = stage.attrs.get(f"{name}_func")
    if linked is None:
        return None
    return StageFunction(linked, stage.inputs[f"{name}_func_other_args"])


@stage_of("LoadDataset")
class LoadStage(Stage):
    """The elements that were saved in a folder."""

    def prepare(self) -> None:
        self.folder = text_of(self.inputs["path"])
        self.reader = function_of(self, "reader")
        self.metadata = read_metadata(self.folder)
        if self.metadata is None:
            raise NotFoundError(
                None,
                None,
                f"{self.folder} holds no saved dataset, or one that is incomplete.",
            )
        self._check_types()

    def _check_types(self) -> None:
        expected = [dtype.number for dtype in self.element_types]
        if list(self.metadata.dtype) != expected:
            raise InvalidArgumentError(
                None,
                None,
                f"Data type mismatch: {self.folder} holds elements of other dtypes "
                f"than {[dtype.name for dtype in self.element_types]}.",
            )

    def cardinality(self) -> int:
        return int(self.metadata.num_elements)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        shards = shards_of(self.folder, self.metadata.run_id)
        return read_by(self.reader, shards, self, settings)


@stage_of("ListSnapshotChunksDataset")
class ChunksStage(Stage):
    """The names of chunk files that processes write, until all are written."""

    def prepare(self) -> None:
        self.folder = text_of(self.inputs["snapshot_path"])

    def cardinality(self) -> int:
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Chunks(self.folder, time.sleep)


class _Chunks(StageIterator):
    __slots__ = ("_folder", "_pause", "given")
    STATE = ("given",)

    def __init__(self, folder: str, pause: Callable[[float], None]) -> None:
        self._folder = folder
        self._pause = pause
        self.given: list[str] = []

    def __next__(self) -> Element:
        while True:
            is_done = os.path.exists(os.path.join(self._folder, DONE))
            self._refuse_failure()
            for name in self._names():
                if name not in self.given:
                    self.given.append(name)
                    path = os.path.join(self._folder, CHUNKS, name)
                    scalar = np.empty((), object)
                    scalar[()] = os.fsencode(path)
                    return (scalar,)
            if is_done:
                raise StopIteration
            self._pause(_PAUSE)

    def _names(self) -> list[str]:
        folder = os.path.join(self._folder, CHUNKS)
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def _refuse_failure(self) -> None:
        path = os.path.join(self._folder, ERROR)
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                told = file.read().strip() or path
            raise InternalError(
                None, None, f"The processes that write {self._folder} failed: {told}"
            )


__all__ = [
    "LoadStage",
    "NestedReaderStage",
    "SavedElementsStage",
    "function_of",
    "read_by",
    "reader_of_shard",
]
