"""The table of public modules within `tf.compat.v1`.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

_LOSS_SCALES: Final = {
    "runtime.compat.v1.training.loss_scales": (
        "DynamicLossScale FixedLossScale LossScale"
    ),
    "runtime.compat.v1.training.scaled_optimizer": (
        "MixedPrecisionLossScaleOptimizer disable_mixed_precision_graph_rewrite "
        "enable_mixed_precision_graph_rewrite"
    ),
}

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "compat.v1.app": (
        "The entry point of a program: parses flags and calls ``main``.",
        {
            "runtime.compat.v1.programs.app": "run",
            "runtime.compat.v1.programs.optional": "flags",
        },
    ),
    "compat.v1.resource_loader": (
        "Paths and contents of data files next to the program.",
        {
            "runtime.compat.v1.programs.resource_loader": (
                "get_data_files_path get_path_to_datafile "
                "get_root_dir_with_all_resources load_resource readahead_file_path"
            ),
        },
    ),
    "compat.v1.user_ops": (
        "The example of a user-defined op.",
        {"runtime.compat.v1.programs.printing": "my_fact"},
    ),
    "compat.v1.xla.experimental": (
        "Compiled functions, by XLA's names.",
        {
            "runtime.compat.v1.programs.printing": (
                "compile=compile_computation jit_scope"
            ),
        },
    ),
    "compat.v1.xla": ("Compiled functions.", {}),
    "xla": ("Compiled functions.", {}),
    "xla.experimental": (
        "Compiled functions, by XLA's names.",
        {
            "runtime.compat.v1.programs.printing": (
                "compile=compile_computation jit_scope"
            ),
        },
    ),
    "compat.v1.initializers": (
        "Initializers of variables, and ops that run initializers.",
        {
            "runtime.compat.v1.graph_variables": (
                "global_variables=global_variables_initializer "
                "local_variables=local_variables_initializer tables_initializer "
                "variables=variables_initializer"
            ),
            "runtime.compat.v1.fan_initializers": (
                "he_normal he_uniform lecun_normal lecun_uniform "
                "uniform_unit_scaling=uniform_unit_scaling_initializer"
            ),
            "runtime.compat.v1.initial_values": (
                "ones=ones_initializer random_normal=random_normal_initializer "
                "random_uniform=random_uniform_initializer zeros=zeros_initializer"
            ),
            "runtime.compat.v1.scaled_values": (
                "constant=constant_initializer glorot_normal=glorot_normal_initializer "
                "glorot_uniform=glorot_uniform_initializer identity "
                "orthogonal=orthogonal_initializer "
                "truncated_normal=truncated_normal_initializer "
                "variance_scaling=variance_scaling_initializer"
            ),
        },
    ),
    "compat.v1.errors": (
        "Exception classes, and their error codes.",
        {
            "runtime.compat.v1.programs.switches": "raise_exception_on_not_ok_status",
            "runtime.compat.v1.arguments.error_codes": (
                "error_code_from_exception_type exception_type_from_error_code"
            ),
            "runtime.errors": "*",
        },
    ),
    "compat.v1.nn.experimental": (
        "Dropout with other random number generators.",
        {"runtime.nn.dropout": "general_dropout stateless_dropout"},
    ),
    "compat.v1.losses": (
        "Loss functions with weights and reductions.",
        {
            "runtime.compat.v1.training.weighted_losses": (
                "Reduction compute_weighted_loss sparse_softmax_cross_entropy"
            ),
            "runtime.compat.v1.collections": "add_loss",
            "runtime.compat.v1.training.element_losses": (
                "absolute_difference cosine_distance get_losses "
                "get_regularization_loss get_regularization_losses get_total_loss "
                "hinge_loss huber_loss log_loss mean_pairwise_squared_error "
                "mean_squared_error "
                "sigmoid_cross_entropy softmax_cross_entropy"
            ),
        },
    ),
    "compat.v1.metrics": (
        "Streaming metrics: a value tensor and an update op.",
        {
            "runtime.compat.v1.metrics.means": (
                "accuracy mean mean_absolute_error mean_cosine_distance "
                "mean_relative_error mean_squared_error mean_tensor percentage_below "
                "root_mean_squared_error"
            ),
            "runtime.compat.v1.metrics.counts": (
                "false_negatives false_positives precision recall true_negatives "
                "true_positives"
            ),
            "runtime.compat.v1.metrics.thresholds": (
                "auc false_negatives_at_thresholds false_positives_at_thresholds "
                "precision_at_thresholds recall_at_thresholds "
                "sensitivity_at_specificity specificity_at_sensitivity "
                "true_negatives_at_thresholds true_positives_at_thresholds"
            ),
            "runtime.compat.v1.metrics.classes": "mean_iou mean_per_class_accuracy",
            "runtime.compat.v1.metrics.ranks": (
                "average_precision_at_k precision_at_k precision_at_top_k recall_at_k "
                "recall_at_top_k sparse_average_precision_at_k sparse_precision_at_k"
            ),
        },
    ),
    "compat.v1.ragged": (
        "`tf.ragged`, and what sessions give for ragged tensors.",
        {
            "runtime.compat.v1.fetched_values": "RaggedTensorValue constant_value",
            "runtime.compat.v1.inputs": "placeholder=ragged_placeholder",
            "runtime.ragged": "*",
        },
    ),
    "compat.v1.distributions": (
        "Probability distributions with batches of parameters.",
        {
            "runtime.compat.v1.distributions.class_counts": (
                "DirichletMultinomial Multinomial"
            ),
            "runtime.compat.v1.distributions.distribution": (
                "Distribution FULLY_REPARAMETERIZED NOT_REPARAMETERIZED "
                "ReparameterizationType"
            ),
            "runtime.compat.v1.distributions.divergences": "RegisterKL kl_divergence",
            "runtime.compat.v1.distributions.intervals": "Beta Uniform",
            "runtime.compat.v1.distributions.labels": "Bernoulli Categorical",
            "runtime.compat.v1.distributions.locations": "Laplace Normal StudentT",
            "runtime.compat.v1.distributions.simplex": "Dirichlet",
            "runtime.compat.v1.distributions.waiting_times": "Exponential Gamma",
        },
    ),
    "compat.v1.train": (
        "`tf.train`, and the base class of optimizers.",
        {
            "runtime.io": "write_graph",
            "runtime.checkpoints.reader": "NewCheckpointReader=CheckpointReader",
            "runtime.checkpoints.state_file": (
                "checkpoint_exists generate_checkpoint_state_proto=checkpoint_state "
                "update_checkpoint_state"
            ),
            "runtime.compat.v1.training.optimizer": "Optimizer",
            "runtime.compat.v1.training.optimizers": (
                "AdamOptimizer GradientDescentOptimizer MomentumOptimizer "
                "RMSPropOptimizer"
            ),
            "runtime.compat.v1.training.accumulating_optimizers": (
                "AdadeltaOptimizer AdagradDAOptimizer AdagradOptimizer FtrlOptimizer "
                "ProximalAdagradOptimizer ProximalGradientDescentOptimizer"
            ),
            "runtime.compat.v1.training.decays": (
                "cosine_decay cosine_decay_restarts exponential_decay "
                "inverse_time_decay linear_cosine_decay natural_exp_decay "
                "noisy_linear_cosine_decay piecewise_constant "
                "piecewise_constant_decay polynomial_decay"
            ),
            "runtime.compat.v1.training.global_steps": (
                "assert_global_step create_global_step get_global_step "
                "get_or_create_global_step global_step"
            ),
            "runtime.namespaces.op_functions": (
                "sdca_fprint sdca_optimizer sdca_shrink_l1"
            ),
            "runtime.compat.v1.saving.graph_checkpoints": "Checkpoint",
            "runtime.compat.v1.saving.initial_checkpoints": "init_from_checkpoint",
            "runtime.compat.v1.saving.warm_starts": "VocabInfo warm_start",
            "runtime.compat.v1.saving.kept_checkpoints": (
                "get_checkpoint_mtimes remove_checkpoint"
            ),
            "runtime.compat.v1.saving.meta_graphs": (
                "export_meta_graph import_meta_graph"
            ),
            "runtime.compat.v1.saving.saver": "Saver",
            "runtime.compat.v1.saving.saver_definitions": "SaverDef",
            "runtime.summary.event_reading": "summary_iterator",
            "runtime.compat.v1.monitoring.monitored_sessions": (
                "MonitoredSession MonitoredTrainingSession SingularMonitoredSession"
            ),
            "runtime.compat.v1.monitoring.saving_hooks": (
                "CheckpointSaverHook CheckpointSaverListener StepCounterHook "
                "SummarySaverHook"
            ),
            "runtime.compat.v1.monitoring.scaffolds": "Scaffold",
            "runtime.compat.v1.monitoring.session_creators": (
                "ChiefSessionCreator SessionCreator WorkerSessionCreator"
            ),
            "runtime.compat.v1.monitoring.session_hooks": (
                "SessionRunArgs SessionRunContext SessionRunHook SessionRunValues"
            ),
            "runtime.compat.v1.monitoring.session_manager": "SessionManager",
            "runtime.compat.v1.monitoring.step_hooks": (
                "FeedFnHook FinalOpsHook GlobalStepWaiterHook LoggingTensorHook "
                "NanLossDuringTrainingError NanTensorHook StopAtStepHook"
            ),
            "runtime.compat.v1.monitoring.supervisors": ("Supervisor basic_train_loop"),
            "runtime.compat.v1.monitoring.timers": "SecondOrStepTimer",
            "runtime.compat.v1.pipelines.batching": (
                "batch batch_join maybe_batch maybe_batch_join"
            ),
            "runtime.compat.v1.pipelines.input_producers": (
                "input_producer limit_epochs match_filenames_once "
                "range_input_producer slice_input_producer string_input_producer"
            ),
            "runtime.compat.v1.pipelines.shuffled_batching": (
                "maybe_shuffle_batch maybe_shuffle_batch_join shuffle_batch "
                "shuffle_batch_join"
            ),
            "runtime.compat.v1.pipelines.loopers": "LooperThread",
            "runtime.compat.v1.pipelines.queue_runners": (
                "QueueRunner add_queue_runner start_queue_runners"
            ),
            "runtime.compat.v1.training.device_setters": "replica_device_setter",
            "runtime.distribute.coordinator.servers": "Server",
            "runtime.namespaces.refused": (
                "ProfilerHook SyncReplicasOptimizer do_quantize_training_on_graphdef"
            ),
            "runtime.train": "*",
        },
    ),
    "compat.v1.train.experimental": (
        "`tf.train.experimental`, and loss scales.",
        {**_LOSS_SCALES, "runtime.train.experimental": "*"},
    ),
    "compat.v1.mixed_precision": (
        "Loss scales, and the optimizer that scales a loss.",
        _LOSS_SCALES,
    ),
    "compat.v1.mixed_precision.experimental": (
        "Loss scales under an earlier name.",
        {
            "runtime.compat.v1.training.loss_scales": (
                "DynamicLossScale FixedLossScale LossScale"
            ),
        },
    ),
    "compat.v1.train.queue_runner": (
        "Threads that fill the queues of a graph.",
        {
            "runtime.compat.v1.pipelines.queue_runners": (
                "QueueRunner add_queue_runner start_queue_runners"
            ),
        },
    ),
    "compat.v1.test": (
        "`tf.test`, with gradients of tensors of a graph.",
        {
            "runtime.compat.v1.programs.switches": "test_src_dir_path",
            "runtime.namespaces.refused": "create_local_cluster",
            "runtime.testing.earlier_gradients": (
                "compute_gradient compute_gradient_error"
            ),
            "runtime.testing.stubbing": "StubOutForTesting",
            "unittest.mock": "mock=*",
            "runtime.test": "*",
        },
    ),
    "compat.v1.graph_util": (
        "Parts of graphs, and graphs without variables.",
        {
            "runtime.compat.v1.programs.graph_util": (
                "convert_variables_to_constants extract_sub_graph must_run_on_cpu "
                "remove_training_nodes tensor_shape_from_node_def_name"
            ),
            "runtime.functions.graph_import": "import_graph_def",
        },
    ),
    "compat.v1.experimental": (
        "`tf.experimental`, and a setting of gradients.",
        {
            "runtime.compat.v1.programs.switches": "output_all_intermediates",
            "runtime.namespaces.refused": "register_filesystem_plugin",
            "runtime.experimental": "*",
        },
    ),
    "compat.v1.summary": (
        "Summaries of graphs, which sessions fetch, and writers of event files.",
        {
            "runtime.compat.v1.summaries.summary_ops": (
                "all_v2_summary_ops audio get_summary_description histogram image "
                "initialize merge merge_all scalar tensor_summary text"
            ),
            "runtime.compat.v1.summaries.file_writers": "FileWriter FileWriterCache",
            "runtime.compat.v1.messages": (
                "Event SessionLog Summary SummaryDescription TaggedRunMetadata"
            ),
        },
    ),
    "compat.v1.logging": (
        "Functions and levels of TensorFlow's logger.",
        {
            "runtime.internal.keras_two.logs": (
                "DEBUG ERROR FATAL INFO TaskLevelStatusMessage WARN debug error fatal "
                "flush get_verbosity info log log_every_n log_first_n log_if "
                "set_verbosity vlog warn warning"
            )
        },
    ),
    "compat.v1.io": (
        "`tf.io`, and what reads record files without a data set.",
        {
            "runtime.queue": (
                "PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue"
            ),
            "runtime.io": (
                "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature "
                "TFRecordOptions TFRecordWriter VarLenFeature decode_and_crop_jpeg "
                "decode_base64 decode_bmp decode_compressed decode_gif "
                "decode_image decode_jpeg decode_json_example decode_jxl decode_png "
                "decode_proto encode_proto match_filenames_once "
                "decode_webp deserialize_many_sparse encode_base64 "
                "encode_jpeg encode_png extract_jpeg_shape gfile is_jpeg "
                "matching_files parse_sequence_example "
                "parse_single_sequence_example parse_tensor "
                "read_file serialize_tensor "
                "write_file write_graph"
            ),
            "runtime.compat.v1.arguments.reordered": (
                "decode_csv decode_raw parse_example parse_single_example "
                "serialize_many_sparse serialize_sparse"
            ),
            "runtime.io.record_reading": "tf_record_iterator",
            "runtime.io.records": "TFRecordCompressionType",
        },
    ),
    "compat.v1.data": (
        "Datasets and iterators, with TensorFlow 1's names.",
        {
            "runtime.data.earlier_datasets": "Dataset=DatasetV1",
            "runtime.data.earlier_readers": (
                "FixedLengthRecordDataset=FixedLengthRecordDatasetV1 "
                "TFRecordDataset=TFRecordDatasetV1 TextLineDataset=TextLineDatasetV1"
            ),
            "runtime.data.initializable_iterators": "*",
            "runtime.data": "*",
            "runtime.data.earlier_versions": "*",
            "runtime.data.one_shot_iterators": "*",
        },
    ),
    "compat.v1.data.experimental": (
        "Functions of datasets without a stable interface, with TensorFlow 1's names.",
        {
            "runtime.data.earlier_readers": (
                "Counter CsvDataset=CsvDatasetV1 RaggedTensorStructure "
                "RandomDataset=RandomDatasetV1 SparseTensorStructure "
                "SqlDataset=SqlDatasetV1 TensorArrayStructure TensorStructure "
                "choose_from_datasets make_batched_features_dataset make_csv_dataset "
                "map_and_batch_with_legacy_function sample_from_datasets"
            ),
            "runtime.data.elements.specs": (
                "DatasetStructure=DatasetSpec OptionalStructure=OptionalSpec"
            ),
            "runtime.tensors.type_spec": "Structure=TypeSpec",
            "runtime.data.experimental": "*",
        },
    ),
    "compat.v1.nn": (
        "Functions of neural networks, with TensorFlow 1's arguments.",
        {
            "runtime.random": (
                "log_uniform_candidate_sampler uniform_candidate_sampler"
            ),
            "runtime.compat.v1.networks": (
                "avg_pool avg_pool2d conv2d conv2d_transpose convolution "
                "ctc_beam_search_decoder dropout log_softmax max_pool moments "
                "sigmoid_cross_entropy_with_logits softmax "
                "softmax_cross_entropy_with_logits_v2 "
                "sparse_softmax_cross_entropy_with_logits"
            ),
            "runtime.nn": (
                "all_candidate_sampler approx_max_k approx_min_k "
                "atrous_conv2d_transpose avg_pool1d avg_pool3d avg_pool_v2=avg_pool "
                "compute_average_loss conv_transpose "
                "ctc_beam_search_decoder_v2=ctc_beam_search_decoder "
                "ctc_loss_v2=ctc_loss "
                "depthwise_conv2d_backprop_filter depthwise_conv2d_backprop_input "
                "learned_unigram_candidate_sampler "
                "local_response_normalization=lrn lrn max_pool3d "
                "max_pool_v2=max_pool normalize_moments "
                "atrous_conv2d batch_normalization bias_add collapse_repeated "
                "compute_accidental_hits conv1d_transpose "
                "ctc_greedy_decoder ctc_unique_labels elu "
                "fixed_unigram_candidate_sampler gelu l2_loss l2_normalize "
                "leaky_relu log_poisson_loss "
                "max_pool1d max_pool2d relu relu6 "
                "scale_regularization_loss selu sigmoid silu softplus softsign "
                "swish tanh top_k with_space_to_batch zero_fraction"
            ),
            "runtime.compat.v1.arguments.rearranging": "space_to_batch",
            "runtime.compat.v1.arguments.reordered": (
                "depth_to_space in_top_k space_to_depth"
            ),
            "runtime.compat.v1.neural.convolutions": (
                "conv1d conv2d_backprop_filter conv2d_backprop_input conv3d "
                "conv3d_transpose depthwise_conv2d depthwise_conv2d_native dilation2d "
                "erosion2d separable_conv2d"
            ),
            "runtime.compat.v1.neural.lookups": (
                "embedding_lookup embedding_lookup_sparse nce_loss "
                "safe_embedding_lookup_sparse sampled_softmax_loss"
            ),
            "runtime.compat.v1.neural.measures": (
                "batch_norm_with_global_normalization crelu ctc_loss relu_layer "
                "softmax_cross_entropy_with_logits sufficient_statistics "
                "weighted_cross_entropy_with_logits weighted_moments xw_plus_b"
            ),
            "runtime.compat.v1.neural.pooling": (
                "fractional_avg_pool fractional_max_pool max_pool_with_argmax pool"
            ),
            "runtime.namespaces.op_functions": (
                "conv3d_backprop_filter "
                "conv3d_backprop_filter_v2=conv3d_backprop_filter "
                "quantized_avg_pool quantized_conv2d quantized_max_pool "
                "quantized_relu_x"
            ),
            "runtime.nn.depthwise": (
                "depthwise_conv2d_native_backprop_filter"
                "=depthwise_conv2d_backprop_filter "
                "depthwise_conv2d_native_backprop_input=depthwise_conv2d_backprop_input"
            ),
            "runtime.nn.normalization": "fused_batch_norm",
            "runtime.compat.v1.neural.recurrent": (
                "bidirectional_dynamic_rnn dynamic_rnn raw_rnn"
            ),
            "runtime.compat.v1.neural.static_recurrent": (
                "static_bidirectional_rnn static_rnn static_state_saving_rnn"
            ),
            "runtime.alias.keras": "rnn_cell",
        },
    ),
}
