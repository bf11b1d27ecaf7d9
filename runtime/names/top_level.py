"""The table of top-level names `tf.*` and the modules that define them.

One section per family; a line is a private module and the public names that it defines,
written ``name`` or ``public=attribute``; the attribute ``*`` is the module itself.
"""

from __future__ import annotations

from typing import Final

CORE: Final = {
    "graphir.dtypes": (
        "DType as_dtype bfloat16 bool=bool_ complex64 complex128 float16 float32 "
        "float64 half=float16 double=float64 int8 int16 int32 int64 qint8 qint16 "
        "qint32 quint8 quint16 resource string uint8 uint16 uint32 uint64 variant"
    ),
    "graphir.shapes": "TensorShape=Shape",
    "runtime.control_flow.critical_section": "CriticalSection",
    "runtime.tensors.tensor_spec": "TensorSpec",
    "runtime.tensors.type_spec": "TypeSpec",
    "runtime.context": "executing_eagerly get_current_name_scope name_scope",
    "runtime.control_flow.conditionals": ("Assert case cond group no_op switch_case"),
    "runtime.control_flow.while_loops": "while_loop",
    "runtime.tensors.conversion": "constant",
    "runtime.namespaces.compiled_libraries": "load_library load_op_library",
    "runtime.namespaces.refused": (
        "dtensor nondifferentiable_batch_function security tools"
    ),
    "runtime.namespaces.inspection": (
        "get_static_value inside_function is_symbolic_tensor make_ndarray "
        "make_tensor_proto register_tensor_conversion_function timestamp "
        "type_spec_from_value"
    ),
    "runtime.namespaces.op_functions": (
        "approx_top_k check_pinned conv conv2d_backprop_filter_v2 "
        "conv2d_backprop_input_v2 fftnd ifftnd irfftnd ragged_fill_empty_rows "
        "ragged_fill_empty_rows_grad random_index_shuffle rfftnd"
    ),
    "runtime.functions.graph_import": "import_graph_def",
    "runtime.tracing.graphs": "Graph Operation control_dependencies",
    "runtime.tracing.init_scope": "init_scope",
    "runtime.devices.placement": "DeviceSpec device",
    "runtime.errors": "errors=*",
    "runtime.functions.decorator": "function",
    "runtime.messages.logs": "get_logger",
    "runtime.control_flow.grouping": "tuple=tuple_",
    "runtime.signatures.none_spec": "NoneTensorSpec",
    "runtime.staging.printing": "print",
    "runtime.functions.python_functions": "numpy_function py_function",
    "runtime.tensors.tensor": "Tensor is_tensor",
    "runtime.variables.module": "Module",
    "runtime.namespaces.version": (
        "__compiler_version__=COMPILER_VERSION __git_version__=GIT_VERSION "
        "__version__=VERSION"
    ),
    "runtime.variables.creators": "variable_creator_scope",
    "runtime.variables.replicas": (
        "VariableAggregation=VariableAggregationV2 VariableSynchronization"
    ),
    "runtime.variables.resource": "Variable=ResourceVariable",
}

MATH: Final = {
    "runtime.math.arithmetic": (
        "abs add add_n maximum minimum multiply negative scalar_mul sign square "
        "subtract"
    ),
    "runtime.math.casting": "cast saturate_cast",
    "runtime.math.clipping": "clip_by_global_norm clip_by_norm clip_by_value",
    "runtime.math.comparison": (
        "equal greater greater_equal less less_equal logical_and logical_not "
        "logical_or not_equal"
    ),
    "runtime.math.complex_numbers": "complex",
    "runtime.math.counting": "histogram_fixed_width histogram_fixed_width_bins",
    "runtime.math.division": "divide realdiv truediv truncatediv truncatemod",
    "runtime.math.exponentials": "exp pow sigmoid sqrt",
    "runtime.math.reductions": (
        "reduce_all reduce_any reduce_max reduce_mean reduce_min reduce_prod reduce_sum"
    ),
    "runtime.math.rounding": "floor round",
    "runtime.math.scans": "cumsum",
    "runtime.math.statistics": "argmax argmin reduce_logsumexp",
    "runtime.math.trigonometry": (
        "acos acosh asin asinh atan atan2 atanh cos cosh sin sinh tan tanh"
    ),
}

