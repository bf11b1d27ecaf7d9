"""The parts of `tensorflow.python...` that only Keras 2 (`tf_keras`) imports."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "tensorflow.python.util.tf_export": (
        "api_export=runtime.internal.keras_two.exports:api_export "
        "get_canonical_name_for_symbol="
        "runtime.internal.keras_two.exports:get_canonical_name_for_symbol "
        "get_symbol_from_name=runtime.internal.keras_two.exports:get_symbol_from_name "
        "get_v1_names=runtime.internal.keras_two.exports:get_v1_names "
        "get_v2_names=runtime.internal.keras_two.exports:get_v2_names "
        "keras_export=runtime.internal.keras_two.exports:keras_export "
        "tf_export=runtime.internal.keras_two.exports:tf_export"
    ),
    "tensorflow.python.util.deprecation": (
        "deprecated=runtime.internal.keras_two.deprecation:deprecated "
        "deprecated_endpoints=runtime.internal.keras_two.deprecation:deprecated_endpoints"
    ),
    "tensorflow.python.util.dispatch": (
        "GlobalOpDispatcher=runtime.internal.dispatch:GlobalOpDispatcher "
        "OpDispatcher=runtime.internal.dispatch:OpDispatcher "
        "add_dispatch_support=runtime.internal.dispatch:add_dispatch_support "
        "dispatch_for_types=runtime.internal.dispatch:dispatch_for_types"
    ),
    "tensorflow.python.util.tf_contextlib": (
        "contextmanager=runtime.internal.decorator:contextmanager"
    ),
    "tensorflow.python.util.compat": (
        "as_bytes=runtime.compat.text:as_bytes as_str=runtime.compat.text:as_str "
        "as_text=runtime.compat.text:as_text"
    ),
    "tensorflow.core.framework.attr_value_pb2": (
        "AttrValue=runtime.internal.keras_two.protocols:AttrValue"
    ),
    "tensorflow.core.protobuf.cluster_pb2": (
        "ClusterDef=runtime.internal.keras_two.protocols:ClusterDef"
    ),
    "tensorflow.core.protobuf.config_pb2": "",
    "tensorflow.core.util.event_pb2": "Event="
    "runtime.internal.keras_two.protocols:Event",
    "tensorflow.python.data.ops.from_generator_op": (
        "_GeneratorDataset=runtime.internal.keras_two.dataset_kinds:_GeneratorDataset"
    ),
    "tensorflow.python.data.ops.from_sparse_tensor_slices_op": (
        "_SparseTensorSliceDataset=runtime.internal.keras_two.dataset_kinds:_SparseTensorSliceDataset"
    ),
    "tensorflow.python.data.ops.from_tensor_slices_op": (
        "_TensorSliceDataset=runtime.internal.keras_two.dataset_kinds:_TensorSliceDataset"
    ),
    "tensorflow.python.data.ops.from_tensors_op": (
        "_TensorDataset=runtime.internal.keras_two.dataset_kinds:_TensorDataset"
    ),
    "tensorflow.python.data.ops.range_op": (
        "_RangeDataset=runtime.internal.keras_two.dataset_kinds:_RangeDataset"
    ),
    "tensorflow.python.data.util.structure": (
        "NoneTensorSpec=runtime.signatures.none_spec:NoneTensorSpec"
    ),
    "tensorflow.python.distribute.distribute_utils": "",
    "tensorflow.python.distribute.input_lib": (
        "DistributedDataset=runtime.distribute.values:DistributedDataset"
    ),
    "tensorflow.python.distribute.input_ops": "",
    "tensorflow.python.eager.backprop": (
        "GradientTape=runtime.gradients.tape:GradientTape"
    ),
    "tensorflow.python.eager.context": (
        "get_config=runtime.internal.eager_context:get_config "
        "get_device_name=runtime.internal.eager_context:get_device_name"
    ),
    "tensorflow.python.framework.ops": (
        "convert_to_tensor=runtime.tensors.composites:convert_to_tensor "
        "convert_to_tensor_or_composite=runtime.tensors.composites:convert_to_tensor "
        "device=runtime.devices.placement:device "
        "get_default_graph=runtime.compat.v1.settings:get_default_graph "
        "name_scope=runtime.context:name_scope "
        "name_scope_v1=runtime.compat.v1.control:name_scope"
    ),
    "tensorflow.python.framework.test_util": (
        "disable_cudnn_autotune=runtime.internal.decorator:disable_cudnn_autotune"
    ),
    "tensorflow.python.framework.type_spec": (
        "type_spec_from_value=runtime.namespaces.inspection:type_spec_from_value"
    ),
    "tensorflow.python.ops.control_flow_ops": (
        "get_enclosing_xla_context="
        "runtime.internal.registrations:get_enclosing_xla_context"
    ),
    "tensorflow.python.ops.gen_resource_variable_ops": "",
    "tensorflow.python.ops.init_ops": (
        "Constant=runtime.compat.v1.scaled_values:constant_initializer "
        "GlorotNormal=runtime.compat.v1.scaled_values:glorot_normal_initializer "
        "GlorotUniform=runtime.compat.v1.scaled_values:glorot_uniform_initializer "
        "Identity=runtime.compat.v1.scaled_values:identity "
        "Ones=runtime.compat.v1.initial_values:ones_initializer "
        "Orthogonal=runtime.compat.v1.scaled_values:orthogonal_initializer "
        "VarianceScaling="
        "runtime.compat.v1.scaled_values:variance_scaling_initializer "
        "Zeros=runtime.compat.v1.initial_values:zeros_initializer "
        "ones_initializer=runtime.compat.v1.initial_values:ones_initializer "
        "zeros_initializer=runtime.compat.v1.initial_values:zeros_initializer"
    ),
    "tensorflow.python.ops.ragged.ragged_map_ops": (
        "map_fn=runtime.mapping.elements:map_fn"
    ),
    "tensorflow.python.ops.ragged.ragged_util": "",
    "tensorflow.python.ops.resource_variable_ops": (
        "BaseResourceVariable=runtime.variables.resource:ResourceVariable"
    ),
    "tensorflow.python.ops.lookup_ops": (
        "LookupInterface=runtime.lookup.lookup_interface:LookupInterface"
    ),
    "tensorflow.python.ops.variable_scope": (
        "_get_default_variable_store=runtime.compat.v1.variable_scopes:variable_store"
    ),
    "tensorflow.python.pywrap_tfe": (
        "TF_ListPluggablePhysicalDevices="
        "runtime.internal.eager_context:no_pluggable_devices"
    ),
    "tensorflow.python.saved_model.save": (
        "save_and_return_nodes=runtime.saved_model.saving:save_and_return_nodes"
    ),
    "tensorflow.python.saved_model.model_utils.mode_keys": (
        "KerasModeKeys=runtime.internal.keras_two.mode_keys:KerasModeKeys"
    ),
    "tensorflow.python.trackable.base": "",
    "tensorflow.python.trackable.resource": (
        "RestoredResource=runtime.saved_model.loaded_objects:RestoredResource "
        "TrackableResource=runtime.trackable.resources:TrackableResource"
    ),
    "tensorflow.python.tf2": "enabled=runtime.internal.tf2:enabled",
}
"""TensorFlow's module -> its names that are here, each `name=module:attribute`.

A module without names is imported by parts of Keras 2 that are never asked for here
(sessions, clusters of processes); a name of it says that it is not here.
"""

WHOLE: Final[dict[str, str]] = {
    "tensorflow.python.platform.tf_logging": "runtime.internal.keras_two.logs",
    "tensorflow.tools.docs.doc_controls": "runtime.internal.keras_two.documentation",
}
"""TensorFlow's module -> ours, all of whose public names it has."""
