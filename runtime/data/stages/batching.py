"""Stages that batch and unbatch."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.data.stages.batches import check_rows, padded, stacked
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.mapping import map_failure
from runtime.data.stages.parallel_calls import ParallelCalls
from runtime.data.stages.sources import Positions, SliceStage, column_of
from runtime.data.stages.stage import (
    INFINITE,
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


def _refused(message: str, op: str) -> Exception:
    return InvalidArgumentError(None, None, f"{message} [Op:{op}]")


def batch_count(count: int, size: int, drops_rest: bool) -> int:
    """The number of batches of ``count`` elements; negative counts are unchanged."""
    if count < 0:
        return count
    return count // size if drops_rest else -(-count // size)


class SizedBatches(Stage):
    """A size, and whether to keep an incomplete batch at the end."""

    def prepare(self) -> None:
        self.size = int(self.inputs["batch_size"])
        if self.size <= 0:
            raise _refused("Batch size must be greater than zero.", self.op)
        self.drops_rest = bool(self.inputs.get("drop_remainder", False))


@stage_of("BatchDataset", "BatchDatasetV2", "ParallelBatchDataset")
class BatchStage(SizedBatches):
    """Batches of stacked elements."""

    def cardinality(self) -> int:
        return batch_count(self.source.cardinality(), self.size, self.drops_rest)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        rows = slices_below(self.source)
        if rows is not None:
            places = positions_of(self.source, rows, settings)
            return _Gathered(places, self.size, self.drops_rest, rows.arrays)
        kinds = list(zip(self.source.element_types, self.source.element_shapes))
        source = self.source.iterate(settings)
        return _Batched(source, self.size, self.drops_rest, kinds)


class _Batched(StageIterator):
    __slots__ = ("_drops_rest", "_kinds", "_size", "source")
    SOURCES = ("source",)

    def __init__(
        self, source: StageIterator, size: int, drops_rest: bool, kinds: list[Any]
    ) -> None:
        self.source = source
        self._size = size
        self._drops_rest = drops_rest
        self._kinds = kinds

    def __next__(self) -> Element:
        elements = self.source.several(self._size)
        if not elements or (self._drops_rest and len(elements) < self._size):
            raise StopIteration
        return self._stack(elements)

    def _stack(self, elements: list[Element]) -> Element:
        return stacked(elements, self._kinds)


def slices_below(stage: Stage) -> SliceStage | None:
    """The stage of array slices below, if the stages above only rearrange them."""
    while stage.is_arrangement:
        stage = stage.source
    if isinstance(stage, SliceStage) and dtypes.variant not in stage.element_types:
        return stage
    return None


def positions_of(
    stage: Stage, rows: SliceStage, settings: IterationSettings
) -> StageIterator:
    """The positions of the slices that are a stage's elements, in its order."""
    if stage is rows:
        return Positions(rows.count)
    return stage.arrange(lambda: positions_of(stage.source, rows, settings), settings)


class _Gathered(StageIterator):
    """Batches of slices, copied at once from the arrays."""

    __slots__ = ("_arrays", "_drops_rest", "_size", "source")
    SOURCES = ("source",)

    def __init__(
        self, places: StageIterator, size: int, drops_rest: bool, arrays: list[Any]
    ) -> None:
        self.source = places
        self._size = size
        self._drops_rest = drops_rest
        self._arrays = arrays

    def __next__(self) -> Element:
        places: Any = self.source.several(self._size)
        if not places or (self._drops_rest and len(places) < self._size):
            raise StopIteration
        return tuple([array.take(places, 0) for array in self._arrays])


@stage_of("PaddedBatchDataset", "PaddedBatchDatasetV2")
class PaddedBatchStage(SizedBatches):
    """Batches of elements, padded to one shape and stacked."""

    @property
    def element_types(self) -> list[Any]:
        found: list[Any] = self.attrs["Toutput_types"]
        return found

    def cardinality(self) -> int:
        return batch_count(self.source.cardinality(), self.size, self.drops_rest)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        shapes = [each.tolist() for each in self.inputs["padded_shapes"]]
        paddings = zip(self.source.element_types, shapes, self.inputs["padding_values"])
        return _Padded(source, self.size, self.drops_rest, list(paddings))


