"""The tables of `tf.compat` and `tf.compat.v1` themselves.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "compat": (
        "Compatibility with Python 2 strings and TensorFlow 1 (``tf.compat.v1``).",
        {
            "runtime.compat.text": (
                "as_bytes as_str as_str_any as_text bytes_or_text_types complex_types "
                "dimension_at_index dimension_value forward_compatibility_horizon "
                "forward_compatible integral_types path_to_str real_types"
            ),
            "runtime": "v2=*",
        },
    ),
    "compat.v1.distribute": (
        "`tf.distribute`, and the reduction of losses by TensorFlow 1's rule.",
        {
            "runtime.distribute": "*",
            "runtime.distribute.reductions": "get_loss_reduction",
        },
    ),
    "compat.v1.compat": (
        "`tf.compat`, with the two versions of the API.",
        {
            "runtime.compat.text": (
                "as_bytes as_str as_str_any as_text bytes_or_text_types complex_types "
                "dimension_at_index dimension_value forward_compatibility_horizon "
                "forward_compatible integral_types path_to_str real_types"
            ),
            "runtime": "v2=*",
            "runtime.compat": "v1",
        },
    ),
    "compat.v1.__internal__": (
        "The interface for libraries, by TensorFlow 1's names.",
        {"runtime.tensors.symbolic_tensor": "SymbolicTensor"},
    ),
    "compat.v1.__internal__.types": ("Classes of values.", {}),
    "compat.v1.__internal__.types.data": (
        "The base class of datasets.",
        {"runtime.data.datasets.base": "Dataset=DatasetBase"},
    ),
    "compat.v1": (
        "TensorFlow 1's API, as far as this runtime supports it.",
        {
            "runtime.devices.placement": "DeviceSpec device=earlier_device",
            "runtime.namespaces.compiled_libraries": "load_library load_op_library",
            "runtime.namespaces.refused": "nondifferentiable_batch_function",
            "runtime.compat.v1.programs.tensor_handles": (
                "delete_session_tensor get_session_handle get_session_tensor"
            ),
            "runtime.queue": (
                "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue"
            ),
            "runtime.compat.v1.assertions": (
                "assert_equal assert_greater assert_greater_equal assert_integer "
                "assert_less assert_less_equal assert_near assert_negative "
                "assert_non_negative assert_non_positive assert_none_equal "
                "assert_positive assert_rank assert_rank_at_least assert_rank_in "
                "assert_scalar assert_type"
            ),
            "runtime": (
                "CriticalSection NoGradient=no_gradient NoneTensorSpec "
                "NotDifferentiable=no_gradient OptionalSpec RegisterGradient "
                "TypeSpec approx_top_k check_pinned conv conv2d_backprop_filter_v2 "
                "conv2d_backprop_input_v2 fftnd ifftnd irfftnd no_gradient "
                "ragged_fill_empty_rows "
                "ragged_fill_empty_rows_grad random_index_shuffle rfftnd "
                "AggregationMethod Assert DType GradientTape IndexedSlices "
                "IndexedSlicesSpec Module Operation RaggedTensor RaggedTensorSpec "
                "SparseTensor SparseTensorSpec Tensor TensorArray TensorArraySpec "
                "TensorShape TensorSpec UnconnectedGradients "
                "VariableSynchronization abs acos acosh add add_n argsort as_dtype "
                "as_string asin asinh atan atan2 atanh autograph bfloat16 bitcast "
                "bitwise bool broadcast_dynamic_shape broadcast_static_shape "
                "broadcast_to cast clip_by_global_norm clip_by_norm clip_by_value "
                "complex complex128 complex64 concat config "
                "constant constant_initializer control_dependencies "
                "cos cosh cumsum custom_gradient debugging "
                "divide double dtypes dynamic_partition dynamic_stitch "
                "edit_distance einsum ensure_shape equal errors exp "
                "extract_volume_patches eye fill fingerprint float16 float32 "
                "float64 floor foldl foldr function get_logger "
                "get_static_value grad_pass_through greater greater_equal group "
                "guarantee_const half histogram_fixed_width "
                "histogram_fixed_width_bins identity identity_n image init_scope "
                "int16 int32 int64 int8 is_symbolic_tensor is_tensor less "
                "less_equal lin_space=linspace linalg linspace logical_and "
                "logical_not logical_or lookup make_ndarray make_tensor_proto "
                "map_fn math matmul matrix_square_root maximum meshgrid minimum "
                "multiply negative nest newaxis no_op not_equal numpy_function "
                "one_hot ones parallel_stack pow print py_function qint16 qint32 "
                "qint8 quantization quint16 quint8 ragged random range rank raw_ops "
                "realdiv recompute_grad register_tensor_conversion_function repeat "
                "required_space_to_batch_paddings reshape resource reverse "
                "reverse_v2=reverse roll round saturate_cast scan scatter_nd "
                "searchsorted sequence_mask sets shape_n sigmoid sign signal sin "
                "sinh slice sort space_to_batch_nd sparse split sqrt square stack "
                "stop_gradient strided_slice string strings subtract switch_case "
                "sysconfig tan tanh tensor_scatter_add=tensor_scatter_nd_add "
                "tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min "
                "tensor_scatter_nd_sub tensor_scatter_nd_update "
                "tensor_scatter_sub=tensor_scatter_nd_sub "
                "tensor_scatter_update=tensor_scatter_nd_update tensordot test tile "
                "timestamp truediv truncatediv truncatemod "
                "type_spec_from_value types uint16 uint32 uint64 uint8 unique "
                "unique_with_counts unravel_index unstack variant vectorized_map "
                "version where_v2=where zeros"
            ),
            "runtime.sparse.sparse_tensor": "SparseTensorValue",
            "runtime.compat.v1.arrays": (
                "batch_gather boolean_mask convert_to_tensor count_nonzero div "
                "expand_dims gather norm pad shape size squeeze ones_like to_bfloat16 "
                "to_complex128 to_complex64 to_double to_float "
                "to_int32 to_int64 transpose where zeros_like"
            ),
            "runtime.compat.v1.control": "cond gradients name_scope while_loop",
            "runtime.compat.v1.initial_values": (
                "ones_initializer random_normal_initializer "
                "random_uniform_initializer zeros_initializer"
            ),
            "runtime.compat.v1.scaled_values": (
                "constant_initializer glorot_normal_initializer "
                "glorot_uniform_initializer orthogonal_initializer "
                "truncated_normal_initializer variance_scaling_initializer"
            ),
            "runtime.compat.v1.inputs": (
                "placeholder placeholder_with_default sparse_placeholder"
            ),
            "runtime.compat.v1.io": "io=*",
            "runtime.compat.v1.nn": "nn=*",
            "runtime.compat.v1.dimensions": (
                "Dimension disable_v2_tensorshape enable_v2_tensorshape"
            ),
            "runtime.compat.v1.variable_class": "Variable",
            "runtime.compat.v1.variables": (
                "assign assign_add assign_sub is_variable_initialized"
            ),
            "runtime.compat.v1.reductions": (
                "argmax argmin reduce_all reduce_any reduce_logsumexp reduce_max "
                "reduce_mean reduce_min reduce_prod reduce_sum"
            ),
            "runtime.compat.v1.sessions": "Session get_default_session",
            "runtime.compat.v1.settings": (
                "control_flow_v2_enabled disable_control_flow_v2 "
                "disable_eager_execution disable_resource_variables "
                "disable_tensor_equality disable_v2_behavior "
                "enable_control_flow_v2 enable_eager_execution "
                "enable_resource_variables enable_tensor_equality "
                "enable_v2_behavior executing_eagerly "
                "executing_eagerly_outside_functions get_default_graph "
                "get_seed reset_default_graph resource_variables_enabled "
                "set_random_seed"
            ),
            "runtime.compat.v1.graph_variables": (
                "GraphKeys add_to_collection get_collection global_variables "
                "global_variables_initializer local_variables "
                "local_variables_initializer tables_initializer trainable_variables "
                "variables_initializer"
            ),
            "runtime.compat.v1.variable_scopes": (
                "AUTO_REUSE VariableScope get_variable get_variable_scope "
                "variable_scope"
            ),
            "runtime.compat.v1.wrapping": "wrap_function",
            "runtime.compat.v1.programs.optional": "flags",
            "runtime.compat.v1.programs.printing": "Print",
            "runtime.compat.v1.programs.switches": (
                "add_check_numerics_ops container count_up_to initialize_all_tables "
                "load_file_system_library"
            ),
            "runtime.compat.v1.programs.templates": "make_template",
            "runtime.variables.creators": "variable_creator_scope",
            "runtime.alias.keras": "keras=keras_of_version_1 layers",
            "runtime.compat.v1.collections": (
                "add_to_collections all_variables assert_variables_initialized "
                "get_collection_ref initialize_all_variables "
                "initialize_local_variables initialize_variables model_variables "
                "moving_average_variables report_uninitialized_variables"
            ),
            "runtime.compat.v1.placing": (
                "InteractiveSession colocate_with convert_to_tensor_or_indexed_slices "
                "convert_to_tensor_or_sparse_tensor get_local_variable no_regularizer "
                "op_scope variable_op_scope"
            ),
            "runtime.compat.v1.fan_initializers": "uniform_unit_scaling_initializer",
            "runtime.compat.v1.arguments.scattering": (
                "batch_scatter_update scatter_add scatter_div scatter_max scatter_min "
                "scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update "
                "scatter_sub scatter_update"
            ),
            "runtime.compat.v1.arguments.rearranging": (
                "batch_to_space clip_by_average_norm setdiff1d space_to_batch "
                "sparse_merge sparse_split sparse_to_dense string_split"
            ),
            "runtime.compat.v1.arguments.reordered": (
                "bincount confusion_matrix decode_csv decode_raw depth_to_space "
                "extract_image_patches gather_nd hessians multinomial parse_example "
                "parse_single_example quantize_v2 random_poisson reduce_join "
                "reverse_sequence serialize_many_sparse serialize_sparse "
                "space_to_depth sparse_add sparse_concat sparse_reduce_max "
                "sparse_reduce_max_sparse sparse_reduce_sum sparse_reduce_sum_sparse "
                "sparse_segment_mean sparse_segment_sqrt_n sparse_segment_sum "
                "string_to_number substr tuple=group_tuple verify_tensor_all_finite"
            ),
            "runtime.control_flow.conditionals": "case",
            "runtime.namespaces.op_functions": (
                "arg_max arg_min batch_to_space_nd floor_div sparse_matmul "
                "string_to_hash_bucket"
            ),
            "runtime.functions.python_functions": "py_func=numpy_function",
            "runtime.math.arithmetic": "scalar_mul",
            "runtime.version": (
                "COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION "
                "GRAPH_DEF_VERSION_MIN_CONSUMER GRAPH_DEF_VERSION_MIN_PRODUCER VERSION"
            ),
            "runtime.sysconfig": "CXX11_ABI_FLAG CXX_VERSION MONOLITHIC_BUILD",
            "runtime.compat.text": "dimension_at_index dimension_value",
            "runtime.compat.v1.partitions.creating": "create_partitioned_variables",
            "runtime.compat.v1.partitions.partitioners": (
                "fixed_size_partitioner min_max_variable_partitioner "
                "variable_axis_size_partitioner"
            ),
            "runtime.compat.v1.pipelines.accumulators": (
                "ConditionalAccumulator ConditionalAccumulatorBase "
                "SparseConditionalAccumulator"
            ),
            "runtime.compat.v1.pipelines.readers": (
                "FixedLengthRecordReader IdentityReader LMDBReader ReaderBase "
                "TFRecordReader TextLineReader WholeFileReader"
            ),
            "runtime.compat.v1.messages": (
                "AttrValue ConfigProto Event GPUOptions GraphDef GraphOptions "
                "HistogramProto LogMessage MetaGraphDef NameAttrList NodeDef "
                "OptimizerOptions RunMetadata RunOptions SessionLog Summary "
                "SummaryMetadata TensorInfo"
            ),
            "runtime.debugging": (
                "assert_proper_iterable assert_same_float_dtype check_numerics "
                "is_numeric_tensor"
            ),
            "runtime.dtypes": "QUANTIZED_DTYPES",
            "runtime.errors": "OpError",
            "runtime.functions.graph_import": "import_graph_def",
            "runtime.image": "random_crop",
            "runtime.io": (
                "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature "
                "decode_json_example "
                "decode_base64 decode_compressed deserialize_many_sparse "
                "encode_base64 matching_files parse_single_sequence_example "
                "parse_tensor read_file serialize_tensor write_file"
            ),
            "runtime.linalg": (
                "cholesky cholesky_solve cross diag=tensor_diag "
                "diag_part=tensor_diag_part global_norm matrix_band_part=band_part "
                "matrix_determinant=det matrix_diag=diag matrix_diag_part=diag_part "
                "matrix_inverse=inv matrix_set_diag=set_diag matrix_solve=solve "
                "matrix_solve_ls=lstsq matrix_transpose "
                "matrix_triangular_solve=triangular_solve qr self_adjoint_eig=eigh "
                "self_adjoint_eigvals=eigvalsh svd trace"
            ),
            "runtime.math": (
                "accumulate_n angle betainc ceil conj cumprod digamma "
                "div_no_nan=divide_no_nan erf erfc expm1 floordiv floormod igamma "
                "igammac imag invert_permutation is_finite is_inf is_nan "
                "is_non_decreasing is_strictly_increasing lbeta lgamma log log1p "
                "log_sigmoid logical_xor mod polygamma real reciprocal rint rsqrt "
                "segment_max segment_mean segment_min segment_prod segment_sum "
                "squared_difference unsorted_segment_max unsorted_segment_mean "
                "unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n "
                "unsorted_segment_sum zeta"
            ),
            "runtime.quantization": (
                "dequantize fake_quant_with_min_max_args "
                "fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars "
                "fake_quant_with_min_max_vars_gradient "
                "fake_quant_with_min_max_vars_per_channel "
                "fake_quant_with_min_max_vars_per_channel_gradient quantize "
                "quantized_concat"
            ),
            "runtime.random": (
                "random_gamma=gamma random_normal=normal random_shuffle=shuffle "
                "random_uniform=uniform truncated_normal"
            ),
            "runtime.signal": "fft fft2d fft3d ifft ifft2d ifft3d",
            "runtime.sparse": (
                "sparse_fill_empty_rows=fill_empty_rows "
                "sparse_mask=mask "
                "sparse_maximum=maximum sparse_minimum=minimum sparse_reorder=reorder "
                "sparse_reset_shape=reset_shape sparse_reshape=reshape "
                "sparse_retain=retain sparse_slice=slice sparse_softmax=softmax "
                "sparse_tensor_dense_matmul=sparse_dense_matmul "
                "sparse_tensor_to_dense=to_dense sparse_to_indicator=to_indicator "
                "sparse_transpose=transpose"
            ),
            "runtime.strings": (
                "regex_replace string_join=join string_strip=strip "
                "string_to_hash_bucket_fast=to_hash_bucket_fast "
                "string_to_hash_bucket_strong=to_hash_bucket_strong"
            ),
            "runtime.tracing.graphs": "Graph",
            "runtime.variables.replicas": "VariableAggregation",
        },
    ),
}
