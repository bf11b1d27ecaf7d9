"""Dataset ops that select elements: filter, take, skip, shard, unique."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset, known_number


class FilterDataset(
    MakesDataset,
    signature="""
        FilterDataset(input_dataset: variant, other_arguments:
            list(Targuments)) -> (handle: variant)
        | predicate: func; Targuments: list(type) >= 0; output_types:
          list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string =
          ''
    """,
):
    """The elements for which a function is true."""


class ParallelFilterDataset(
    MakesDataset,
    signature="""
        ParallelFilterDataset(input_dataset: variant, other_arguments:
            list(Targuments), num_parallel_calls: int64) -> (handle: variant)
        | predicate: func; deterministic: string = 'default'; Targuments:
          list(type) >= 0; output_types: list(type) >= 1; output_shapes:
          list(shape) >= 1; metadata: string = ''
    """,
):
    """The elements for which a function is true, several calls at a time."""


class FilterByLastComponentDataset(
    MakesDataset,
    signature="""
        FilterByLastComponentDataset(input_dataset: variant) -> (output:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
):
    """The elements whose last component is true, without it."""


class TakeWhileDataset(
    MakesDataset,
    signature="""
        TakeWhileDataset(input_dataset: variant, other_arguments:
            list(Targuments)) -> (handle: variant)
        | predicate: func; Targuments: list(type) >= 0; output_types:
          list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string =
          ''
    """,
    earlier_name="ExperimentalTakeWhileDataset",
):
    """The elements before the first for which a function is false."""


class TakeDataset(
    MakesDataset,
    signature="""
        TakeDataset(input_dataset: variant, count: int64) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
    traits="arranges_elements",
):
    """The first elements."""

    def changes_nothing(self) -> bool:
        """Whether it keeps all elements."""
        count = known_number(self.count)
        return count is not None and count < 0


class SkipDataset(
    MakesDataset,
    signature="""
        SkipDataset(input_dataset: variant, count: int64) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
    traits="arranges_elements",
):
    """The elements after the first ``count``."""

    def changes_nothing(self) -> bool:
        """Whether it keeps all elements."""
        return known_number(self.count) == 0


class ShardDataset(
    MakesDataset,
    signature="""
        ShardDataset(input_dataset: variant, num_shards: int64, index: int64)
            -> (handle: variant)
        | require_non_empty: bool = False; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
    """,
    traits="arranges_elements",
):
    """Every n-th element, from an index on."""

    def changes_nothing(self) -> bool:
        """Whether there is one shard."""
        return known_number(self.num_shards) == 1 and known_number(self.index) == 0


class UniqueDataset(
    MakesDataset,
    signature="""
        UniqueDataset(input_dataset: variant) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
    earlier_name="ExperimentalUniqueDataset",
):
    """Each distinct element once."""


class SamplingDataset(
    MakesDataset,
    signature="""
        SamplingDataset(input_dataset: variant, rate: float, seed: int64,
            seed2: int64) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
):
    """Elements, kept with a probability."""


class IgnoreErrorsDataset(
    MakesDataset,
    signature="""
        IgnoreErrorsDataset(input_dataset: variant) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          log_warning: bool = False
    """,
    earlier_name="ExperimentalIgnoreErrorsDataset",
):
    """The elements without the failing elements."""


class AssertCardinalityDataset(
    MakesDataset,
    signature="""
        AssertCardinalityDataset(input_dataset: variant, cardinality: int64)
            -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
):
    """The elements; an error unless there are ``cardinality`` of them."""
