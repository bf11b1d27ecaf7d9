# Made by `python -m tools.stubs` of the tables of names.
from collections.abc import Sequence
from runtime.compat.v1.arguments.rearranging import sparse_merge as _sparse_merge
from runtime.compat.v1.arguments.rearranging import sparse_split as _sparse_split
from runtime.compat.v1.inputs import sparse_placeholder as _sparse_placeholder
from runtime.compat.v1.pipelines.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
from runtime.ragged.row_counts import bincount as bincount
from runtime.sparse.arithmetic import map_values as map_values
from runtime.sparse.arithmetic import maximum as maximum
from runtime.sparse.arithmetic import minimum as minimum
from runtime.sparse.arithmetic import softmax as softmax
from runtime.sparse.arithmetic import sparse_dense_matmul as _sparse_dense_matmul
from runtime.sparse.arithmetic import sparse_dense_matmul as sparse_dense_matmul
from runtime.sparse.construction import expand_dims as expand_dims
from runtime.sparse.construction import eye as eye
from runtime.sparse.construction import fill_empty_rows as fill_empty_rows
from runtime.sparse.construction import from_dense as from_dense
from runtime.sparse.construction import mask as mask
from runtime.sparse.construction import to_dense as to_dense
from runtime.sparse.construction import to_indicator as to_indicator
from runtime.sparse.crossing import cross as cross
from runtime.sparse.crossing import cross_hashed as cross_hashed
from runtime.sparse.rearranging import reorder as reorder
from runtime.sparse.rearranging import reset_shape as reset_shape
from runtime.sparse.rearranging import reshape as reshape
from runtime.sparse.rearranging import retain as retain
from runtime.sparse.rearranging import slice as slice
from runtime.sparse.rearranging import transpose as transpose
from runtime.sparse.sampling import sampled_addmm as sampled_addmm
from runtime.sparse.sparse_tensor import SparseTensor as SparseTensor
from runtime.sparse.sparse_tensor import SparseTensor as _SparseTensor
from runtime.tensors.likes import TensorLike
import typing as _t
def add(a: TensorLike, b: TensorLike, threshold: _t.Any = ..., thresh: _t.Any | None = ...) -> _t.Any: ...
def concat(axis: int | None = ..., sp_inputs: Sequence[_t.Any] | None = ..., name: str | None = ..., expand_nonconcat_dim: bool | None = ..., concat_dim: int | None = ..., expand_nonconcat_dims: bool = ...) -> _SparseTensor: ...
matmul = _sparse_dense_matmul
merge = _sparse_merge
placeholder = _sparse_placeholder
def reduce_max(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: bool | None = ...) -> _t.Any: ...
def reduce_max_sparse(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: bool | None = ...) -> _t.Any: ...
def reduce_sum(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: bool | None = ...) -> _t.Any: ...
def reduce_sum_sparse(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: bool | None = ...) -> _t.Any: ...
def segment_mean(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = ..., num_segments: TensorLike | None = ..., sparse_gradient: bool = ...) -> _t.Any: ...
def segment_sqrt_n(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = ..., num_segments: TensorLike | None = ..., sparse_gradient: bool = ...) -> _t.Any: ...
def segment_sum(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = ..., num_segments: TensorLike | None = ..., sparse_gradient: bool = ...) -> _t.Any: ...
split = _sparse_split
