"""`tf.mlir` and TensorRT: compilers of other engines, which refuse."""

from __future__ import annotations

from typing import Final

from runtime.namespaces.refusing import refused_class, refused_function

_MLIR: Final = (
    "graphs are optimized by graphir, which has no MLIR; "
    "autograph graph and graphir.text print them"
)
_TENSORRT: Final = (
    "graphs are not converted for TensorRT; jit_compile=True compiles for the CPU"
)


convert_function = refused_function(
    "mlir.experimental.convert_function",
    _MLIR,
    (
        '(concrete_function, pass_pipeline="tf-standard-pipeline", '
        "show_debug_info=False)"
    ),
)
convert_graph_def = refused_function(
    "mlir.experimental.convert_graph_def",
    _MLIR,
    ('(graph_def, pass_pipeline="tf-standard-pipeline", show_debug_info=False)'),
)
convert_saved_model = refused_function(
    "mlir.experimental.convert_saved_model",
    _MLIR,
    "(saved_model_path, exported_names, show_debug_info=False)",
)
convert_saved_model_v1 = refused_function(
    "mlir.experimental.convert_saved_model_v1",
    _MLIR,
    (
        "(saved_model_path, exported_names, tags, lift_variables, "
        "include_variables_in_initializers, upgrade_legacy=True, "
        "show_debug_info=False)"
    ),
)
run_pass_pipeline = refused_function(
    "mlir.experimental.run_pass_pipeline",
    _MLIR,
    "(mlir_txt, pass_pipeline, show_debug_info=False)",
)
tflite_to_tosa_bytecode = refused_function(
    "mlir.experimental.tflite_to_tosa_bytecode",
    _MLIR,
    (
        "(flatbuffer, bytecode, use_external_constant=False, "
        "ordered_input_arrays=None, ordered_output_arrays=None)"
    ),
)
write_bytecode = refused_function(
    "mlir.experimental.write_bytecode",
    _MLIR,
    "(filename, mlir_txt)",
)
ConversionParams = refused_class(
    "experimental.tensorrt.ConversionParams",
    _TENSORRT,
    (
        '(max_workspace_size_bytes=1073741824, precision_mode="FP32", '
        "minimum_segment_size=3, maximum_cached_engines=1, "
        "use_calibration=True, allow_build_at_runtime=True)"
    ),
)
Converter = refused_class(
    "experimental.tensorrt.Converter",
    _TENSORRT,
    (
        "(input_saved_model_dir=None, input_saved_model_tags=None, "
        "input_saved_model_signature_key=None, use_dynamic_shape=None, "
        "dynamic_shape_profile_strategy=None, "
        'max_workspace_size_bytes=1073741824, precision_mode="FP32", '
        "minimum_segment_size=3, maximum_cached_engines=1, "
        "use_calibration=True, allow_build_at_runtime=True, "
        "conversion_params=None)"
    ),
)
