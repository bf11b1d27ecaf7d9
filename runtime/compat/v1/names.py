"""Names that TensorFlow 1 and TensorFlow 2 share, under their TensorFlow 1 path."""

from __future__ import annotations

from typing import Final

UNCHANGED: Final = (
    "AggregationMethod Assert DType GradientTape IndexedSlices IndexedSlicesSpec "
    "Module Operation RaggedTensor RaggedTensorSpec SparseTensor SparseTensorSpec "
    "Tensor TensorArray TensorArraySpec TensorShape TensorSpec UnconnectedGradients "
    "VariableAggregation VariableSynchronization abs acos acosh add add_n argsort "
    "as_dtype as_string asin asinh atan atan2 atanh bfloat16 bitcast bool "
    "broadcast_dynamic_shape "
    "broadcast_static_shape broadcast_to cast clip_by_global_norm clip_by_norm "
    "clip_by_value complex complex128 complex64 concat control_dependencies cos cosh "
    "cumsum custom_gradient device divide double dynamic_partition dynamic_stitch "
    "edit_distance einsum ensure_shape equal exp extract_volume_patches eye fill "
    "fingerprint float16 float32 float64 floor foldl foldr function gather_nd "
    "get_logger get_static_value "
    "grad_pass_through greater greater_equal group guarantee_const half "
    "histogram_fixed_width histogram_fixed_width_bins identity identity_n init_scope "
    "int16 int32 int64 int8 is_symbolic_tensor is_tensor less less_equal linspace "
    "logical_and logical_not logical_or make_ndarray make_tensor_proto map_fn matmul "
    "matrix_square_root maximum meshgrid minimum multiply negative newaxis no_op "
    "not_equal numpy_function one_hot ones parallel_stack pow print py_function qint16 "
    "qint32 qint8 quint16 quint8 range rank realdiv recompute_grad "
    "register_tensor_conversion_function repeat required_space_to_batch_paddings "
    "reshape resource reverse roll round saturate_cast scan scatter_nd searchsorted "
    "sequence_mask shape_n sigmoid sign sin sinh slice sort space_to_batch_nd split "
    "sqrt square stack stop_gradient strided_slice string subtract switch_case tan "
    "tanh tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min "
    "tensor_scatter_nd_sub tensor_scatter_nd_update tensordot tile timestamp truediv "
    "truncatediv truncatemod type_spec_from_value uint16 uint32 uint64 uint8 unique "
    "unique_with_counts unravel_index unstack variant vectorized_map zeros"
)
"""What `tf.compat.v1` and `tf` share."""

MOVED: Final = {
    "": (
        "lin_space=linspace reverse_v2=reverse "
        "tensor_scatter_add=tensor_scatter_nd_add "
        "tensor_scatter_sub=tensor_scatter_nd_sub "
        "tensor_scatter_update=tensor_scatter_nd_update where_v2=where"
    ),
    "debugging": (
        "assert_proper_iterable assert_same_float_dtype check_numerics "
        "is_numeric_tensor"
    ),
    "dtypes": "QUANTIZED_DTYPES",
    "errors": "OpError",
    "image": "random_crop",
    "io": (
        "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature "
        "decode_base64 decode_compressed deserialize_many_sparse encode_base64 "
        "matching_files parse_single_sequence_example parse_tensor read_file "
        "serialize_tensor write_file"
    ),
    "linalg": (
        "cholesky cholesky_solve cross diag=tensor_diag diag_part=tensor_diag_part "
        "global_norm matrix_band_part=band_part matrix_determinant=det "
        "matrix_diag=diag matrix_diag_part=diag_part matrix_inverse=inv "
        "matrix_set_diag=set_diag matrix_solve=solve matrix_solve_ls=lstsq "
        "matrix_transpose matrix_triangular_solve=triangular_solve qr "
        "self_adjoint_eig=eigh self_adjoint_eigvals=eigvalsh svd trace"
    ),
    "math": (
        "accumulate_n angle betainc ceil conj cumprod digamma div_no_nan=divide_no_nan "
        "erf erfc expm1 floordiv floormod igamma igammac imag invert_permutation "
        "is_finite is_inf is_nan is_non_decreasing is_strictly_increasing lbeta lgamma "
        "log log1p log_sigmoid logical_xor mod polygamma real reciprocal rint rsqrt "
        "segment_max segment_mean segment_min segment_prod segment_sum "
        "squared_difference unsorted_segment_max unsorted_segment_mean "
        "unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n "
        "unsorted_segment_sum zeta"
    ),
    "quantization": (
        "dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient "
        "fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient "
        "fake_quant_with_min_max_vars_per_channel "
        "fake_quant_with_min_max_vars_per_channel_gradient quantize quantized_concat"
    ),
    "random": (
        "random_gamma=gamma random_normal=normal random_shuffle=shuffle "
        "random_uniform=uniform truncated_normal"
    ),
    "signal": "fft fft2d fft3d ifft ifft2d ifft3d",
    "sparse": (
        "sparse_concat=concat sparse_fill_empty_rows=fill_empty_rows sparse_mask=mask "
        "sparse_maximum=maximum sparse_minimum=minimum sparse_reorder=reorder "
        "sparse_reset_shape=reset_shape sparse_reshape=reshape sparse_retain=retain "
        "sparse_slice=slice sparse_softmax=softmax "
        "sparse_tensor_dense_matmul=sparse_dense_matmul "
        "sparse_tensor_to_dense=to_dense sparse_to_indicator=to_indicator "
        "sparse_transpose=transpose"
    ),
    "strings": (
        "regex_replace string_join=join string_strip=strip "
        "string_to_hash_bucket_fast=to_hash_bucket_fast "
        "string_to_hash_bucket_strong=to_hash_bucket_strong"
    ),
}
"""By namespace of `tf`, what stands in it: ``name``, or ``old=new``."""

NAMESPACES: Final = (
    "autograph bitwise config debugging distribute dtypes errors experimental "
    "gfile=io.gfile image linalg lookup math nest quantization ragged random raw_ops "
    "sets signal sparse strings sysconfig test train types version"
)
"""Namespaces that are the same in both."""
