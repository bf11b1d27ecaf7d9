"""The table of public modules for other engines and hardware, which are refused.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

from runtime.names import library_support

_LITE: Final = (
    "Interpreter OpsSet Optimize RepresentativeDataset TFLiteConverter TargetSpec"
)
_LITE_EXPERIMENTAL: Final = (
    "Analyzer OpResolverType QuantizationDebugOptions QuantizationDebugger "
    "load_delegate"
)
_MLIR: Final = (
    "convert_function convert_graph_def convert_saved_model convert_saved_model_v1 "
    "run_pass_pipeline tflite_to_tosa_bytecode write_bytecode"
)

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "lite": (
        "TensorFlow Lite, which is refused.",
        {"runtime.namespaces.refused_lite": _LITE},
    ),
    "lite.experimental": (
        "Inspection of models of TensorFlow Lite, which is refused.",
        {"runtime.namespaces.refused_lite": _LITE_EXPERIMENTAL},
    ),
    "lite.experimental.authoring": (
        "Checks for TensorFlow Lite, which are refused.",
        {"runtime.namespaces.refused_lite": "compatible"},
    ),
    "compat.v1.lite": (
        "TensorFlow Lite by TensorFlow 1's names, which is refused.",
        {
            "runtime.namespaces.refused_lite": (
                "Interpreter OpHint OpsSet Optimize RepresentativeDataset "
                "TFLiteConverter=TFLiteConverterV1 TargetSpec TocoConverter "
                "toco_convert"
            )
        },
    ),
    "compat.v1.lite.constants": (
        "Dtypes and formats by TensorFlow Lite's names.",
        {
            "graphir.dtypes": (
                "FLOAT=float32 FLOAT16=float16 INT16=int16 INT32=int32 INT64=int64 "
                "INT8=int8 QUANTIZED_UINT8=uint8 STRING=string"
            ),
            "runtime.namespaces.refused_lite": "GRAPHVIZ_DOT TFLITE",
        },
    ),
    "compat.v1.lite.experimental": (
        "Inspection of models of TensorFlow Lite, which is refused.",
        {
            "runtime.namespaces.refused_lite": (
                f"{_LITE_EXPERIMENTAL} convert_op_hints_to_stubs"
            )
        },
    ),
    "compat.v1.lite.experimental.authoring": (
        "Checks for TensorFlow Lite, which are refused.",
        {"runtime.namespaces.refused_lite": "compatible"},
    ),
    "mlir": ("MLIR, which is refused.", {}),
    "mlir.experimental": (
        "Conversion to MLIR, which is refused.",
        {"runtime.namespaces.refused_compilers": _MLIR},
    ),
    "compat.v1.mlir": ("MLIR, which is refused.", {}),
    "compat.v1.mlir.experimental": (
        "Conversion to MLIR, which is refused.",
        {"runtime.namespaces.refused_compilers": _MLIR},
    ),
    "experimental.tensorrt": (
        "Conversion for TensorRT, which is refused.",
        {"runtime.namespaces.refused_compilers": "ConversionParams Converter"},
    ),
    "compat.v1.profiler": (
        "TensorFlow's analyzer of graphs, which is refused.",
        {
            "runtime.namespaces.refused": (
                "AdviceProto GraphNodeProto MultiGraphNodeProto OpLogProto "
                "ProfileOptionBuilder Profiler advise profile write_op_log"
            )
        },
    ),
    "compat.v1.tpu": (
        "Programs for TPUs, which are refused.",
        {
            "runtime.namespaces.refused_tpu": (
                "CrossShardOptimizer PaddingSpec XLAOptions batch_parallel "
                "bfloat16_scope core cross_replica_sum initialize_system "
                "outside_compilation replicate rewrite shard shutdown_system"
            )
        },
    ),
    "compat.v1.tpu.experimental": (
        "What prepares TPUs, and columns for their memory, which are refused.",
        {
            "runtime.namespaces.refused_tpu": (
                "DeviceAssignment DeviceOrderMode TPUSystemMetadata Topology "
                "embedding_column initialize_tpu_system shared_embedding_columns "
                "shutdown_tpu_system"
            ),
            "runtime.embedding_tables.hardware": "HardwareFeature",
        },
    ),
    "compat.v1.tpu.experimental.embedding": library_support.MODULES[
        "tpu.experimental.embedding"
    ],
}
