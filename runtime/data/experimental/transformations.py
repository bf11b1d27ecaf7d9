"""Functions for ``Dataset.apply``, and datasets under older names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.data.datasets.base import DatasetBase, dataset_of
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.sources import seeds_of
from runtime.data.datasets.variants import boolean, dataset_variant, int64
from runtime.data.elements.components import batched
from runtime.data.elements.structures import (
    component_attrs,
    map_leaves,
    normalized,
    structure_spec,
    to_tensors,
)
from runtime.data.functions.staged_function import unpacked
from runtime.io.records import TFRecordWriter as RecordFile
from runtime.tensors.likes import DTypeLike, TensorLike

Transformation = Callable[[Any], Any]


def Counter(
    start: TensorLike = 0, step: TensorLike = 1, dtype: DTypeLike = dtypes.int64
) -> Dataset:
    """Numbers from a start by a step, without end.

    >>> [int(x) for x in tf.data.experimental.Counter(2, 5).take(2)]
    [2, 7]
    """
    return Dataset.counter(start, step, dtype)


class RandomDatasetV2(Dataset):
    """Random int64 numbers of 32 bits, without end."""

    def __new__(
        cls,
        seed: TensorLike | None = None,
        rerandomize_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Any:
        found = Dataset.random(seed, rerandomize_each_iteration)
        made: Any = object.__new__(cls)
        made._variant, made._spec = found.variant, found.element_spec
        return made

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass


RandomDataset = RandomDatasetV2


def from_list(elements: Sequence[Any], name: str | None = None) -> Dataset:
    """The dataset of the elements of a list.

    >>> [int(x) for x in tf.data.experimental.from_list([1, 4])]
    [1, 4]

    Raises:
      ValueError: for no elements, or elements of different kinds.
    """
    if not elements:
        raise ValueError("Invalid `elements`. `elements` should not be empty.")
    if not isinstance(elements, list):
        raise ValueError("Invalid `elements`. `elements` must be a list.")
    made = [normalized(each) for each in elements]
    spec = structure_spec(made[0])
    for each in made[1:]:
        if structure_spec(each) != spec:
            raise ValueError(
                "Inconsistent `elements`: the first is of "
                f"{spec}, another one of {structure_spec(each)}."
            )
    tensors = [part for each in made for part in to_tensors(spec, each)]
    variant = dataset_variant("ListDataset", [tensors], component_attrs(spec))
    found: Dataset = dataset_of(spec, variant, "_ListDataset")
    return found


def assert_cardinality(expected_cardinality: TensorLike) -> Transformation:
    """A check of the number of elements.

    >>> dataset = tf.data.Dataset.range(9).filter(lambda x: x > 3)
    >>> dataset = dataset.apply(tf.data.experimental.assert_cardinality(5))
    >>> dataset.cardinality().numpy()
    np.int64(5)
    """
    count = int64(expected_cardinality, "expected_cardinality")
    op, kind = "AssertCardinalityDataset", "_AssertCardinalityDataset"
    return lambda dataset: dataset.made(kind, op, [count])


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: int,
    num_parallel_batches: int | None = None,
    drop_remainder: TensorLike = False,
    num_parallel_calls: TensorLike | None = None,
) -> Transformation:
    """Batches of a function's results.

    >>> mapped = tf.data.experimental.map_and_batch(lambda x: x * 2, 2)
    >>> [x.numpy().tolist() for x in tf.data.Dataset.range(4).apply(mapped)]
    [[0, 2], [4, 6]]

    Raises:
      ValueError: if both ``num_parallel_batches`` and ``num_parallel_calls`` are set.
    """
    if num_parallel_batches is not None and num_parallel_calls is not None:
        raise ValueError(
            "`map_and_batch` allows only one of `num_parallel_batches` and "
            "`num_parallel_calls` to be set, but both were set."
        )
    calls: TensorLike = 1
    if num_parallel_batches is not None:
        calls = batch_size * num_parallel_batches
    elif num_parallel_calls is not None:
        calls = num_parallel_calls

    def apply(dataset: Dataset) -> Any:
        role = "tf_data_experimental_map_and_batch"
        function = dataset.staged(map_func, role, unpacked(dataset.element_spec))
        size = batch_size if drop_remainder is True else None
        spec = map_leaves(lambda leaf: batched(leaf, size), function.output_spec)
        inputs = [
            function.captured,
            int64(batch_size, "batch_size"),
            int64(calls, "num_parallel_calls"),
            boolean(drop_remainder, "drop_remainder"),
        ]
        attrs = {"f": function.attribute(), "preserve_cardinality": True}
        op, kind = "MapAndBatchDataset", "_MapAndBatchDataset"
        return dataset.made(kind, op, inputs, attrs, spec)

    return apply


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: int,
    block_length: int = 1,
    sloppy: bool = False,
    buffer_output_elements: int | None = None,
    prefetch_input_elements: int | None = None,
) -> Transformation:
    """Elements of the datasets that a function returns, in turns."""

    def apply(dataset: Dataset) -> Any:
        function = dataset._of_datasets(map_func, "tf_data_parallel_interleave")
        spec = function.output_spec.element_spec
        ahead, read_ahead = buffer_output_elements, prefetch_input_elements
        inputs = [
            function.captured,
            int64(cycle_length, "cycle_length"),
            int64(block_length, "block_length"),
            int64(2 * block_length if ahead is None else ahead, "output_elements"),
            int64(
                2 * cycle_length if read_ahead is None else read_ahead, "input_elements"
            ),
        ]
        deterministic = b"false" if sloppy else b"true"
        attrs = {"f": function.attribute(), "deterministic": deterministic}
        op = "LegacyParallelInterleaveDatasetV2"
        return dataset.made("ParallelInterleaveDataset", op, inputs, attrs, spec)

    return apply


def shuffle_and_repeat(
    buffer_size: TensorLike,
    count: TensorLike | None = None,
    seed: TensorLike | None = None,
) -> Transformation:
    """The elements again and again, in random orders.

    >>> again = tf.data.experimental.shuffle_and_repeat(4, 2, seed=1)
    >>> len(list(tf.data.Dataset.range(4).apply(again)))
    8
    """

    def apply(dataset: Dataset) -> Any:
        inputs = [
            int64(buffer_size, "buffer_size"),
            *seeds_of(seed),
            int64(-1 if count is None else count, "count"),
        ]
        op, kind = "ShuffleAndRepeatDataset", "_ShuffleAndRepeatDataset"
        return dataset.made(kind, op, inputs)

    return apply


def dense_to_ragged_batch(
    batch_size: TensorLike,
    drop_remainder: bool = False,
    row_splits_dtype: DTypeLike = dtypes.int64,
) -> Transformation:
    """Batches as ragged tensors: ``Dataset.ragged_batch``."""
    return lambda d: d.ragged_batch(batch_size, drop_remainder, row_splits_dtype)


def dense_to_sparse_batch(
    batch_size: TensorLike, row_shape: TensorLike
) -> Transformation:
    """Batches as sparse tensors: ``Dataset.sparse_batch``."""
    return lambda d: d.sparse_batch(batch_size, row_shape)


def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Transformation:
    """Batches of elements of like lengths: ``Dataset.bucket_by_sequence_length``."""
    return lambda d: d.bucket_by_sequence_length(
        element_length_func,
        bucket_boundaries,
        bucket_batch_sizes,
        padded_shapes,
        padding_values,
        pad_to_bucket_boundary,
        no_padding,
        drop_remainder,
    )


def enumerate_dataset(start: TensorLike = 0) -> Transformation:
    """Pairs of a number and an element: ``Dataset.enumerate``."""
    return lambda d: d.enumerate(start)


def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: TensorLike | None = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Transformation:
    """Groups of elements of one key: ``Dataset.group_by_window``."""
    return lambda d: d.group_by_window(
        key_func, reduce_func, window_size, window_size_func
    )


def ignore_errors(log_warning: bool = False) -> Transformation:
    """The elements without errors: ``Dataset.ignore_errors``."""
    return lambda d: d.ignore_errors(log_warning)


def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Transformation:
    """The results of a function of a state and each element: ``Dataset.scan``."""
    return lambda d: d.scan(initial_state, scan_func)


def take_while(predicate: Callable[..., Any]) -> Transformation:
    """The elements before the first that fails: ``Dataset.take_while``."""
    return lambda d: d.take_while(predicate)


def unbatch() -> Transformation:
    """The slices of each element: ``Dataset.unbatch``."""
    return lambda d: d.unbatch()


def unique() -> Transformation:
    """Each distinct element once: ``Dataset.unique``."""
    return lambda d: d.unique()


def rejection_resample(
    class_func: Callable[..., Any],
    target_dist: TensorLike,
    initial_dist: TensorLike | None = None,
    seed: TensorLike | None = None,
) -> Transformation:
    """Elements of classes in a wanted distribution: ``Dataset.rejection_resample``."""
    return lambda d: d.rejection_resample(class_func, target_dist, initial_dist, seed)


def sample_from_datasets(
    datasets: Sequence[DatasetBase],
    weights: TensorLike | DatasetBase | None = None,
    seed: TensorLike | None = None,
    stop_on_empty_dataset: bool = False,
) -> Dataset:
    """Elements of datasets, drawn at random: ``Dataset.sample_from_datasets``."""
    return Dataset.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


def choose_from_datasets(
    datasets: Sequence[DatasetBase],
    choice_dataset: DatasetBase,
    stop_on_empty_dataset: bool = False,
) -> Dataset:
    """Elements of datasets in the order of ``choice_dataset``.

    See ``Dataset.choose_from_datasets``.
    """
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


def prefetch_to_device(
    device: str, buffer_size: TensorLike | None = None
) -> Transformation:
    """The elements, made ahead; they stay on the CPU, the only device."""
    return lambda d: d.prefetch(-1 if buffer_size is None else buffer_size)


def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    """The elements on a device: they are there already, on the CPU."""

    def apply(dataset: Dataset) -> Any:
        variant = apply_op("Identity", [dataset.variant])
        return dataset_of(dataset.element_spec, variant, "_CopyToDeviceDataset")

    return apply


def parse_example_dataset(
    features: Mapping[str, Any],
    num_parallel_calls: TensorLike = 1,
    deterministic: bool | None = None,
) -> Transformation:
    """Batches of serialized examples, parsed.

    Raises:
      ValueError: without features.
    """
    if features is None:
        raise ValueError("Argument `features` is required, but not specified.")
    from runtime.io.example_parsing import parse_example

    def apply(dataset: Dataset) -> Any:
        return dataset.map(
            lambda records: parse_example(records, features),
            num_parallel_calls=num_parallel_calls,
            deterministic=deterministic,
        )

    return apply


def snapshot(
    path: str | PathLike[str],
    compression: str = "AUTO",
    reader_func: Callable[..., Any] | None = None,
    shard_func: Callable[..., Any] | None = None,
) -> Transformation:
    """The elements, kept in files: ``Dataset.snapshot``."""
    return lambda d: d.snapshot(path, compression, reader_func, shard_func)


def save(
    dataset: Dataset,
    path: str | PathLike[str],
    compression: str | None = None,
    shard_func: Callable[..., Any] | None = None,
    checkpoint_args: Mapping[str, Any] | None = None,
) -> None:
    """Writes the elements: ``Dataset.save``."""
    dataset.save(path, compression, shard_func, checkpoint_args)


def load(
    path: str | PathLike[str],
    element_spec: Any = None,
    compression: str | None = None,
    reader_func: Callable[..., Any] | None = None,
) -> Dataset:
    """The elements that were saved: ``Dataset.load``."""
    return Dataset.load(path, element_spec, compression, reader_func)


class TFRecordWriter:
    """Writes a dataset of strings to a TFRecord file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> dataset = tf.data.Dataset.from_tensor_slices(["a", "b"])
    >>> tf.data.experimental.TFRecordWriter(path).write(dataset)
    >>> list(tf.data.TFRecordDataset(path).as_numpy_iterator())
    [b'a', b'b']
    """

    def __init__(
        self, filename: str | PathLike[str], compression_type: TensorLike | None = None
    ) -> None:
        self._filename = filename
        self._compression = compression_type

    def write(self, dataset: Dataset) -> None:
        """Writes every element.

        Raises:
          TypeError: for anything but a dataset of strings.
        """
        if not isinstance(dataset, Dataset):
            raise TypeError(
                f"Invalid `dataset`: a dataset is expected, not {dataset!r}."
            )
        spec: Any = dataset.element_spec
        if getattr(spec, "dtype", None) is not dtypes.string or spec.shape.rank != 0:
            raise TypeError(
                "Invalid `dataset`. Expected a `dataset` that produces scalar "
                f"`tf.string` elements, but got {spec}."
            )
        with RecordFile(self._filename, self._compression) as file:
            for each in dataset:
                file.write(each.numpy())