class _Padded(_Batched):
    __slots__ = ()

    def _stack(self, elements: list[Element]) -> Element:
        columns = zip(*elements)
        return tuple(
            [padded(values, *each) for values, each in zip(columns, self._kinds)]
        )


@stage_of("MapAndBatchDataset")
class MapAndBatchStage(SizedBatches):
    """Batches of a function's results."""

    def prepare(self) -> None:
        super().prepare()
        self.function = StageFunction(self.attrs["f"], self.inputs["other_arguments"])

    def cardinality(self) -> int:
        return batch_count(self.source.cardinality(), self.size, self.drops_rest)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        workers = int(self.inputs["num_parallel_calls"])
        calls = ParallelCalls(
            self.function.instance(settings), workers, settings.threads
        )
        kinds = [(value.dtype, value.shape) for value in self.function.body.outputs]
        return _MappedBatches(source, self.size, self.drops_rest, kinds, calls)


class _MappedBatches(_Batched):
    __slots__ = ("_calls", "count")
    STATE = ("count", "waiting")

    def __init__(self, *parts: Any) -> None:
        *parts_of_batch, self._calls = parts
        super().__init__(*parts_of_batch)
        self.count = 0

    @property
    def waiting(self) -> list[Element]:
        """Elements of the source that were read, and are in no batch yet."""
        return self._calls.waiting()  # type: ignore[no-any-return]

    @waiting.setter
    def waiting(self, elements: list[Element]) -> None:
        self._calls.start_with(elements)

    def __next__(self) -> Element:
        elements: list[Element] = []
        try:
            while len(elements) < self._size:
                elements.append(self._calls.following(self.source))
                self.count += 1
        except StopIteration:
            pass
        except Exception as error:
            raise map_failure(error, "MapAndBatchDataset", self.count, True) from None
        if not elements or (self._drops_rest and len(elements) < self._size):
            raise StopIteration
        return self._stack(elements)

    def close(self) -> None:
        self._calls.close()
        super().close()


@stage_of("UnbatchDataset")
class UnbatchStage(Stage):
    """The slices of each element along its first axis."""

    def cardinality(self) -> int:
        count = self.source.cardinality()
        sizes = [
            shape[0] if shape.rank else None for shape in self.source.element_shapes
        ]
        known = [size for size in sizes if size is not None]
        if count < 0 or not known:
            return count if count == INFINITE else UNKNOWN_COUNT
        return count * int(known[0])

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Unbatched(self.source.iterate(settings))


class _Unbatched(StageIterator):
    __slots__ = ("_columns", "_count", "element", "position", "source")
    STATE = ("element", "position")
    SOURCES = ("source",)

    def __init__(self, source: StageIterator) -> None:
        self.source = source
        self.element: Element | None = None
        self.position = 0
        self._count = 0

    def __next__(self) -> Element:
        while self.position >= self._count:
            self._open(next(self.source))
        position = self.position
        self.position = position + 1
        return tuple([column[position] for column in self._columns])

    def _open(self, element: Element) -> None:
        shapes = [np.shape(each) for each in element]
        if () in shapes:
            raise InvalidArgumentError(
                None,
                None,
                "Input element must have a non-scalar value in each component.",
            )
        counts = {shape[0] for shape in shapes}
        if len(counts) > 1:
            raise InvalidArgumentError(
                None,
                None,
                "Input element must have the same batch size in each component. "
                f"Component sizes: {[shape[0] for shape in shapes]}.",
            )
        self.element = element
        self.position = 0
        self._count = counts.pop()
        self._columns = [column_of(each) for each in element]

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        if self.element is not None:
            position = self.position
            self._open(self.element)
            self.position = position


