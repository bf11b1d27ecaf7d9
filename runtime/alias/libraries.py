"""The parts of `tensorflow.python...` that libraries other than Keras import."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    # tensorflow_probability, tensorflow_hub
    "tensorflow.python.util.deprecation": (
        "deprecated_alias=runtime.internal.libraries.deprecating:deprecated_alias "
        "deprecated_arg_values="
        "runtime.internal.libraries.deprecating:deprecated_arg_values "
        "deprecated_args=runtime.internal.libraries.deprecating:deprecated_args "
        "deprecated_argument_lookup="
        "runtime.internal.libraries.deprecating:deprecated_argument_lookup "
        "silence=runtime.internal.libraries.deprecating:silence"
    ),
    # gpflow, tf_agents, tensorflow_model_optimization
    "tensorflow.python.data.ops.iterator_ops": (
        "OwnedIterator=runtime.data.iterators.owned_iterator:OwnedIterator"
    ),
    "tensorflow.python.data.util.nest": (
        "flatten=runtime.data.elements.structures:flatten"
    ),
    "tensorflow.core.protobuf.struct_pb2": (
        "StructuredValue=runtime.internal.keras_two.protocols:StructuredValue"
    ),
    "tensorflow.python.eager.def_function": (
        "Function=runtime.functions.function:Function "
        "function=runtime.functions.decorator:function"
    ),
    "tensorflow.python.layers.utils": (
        "smart_cond=runtime.internal.smart_cond:smart_cond"
    ),
    "tensorflow.python.ops.distributions.util": (
        "gen_new_seed=runtime.internal.libraries.random_numbers:gen_new_seed"
    ),
    "tensorflow.python.ops.list_ops": (
        "tensor_list_gather=runtime.internal.libraries.single_ops:tensor_list_gather "
        "tensor_list_length=runtime.internal.libraries.single_ops:tensor_list_length "
        "tensor_list_stack=runtime.internal.libraries.single_ops:tensor_list_stack"
    ),
    "tensorflow.python.ops.clustering_ops": (
        "kmc2_chain_initialization="
        "runtime.internal.libraries.single_ops:kmc2_chain_initialization "
        "kmeans_plus_plus_initialization="
        "runtime.internal.libraries.single_ops:kmeans_plus_plus_initialization "
        "nearest_neighbors=runtime.internal.libraries.single_ops:nearest_neighbors"
    ),
    "tensorflow.python.util.nest": (
        "_is_namedtuple=runtime.internal.libraries.structures:is_namedtuple "
        "_sequence_like=runtime.internal.nest:sequence_like "
        "_yield_sorted_items=runtime.internal.libraries.structures:yield_sorted_items "
        "_yield_value=runtime.internal.libraries.structures:yield_value"
    ),
    "tensorflow.python.util.tf_inspect": (
        "_inspect=runtime.internal.libraries.inspecting:_inspect"
    ),
    "tensorflow.python.ops.control_flow_util": (
        "ENABLE_CONTROL_FLOW_V2="
        "runtime.internal.libraries.contexts:ENABLE_CONTROL_FLOW_V2 "
        "EnableControlFlowV2="
        "runtime.internal.libraries.contexts:enable_control_flow_v2 "
        "GraphOrParentsInXlaContext="
        "runtime.internal.libraries.contexts:graph_or_parents_in_xla_context"
    ),
    "tensorflow.python.autograph.pyct.transformer": (
        "Base=runtime.internal.libraries.trees:Base"
    ),
    "tensorflow.python.ops.parallel_for.control_flow_ops": (
        "pfor=runtime.internal.libraries.parallel_loops:pfor"
    ),
    "tensorflow.python.ops.array_ops": (
        "prevent_gradient=runtime.namespaces.op_functions:prevent_gradient"
    ),
    "tensorflow.python.framework.tensor_util": (
        "constant_value_as_shape="
        "runtime.internal.libraries.known_values:constant_value_as_shape "
        "try_evaluate_constant="
        "runtime.internal.libraries.known_values:try_evaluate_constant"
    ),
    "tensorflow.python.ops.random_ops": (
        "parameterized_truncated_normal="
        "runtime.internal.libraries.random_numbers:parameterized_truncated_normal"
    ),
    "tensorflow.python.ops.linalg.linear_operator": (
        "make_composite_tensor="
        "runtime.internal.libraries.operators:make_composite_tensor"
    ),
    "tensorflow.python.ops.control_flow_case": (
        "_case_helper=runtime.internal.libraries.cases:case_helper"
    ),
    "tensorflow.python.ops.resource_variable_ops": (
        "ResourceVariable=runtime.variables.resource:ResourceVariable "
        "VariableSpec=runtime.internal.libraries.specs:VariableSpec"
    ),
    "tensorflow.python.framework.type_spec": (
        "BatchableTypeSpec=runtime.internal.libraries.specs:BatchableTypeSpec "
        "TypeSpec=runtime.tensors.type_spec:TypeSpec"
    ),
    "tensorflow.python.framework.tensor_spec": (
        "BoundedTensorSpec=runtime.internal.libraries.specs:BoundedTensorSpec "
        "DenseSpec=runtime.internal.libraries.specs:DenseSpec "
        "TensorSpec=runtime.signatures.trace_types:TensorSpec"
    ),
    "tensorflow.python.framework.type_spec_registry": (
        "_NAME_TO_TYPE_SPEC=runtime.extension_types.type_spec_registry:NAMED "
        "_TYPE_SPEC_TO_NAME=runtime.extension_types.type_spec_registry:NAMES"
    ),
    "tensorflow.python.framework.composite_tensor": (
        "CompositeTensor=runtime.internal.composite_tensor:CompositeTensor"
    ),
    "tensorflow.python.framework.ops": (
        "EagerTensor=runtime.tensors.tensor:EagerTensor "
        "Tensor=runtime.tensors.tensor:Tensor"
    ),
    "tensorflow.python.framework.tensor_shape": (
        "Dimension=runtime.compat.v1.dimensions:Dimension "
        "TensorShape=graphir.shapes:Shape "
        "as_shape=graphir.shapes:as_shape"
    ),
    "tensorflow.python.util.variable_utils": (
        "convert_variables_to_tensors="
        "runtime.internal.libraries.variable_values:convert_variables_to_tensors"
    ),
}
"""TensorFlow's module -> its implemented names, each `name=module:attribute`."""

