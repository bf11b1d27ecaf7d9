# Made by `python -m tools.stubs` of the tables of names.
from collections.abc import Mapping
from collections.abc import Sequence
from runtime.image.codecs import decode_and_crop_jpeg as decode_and_crop_jpeg
from runtime.image.codecs import decode_bmp as decode_bmp
from runtime.image.codecs import decode_gif as decode_gif
from runtime.image.codecs import decode_image as decode_image
from runtime.image.codecs import decode_jpeg as decode_jpeg
from runtime.image.codecs import decode_jxl as decode_jxl
from runtime.image.codecs import decode_png as decode_png
from runtime.image.codecs import decode_webp as decode_webp
from runtime.image.codecs import encode_jpeg as encode_jpeg
from runtime.image.codecs import encode_png as encode_png
from runtime.image.codecs import extract_jpeg_shape as extract_jpeg_shape
from runtime.image.codecs import is_jpeg as is_jpeg
from runtime.io.encoded import decode_base64 as decode_base64
from runtime.io.encoded import decode_compressed as decode_compressed
from runtime.io.encoded import decode_json_example as decode_json_example
from runtime.io.encoded import deserialize_many_sparse as deserialize_many_sparse
from runtime.io.encoded import encode_base64 as encode_base64
from runtime.io.encoded import parse_tensor as parse_tensor
from runtime.io.encoded import serialize_tensor as serialize_tensor
from runtime.io.example_features import FixedLenFeature as FixedLenFeature
from runtime.io.example_features import FixedLenSequenceFeature as FixedLenSequenceFeature
from runtime.io.example_features import RaggedFeature as RaggedFeature
from runtime.io.example_features import SparseFeature as SparseFeature
from runtime.io.example_features import VarLenFeature as VarLenFeature
from runtime.io.files import match_filenames_once as match_filenames_once
from runtime.io.files import matching_files as matching_files
from runtime.io.files import read_file as read_file
from runtime.io.files import write_file as write_file
from runtime.io.graph_files import write_graph as write_graph
from runtime.io.message_fields import decode_proto as decode_proto
from runtime.io.message_fields import encode_proto as encode_proto
from runtime.io.record_reading import tf_record_iterator as tf_record_iterator
from runtime.io.records import TFRecordCompressionType as TFRecordCompressionType
from runtime.io.records import TFRecordOptions as TFRecordOptions
from runtime.io.records import TFRecordWriter as TFRecordWriter
from runtime.io.sequence_example_parsing import parse_sequence_example as parse_sequence_example
from runtime.io.sequence_example_parsing import parse_single_sequence_example as parse_single_sequence_example
from runtime.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from runtime.queues.queues import PriorityQueue as PriorityQueue
from runtime.queues.queues import QueueBase as QueueBase
from runtime.queues.queues import RandomShuffleQueue as RandomShuffleQueue
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor import SparseTensorValue
from runtime.stubs.io import gfile as gfile
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
import typing as _t
def decode_csv(records: TensorLike, record_defaults: Sequence[TensorLike], field_delim: str = ..., use_quote_delim: bool = ..., name: str | None = ..., na_value: str = ..., select_cols: Sequence[int] | None = ...) -> list[Tensor]: ...
def decode_raw(input_bytes: TensorLike | None = ..., out_type: DTypeLike | None = ..., little_endian: bool = ..., name: str | None = ..., bytes: TensorLike | None = ...) -> Tensor: ...
def parse_example(serialized: TensorLike, features: Mapping[str, _t.Any] | None, name: str | None = ..., example_names: TensorLike | None = ...) -> dict[str, _t.Any]: ...
def parse_single_example(serialized: TensorLike, features: Mapping[str, _t.Any] | None, name: str | None = ..., example_names: TensorLike | None = ...) -> dict[str, _t.Any]: ...
def serialize_many_sparse(sp_input: SparseTensor | SparseTensorValue, name: str | None = ..., out_type: DTypeLike = ...) -> Tensor: ...
def serialize_sparse(sp_input: SparseTensor | SparseTensorValue, name: str | None = ..., out_type: DTypeLike = ...) -> Tensor: ...
