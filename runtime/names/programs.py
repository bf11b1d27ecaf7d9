"""The table of public modules for running and inspecting programs.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "autograph": (
        "AutoGraph: conversion of Python functions to graph code.",
        {
            "runtime.namespaces.autograph": "*",
        },
    ),
    "config": (
        "Settings: eager execution of functions, optimizer passes, devices.",
        {
            "runtime.devices.config": (
                "LogicalDevice experimental experimental_functions_run_eagerly "
                "experimental_run_functions_eagerly functions_run_eagerly "
                "list_logical_devices list_physical_devices optimizer "
                "run_functions_eagerly threading"
            ),
            "runtime.devices.clusters": (
                "experimental_connect_to_cluster experimental_connect_to_host"
            ),
            "runtime.devices.device_settings": (
                "PhysicalDevice get_soft_device_placement get_visible_devices "
                "set_soft_device_placement set_visible_devices"
            ),
            "runtime.devices.logical_devices": (
                "LogicalDeviceConfiguration get_logical_device_configuration "
                "set_logical_device_configuration"
            ),
        },
    ),
    "debugging": (
        "Assertions on values, shapes and dtypes.",
        {
            "runtime.control_flow.conditionals": "Assert",
            "runtime.debugging.comparisons": (
                "assert_equal assert_greater assert_greater_equal assert_less "
                "assert_less_equal assert_near assert_negative assert_non_negative "
                "assert_non_positive assert_none_equal assert_positive"
            ),
            "runtime.debugging.numerics": (
                "assert_all_finite check_numerics disable_check_numerics "
                "enable_check_numerics"
            ),
            "runtime.debugging.origins_of_nan": "where_nan",
            "runtime.debugging.settings": (
                "disable_traceback_filtering enable_traceback_filtering "
                "get_log_device_placement is_traceback_filtering_enabled "
                "set_log_device_placement"
            ),
            "runtime.debugging.structure_checks": (
                "assert_integer assert_proper_iterable assert_rank "
                "assert_rank_at_least assert_rank_in assert_same_float_dtype "
                "assert_scalar assert_type is_numeric_tensor"
            ),
            "runtime.debugging.shape_checks": "assert_shapes",
        },
    ),
    "debugging.experimental": (
        "Dumps of op results, which are not implemented.",
        {
            "runtime.debugging.dumps": "disable_dump_debug_info enable_dump_debug_info",
        },
    ),
    "experimental": (
        "APIs that may change: extension types, ragged shapes, small dtypes.",
        {
            "graphir.dtypes": (
                "float4_e2m1fn float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz "
                "float8_e5m2 float8_e5m2fnuz int2 int4 uint2 uint4"
            ),
            "runtime.data.iterators.optional": "Optional",
            "runtime.devices.execution": (
                "async_clear_error async_scope function_executor_type"
            ),
            "runtime.messages.deprecation": "enable_strict_mode",
            "runtime.namespaces.refused": "register_filesystem_plugin",
            "runtime.structured.structured_tensor": "StructuredTensor",
            "runtime.dispatch.registration": (
                "dispatch_for_api dispatch_for_binary_elementwise_apis "
                "dispatch_for_binary_elementwise_assert_apis "
                "dispatch_for_unary_elementwise_apis unregister_dispatch_for"
            ),
            "runtime.extension_types.batching": (
                "BatchableExtensionType ExtensionTypeBatchEncoder"
            ),
            "runtime.extension_types.extension_type": "ExtensionType",
            "runtime.extension_types.extension_type_spec": "ExtensionTypeSpec",
            "runtime.ragged.dynamic_shapes": "DynamicRaggedShape",
            "runtime.ragged.row_partitions": "RowPartition",
        },
    ),
    "experimental.extension_type": (
        "The fields of an extension type as a dict.",
        {
            "runtime.extension_types.extension_type": "as_dict",
        },
    ),
    "experimental.dlpack": (
        "Exchange of arrays with other libraries by DLPack.",
        {
            "runtime.tensors.dlpack": "from_dlpack to_dlpack",
        },
    ),
    "graph_util": (
        "Import of graphs from ``GraphDef`` messages.",
        {
            "runtime.functions.graph_import": "import_graph_def",
        },
    ),
    "queue": (
        "Queues of tensors between threads and steps.",
        {
            "runtime.queues.queues": (
                "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue"
            ),
        },
    ),
    "summary": (
        "Summaries for TensorBoard, written to event files.",
        {
            "runtime.summary.graphs": "graph trace_export trace_off trace_on",
            "runtime.summary.state": "record_if should_record_summaries",
            "runtime.summary.values": "audio histogram image scalar text",
            "runtime.summary.writers": (
                "SummaryWriter create_file_writer create_noop_writer flush"
            ),
            "runtime.summary.writing": "write",
        },
    ),
    "profiler": ("What ran, and how long it took.", {}),
    "profiler.experimental": (
        "Profiles for TensorBoard.",
        {
            "runtime.summary.profiles": "Profile ProfilerOptions Trace start stop",
        },
    ),
    "profiler.experimental.client": (
        "Remote profiling of other processes, which is refused.",
        {
            "runtime.namespaces.refused": (
                "monitor=monitor_profile trace=trace_profile"
            ),
        },
    ),
    "profiler.experimental.server": (
        "A server for remote profiling, which is refused.",
        {"runtime.namespaces.refused": "start=start_profile_server"},
    ),
    "summary.experimental": (
        "Steps and name scopes of summaries; serialized summaries.",
        {
            "runtime.summary.state": "get_step set_step",
            "runtime.summary.writing": "summary_scope write_raw_pb",
        },
    ),
    "sysconfig": (
        "Build information: compile flags, include folder, versions.",
        {
            "runtime.namespaces.compiled_libraries": (
                "CXX11_ABI_FLAG CXX_VERSION MONOLITHIC_BUILD get_compile_flags "
                "get_include get_lib get_link_flags"
            ),
            "runtime.namespaces.sysconfig": "get_build_info",
        },
    ),
    "test": (
        "Test cases for tensors, benchmarks, numeric gradients.",
        {
            "runtime.namespaces.refused": "create_local_cluster",
            "runtime.testing.benchmarks": "Benchmark benchmark_config",
            "runtime.testing.tensor_test_case": "TestCase",
            "runtime.testing.test": (
                "assert_equal_graph_def compute_gradient disable_with_predicate "
                "experimental get_temp_dir gpu_device_name is_built_with_cuda "
                "is_built_with_gpu_support is_built_with_rocm is_built_with_xla "
                "is_cpu_target_available is_gpu_available main "
                "with_eager_op_as_function"
            ),
        },
    ),
    "version": (
        "The version of TensorFlow whose API is implemented.",
        {
            "runtime.namespaces.version": (
                "COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION "
                "GRAPH_DEF_VERSION_MIN_CONSUMER GRAPH_DEF_VERSION_MIN_PRODUCER "
                "VERSION"
            ),
        },
    ),
}
