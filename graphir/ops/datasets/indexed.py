"""Dataset ops that access elements by index."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset, OfComponents


class GetElementAtIndex(
    OfComponents,
    signature="""
        GetElementAtIndex(dataset: variant, index: int64) -> (components:
            list(output_types))
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
):
    """The element of an index, from 0."""


class GlobalShuffleDataset(
    MakesDataset,
    signature="""
        GlobalShuffleDataset(input_dataset: variant, seed: int64, seed2:
            int64, seed_generator: resource) -> (handle: variant)
        | reshuffle_each_iteration: bool = True; output_types: list(type) >=
          1; output_shapes: list(shape) >= 1; metadata: string = ''
        | stateful
    """,
    handles="dataset seeds",
):
    """All elements in a random order, each read at its index, without a buffer."""


class IndexFlatMapDataset(
    MakesDataset,
    signature="""
        IndexFlatMapDataset(input_dataset: variant, map_func_other_args:
            list(Tmap_func_args), index_map_func_other_args:
            list(Tindex_map_func_args), output_cardinality: int64) -> (handle:
            variant)
        | map_func: func; index_map_func: func; Tmap_func_args: list(type) >=
          0; Tindex_map_func_args: list(type) >= 0; output_types: list(type)
          >= 1; output_shapes: list(shape) >= 1; metadata: string = ''
    """,
):
    """The rows that a function returns for each element, accessed by index."""


class WeightedFlatMapDataset(
    MakesDataset,
    signature="""
        WeightedFlatMapDataset(input_datasets: N*variant, weights: M*double)
            -> (handle: variant)
        | N: int >= 2; M: int >= 2; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
    """,
):
    """Datasets one after the other, with as many elements as their weights allow."""
