"""What prepares TPUs and computes on them, which refuses."""

from __future__ import annotations

from typing import Final

from runtime.namespaces.refusing import REASONS, refused_class, refused_function

_NO_TPU: Final = "there are no TPUs here"


REASONS["tpu.experimental.HardwareFeature"] = _NO_TPU

XLAOptions = refused_class(
    "tpu.XLAOptions",
    _NO_TPU,
    (
        "(use_spmd_for_xla_partitioning=True, "
        "enable_xla_dynamic_padder=True, use_shardy_partitioner=False)"
    ),
)
DeviceAssignment = refused_class(
    "tpu.experimental.DeviceAssignment",
    _NO_TPU,
    "(topology, core_assignment)",
)
DeviceOrderMode = refused_class(
    "tpu.experimental.DeviceOrderMode",
    _NO_TPU,
    "(value)",
)
TPUSystemMetadata = refused_class(
    "tpu.experimental.TPUSystemMetadata",
    _NO_TPU,
    "(num_cores, num_hosts, num_of_cores_per_host, topology, devices)",
)
Topology = refused_class(
    "tpu.experimental.Topology",
    _NO_TPU,
    "(serialized=None, mesh_shape=None, device_coordinates=None)",
)
CustomCombiner = refused_class(
    "tpu.experimental.embedding.CustomCombiner",
    _NO_TPU,
    (
        "(combiner_computation, max_valency, num_weights=0, "
        "initializer=None, combiner_weights_learning_rate=0.01)"
    ),
)
CustomOptimizer = refused_class(
    "tpu.experimental.embedding.CustomOptimizer",
    _NO_TPU,
    (
        "(custom_computation, learning_rate=0.01, slot_names=None, "
        "slot_initializers=None, hyperparameters=None, slot_dims=None)"
    ),
)
RowIdInitializer = refused_class(
    "tpu.experimental.embedding.RowIdInitializer",
    _NO_TPU,
    "(offset=0)",
)
TPUEmbedding = refused_class(
    "tpu.experimental.embedding.TPUEmbedding",
    _NO_TPU,
    ("(feature_config, optimizer, pipeline_execution_with_tensor_core=False)"),
)
TPUEmbeddingV0 = refused_class(
    "tpu.experimental.embedding.TPUEmbeddingV0",
    _NO_TPU,
    "(feature_config, optimizer)",
)
TPUEmbeddingV2 = refused_class(
    "tpu.experimental.embedding.TPUEmbeddingV2",
    _NO_TPU,
    (
        "(feature_config, optimizer=None, "
        "pipeline_execution_with_tensor_core=False, "
        "sparse_core_embedding_config=None)"
    ),
)
initialize_tpu_system = refused_function(
    "tpu.experimental.initialize_tpu_system",
    _NO_TPU,
    "(cluster_resolver=None)",
)
shutdown_tpu_system = refused_function(
    "tpu.experimental.shutdown_tpu_system",
    _NO_TPU,
    "(cluster_resolver=None)",
)
CrossShardOptimizer = refused_class(
    "compat.v1.tpu.CrossShardOptimizer",
    _NO_TPU,
    (
        '(opt, reduction="weighted_mean", name="CrossShardOptimizer", '
        "group_assignment=None)"
    ),
)
PaddingSpec = refused_class(
    "compat.v1.tpu.PaddingSpec",
    _NO_TPU,
    "(value)",
)
batch_parallel = refused_function(
    "compat.v1.tpu.batch_parallel",
    _NO_TPU,
    (
        "(computation, inputs=None, num_shards=1, infeed_queue=None, "
        "device_assignment=None, name=None, xla_options=None)"
    ),
)
bfloat16_scope = refused_function(
    "compat.v1.tpu.bfloat16_scope",
    _NO_TPU,
    "(name=None)",
)
core = refused_function(
    "compat.v1.tpu.core",
    _NO_TPU,
    "(num)",
)
cross_replica_sum = refused_function(
    "compat.v1.tpu.cross_replica_sum",
    _NO_TPU,
    "(x, group_assignment=None, name=None)",
)
embedding_column = refused_function(
    "compat.v1.tpu.experimental.embedding_column",
    _NO_TPU,
    (
        '(categorical_column, dimension, combiner="mean", initializer=None,'
        " max_sequence_length=0, learning_rate_fn=None, "
        "embedding_lookup_device=None, tensor_core_shape=None, "
        "use_safe_embedding_lookup=True)"
    ),
)
shared_embedding_columns = refused_function(
    "compat.v1.tpu.experimental.shared_embedding_columns",
    _NO_TPU,
    (
        '(categorical_columns, dimension, combiner="mean", '
        "initializer=None, shared_embedding_collection_name=None, "
        "max_sequence_lengths=None, learning_rate_fn=None, "
        "embedding_lookup_device=None, tensor_core_shape=None, "
        "use_safe_embedding_lookup=True)"
    ),
)
initialize_system = refused_function(
    "compat.v1.tpu.initialize_system",
    _NO_TPU,
    (
        "(embedding_config=None, job=None, "
        "compilation_failure_closes_chips=True, "
        "tpu_cancellation_closes_chips=None)"
    ),
)
outside_compilation = refused_function(
    "compat.v1.tpu.outside_compilation",
    _NO_TPU,
    "(computation, *args, **kwargs)",
)
replicate = refused_function(
    "compat.v1.tpu.replicate",
    _NO_TPU,
    (
        "(computation, inputs=None, infeed_queue=None, "
        "device_assignment=None, name=None, maximum_shapes=None, "
        "padding_spec=None, xla_options=None)"
    ),
)
rewrite = refused_function(
    "compat.v1.tpu.rewrite",
    _NO_TPU,
    (
        "(computation, inputs=None, infeed_queue=None, "
        "device_assignment=None, name=None, xla_options=None)"
    ),
)
shard = refused_function(
    "compat.v1.tpu.shard",
    _NO_TPU,
    (
        "(computation, inputs=None, num_shards=1, input_shard_axes=None, "
        "outputs_from_all_shards=True, output_shard_axes=None, "
        "infeed_queue=None, device_assignment=None, name=None, "
        "xla_options=None)"
    ),
)
shutdown_system = refused_function(
    "compat.v1.tpu.shutdown_system",
    _NO_TPU,
    "(job=None)",
)
create_tpu_mesh = refused_function(
    "experimental.dtensor.create_tpu_mesh",
    _NO_TPU,
    (
        "(mesh_dim_names, mesh_shape, mesh_name, ring_dims=None, "
        "ring_axes=None, ring_bounds=None, "
        "can_split_host_across_rings=True, build_ring_across_rings=False, "
        "rotate_ring_across_rings=False, use_xla_spmd=False)"
    ),
)
dtensor_initialize_tpu_system = refused_function(
    "experimental.dtensor.initialize_tpu_system",
    _NO_TPU,
    (
        "(device_type=None, enable_coordination_service=True, "
        "num_logical_cpu_devices=None, experimental_reset_context=False, "
        "experimental_enable_megcore=False)"
    ),
)
dtensor_shutdown_tpu_system = refused_function(
    "experimental.dtensor.shutdown_tpu_system",
    _NO_TPU,
    "()",
)