ARRAYS: Final = {
    "runtime.arrays.blocks": (
        "batch_to_space required_space_to_batch_paddings space_to_batch "
        "space_to_batch_nd=space_to_batch"
    ),
    "runtime.arrays.filling": "eye fill ones ones_like zeros zeros_like",
    "runtime.arrays.marking": "one_hot sequence_mask",
    "runtime.arrays.ranges": "linspace range",
    "runtime.arrays.indexing": (
        "boolean_mask gather gather_nd slice strided_slice where"
    ),
    "runtime.arrays.scattering": (
        "scatter_nd tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min "
        "tensor_scatter_nd_sub tensor_scatter_nd_update"
    ),
    "runtime.arrays.searching": "searchsorted unique unique_with_counts unravel_index",
    "runtime.arrays.joining": "concat meshgrid split stack unstack",
    "runtime.arrays.partitioning": (
        "dynamic_partition dynamic_stitch edit_distance extract_volume_patches "
        "guarantee_const parallel_stack"
    ),
    "runtime.arrays.rearranging": (
        "argsort bitcast identity identity_n pad reverse reverse_sequence roll sort "
        "stop_gradient"
    ),
    "runtime.arrays.reshaping": (
        "broadcast_dynamic_shape broadcast_static_shape broadcast_to ensure_shape "
        "expand_dims rank repeat reshape shape shape_n size squeeze tile transpose"
    ),
    "runtime.arrays.subscripts": "newaxis",
    "runtime.linalg.products": "matmul",
    "runtime.linalg.decompositions": "eig eigvals matrix_square_root=sqrtm",
    "runtime.linalg.einsum": "einsum tensordot",
    "runtime.linalg.norms": "norm",
    "runtime.functions.vectorized_maps": "vectorized_map",
    "runtime.mapping.elements": "map_fn",
    "runtime.mapping.scans": "foldl foldr scan",
    "runtime.namespaces.initializers": (
        "constant_initializer=Constant ones_initializer=Ones "
        "random_normal_initializer=RandomNormal "
        "random_uniform_initializer=RandomUniform zeros_initializer=Zeros"
    ),
}

NEURAL: Final[dict[str, str]] = {}

EXECUTION: Final[dict[str, str]] = {
    "runtime.alias.environment": "as_tensorflow",
    "runtime.alias.keras": "initializers keras losses metrics optimizers",
    "runtime.data": "data=*",
    "runtime.data.elements.specs": "OptionalSpec",
    "runtime.functions.run_graph": "run_graph",
}

DIFFERENTIATION: Final = {
    "runtime.gradients.custom_gradients": "custom_gradient",
    "runtime.gradients.backward.requests": "UnconnectedGradients",
    "runtime.gradients.backward.graphs": "gradients",
    "runtime.tensors.indexed_slices": "IndexedSlices IndexedSlicesSpec",
    "runtime.gradients.recomputation": "recompute_grad",
    "runtime.gradients.registered_gradients": "RegisterGradient no_gradient",
    "runtime.gradients.passing_gradients": "grad_pass_through",
    "runtime.gradients.second_derivatives": "AggregationMethod hessians",
    "runtime.gradients.tape": "GradientTape",
}

TEXT: Final = {
    "runtime.strings.elements": "as_string",
}

COMPOSITES: Final = {
    "runtime.tensors.composites": "convert_to_tensor",
    "runtime.ragged.ragged_tensor": "RaggedTensor",
    "runtime.ragged.ragged_tensor_spec": "RaggedTensorSpec",
    "runtime.sparse.sparse_tensor": "SparseTensor",
    "runtime.sparse.sparse_tensor_spec": "SparseTensorSpec",
    "runtime.namespaces.text_distance": "edit_distance",
}

IMAGES: Final[dict[str, str]] = {
    "runtime.debugging.comparisons": "assert_equal assert_greater assert_less",
    "runtime.debugging.structure_checks": "assert_rank",
    "runtime.namespaces.fingerprints": "fingerprint",
    "runtime.tensor_arrays.tensor_array": "TensorArray",
    "runtime.tensor_arrays.tensor_array_spec": "TensorArraySpec",
}

SECTIONS: Final = (
    CORE,
    MATH,
    ARRAYS,
    NEURAL,
    EXECUTION,
    DIFFERENTIATION,
    TEXT,
    COMPOSITES,
    IMAGES,
)
"""Looked up in this order."""
