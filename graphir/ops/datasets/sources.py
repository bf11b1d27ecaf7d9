"""Source datasets: tensors, ranges, random numbers, generators."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset


class TensorDataset(
    MakesDataset,
    signature="""
        TensorDataset(components: list(Toutput_types)) -> (handle: variant)
        | Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
        | stateful
    """,
):
    """A single element: the components."""


class TensorSliceDataset(
    MakesDataset,
    signature="""
        TensorSliceDataset(components: list(Toutput_types)) -> (handle:
            variant)
        | Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          is_files: bool = False; metadata: string = ''; replicate_on_split:
          bool = False
        | stateful
    """,
):
    """The slices of the components along their first axes."""


class SparseTensorSliceDataset(
    MakesDataset,
    signature="""
        SparseTensorSliceDataset(indices: int64, values: Tvalues, dense_shape:
            int64) -> (handle: variant)
        | Tvalues: type
        | stateful
    """,
):
    """The slices of a sparse tensor: indices, values and shape."""


class ListDataset(
    MakesDataset,
    signature="""
        ListDataset(tensors: list(Tinput_types)) -> (handle: variant)
        | Tinput_types: list(type) >= 1; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
        | stateful
    """,
):
    """Elements from a list of tensors, one after the other."""


class RangeDataset(
    MakesDataset,
    signature="""
        RangeDataset(start: int64, stop: int64, step: int64) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''; replicate_on_split: bool = False
        | stateful
    """,
):
    """The numbers from ``start`` up to ``stop`` by ``step``."""


class RandomDataset(
    MakesDataset,
    signature="""
        RandomDataset(seed: int64, seed2: int64) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
        | stateful
    """,
    earlier_name="ExperimentalRandomDataset",
):
    """An infinite sequence of random 32-bit numbers, the same in each iteration."""


class RandomDatasetV2(
    MakesDataset,
    signature="""
        RandomDatasetV2(seed: int64, seed2: int64, seed_generator: resource)
            -> (handle: variant)
        | rerandomize_each_iteration: bool = False; output_types: list(type)
          >= 1; output_shapes: list(shape) >= 1; metadata: string = ''
        | stateful
    """,
    handles="seeds",
):
    """Random 32-bit numbers without end, perhaps others in each iteration."""


class GeneratorDataset(
    MakesDataset,
    signature="""
        GeneratorDataset(init_func_other_args: list(Tinit_func_args),
            next_func_other_args: list(Tnext_func_args),
            finalize_func_other_args: list(Tfinalize_func_args)) -> (handle:
            variant)
        | init_func: func; next_func: func; finalize_func: func;
          Tinit_func_args: list(type) >= 0; Tnext_func_args: list(type) >= 0;
          Tfinalize_func_args: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
        | stateful
    """,
):
    """The results of a function until it signals the end."""
