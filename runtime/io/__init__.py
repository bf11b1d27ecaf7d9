"""`tf.io`: bytes, text, files and images as tensors.

Layers: checksums, records, record_reading, encoded, files, gfile, graph_files,
example_features, feature_arguments, feature_tensors, example_parsing,
sequence_example_parsing
"""

from __future__ import annotations

from runtime.image.codecs import (
    decode_and_crop_jpeg,
    decode_bmp,
    decode_gif,
    decode_image,
    decode_jpeg,
    decode_jxl,
    decode_png,
    decode_webp,
    encode_jpeg,
    encode_png,
    extract_jpeg_shape,
    is_jpeg,
)
from runtime.io import gfile
from runtime.io.encoded import (
    decode_base64,
    decode_compressed,
    decode_csv,
    decode_json_example,
    decode_raw,
    deserialize_many_sparse,
    encode_base64,
    parse_tensor,
    serialize_many_sparse,
    serialize_sparse,
    serialize_tensor,
)
from runtime.io.example_features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    VarLenFeature,
)
from runtime.io.example_parsing import parse_example, parse_single_example
from runtime.io.files import matching_files, read_file, write_file
from runtime.io.graph_files import write_graph
from runtime.io.records import TFRecordOptions, TFRecordWriter
from runtime.io.sequence_example_parsing import (
    parse_sequence_example,
    parse_single_sequence_example,
)

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "RaggedFeature",
    "SparseFeature",
    "TFRecordOptions",
    "TFRecordWriter",
    "VarLenFeature",
    "decode_and_crop_jpeg",
    "decode_base64",
    "decode_bmp",
    "decode_compressed",
    "decode_csv",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_json_example",
    "decode_jxl",
    "decode_png",
    "decode_raw",
    "decode_webp",
    "deserialize_many_sparse",
    "encode_base64",
    "encode_jpeg",
    "encode_png",
    "extract_jpeg_shape",
    "gfile",
    "is_jpeg",
    "matching_files",
    "parse_example",
    "parse_sequence_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "read_file",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "write_file",
    "write_graph",
]
