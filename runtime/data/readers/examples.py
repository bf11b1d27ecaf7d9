"""Datasets of parsed `Example` messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.data.datasets.dataset import Dataset
from runtime.data.readers.files import TFRecordDatasetV2
from runtime.data.readers.separated_values import shuffled_and_repeated
from runtime.tensors.likes import TensorLike


def make_batched_features_dataset(
    file_pattern: TensorLike,
    batch_size: int,
    features: Mapping[str, Any],
    reader: Callable[..., Any] | None = None,
    label_key: str | None = None,
    reader_args: Sequence[Any] | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    reader_num_threads: int | None = None,
    parser_num_threads: int | None = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Dataset:
    """Batches of the features of examples in record files.

    Raises:
      ValueError: for a label that is no feature.
    """
    from runtime.io.example_parsing import parse_example

    read = reader or TFRecordDatasetV2
    arguments = reader_args or []
    dataset = Dataset.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)
    dataset = dataset.interleave(
        lambda name: read(name, *arguments),
        cycle_length=reader_num_threads or 1,
        deterministic=not sloppy_ordering,
    )
    if isinstance(dataset.element_spec, tuple) and len(dataset.element_spec) == 2:
        dataset = dataset.map(lambda _, record: record)
    dataset = shuffled_and_repeated(
        dataset, shuffle, num_epochs, shuffle_buffer_size, shuffle_seed
    )
    drops = drop_final_batch or num_epochs is None
    dataset = dataset.batch(batch_size, drop_remainder=drops)
    dataset = dataset.map(lambda records: parse_example(records, features))
    if label_key:
        if label_key not in features:
            raise ValueError(
                f"The `label_key` provided ({label_key!r}) must be one of the "
                f"`features` keys: {list(features)!r}."
            )
        dataset = dataset.map(lambda found: (found, found.pop(label_key)))
    return dataset.prefetch(
        -1 if prefetch_buffer_size is None else prefetch_buffer_size
    )
