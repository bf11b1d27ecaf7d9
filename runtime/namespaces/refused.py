"""Public names of services and compiled parts that are not supported: they refuse.

Functions that are refused only in part, and methods, are in their namespace's room.
"""

from __future__ import annotations

from typing import Final

from runtime.namespaces.refusing import refused_class, refused_function

_QUANTIZER: Final = "models are quantized by MLIR passes of TensorFlow's own"
_REMOTE: Final = "it needs TensorFlow's gRPC servers"
_IN_C: Final = "there are no graphs and handles in C here"
_PLUGIN: Final = "file systems compiled in C++ need TensorFlow's own libraries"
_ANALYZER: Final = (
    "TensorFlow's analyzer of graphs is compiled in C++; autograph stats counts "
    "ops and bytes, tf.profiler.experimental measures functions"
)
_NO_TIMES: Final = (
    "Session.run records no times of nodes; tf.profiler.experimental measures functions"
)
_NO_SHARED_SESSION: Final = (
    "sessions of several processes share no variables here; tf.distribute adds the "
    "gradients of replicas"
)
_PACKAGE: Final = "a package of TensorFlow's own files"


dtensor = refused_class(
    "dtensor", f"{_PACKAGE}; its public names are in tf.experimental.dtensor"
)
security = refused_class("security", f"{_PACKAGE}, its fuzzers")
tools = refused_class("tools", f"{_PACKAGE}; autograph has commands of its own")

QuantizationComponentSpec = refused_class(
    "quantization.experimental.QuantizationComponentSpec",
    _QUANTIZER,
    "(**fields)",
)
QuantizationMethod = refused_class(
    "quantization.experimental.QuantizationMethod",
    _QUANTIZER,
    "(**fields)",
)
QuantizationOptions = refused_class(
    "quantization.experimental.QuantizationOptions",
    _QUANTIZER,
    "(**fields)",
)
TfRecordRepresentativeDatasetSaver = refused_class(
    "quantization.experimental.TfRecordRepresentativeDatasetSaver",
    _QUANTIZER,
    "(path_map, expected_input_key_map=None)",
)
UnitWiseQuantizationSpec = refused_class(
    "quantization.experimental.UnitWiseQuantizationSpec",
    _QUANTIZER,
    "(**fields)",
)
quantize_saved_model = refused_function(
    "quantization.experimental.quantize_saved_model",
    _QUANTIZER,
    (
        "(saved_model_path, output_directory=None, "
        "quantization_options=None, representative_dataset=None, *, "
        "overwrite_output_directory=False)"
    ),
)
monitor_profile = refused_function(
    "profiler.experimental.client.monitor",
    _REMOTE,
    "(service_addr, duration_ms, level=1)",
)
trace_profile = refused_function(
    "profiler.experimental.client.trace",
    _REMOTE,
    (
        '(service_addr, logdir, duration_ms, worker_list="", '
        "num_tracing_attempts=3, options=None)"
    ),
)
start_profile_server = refused_function(
    "profiler.experimental.server.start",
    _REMOTE,
    "(port)",
)
GCEClusterResolver = refused_class(
    "distribute.cluster_resolver.GCEClusterResolver",
    "it asks a cloud's own service for machines",
    (
        '(project, zone, instance_group, port, task_type="worker", '
        'task_id=0, rpc_layer="grpc", credentials="default", service=None)'
    ),
)
TPUClusterResolver = refused_class(
    "distribute.cluster_resolver.TPUClusterResolver",
    "there are no TPUs here",
    (
        '(tpu=None, zone=None, project=None, job_name="worker", '
        "coordinator_name=None, coordinator_address=None, "
        'credentials="default", service=None, discovery_url=None)'
    ),
)
RpcClient = refused_class(
    "distribute.experimental.rpc.Client",
    _REMOTE,
    "()",
)
RpcServer = refused_class(
    "distribute.experimental.rpc.Server",
    _REMOTE,
    "()",
)
nondifferentiable_batch_function = refused_function(
    "nondifferentiable_batch_function",
    "it gathers the calls of a server's threads in the kernel of BatchFunction",
    (
        "(num_batch_threads, max_batch_size, batch_timeout_micros, "
        "allowed_batch_sizes=None, max_enqueued_batches=10, autograph=True,"
        " enable_large_batch_splitting=True)"
    ),
)
create_c_op = refused_function(
    "__internal__.create_c_op",
    _IN_C,
    ("(graph, node_def, inputs, control_inputs, op_def=None, extract_traceback=True)"),
)
lift_to_graph = refused_function(
    "__internal__.lift_to_graph",
    _IN_C,
    (
        "(tensors, graph, sources=None, disallowed_placeholders=None, "
        "add_sources=False, handle_captures=False, base_graph=None, "
        "op_map=None)"
    ),
)
get_resource_handle_data = refused_function(
    "__internal__.ops.get_resource_handle_data",
    _IN_C,
    "(graph_op)",
)
record_gradient = refused_function(
    "__internal__.record_gradient",
    "calls are recorded where ops are applied; tf.custom_gradient gives a rule",
    "(op_name, inputs, attrs, outputs)",
)
register_filesystem_plugin = refused_function(
    "experimental.register_filesystem_plugin",
    _PLUGIN,
    "(plugin_location)",
)
create_local_cluster = refused_function(
    "test.create_local_cluster",
    _REMOTE,
    ('(num_workers, num_ps, protocol="grpc", worker_config=None, ps_config=None)'),
)
do_quantize_training_on_graphdef = refused_function(
    "compat.v1.train.do_quantize_training_on_graphdef",
    _IN_C,
    "(input_graph, num_bits)",
)
AdviceProto = refused_class(
    "compat.v1.profiler.AdviceProto",
    _ANALYZER,
    "(**fields)",
)
GraphNodeProto = refused_class(
    "compat.v1.profiler.GraphNodeProto",
    _ANALYZER,
    "(**fields)",
)
MultiGraphNodeProto = refused_class(
    "compat.v1.profiler.MultiGraphNodeProto",
    _ANALYZER,
    "(**fields)",
)
OpLogProto = refused_class(
    "compat.v1.profiler.OpLogProto",
    _ANALYZER,
    "(**fields)",
)
ProfileOptionBuilder = refused_class(
    "compat.v1.profiler.ProfileOptionBuilder",
    _ANALYZER,
    "(options=None)",
)
Profiler = refused_class(
    "compat.v1.profiler.Profiler",
    _ANALYZER,
    "(graph=None, op_log=None)",
)
advise = refused_function(
    "compat.v1.profiler.advise",
    _ANALYZER,
    "(graph=None, run_meta=None, options=0)",
)
profile = refused_function(
    "compat.v1.profiler.profile",
    _ANALYZER,
    '(graph=None, run_meta=None, op_log=None, cmd="scope", options=0)',
)
write_op_log = refused_function(
    "compat.v1.profiler.write_op_log",
    _ANALYZER,
    "(graph, log_dir, op_log=None, run_meta=None, add_trace=True)",
)
ProfilerHook = refused_class(
    "compat.v1.train.ProfilerHook",
    _NO_TIMES,
    (
        '(save_steps=None, save_secs=None, output_dir="", '
        "show_dataflow=True, show_memory=False)"
    ),
)
SyncReplicasOptimizer = refused_class(
    "compat.v1.train.SyncReplicasOptimizer",
    _NO_SHARED_SESSION,
    (
        "(opt, replicas_to_aggregate, total_num_replicas=None, "
        "variable_averages=None, variables_to_average=None, "
        'use_locking=False, name="sync_replicas")'
    ),
)
