"""`tf.lite`: conversion for and running of TensorFlow Lite, which refuse."""

from __future__ import annotations

from typing import Final

from runtime.namespaces.refusing import refused_class, refused_function

_LITE: Final = (
    "models are not converted for TensorFlow Lite, nor run by it; "
    "autograph convert writes ONNX"
)


GRAPHVIZ_DOT: Final = 3
"""A format of ``tf.compat.v1.lite.constants``."""

TFLITE: Final = 2
"""A format of ``tf.compat.v1.lite.constants``."""

Interpreter = refused_class(
    "lite.Interpreter",
    _LITE,
    (
        "(model_path=None, model_content=None, experimental_delegates=None,"
        " num_threads=None, experimental_op_resolver_type=None, "
        "experimental_preserve_all_tensors=False, "
        "experimental_disable_delegate_clustering=False, "
        "experimental_default_delegate_latest_features=False)"
    ),
)
OpsSet = refused_class(
    "lite.OpsSet",
    _LITE,
    "(value)",
)
Optimize = refused_class(
    "lite.Optimize",
    _LITE,
    "(value)",
)
RepresentativeDataset = refused_class(
    "lite.RepresentativeDataset",
    _LITE,
    "(input_gen)",
)
TFLiteConverter = refused_class(
    "lite.TFLiteConverter",
    _LITE,
    "(funcs, trackable_obj=None)",
)
TargetSpec = refused_class(
    "lite.TargetSpec",
    _LITE,
    (
        "(supported_ops=None, supported_types=None, "
        "experimental_select_user_tf_ops=None, "
        "experimental_supported_backends=None)"
    ),
)
Analyzer = refused_class(
    "lite.experimental.Analyzer",
    _LITE,
    "()",
)
OpResolverType = refused_class(
    "lite.experimental.OpResolverType",
    _LITE,
    "(value)",
)
QuantizationDebugOptions = refused_class(
    "lite.experimental.QuantizationDebugOptions",
    _LITE,
    (
        "(layer_debug_metrics=None, model_debug_metrics=None, "
        "layer_direct_compare_metrics=None, denylisted_ops=None, "
        "denylisted_nodes=None, fully_quantize=False)"
    ),
)
QuantizationDebugger = refused_class(
    "lite.experimental.QuantizationDebugger",
    _LITE,
    (
        "(quant_debug_model_path=None, quant_debug_model_content=None, "
        "float_model_path=None, float_model_content=None, "
        "debug_dataset=None, debug_options=None, converter=None)"
    ),
)
compatible = refused_function(
    "lite.experimental.authoring.compatible",
    _LITE,
    "(target=None, converter_target_spec=None, **kwargs)",
)
load_delegate = refused_function(
    "lite.experimental.load_delegate",
    _LITE,
    "(library, options=None)",
)
OpHint = refused_class(
    "compat.v1.lite.OpHint",
    _LITE,
    "(function_name, level=1, children_inputs_mappings=None, **kwargs)",
)
TFLiteConverterV1 = refused_class(
    "compat.v1.lite.TFLiteConverter",
    _LITE,
    (
        "(graph_def, input_tensors, output_tensors, "
        "input_arrays_with_shape=None, output_arrays=None, "
        "experimental_debug_info_func=None)"
    ),
)
TocoConverter = refused_class(
    "compat.v1.lite.TocoConverter",
    _LITE,
    "()",
)
convert_op_hints_to_stubs = refused_function(
    "compat.v1.lite.experimental.convert_op_hints_to_stubs",
    _LITE,
    "(session=None, graph_def=None, write_callback=None)",
)
toco_convert = refused_function(
    "compat.v1.lite.toco_convert",
    _LITE,
    "(input_data, input_tensors, output_tensors, *args, **kwargs)",
)
