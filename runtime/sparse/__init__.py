"""`tf.sparse`: tensors that are kept as their entries.

Layers: sparse_tensor, sparse_tensor_spec, construction, arithmetic, rearranging,
reductions, counting, crossing, sampling
"""

from __future__ import annotations

from runtime.sparse.arithmetic import (
    add,
    map_values,
    maximum,
    minimum,
    softmax,
    sparse_dense_matmul,
)
from runtime.sparse.construction import (
    expand_dims,
    eye,
    fill_empty_rows,
    from_dense,
    mask,
    to_dense,
    to_indicator,
)
from runtime.sparse.counting import bincount
from runtime.sparse.crossing import cross, cross_hashed
from runtime.sparse.rearranging import (
    concat,
    reorder,
    reset_shape,
    reshape,
    retain,
    slice,
    split,
    transpose,
)
from runtime.sparse.reductions import (
    reduce_max,
    reduce_sum,
    segment_mean,
    segment_sqrt_n,
    segment_sum,
)
from runtime.sparse.sampling import sampled_addmm
from runtime.sparse.sparse_tensor import SparseTensor

__all__ = [
    "SparseTensor",
    "add",
    "bincount",
    "concat",
    "cross",
    "cross_hashed",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "map_values",
    "mask",
    "maximum",
    "minimum",
    "reduce_max",
    "reduce_sum",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
    "sampled_addmm",
    "segment_mean",
    "segment_sqrt_n",
    "segment_sum",
    "slice",
    "softmax",
    "sparse_dense_matmul",
    "split",
    "to_dense",
    "to_indicator",
    "transpose",
]