@stage_of("RebatchDatasetV2")
class RebatchStage(Stage):
    """Batches split and joined to a cycle of other batch sizes."""

    def prepare(self) -> None:
        self.sizes: list[int] = np.ravel(self.inputs["batch_sizes"]).tolist()
        self.drops_rest = bool(self.inputs["drop_remainder"])

    def cardinality(self) -> int:
        return -1 if self.source.cardinality() == -1 else UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        kinds = [
            (dtype, shape[1:] if shape.rank else shape)
            for dtype, shape in zip(
                self.source.element_types, self.source.element_shapes
            )
        ]
        rows = _Unbatched(self.source.iterate(settings))
        return _Rebatched(rows, self.sizes, self.drops_rest, kinds)


class _Rebatched(StageIterator):
    __slots__ = ("_drops_rest", "_kinds", "_sizes", "source", "turn")
    STATE = ("turn",)
    SOURCES = ("source",)

    def __init__(
        self, source: StageIterator, sizes: list[int], drops_rest: bool, kinds: Any
    ) -> None:
        self.source = source
        self._sizes = sizes
        self._drops_rest = drops_rest
        self._kinds = kinds
        self.turn = 0

    def __next__(self) -> Element:
        size = self._sizes[self.turn]
        elements = list(islice(self.source, size))
        if not elements or (self._drops_rest and len(elements) < size):
            raise StopIteration
        self.turn = (self.turn + 1) % len(self._sizes)
        check_rows(elements, size)
        return stacked(elements, self._kinds)


@stage_of("DenseToSparseBatchDataset")
class SparseBatchStage(Stage):
    """Elements of different shapes as a batch that is a sparse tensor."""

    def prepare(self) -> None:
        self.size = int(self.inputs["batch_size"])
        if self.size <= 0:
            raise _refused("Batch size must be greater than zero.", self.op)
        self.row_shape: list[int] = np.ravel(self.inputs["row_shape"]).tolist()

    def cardinality(self) -> int:
        return batch_count(self.source.cardinality(), self.size, False)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        dtype = self.source.element_types[0]
        return _SparseBatches(
            self.source.iterate(settings), self.size, self.row_shape, dtype
        )


class _SparseBatches(StageIterator):
    __slots__ = ("_dtype", "_row_shape", "_size", "source")
    SOURCES = ("source",)

    def __init__(
        self, source: StageIterator, size: int, row_shape: list[int], dtype: Any
    ) -> None:
        self.source = source
        self._size = size
        self._row_shape = row_shape
        self._dtype = dtype

    def __next__(self) -> Element:
        from graphir.ops.sparse.serialized_sparse import SerializeSparse

        rows: list[Any] = []
        for each in islice(self.source, self._size):
            row = np.asarray(each[0])
            self._check(row.shape)  # what is not read goes on behind an error
            rows.append(row)
        if not rows:
            raise StopIteration
        shape = [
            max(row.shape[axis] for row in rows) if size < 0 else size
            for axis, size in enumerate(self._row_shape)
        ]
        indices = [
            np.concatenate([np.full((row.size, 1), place), _places(row.shape)], 1)
            for place, row in enumerate(rows)
        ]
        values = [row.ravel() for row in rows]
        bind = SerializeSparse.bind({"T": self._dtype, "out_type": None})
        parts = (
            np.concatenate(indices).astype(np.int64),
            np.concatenate(values),
            np.array([len(rows), *shape], np.int64),
        )
        return (bind(*parts),)

    def _check(self, shape: tuple[int, ...]) -> None:
        if len(shape) != len(self._row_shape):
            raise InvalidArgumentError(
                None,
                None,
                f"Input element had shape {list(shape)} that is incompatible with "
                f"the row shape of this batch: {self._row_shape}",
            )
        for axis, (found, size) in enumerate(zip(shape, self._row_shape)):
            if 0 <= size < found:
                raise InvalidArgumentError(
                    None,
                    None,
                    "Input element had a size of "
                    f"{found} in axis {axis}, more than that of the row shape: "
                    f"{self._row_shape}",
                )


def _places(shape: tuple[int, ...]) -> Any:
    return np.indices(shape).reshape(len(shape), math.prod(shape)).T
