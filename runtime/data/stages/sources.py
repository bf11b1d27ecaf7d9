"""Source stages: tensors, slices, ranges, random numbers, generator functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError, OutOfRangeError
from graphir.ops.datasets.variants import RaggedValue
from graphir.ops.random.philox import Philox, Words
from graphir.shapes import Shape
from runtime.data.stages.functions import StageFunction, failure
from runtime.data.stages.python_generators import (
    Generated,
    as_arguments,
    source_of_token,
)
from runtime.data.stages.seeds import SeedGenerator, as_generator
from runtime.data.stages.stage import (
    INFINITE,
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


@stage_of("TensorDataset")
class TensorStage(Stage):
    """One element."""

    @property
    def element_types(self) -> list[DType]:
        found: list[DType] = self.attrs["Toutput_types"]
        return found

    def cardinality(self) -> int:
        return 1

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Listed([tuple(self.inputs["components"])])


@stage_of("ListDataset")
class ListStage(Stage):
    """Elements one after the other, flat."""

    def prepare(self) -> None:
        flat, size = self.inputs["tensors"], len(self.attrs["output_types"])
        self.elements = [
            tuple(flat[start : start + size]) for start in range(0, len(flat), size)
        ]

    def cardinality(self) -> int:
        return len(self.elements)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Listed(self.elements)


class _Listed(StageIterator):
    __slots__ = ("_elements", "position")
    STATE = ("position",)

    def __init__(self, elements: list[Element]) -> None:
        self._elements = elements
        self.position = 0

    def __next__(self) -> Element:
        position = self.position
        if position >= len(self._elements):
            raise StopIteration
        self.position = position + 1
        return self._elements[position]


@stage_of("TensorSliceDataset")
class SliceStage(Stage):
    """The slices of arrays along their first axes: views, not copies."""

    @property
    def element_types(self) -> list[DType]:
        found: list[DType] = self.attrs["Toutput_types"]
        return found

    def prepare(self) -> None:
        self.arrays: list[Any] = self.inputs["components"]
        sizes = {len(each) for each in self.arrays}
        if len(sizes) > 1:
            raise InvalidArgumentError(
                None,
                None,
                "All components of a dataset of slices must have the same size in the "
                f"first axis, got {sorted(sizes)}.",
            )
        self.count = sizes.pop()

    def cardinality(self) -> int:
        return self.count

    def iterate(self, settings: IterationSettings) -> StageIterator:
        columns = [column_of(each) for each in self.arrays]
        if len(columns) == 1:
            return _Column(columns[0], self.count)
        return _Columns(columns, self.count)


def column_of(array: Any) -> Any:
    """The array, or a wrapper of strings whose slices are arrays, as kernels expect."""
    if array.dtype == object and array.ndim == 1 and not _holds_variants(array):
        return _TextColumn(array)
    return array


def _holds_variants(array: Any) -> bool:
    return len(array) > 0 and isinstance(array[0], (RaggedValue, Stage))


class _TextColumn:
    """A vector of strings; kernels take one as an array without axes."""

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        self._array = array

    def __getitem__(self, index: int) -> Any:
        return self._array[index : index + 1].reshape(())


class _Column(StageIterator):
    __slots__ = ("_array", "_count", "position")
    STATE = ("position",)

    def __init__(self, array: Any, count: int) -> None:
        self._array = array
        self._count = count
        self.position = 0

    def __next__(self) -> Element:
        position = self.position
        if position >= self._count:
            raise StopIteration
        self.position = position + 1
        return (self._array[position],)


class _Columns(StageIterator):
    __slots__ = ("_arrays", "_count", "position")
    STATE = ("position",)

    def __init__(self, arrays: list[Any], count: int) -> None:
        self._arrays = arrays
        self._count = count
        self.position = 0

    def __next__(self) -> Element:
        position = self.position
        if position >= self._count:
            raise StopIteration
        self.position = position + 1
        return tuple([array[position] for array in self._arrays])


class Positions(StageIterator):
    """The positions of slices, instead of the slices."""

    __slots__ = ("_count", "position")
    STATE = ("position",)

    def __init__(self, count: int) -> None:
        self._count = count
        self.position = 0

    def __next__(self) -> Any:
        position = self.position
        if position >= self._count:
            raise StopIteration
        self.position = position + 1
        return position


@stage_of("SparseTensorSliceDataset")
class SparseSliceStage(Stage):
    """The slices of a sparse tensor along its first axis."""

    @property
    def element_types(self) -> list[DType]:
        return [dtypes.int64, self.attrs["Tvalues"], dtypes.int64]

    @property
    def element_shapes(self) -> list[Shape]:
        rank = len(self.inputs["dense_shape"]) - 1
        return [Shape([None, rank]), Shape([None]), Shape([rank])]

    def cardinality(self) -> int:
        return int(self.inputs["dense_shape"][0])

    def iterate(self, settings: IterationSettings) -> StageIterator:
        indices, values = self.inputs["indices"], self.inputs["values"]
        shape = self.inputs["dense_shape"]
        rows = []
        for row in range(int(shape[0])):
            inside = indices[:, 0] == row
            rows.append((indices[inside, 1:], values[inside], shape[1:]))
        return _Listed(rows)


@stage_of("RangeDataset")
class RangeStage(Stage):
    """Numbers from a start up to a limit by a step."""

    def prepare(self) -> None:
        bounds = self.inputs["start"], self.inputs["stop"], self.inputs["step"]
        start, stop, step = (int(each) for each in bounds)
        if step == 0:
            raise InvalidArgumentError(
                None, None, "step must be a non-zero integer. [Op:RangeDataset]"
            )
        self.numbers = range(start, stop, step)

    def cardinality(self) -> int:
        return len(self.numbers)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        kind = self.attrs["output_types"][0].numpy_dtype.type
        return _Numbers(self.numbers, kind)


class _Numbers(StageIterator):
    __slots__ = ("_at", "_made", "_numbers", "position")
    STATE = ("position",)

    def __init__(self, numbers: range, kind: Any) -> None:
        self._numbers = numbers
        self._at = numbers.__getitem__
        # adding to a scalar takes a third of the time of making one
        self._made = kind(0).__add__
        self.position = 0

    def __next__(self) -> Element:
        try:
            number = self._at(self.position)
        except IndexError:
            raise StopIteration from None
        self.position += 1
        return (self._made(number),)

    def rest(self) -> Iterator[Element]:
        return zip(map(self._made, self._numbers[self.position :]))


@stage_of("RandomDataset", "RandomDatasetV2")
class RandomStage(Stage):
    """Random 32-bit words, as int64, without end."""

    draws_seeds = True

    def prepare(self) -> None:
        seeds = int(self.inputs["seed"]), int(self.inputs["seed2"])
        renews = bool(self.attrs.get("rerandomize_each_iteration"))
        given = self.inputs.get("seed_generator")
        self._generator: SeedGenerator = as_generator(given, seeds, renews)
        self.hold("seed_generator", self._generator)

    def cardinality(self) -> int:
        return INFINITE

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Random(self._generator)


class _Random(StageIterator):
    __slots__ = ("_generator", "_words", "count", "seeds")
    STATE = ("count", "epochs_begun", "seeds")

    def __init__(self, generator: SeedGenerator) -> None:
        self._generator = generator
        self.seeds = generator.next_seeds()
        self.count = 0
        self._words = Words(Philox.from_seeds(*self.seeds))

    @property
    def epochs_begun(self) -> int:
        """The number of drawn seeds, which determines the numbers of later epochs."""
        return self._generator.count

    @epochs_begun.setter
    def epochs_begun(self, count: int) -> None:
        self._generator.go_to(count)

    def __next__(self) -> Element:
        self.count += 1
        return (np.int64(self._words.word()),)

    def restore(self, state: Mapping[str, Any]) -> None:
        # earlier releases did not write how many seeds were drawn
        super().restore({"epochs_begun": self.epochs_begun, **state})
        self._words = Words(Philox.from_seeds(*self.seeds))
        for _ in range(self.count):
            self._words.word()


@stage_of("GeneratorDataset")
class GeneratorStage(Stage):
    """The results of a function until it raises ``OutOfRangeError``."""

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = source_of_token(self.attrs.get("_python_source"))
        if source is not None:
            types = self.attrs["Tinit_func_args"]
            given = as_arguments(self.inputs["init_func_other_args"], types)
            return Generated(source, given)
        functions = [
            StageFunction(
                self.attrs[f"{role}_func"], self.inputs[f"{role}_func_other_args"]
            )
            for role in ("init", "next", "finalize")
        ]
        return _Generated(*(each.instance(settings) for each in functions))

    def cardinality(self) -> int:
        return UNKNOWN_COUNT


class _Generated(StageIterator):
    __slots__ = ("_finalize", "_init", "_is_finished", "_next", "_state", "count")
    STATE = ("count",)

    def __init__(self, init: Any, following: Any, finalize: Any) -> None:
        self._init, self._next, self._finalize = init, following, finalize
        self._state: Any = None
        self._is_finished = False
        self.count = 0

    def __next__(self) -> Element:
        if self._is_finished:
            raise StopIteration
        if self._state is None:
            self._state = self._init()
        try:
            element: Element = self._next(*self._state)
        except Exception as error:
            told = failure(error, "GeneratorDataset", self.count)
            if isinstance(told, OutOfRangeError):
                self.close()
                raise StopIteration from None
            raise told from told.__cause__
        self.count += 1
        return element

    def close(self) -> None:
        if self._state is not None and not self._is_finished:
            self._is_finished = True
            self._finalize(*self._state)

    def __del__(self) -> None:
        self.close()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Skips as many elements as were read: a generator has no position."""
        for _ in range(int(state["count"]) - self.count):
            next(self, None)
