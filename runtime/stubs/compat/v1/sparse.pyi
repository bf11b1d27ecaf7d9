# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.arguments.rearranging import sparse_merge as _sparse_merge
from runtime.compat.v1.arguments.rearranging import sparse_split as _sparse_split
from runtime.compat.v1.arguments.reordered import sparse_add as _sparse_add
from runtime.compat.v1.arguments.reordered import sparse_concat as _sparse_concat
from runtime.compat.v1.arguments.reordered import sparse_reduce_max as _sparse_reduce_max
from runtime.compat.v1.arguments.reordered import sparse_reduce_max_sparse as _sparse_reduce_max_sparse
from runtime.compat.v1.arguments.reordered import sparse_reduce_sum as _sparse_reduce_sum
from runtime.compat.v1.arguments.reordered import sparse_reduce_sum_sparse as _sparse_reduce_sum_sparse
from runtime.compat.v1.arguments.reordered import sparse_segment_mean as _sparse_segment_mean
from runtime.compat.v1.arguments.reordered import sparse_segment_sqrt_n as _sparse_segment_sqrt_n
from runtime.compat.v1.arguments.reordered import sparse_segment_sum as _sparse_segment_sum
from runtime.compat.v1.inputs import sparse_placeholder as _sparse_placeholder
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
add = _sparse_add
concat = _sparse_concat
matmul = _sparse_dense_matmul
merge = _sparse_merge
placeholder = _sparse_placeholder
reduce_max = _sparse_reduce_max
reduce_max_sparse = _sparse_reduce_max_sparse
reduce_sum = _sparse_reduce_sum
reduce_sum_sparse = _sparse_reduce_sum_sparse
segment_mean = _sparse_segment_mean
segment_sqrt_n = _sparse_segment_sqrt_n
segment_sum = _sparse_segment_sum
split = _sparse_split
