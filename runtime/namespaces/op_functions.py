"""Public functions that apply one op, with the arguments in the op's order.

Functions that convert their arguments are in the room of their namespace.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

from runtime.namespaces import raw_ops

OPS: Final[dict[str, str]] = {}
"""Name of a function -> its op, whose signature says the types of the arguments."""


def _function(op: str, name: str) -> Callable[..., Any]:
    raw = getattr(raw_ops, op)
    OPS[name] = op
    signature = inspect.signature(raw)

    def call(*args: Any, **given: Any) -> Any:
        bound = signature.bind(*args, **given)
        return raw(**bound.arguments)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = raw.__doc__
    call.__signature__ = signature  # type: ignore[attr-defined]  # read by inspect
    return call


approx_top_k = _function("ApproxTopK", "approx_top_k")
check_pinned = _function("CheckPinned", "check_pinned")
conv = _function("Conv", "conv")
conv2d_backprop_filter_v2 = _function(
    "Conv2DBackpropFilterV2", "conv2d_backprop_filter_v2"
)
conv2d_backprop_input_v2 = _function(
    "Conv2DBackpropInputV2", "conv2d_backprop_input_v2"
)
fftnd = _function("FFTND", "fftnd")
ifftnd = _function("IFFTND", "ifftnd")
irfftnd = _function("IRFFTND", "irfftnd")
ragged_fill_empty_rows = _function("RaggedFillEmptyRows", "ragged_fill_empty_rows")
ragged_fill_empty_rows_grad = _function(
    "RaggedFillEmptyRowsGrad", "ragged_fill_empty_rows_grad"
)
random_index_shuffle = _function("RandomIndexShuffle", "random_index_shuffle")
rfftnd = _function("RFFTND", "rfftnd")
conv3d_backprop_filter = _function("Conv3DBackpropFilterV2", "conv3d_backprop_filter")
prevent_gradient = _function("PreventGradient", "prevent_gradient")
quantized_avg_pool = _function("QuantizedAvgPool", "quantized_avg_pool")
quantized_conv2d = _function("QuantizedConv2D", "quantized_conv2d")
quantized_max_pool = _function("QuantizedMaxPool", "quantized_max_pool")
quantized_relu_x = _function("QuantizedReluX", "quantized_relu_x")
arg_max = _function("ArgMax", "arg_max")
arg_min = _function("ArgMin", "arg_min")
batch_to_space_nd = _function("BatchToSpaceND", "batch_to_space_nd")
floor_div = _function("FloorDiv", "floor_div")
sparse_matmul = _function("SparseMatMul", "sparse_matmul")
string_to_hash_bucket = _function("StringToHashBucket", "string_to_hash_bucket")
resize_area = _function("ResizeArea", "resize_area")
sdca_fprint = _function("SdcaFprint", "sdca_fprint")
sdca_optimizer = _function("SdcaOptimizer", "sdca_optimizer")
sdca_shrink_l1 = _function("SdcaShrinkL1", "sdca_shrink_l1")
