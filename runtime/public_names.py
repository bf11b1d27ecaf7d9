"""Which module holds each name of `tf.*`: the table behind the lazy import.

One section a family; a line is a module and the names that `tf` takes from it,
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
    "runtime.autograph_namespace": "autograph=*",
    "runtime.critical_section": "CriticalSection",
    "runtime.signatures.trace_types": "TensorSpec",
    "runtime.sysconfig": "sysconfig=*",
    "runtime.type_spec": "TypeSpec",
    "runtime.config": "config=*",
    "runtime.context": (
        "executing_eagerly get_current_name_scope=current_name_scope init_scope "
        "name_scope"
    ),
    "runtime.control_flow": "Assert case cond group no_op switch_case while_loop",
    "runtime.conversion": "constant",
    "runtime.inspection": (
        "get_static_value inside_function is_symbolic_tensor make_ndarray "
        "make_tensor_proto register_tensor_conversion_function timestamp "
        "type_spec_from_value"
    ),
    "runtime.graph_import": "import_graph_def",
    "runtime.graph_util": "graph_util=*",
    "runtime.graphs": "Graph Operation control_dependencies",
    "runtime.dtypes_namespace": "dtypes=*",
    "runtime.devices": "DeviceSpec device",
    "runtime.errors": "errors=*",
    "runtime.functions.decorator": "function",
    "runtime.logs": "get_logger",
    "runtime.grouping": "tuple=tuple_",
    "runtime.lookup": "lookup=*",
    "runtime.nest": "nest=*",
    "runtime.printing": "print",
    "runtime.python_functions": "numpy_function py_function",
    "runtime.tensor": "Tensor is_tensor",
    "runtime.module": "Module",
    "runtime.types_namespace": "types=*",
    "runtime.version": "__version__=VERSION version=*",
    "runtime.variables.creators": "variable_creator_scope",
    "runtime.variables.resource": (
        "Variable=ResourceVariable VariableAggregation VariableSynchronization"
    ),
}

MATH: Final = {
    "runtime.bitwise": "bitwise=*",
    "runtime.math": "math=*",
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
    "runtime.raw_ops": "raw_ops=*",
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
    "runtime.arrays.searching": (
        "searchsorted unique unique_with_counts unravel_index"
    ),
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
    "runtime.linalg": "linalg=* matmul",
    "runtime.linalg.decompositions": "eig eigvals matrix_square_root=sqrtm",
    "runtime.linalg.einsum": "einsum tensordot",
    "runtime.linalg.norms": "norm",
    "runtime.mapping": "foldl foldr map_fn scan vectorized_map",
    "runtime.quantization": "quantization=*",
    "runtime.random": "random=*",
    "runtime.initializers": (
        "constant_initializer=Constant ones_initializer=Ones "
        "random_normal_initializer=RandomNormal "
        "random_uniform_initializer=RandomUniform zeros_initializer=Zeros"
    ),
}

NEURAL: Final[dict[str, str]] = {
    "runtime.compat": "compat=*",
    "runtime.nn": "nn=*",
}

EXECUTION: Final[dict[str, str]] = {
    "runtime.run_graph": "run_graph",
}

DIFFERENTIATION: Final = {
    "runtime.audio": "audio=*",
    "runtime.autodiff": "autodiff=*",
    "runtime.autodiff.custom_gradients": "custom_gradient",
    "runtime.differentiation.requests": "UnconnectedGradients",
    "runtime.differentiation.graphs": "gradients",
    "runtime.indexed_slices": "IndexedSlices IndexedSlicesSpec",
    "runtime.autodiff.recomputation": "recompute_grad",
    "runtime.passing_gradients": "grad_pass_through",
    "runtime.second_derivatives": "AggregationMethod hessians",
    "runtime.autodiff.tape": "GradientTape",
}

TEXT: Final = {
    "runtime.io": "io=*",
    "runtime.signal": "signal=*",
    "runtime.strings": "strings=*",
    "runtime.train": "train=*",
    "runtime.strings.elements": "as_string",
}

COMPOSITES: Final = {
    "runtime.composites": "convert_to_tensor",
    "runtime.ragged": "ragged=*",
    "runtime.ragged.ragged_tensor": "RaggedTensor",
    "runtime.ragged.ragged_tensor_spec": "RaggedTensorSpec",
    "runtime.experimental": "experimental=*",
    "runtime.sets": "sets=*",
    "runtime.sparse": "sparse=*",
    "runtime.sparse.sparse_tensor": "SparseTensor",
    "runtime.sparse.sparse_tensor_spec": "SparseTensorSpec",
    "runtime.text_distance": "edit_distance",
}

IMAGES: Final[dict[str, str]] = {
    "runtime.debugging": "debugging=*",
    "runtime.debugging.comparisons": "assert_equal assert_greater assert_less",
    "runtime.debugging.structure_checks": "assert_rank",
    "runtime.fingerprints": "fingerprint",
    "runtime.image": "image=*",
    "runtime.tensor_array": "TensorArray",
    "runtime.tensor_array_spec": "TensorArraySpec",
    "runtime.test": "test=*",
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
