"""`tf.data.experimental`: functions without a stable interface.

Not here: the stable interface (`datasets`).
"""

from __future__ import annotations

from runtime.data.datasets.mapping_methods import AUTOTUNE
from runtime.data.experimental.padding import pad_to_cardinality
from runtime.data.experimental.queries import (
    at,
    cardinality,
    from_variant,
    get_model_proto,
    get_next_as_optional,
    get_single_element,
    get_structure,
    make_saveable_from_iterator,
    to_variant,
)
from runtime.data.experimental.reducers import Reducer, group_by_reducer
from runtime.data.experimental.tables import (
    DatasetInitializer,
    index_table_from_dataset,
    table_from_dataset,
)
from runtime.data.experimental.transformations import (
    Counter,
    RandomDataset,
    TFRecordWriter,
    assert_cardinality,
    bucket_by_sequence_length,
    choose_from_datasets,
    copy_to_device,
    dense_to_ragged_batch,
    dense_to_sparse_batch,
    enumerate_dataset,
    from_list,
    group_by_window,
    ignore_errors,
    load,
    map_and_batch,
    parallel_interleave,
    parse_example_dataset,
    prefetch_to_device,
    rejection_resample,
    sample_from_datasets,
    save,
    scan,
    shuffle_and_repeat,
    snapshot,
    take_while,
    unbatch,
    unique,
)
from runtime.data.functions.debug_mode import enable_debug_mode
from runtime.data.iterators.optional import Optional
from runtime.data.options.options import (
    AutotuneOptions,
    DistributeOptions,
    OptimizationOptions,
    ServiceOptions,
    ThreadingOptions,
)
from runtime.data.options.policies import (
    AutoShardPolicy,
    AutotuneAlgorithm,
    ExternalStatePolicy,
)
from runtime.data.readers.databases import SqlDatasetV2 as SqlDataset
from runtime.data.readers.examples import make_batched_features_dataset
from runtime.data.readers.separated_values import CsvDatasetV2 as CsvDataset
from runtime.data.readers.separated_values import make_csv_dataset
from runtime.data.stages.stage import INFINITE as INFINITE_CARDINALITY
from runtime.data.stages.stage import UNKNOWN_COUNT as UNKNOWN_CARDINALITY
from runtime.names.finder import show_only_public_names

SHARD_HINT = -1

__all__ = [
    "AUTOTUNE",
    "INFINITE_CARDINALITY",
    "SHARD_HINT",
    "UNKNOWN_CARDINALITY",
    "AutoShardPolicy",
    "AutotuneAlgorithm",
    "AutotuneOptions",
    "Counter",
    "CsvDataset",
    "DatasetInitializer",
    "DistributeOptions",
    "ExternalStatePolicy",
    "OptimizationOptions",
    "Optional",
    "RandomDataset",
    "Reducer",
    "ServiceOptions",
    "SqlDataset",
    "TFRecordWriter",
    "ThreadingOptions",
    "assert_cardinality",
    "at",
    "bucket_by_sequence_length",
    "cardinality",
    "choose_from_datasets",
    "copy_to_device",
    "dense_to_ragged_batch",
    "dense_to_sparse_batch",
    "distributed_save",
    "enable_debug_mode",
    "enumerate_dataset",
    "from_list",
    "from_variant",
    "get_model_proto",
    "get_next_as_optional",
    "get_single_element",
    "get_structure",
    "group_by_reducer",
    "group_by_window",
    "ignore_errors",
    "index_table_from_dataset",
    "load",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "make_saveable_from_iterator",
    "map_and_batch",
    "pad_to_cardinality",
    "parallel_interleave",
    "parse_example_dataset",
    "prefetch_to_device",
    "rejection_resample",
    "sample_from_datasets",
    "save",
    "scan",
    "service",
    "shuffle_and_repeat",
    "snapshot",
    "table_from_dataset",
    "take_while",
    "to_variant",
    "unbatch",
    "unique",
]

show_only_public_names(__name__)