WHOLE: Final[dict[str, str]] = {
    # programs that freeze models
    "tensorflow.python.framework.convert_to_constants": (
        "runtime.internal.libraries.freezing"
    ),
    "tensorflow.python.framework.graph_util": "runtime.compat.v1.programs.graph_util",
    "tensorflow.python.saved_model.nested_structure_coder": (
        "runtime.internal.saved_models"
    ),
    "tensorflow.python.util.object_identity": "runtime.internal.libraries.identities",
    "tensorflow.python.util.nest": "runtime.internal.libraries.structures",
    "tensorflow.python.util.tf_inspect": "runtime.internal.libraries.inspecting",
}
"""TensorFlow's module -> ours, all of whose public names it has."""

EMPTY: Final[frozenset[str]] = frozenset(
    f"tensorflow.python.{each}"
    for each in (
        "ops.linalg.linear_operator_addition",
        "autograph.converters.break_statements",
        "autograph.converters.continue_statements",
        "autograph.converters.return_statements",
        "autograph.core.converter",
        "autograph.pyct.anno",
        "autograph.pyct.common_transformers.anf",
        "autograph.pyct.inspect_utils",
        "autograph.pyct.loader",
        "autograph.pyct.naming",
        "autograph.pyct.parser",
        "autograph.pyct.qual_names",
        "autograph.pyct.static_analysis.activity",
        "autograph.pyct.templates",
        "autograph.pyct.transformer",
    )
)
"""Modules without names, which tensorflow_probability imports at its start.

It uses them in `experimental.auto_batching`, which rewrites Python's trees with
TensorFlow's own transformers, and where it adds linear operators: a name of them raises
the reason.
"""
