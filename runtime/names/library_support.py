"""The table of public modules for libraries: ``tf.__internal__``, ``tf.distribute``.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "distribute": (
        "Strategies that distribute training steps among replicas.",
        {
            "runtime.distribute.cross_device_ops": (
                "CrossDeviceOps HierarchicalCopyAllReduce NcclAllReduce "
                "ReductionToOneDevice"
            ),
            "runtime.distribute.extended": "StrategyExtended",
            "runtime.distribute.inputs": (
                "InputContext InputOptions InputReplicationMode RunOptions"
            ),
            "runtime.distribute.reductions": "ReduceOp",
            "runtime.distribute.coordinator.parameter_servers": (
                "ParameterServerStrategy"
            ),
            "runtime.distribute.refused": "TPUStrategy",
            "runtime.distribute.strategies": (
                "MirroredStrategy OneDeviceStrategy "
                "ReplicaContext Strategy experimental_set_strategy "
                "get_replica_context get_strategy has_strategy "
                "in_cross_replica_context"
            ),
            "runtime.distribute.values": (
                "DistributedDataset DistributedIterator DistributedValues"
            ),
            "runtime.distribute.workers.multi_worker": "MultiWorkerMirroredStrategy",
            "runtime.distribute.coordinator.servers": "Server",
        },
    ),
    "distribute.experimental": (
        "Distribution strategies whose API may change.",
        {
            "runtime.distribute.inputs": "ValueContext",
            "runtime.distribute.workers.multi_worker": (
                "MultiWorkerMirroredStrategy=EarlierMultiWorkerMirroredStrategy"
            ),
            "runtime.distribute.workers.preemption": "PreemptionCheckpointHandler",
            "runtime.distribute.workers.refused": "PreemptionWatcher",
            "runtime.distribute.workers.options": (
                "CollectiveCommunication CollectiveHints CommunicationImplementation "
                "CommunicationOptions TerminationConfig"
            ),
            "runtime.distribute.strategies": "CentralStorageStrategy",
            "runtime.distribute.coordinator.parameter_servers": (
                "ParameterServerStrategy"
            ),
            "runtime.distribute.refused": "TPUStrategy=EarlierTPUStrategy",
        },
    ),
    "distribute.experimental.partitioners": (
        "Partitioners, which split large variables into shards.",
        {
            "runtime.distribute.partitioners": (
                "FixedShardsPartitioner MaxSizePartitioner MinSizePartitioner "
                "Partitioner"
            )
        },
    ),
    "data.experimental.service": (
        "The ``tf.data`` service: datasets that workers compute.",
        {
            "runtime.distribute.data_service.clients": (
                "CrossTrainerCache distribute from_dataset_id register_dataset"
            ),
            "runtime.distribute.data_service.dispatcher": (
                "DispatchServer DispatcherConfig"
            ),
            "runtime.distribute.data_service.policies": "ShardingPolicy",
            "runtime.distribute.data_service.worker_server": (
                "WorkerConfig WorkerServer"
            ),
        },
    ),
    "distribute.experimental.ray": (
        "Functions in many processes that Ray starts; not in TensorFlow.",
        {
            "runtime.distribute.coordinator.ray_servers": "ParameterServers",
            "runtime.distribute.data_service.ray_servers": "DataService",
            "runtime.distribute.workers.predictors": "Predictor",
            "runtime.distribute.workers.ray_workers": "run",
        },
    ),
    "distribute.experimental.rpc": (
        "Remote procedure calls, which are refused.",
        {"runtime.namespaces.refused": "Client=RpcClient Server=RpcServer"},
    ),
    "tpu": (
        "Names of programs for TPUs, of which there are none here.",
        {"runtime.namespaces.refused_tpu": "XLAOptions"},
    ),
    "tpu.experimental": (
        "What prepares TPUs, which is refused.",
        {
            "runtime.namespaces.refused_tpu": (
                "DeviceAssignment DeviceOrderMode TPUSystemMetadata Topology "
                "initialize_tpu_system shutdown_tpu_system"
            ),
            "runtime.embedding_tables.hardware": "HardwareFeature",
        },
    ),
    "tpu.experimental.embedding": (
        "Settings of embedding tables, and lookups in them.",
        {
            "runtime.embedding_tables.configurations": (
                "FeatureConfig QuantizationConfig SparseCoreEmbeddingConfig TableConfig"
            ),
            "runtime.embedding_tables.lookups": (
                "TPUEmbeddingForServing serving_embedding_lookup"
            ),
            "runtime.embedding_tables.optimizers": (
                "Adagrad AdagradMomentum Adam FTRL SGD"
            ),
            "runtime.namespaces.refused_tpu": (
                "CustomCombiner CustomOptimizer RowIdInitializer TPUEmbedding "
                "TPUEmbeddingV0 TPUEmbeddingV2"
            ),
        },
    ),
    "distribute.cluster_resolver": (
        "Cluster resolvers: the addresses and the task of this process.",
        {
            "runtime.distribute.cluster_resolvers": (
                "ClusterResolver SimpleClusterResolver TFConfigClusterResolver "
                "UnionResolver"
            ),
            "runtime.distribute.scheduled_clusters": (
                "KubernetesClusterResolver KubernetesExecutableLocation "
                "SlurmClusterResolver"
            ),
            "runtime.namespaces.refused": "GCEClusterResolver TPUClusterResolver",
        },
    ),
    "distribute.coordinator": (
        "ClusterCoordinator: schedules functions on idle workers.",
        {
            "runtime.distribute.coordinator.cluster_coordinator": "ClusterCoordinator",
            "runtime.distribute.coordinator.remote_values": (
                "PerWorkerValue=PerWorkerValues PerWorkerValues RemoteValue"
            ),
            "runtime.distribute.coordinator.worker_context": (
                "experimental_get_current_worker_index"
            ),
        },
    ),
    "distribute.experimental.coordinator": (
        "Earlier names of `tf.distribute.coordinator`.",
        {
            "runtime.distribute.coordinator.cluster_coordinator": "ClusterCoordinator",
            "runtime.distribute.coordinator.remote_values": (
                "PerWorkerValues RemoteValue"
            ),
        },
    ),
    "experimental.dtensor": (
        "DTensor: tensors sharded over a mesh of logical CPUs.",
        {
            "runtime.distribute.dtensor.checkpoints": "DTensorCheckpoint",
            "runtime.distribute.dtensor.clients": (
                "barrier client_id default_mesh device_name full_job_name "
                "get_default_mesh heartbeat_enabled initialize_accelerator_system "
                "initialize_multi_client job_name jobs local_devices num_clients "
                "num_global_devices num_local_devices preferred_device_type run_on "
                "shutdown_accelerator_system"
            ),
            "runtime.distribute.dtensor.datasets": "DTensorDataset",
            "runtime.distribute.dtensor.layouts": "Layout MATCH UNSHARDED",
            "runtime.distribute.dtensor.meshes": (
                "Mesh create_distributed_mesh create_mesh"
            ),
            "runtime.distribute.dtensor.placing": (
                "call_with_layout check_layout copy_to_mesh fetch_layout is_dtensor "
                "pack relayout relayout_like unpack"
            ),
            "runtime.distribute.dtensor.named_checkpoints": (
                "enable_save_as_bf16 name_based_restore name_based_save sharded_save"
            ),
            "runtime.distribute.dtensor.variables": "DVariable",
            "runtime.namespaces.refused_tpu": (
                "create_tpu_mesh initialize_tpu_system=dtensor_initialize_tpu_system "
                "shutdown_tpu_system=dtensor_shutdown_tpu_system"
            ),
        },
    ),
    "__operators__": (
        "The implementations of tensor operators.",
        {"runtime.internal.operators": "add eq getitem ne ragged_getitem"},
    ),
    "__internal__": (
        "The interface for libraries built on TensorFlow, such as Keras.",
        {
            "runtime.context": "get_name_scope=get_current_name_scope",
            "runtime.internal.composite_tensor": "CompositeTensor",
            "runtime.internal.device_branches": "execute_fn_for_device",
            "runtime.internal.function_graphs": "FuncGraph",
            "runtime.internal.load_context": "load_context",
            "runtime.internal.registrations": (
                "get_enclosing_xla_context is_tfrt_enabled "
                "register_call_context_function register_clear_session_function "
                "register_get_session_function register_load_model_function"
            ),
            "runtime.namespaces.refused": "create_c_op lift_to_graph record_gradient",
            "runtime.tensors.symbolic_tensor": "SymbolicTensor",
            "runtime.tensors.tensor": "EagerTensor",
        },
    ),
    "__internal__.autograph": (
        "Conversion of functions in the context of a caller.",
        {"runtime.internal.autograph": "control_status_ctx tf_convert"},
    ),
    "__internal__.decorator": (
        "Decorators that keep, and unwrap to, the decorated function.",
        {"runtime.internal.decorator": "make_decorator unwrap"},
    ),
    "__internal__.dispatch": (
        "Dispatchers that override calls of public functions.",
        {
            "runtime.internal.dispatch": (
                "GlobalOpDispatcher OpDispatcher add_dispatch_support "
                "dispatch_for_types"
            )
        },
    ),
    "__internal__.distribute": (
        "Replica contexts and merge calls of strategies.",
        {
            "runtime.distribute.coordinator.sharded_variables": "ShardedVariable",
            "runtime.internal.distribute": (
                "interim strategy_supports_no_merge_call variable_sync_on_read_context"
            ),
        },
    ),
    "__internal__.eager_context": (
        "The eager context: execution mode, device, placement.",
        {
            "runtime.internal.eager_context": (
                "eager_mode get_config get_device_name get_executor "
                "set_soft_device_placement"
            )
        },
    ),
    "__internal__.function": (
        "The class of ``tf.function``'s results.",
        {"runtime.functions.function": "Function"},
    ),
    "__internal__.graph_util": (
        "Comparison of two graphs.",
        {"runtime.internal.graph_util": "graph_defs_equal"},
    ),
    "__internal__.mixed_precision": (
        "Registration of optimizers with loss scaling.",
        {"runtime.internal.keras_two.mixed_precision": "register_loss_scale_wrapper"},
    ),
    "__internal__.train": (
        "Mixed precision and checkpoints, as Keras 2 uses them.",
        {
            "runtime.compat.v1.assigned_averages": "assign_moving_average",
            "runtime.internal.keras_two.checkpoint_state": "update_checkpoint_state",
            "runtime.internal.keras_two.mixed_precision": (
                "is_mixed_precision_graph_rewrite_enabled "
                "set_using_mixed_precision_policy"
            ),
        },
    ),
    "__internal__.monitoring": (
        "Monitoring gauges, kept in this process.",
        {"runtime.internal.monitoring": "BoolGauge"},
    ),
    "__internal__.nest": (
        "Nested structures, traversed along a shallower structure.",
        {
            "runtime.internal.nest": (
                "flatten_up_to get_traverse_shallow_structure is_attrs is_mapping "
                "list_to_tuple map_structure_up_to sequence_like yield_flat_paths"
            )
        },
    ),
    "__internal__.ops": (
        "Queries of variables, and broadcasting of weights.",
        {
            "runtime.internal.ops": "broadcast_weights is_resource_variable",
            "runtime.namespaces.refused": "get_resource_handle_data",
        },
    ),
    "__internal__.saved_model": (
        "Reading and encoding of SavedModels.",
        {
            "runtime.internal.saved_models": (
                "decode_proto encode_structure parse_saved_model"
            ),
            "runtime.saved_model.partial_loading": "load_partial",
            "runtime.saved_model.sessions.builder": "SavedModelBuilder",
        },
    ),
    "__internal__.saved_model.load": (
        "Registration of classes of objects in SavedModels.",
        {
            "runtime.internal.keras_two.revived_types": (
                "VersionedTypeRegistration get_setter register_revived_type "
                "registered_identifiers"
            )
        },
    ),
    "__internal__.smart_cond": (
        "A conditional that evaluates static conditions while tracing.",
        {"runtime.internal.smart_cond": "smart_cond"},
    ),
    "__internal__.tf2": (
        "Whether TensorFlow 2 behavior is enabled.",
        {"runtime.internal.tf2": "enabled"},
    ),
    "__internal__.tracking": (
        "Trackable objects, and the values of checkpoints.",
        {
            "runtime.checkpoints.object_graph": "ObjectGraphView",
            "runtime.internal.keras_two.checkpoint_values": (
                "CheckpointInitialValue CheckpointInitialValueCallable "
                "saveable_objects_from_trackable streaming_restore"
            ),
            "runtime.internal.registrations": "register_session_provider",
            "runtime.trackable.attributes": "AutoTrackable",
            "runtime.trackable.base": (
                "Trackable TrackableReference no_automatic_dependency_tracking"
            ),
            "runtime.trackable.delegation": "DelegatingTrackableMixin",
            "runtime.trackable.data_structures": (
                "TrackableDataStructure sticky_attribute_assignment wrap=wrap_or_unwrap"
            ),
        },
    ),
    "__internal__.types": (
        "The base class of tensor types.",
        {"runtime.internal.types": "Tensor"},
    ),
    "__internal__.types.data": (
        "The base class of datasets.",
        {"runtime.data.datasets.base": "Dataset=DatasetBase"},
    ),
}

NAMES: Final[dict[str, str]] = {
    "runtime.distribute.data_service.saving": (
        "data.experimental.distributed_save=distributed_save"
    ),
}
"""Names of packages with files of their own, in rooms above them."""
