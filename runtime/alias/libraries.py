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
    "tensorflow.python.framework.composite_tensor": (
        "CompositeTensor=runtime.internal.composite_tensor:CompositeTensor"
    ),
    "tensorflow.python.framework.ops": (
        "EagerTensor=runtime.tensors.tensor:EagerTensor "
        "Tensor=runtime.tensors.tensor:Tensor"
    ),
    "tensorflow.python.framework.tensor_shape": (
        "Dimension=runtime.compat.v1.dimensions:Dimension "
        "TensorShape=graphir.shapes:Shape"
    ),
    "tensorflow.python.util.variable_utils": (
        "convert_variables_to_tensors="
        "runtime.internal.libraries.variable_values:convert_variables_to_tensors"
    ),
}
"""TensorFlow's module -> its names that are here, each `name=module:attribute`."""

WHOLE: Final[dict[str, str]] = {
    "tensorflow.python.util.nest": "runtime.internal.libraries.structures",
    "tensorflow.python.util.tf_inspect": "runtime.internal.libraries.inspecting",
}
"""TensorFlow's module -> ours, all of whose public names it has."""
