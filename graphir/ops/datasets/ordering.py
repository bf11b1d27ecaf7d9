"""Dataset ops that shuffle, repeat, concatenate or zip."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset, known_number


class ShuffleDataset(
    MakesDataset,
    signature="""
        ShuffleDataset(input_dataset: variant, buffer_size: int64, seed:
            int64, seed2: int64) -> (handle: variant)
        | reshuffle_each_iteration: bool = True; output_types: list(type) >=
          1; output_shapes: list(shape) >= 1; metadata: string = ''
    """,
    traits="arranges_elements",
):
    """The elements in a random order, through a buffer."""


class ShuffleDatasetV2(
    MakesDataset,
    signature="""
        ShuffleDatasetV2(input_dataset: variant, buffer_size: int64,
            seed_generator: resource) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
        | stateful
    """,
    traits="arranges_elements",
    handles="dataset seeds",
):
    """The elements in a random order, with seeds from a seed generator."""


class ShuffleDatasetV3(
    MakesDataset,
    signature="""
        ShuffleDatasetV3(input_dataset: variant, buffer_size: int64, seed:
            int64, seed2: int64, seed_generator: resource) -> (handle:
            variant)
        | reshuffle_each_iteration: bool = True; output_types: list(type) >=
          1; output_shapes: list(shape) >= 1; metadata: string = ''
        | stateful
    """,
    traits="arranges_elements",
    handles="dataset seeds",
):
    """The elements in a random order, through a buffer."""


class ShuffleAndRepeatDataset(
    MakesDataset,
    signature="""
        ShuffleAndRepeatDataset(input_dataset: variant, buffer_size: int64,
            seed: int64, seed2: int64, count: int64) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          reshuffle_each_iteration: bool = True; metadata: string = ''
    """,
    traits="arranges_elements",
):
    """The elements, repeated ``count`` times, each time in a random order."""


class ShuffleAndRepeatDatasetV2(
    MakesDataset,
    signature="""
        ShuffleAndRepeatDatasetV2(input_dataset: variant, buffer_size: int64,
            seed: int64, seed2: int64, count: int64, seed_generator: resource)
            -> (handle: variant)
        | reshuffle_each_iteration: bool = True; output_types: list(type) >=
          1; output_shapes: list(shape) >= 1; metadata: string = ''
        | stateful
    """,
    traits="arranges_elements",
    handles="dataset seeds",
):
    """The elements, repeated ``count`` times, each time in a random order."""


class RepeatDataset(
    MakesDataset,
    signature="""
        RepeatDataset(input_dataset: variant, count: int64) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
    traits="arranges_elements",
):
    """The elements, repeated ``count`` times."""

    def changes_nothing(self) -> bool:
        """Whether the elements are produced exactly once."""
        return known_number(self.count) == 1


class ConcatenateDataset(
    MakesDataset,
    signature="""
        ConcatenateDataset(input_dataset: variant, another_dataset: variant)
            -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
):
    """The elements of two datasets, one after the other."""


class ZipDataset(
    MakesDataset,
    signature="""
        ZipDataset(input_datasets: N*variant) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1; N:
          int >= 1; metadata: string = ''
    """,
):
    """Tuples of an element of each dataset."""
