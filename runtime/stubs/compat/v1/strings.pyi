# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.arguments.rearranging import strings_split as _strings_split
from runtime.strings.characters import unicode_decode as unicode_decode
from runtime.strings.characters import unicode_decode_with_offsets as unicode_decode_with_offsets
from runtime.strings.characters import unicode_encode as unicode_encode
from runtime.strings.characters import unicode_script as unicode_script
from runtime.strings.characters import unicode_split as unicode_split
from runtime.strings.characters import unicode_split_with_offsets as unicode_split_with_offsets
from runtime.strings.characters import unicode_transcode as unicode_transcode
from runtime.strings.elements import as_string as as_string
from runtime.strings.elements import join as join
from runtime.strings.elements import lower as lower
from runtime.strings.elements import regex_full_match as regex_full_match
from runtime.strings.elements import regex_replace as regex_replace
from runtime.strings.elements import strip as strip
from runtime.strings.elements import to_hash_bucket_fast as to_hash_bucket_fast
from runtime.strings.elements import to_hash_bucket_strong as to_hash_bucket_strong
from runtime.strings.elements import upper as upper
from runtime.strings.formatting import format as format
from runtime.strings.splitting import bytes_split as bytes_split
from runtime.strings.splitting import ngrams as ngrams
from runtime.strings.splitting import unsorted_segment_join as unsorted_segment_join
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
def length(input: TensorLike, name: str | None = ..., unit: str = ...) -> Tensor: ...
def reduce_join(inputs: TensorLike, axis: TensorLike | None = ..., keep_dims: bool | None = ..., separator: str = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keepdims: bool = ...) -> Tensor: ...
split = _strings_split
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: str | None = ..., unit: str = ...) -> Tensor: ...
def to_hash_bucket(string_tensor: TensorLike | None = ..., num_buckets: int | None = ..., name: str | None = ..., input: TensorLike | None = ...) -> Tensor: ...
def to_number(string_tensor: TensorLike | None = ..., out_type: DTypeLike = ..., name: str | None = ..., input: TensorLike | None = ...) -> Tensor: ...
