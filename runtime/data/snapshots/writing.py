"""Stages that write their elements to folders; snapshots, which read them again."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.datasets import buffering
from runtime.data.snapshots.fingerprints import fingerprint_of
from runtime.data.snapshots.layout import FolderWriter, read_metadata, shards_of
from runtime.data.snapshots.reading import function_of, read_by
from runtime.data.stages.element_files import compression_of
from runtime.data.stages.files import text_of
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.rewriting import rewritten
from runtime.data.stages.settings import settings_of
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)
from runtime.stateful_kernels.attaching import kernel_factory

_Sharding = Callable[[Element], int]


def _sharding(function: StageFunction | None, settings: IterationSettings) -> _Sharding:
    """Gives the shard of an element.

    Raises:
      InvalidArgumentError: if the function gives something else than a number.
    """
    if function is None:
        return lambda _: 0
    results = [(each.dtype, each.shape.rank) for each in function.body.outputs]
    if len(results) != 1 or results[0][0] is not dtypes.int64 or results[0][1]:
        raise InvalidArgumentError(
            None, None, "`shard_func` must return a scalar int64."
        )
    run = function.instance(settings)
    return lambda element: int(run(*element)[0])


class Written(StageIterator):
    """The elements of a source, which are written to a folder as they are read."""

    __slots__ = ("_shard_of", "_writer", "count", "source")
    STATE = ("count",)

    def __init__(
        self, source: StageIterator, writer: FolderWriter, shard_of: _Sharding
    ) -> None:
        self.source = source
        self._writer: FolderWriter | None = writer
        self._shard_of = shard_of
        self.count = 0

    def __next__(self) -> Element:
        if self._writer is None:
            raise StopIteration
        for element in self.source:
            self._writer.write(element, self._shard_of(element))
            self.count += 1
            return element
        self._writer.finish()
        self._writer = None
        raise StopIteration

    def restore(self, state: Mapping[str, Any]) -> None:
        """Reads and writes as many elements again, since files must be complete."""
        while self.count < state["count"]:
            next(self)

    def close(self) -> None:
        writer, self._writer = self._writer, None
        try:
            if writer is not None:
                writer.give_up()
        finally:
            self.source.close()

    def __del__(self) -> None:
        self.close()


@stage_of("SaveDatasetV2")
class SaveStage(Stage):
    """The elements, which are written to a folder."""

    def prepare(self) -> None:
        self.folder = text_of(self.inputs["path"])
        asked = self.attrs.get("use_shard_func", True)
        self.shard = function_of(self, "shard") if asked else None

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        kind = compression_of(self.attrs.get("compression", b""))
        writer = FolderWriter(self.folder, self.source.element_types, kind)
        shard_of = _sharding(self.shard, settings)
        return Written(self.source.iterate(settings), writer, shard_of)


@stage_of("SnapshotDataset", "SnapshotDatasetV2")
class SnapshotStage(Stage):
    """The elements, written to a folder in the first epoch and read from it later."""

    def prepare(self) -> None:
        self.shard = function_of(self, "shard")
        self.reader = function_of(self, "reader")
        is_known = self.attrs.get("hash_valid")
        number = self.attrs["hash"] if is_known else fingerprint_of(self.source)
        self.hash = str(number)
        self.folder = os.path.join(text_of(self.inputs["path"]), self.hash)

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Snapshot(self, settings)


class _Snapshot(StageIterator):
    """Reads what is there, else writes; which of them the first element decides."""

    __slots__ = ("_settings", "_stage", "run", "source")
    STATE = ("run",)
    SOURCES = ("source",)

    def __init__(self, stage: SnapshotStage, settings: IterationSettings) -> None:
        self._stage = stage
        self._settings = settings
        self.run: str | None = None
        """The run that is read; empty while elements are written."""
        self.source: StageIterator | None = None

    def __next__(self) -> Element:
        if self.source is None:
            found = read_metadata(self._stage.folder)
            self._open("" if found is None else found.run_id)
        assert self.source is not None
        return next(self.source)

    def _open(self, run: str) -> None:
        self.run = run
        stage, settings = self._stage, self._settings
        if run:
            shards = shards_of(stage.folder, run)
            self.source = read_by(stage.reader, shards, stage, settings)
            return
        kind = compression_of(stage.attrs.get("compression", b""))
        types = stage.source.element_types
        writer = FolderWriter(stage.folder, types, kind, stage.hash)
        shard_of = _sharding(stage.shard, settings)
        self.source = Written(stage.source.iterate(settings), writer, shard_of)

    def restore(self, state: Mapping[str, Any]) -> None:
        if state["run"] is not None:
            self._open(state["run"])
        super().restore(state)


@kernel_factory(buffering.SaveDataset)
def _save(attrs: Mapping[str, Any]) -> Kernel:
    def save(dataset: Stage, path: Any, *captured: Any) -> None:
        asked = attrs.get("use_shard_func", True)
        function = StageFunction(attrs["shard_func"], captured) if asked else None
        settings = settings_of(dataset)
        kind = compression_of(attrs.get("compression", b""))
        shard_of = _sharding(function, settings)
        writer = FolderWriter(text_of(path), dataset.element_types, kind)
        written = Written(rewritten(dataset).iterate(settings), writer, shard_of)
        try:
            for _ in written:
                pass
        finally:
            written.close()

    return save


__all__ = ["SaveStage", "SnapshotStage", "Written"]
