# Made by `python -m tools.stubs` of the tables of names.
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from runtime.data.datasets.base import DatasetBase
from runtime.data.datasets.dataset import Dataset
from runtime.data.earlier_readers import CsvDatasetV1 as _CsvDatasetV1
from runtime.data.earlier_readers import RaggedTensorStructure as RaggedTensorStructure
from runtime.data.earlier_readers import RandomDatasetV1 as _RandomDatasetV1
from runtime.data.earlier_readers import SparseTensorStructure as SparseTensorStructure
from runtime.data.earlier_readers import SqlDatasetV1 as _SqlDatasetV1
from runtime.data.earlier_readers import TensorArrayStructure as TensorArrayStructure
from runtime.data.earlier_readers import TensorStructure as TensorStructure
from runtime.data.earlier_readers import map_and_batch_with_legacy_function as map_and_batch_with_legacy_function
from runtime.data.elements.specs import DatasetSpec as _DatasetSpec
from runtime.data.elements.specs import OptionalSpec as _OptionalSpec
from runtime.data.experimental import AUTOTUNE as AUTOTUNE
from runtime.data.experimental import AutoShardPolicy as AutoShardPolicy
from runtime.data.experimental import AutotuneAlgorithm as AutotuneAlgorithm
from runtime.data.experimental import AutotuneOptions as AutotuneOptions
from runtime.data.experimental import DatasetInitializer as DatasetInitializer
from runtime.data.experimental import DistributeOptions as DistributeOptions
from runtime.data.experimental import ExternalStatePolicy as ExternalStatePolicy
from runtime.data.experimental import INFINITE_CARDINALITY as INFINITE_CARDINALITY
from runtime.data.experimental import OptimizationOptions as OptimizationOptions
from runtime.data.experimental import Optional as Optional
from runtime.data.experimental import Reducer as Reducer
from runtime.data.experimental import SHARD_HINT as SHARD_HINT
from runtime.data.experimental import ServiceOptions as ServiceOptions
from runtime.data.experimental import TFRecordWriter as TFRecordWriter
from runtime.data.experimental import ThreadingOptions as ThreadingOptions
from runtime.data.experimental import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY
from runtime.data.experimental import assert_cardinality as assert_cardinality
from runtime.data.experimental import at as at
from runtime.data.experimental import bucket_by_sequence_length as bucket_by_sequence_length
from runtime.data.experimental import cardinality as cardinality
from runtime.data.experimental import copy_to_device as copy_to_device
from runtime.data.experimental import dense_to_ragged_batch as dense_to_ragged_batch
from runtime.data.experimental import dense_to_sparse_batch as dense_to_sparse_batch
from runtime.data.experimental import enable_debug_mode as enable_debug_mode
from runtime.data.experimental import enumerate_dataset as enumerate_dataset
from runtime.data.experimental import from_list as from_list
from runtime.data.experimental import from_variant as from_variant
from runtime.data.experimental import get_model_proto as get_model_proto
from runtime.data.experimental import get_next_as_optional as get_next_as_optional
from runtime.data.experimental import get_single_element as get_single_element
from runtime.data.experimental import get_structure as get_structure
from runtime.data.experimental import group_by_reducer as group_by_reducer
from runtime.data.experimental import group_by_window as group_by_window
from runtime.data.experimental import ignore_errors as ignore_errors
from runtime.data.experimental import index_table_from_dataset as index_table_from_dataset
from runtime.data.experimental import load as load
from runtime.data.experimental import make_saveable_from_iterator as make_saveable_from_iterator
from runtime.data.experimental import map_and_batch as map_and_batch
from runtime.data.experimental import pad_to_cardinality as pad_to_cardinality
from runtime.data.experimental import parallel_interleave as parallel_interleave
from runtime.data.experimental import parse_example_dataset as parse_example_dataset
from runtime.data.experimental import prefetch_to_device as prefetch_to_device
from runtime.data.experimental import rejection_resample as rejection_resample
from runtime.data.experimental import save as save
from runtime.data.experimental import scan as scan
from runtime.data.experimental import shuffle_and_repeat as shuffle_and_repeat
from runtime.data.experimental import snapshot as snapshot
from runtime.data.experimental import table_from_dataset as table_from_dataset
from runtime.data.experimental import take_while as take_while
from runtime.data.experimental import to_variant as to_variant
from runtime.data.experimental import unbatch as unbatch
from runtime.data.experimental import unique as unique
from runtime.distribute.data_service.saving import distributed_save as distributed_save
from runtime.stubs.data.experimental import service as service
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import TensorLike
from runtime.tensors.type_spec import TypeSpec as _TypeSpec
import typing as _t
def Counter(start: TensorLike = ..., step: TensorLike = ..., dtype: DTypeLike = ...) -> Dataset: ...
CsvDataset = _CsvDatasetV1
DatasetStructure = _DatasetSpec
OptionalStructure = _OptionalSpec
RandomDataset = _RandomDatasetV1
SqlDataset = _SqlDatasetV1
Structure = _TypeSpec
def choose_from_datasets(datasets: Sequence[DatasetBase], choice_dataset: DatasetBase, stop_on_empty_dataset: bool = ...) -> Dataset: ...
def make_batched_features_dataset(file_pattern: TensorLike, batch_size: int, features: Mapping[str, _t.Any], reader: Callable[..., _t.Any] | None = ..., label_key: str | None = ..., reader_args: Sequence[_t.Any] | None = ..., num_epochs: int | None = ..., shuffle: bool = ..., shuffle_buffer_size: int = ..., shuffle_seed: int | None = ..., prefetch_buffer_size: int | None = ..., reader_num_threads: int | None = ..., parser_num_threads: int | None = ..., sloppy_ordering: bool = ..., drop_final_batch: bool = ...) -> Dataset: ...
def make_csv_dataset(file_pattern: TensorLike, batch_size: int, column_names: Sequence[_t.Any] | None = ..., column_defaults: Sequence[_t.Any] | None = ..., label_name: str | None = ..., select_columns: Sequence[_t.Any] | None = ..., field_delim: str = ..., use_quote_delim: bool = ..., na_value: str = ..., header: bool = ..., num_epochs: int | None = ..., shuffle: bool = ..., shuffle_buffer_size: int = ..., shuffle_seed: int | None = ..., prefetch_buffer_size: int | None = ..., num_parallel_reads: int | None = ..., sloppy: bool = ..., num_rows_for_inference: int | None = ..., compression_type: str | None = ..., ignore_errors: bool = ..., encoding: str = ...) -> Dataset: ...
def sample_from_datasets(datasets: Sequence[DatasetBase], weights: TensorLike | DatasetBase | None = ..., seed: TensorLike | None = ..., stop_on_empty_dataset: bool = ...) -> Dataset: ...
