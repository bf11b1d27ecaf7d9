"""The table of public modules for kinds of values: ragged, sparse, strings, images.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "ragged": (
        "Ragged tensors: tensors whose rows have different lengths.",
        {
            "runtime.ragged.broadcasting": "map_flat_values",
            "runtime.ragged.construction": (
                "constant range row_splits_to_segment_ids segment_ids_to_row_splits"
            ),
            "runtime.ragged.crossing": "cross cross_hashed",
            "runtime.ragged.gathering": "boolean_mask",
            "runtime.ragged.joining": "stack stack_dynamic_partitions",
            "runtime.ragged.ragged_tensor": "RaggedTensor",
        },
    ),
    "sparse": (
        "Sparse tensors in coordinate format.",
        {
            "runtime.ragged.row_counts": "bincount",
            "runtime.sparse.arithmetic": (
                "add map_values maximum minimum softmax sparse_dense_matmul"
            ),
            "runtime.sparse.construction": (
                "expand_dims eye fill_empty_rows from_dense mask to_dense to_indicator"
            ),
            "runtime.sparse.crossing": "cross cross_hashed",
            "runtime.sparse.rearranging": (
                "concat reorder reset_shape reshape retain slice split transpose"
            ),
            "runtime.sparse.reductions": (
                "reduce_max reduce_sum segment_mean segment_sqrt_n segment_sum"
            ),
            "runtime.sparse.sampling": "sampled_addmm",
            "runtime.sparse.sparse_tensor": "SparseTensor",
        },
    ),
    "strings": (
        "Functions of strings: text and bytes.",
        {
            "runtime.strings.characters": (
                "unicode_decode unicode_decode_with_offsets unicode_encode "
                "unicode_script unicode_split unicode_split_with_offsets "
                "unicode_transcode"
            ),
            "runtime.strings.elements": (
                "as_string join length lower reduce_join regex_full_match "
                "regex_replace strip substr to_hash_bucket to_hash_bucket_fast "
                "to_hash_bucket_strong to_number upper"
            ),
            "runtime.strings.formatting": "format",
            "runtime.strings.splitting": (
                "bytes_split ngrams split unsorted_segment_join"
            ),
        },
    ),
    "lookup": (
        "Hash tables from keys to values, usable in graphs.",
        {
            "runtime.lookup": "experimental",
            "runtime.lookup.initializers": (
                "KeyValueTensorInitializer TextFileIndex TextFileInitializer"
            ),
            "runtime.lookup.mutable_tables": "DenseHashTable MutableHashTable",
            "runtime.lookup.static_tables": "StaticHashTable",
            "runtime.lookup.vocabulary_tables": "StaticVocabularyTable",
        },
    ),
    "lookup.experimental": (
        "Mutable hash tables.",
        {
            "runtime.lookup.mutable_tables": "DenseHashTable MutableHashTable",
        },
    ),
    "nest": (
        "Nested structures: flattened, packed, mapped, compared.",
        {
            "runtime.tensors.nest": (
                "assert_same_structure flatten is_nested map_structure pack_sequence_as"
            ),
        },
    ),
    "types": (
        "Protocols of trace types.",
        {
            "runtime.namespaces.types": "SupportsTracingProtocol TraceType",
        },
    ),
    "types.experimental": (
        "Classes of traced functions, signatures and trace types.",
        {
            "runtime.namespaces.types": (
                "AtomicFunction Callable ConcreteFunction FunctionType "
                "GenericFunction=Function PolymorphicFunction=Function "
                "SupportsTracingProtocol TensorLike TraceType"
            ),
        },
    ),
    "types.experimental.distributed": (
        "Classes of values with one component per replica.",
        {"runtime.distribute.values": "Mirrored PerReplica"},
    ),
    "io": (
        "Serialization, parsing, files and image codecs.",
        {
            "runtime.image.codecs": (
                "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg "
                "decode_jxl decode_png decode_webp encode_jpeg encode_png "
                "extract_jpeg_shape is_jpeg"
            ),
            "runtime.io.encoded": (
                "decode_base64 decode_compressed decode_csv decode_json_example "
                "decode_raw deserialize_many_sparse encode_base64 parse_tensor "
                "serialize_many_sparse serialize_sparse serialize_tensor"
            ),
            "runtime.io.example_features": (
                "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature "
                "VarLenFeature"
            ),
            "runtime.io.example_parsing": "parse_example parse_single_example",
            "runtime.io.files": (
                "match_filenames_once matching_files read_file write_file"
            ),
            "runtime.io.message_fields": "decode_proto encode_proto",
            "runtime.io.graph_files": "write_graph",
            "runtime.io.records": "TFRecordOptions TFRecordWriter",
            "runtime.io.sequence_example_parsing": (
                "parse_sequence_example parse_single_sequence_example"
            ),
        },
    ),
    "io.gfile": (
        "File operations on the local file system, with TensorFlow's errors.",
        {
            "runtime.io.file_operations": (
                "GFile copy exists get_registered_schemes glob isdir join listdir "
                "makedirs mkdir remove rename rmtree stat walk"
            ),
        },
    ),
    "train": (
        "Checkpoints, and protocol buffers of training examples.",
        {
            "runtime.checkpoints.checkpoint": "Checkpoint",
            "runtime.checkpoints.checkpoint_view": "CheckpointView",
            "runtime.checkpoints.manager": "CheckpointManager",
            "runtime.checkpoints.options": "CheckpointOptions",
            "runtime.checkpoints.reader": (
                "list_variables load_checkpoint load_variable"
            ),
            "runtime.checkpoints.state_file": (
                "checkpoints_iterator get_checkpoint_state latest_checkpoint"
            ),
            "runtime.checkpoints.trackable_view": "TrackableView",
            "runtime.compat.v1.moving_averages": "ExponentialMovingAverage",
            "runtime.distribute.clusters": "ClusterSpec",
            "runtime.distribute.cluster_messages": "ClusterDef JobDef ServerDef",
            "runtime.io.example_messages": (
                "BytesList Example Feature "
                "FeatureList FeatureLists "
                "Features FloatList "
                "Int64List SequenceExample"
            ),
            "runtime.queues.coordinator": "Coordinator",
        },
    ),
    "train.experimental": (
        "Python objects in checkpoints, and sharded checkpoints.",
        {
            "runtime.checkpoints.sharding": (
                "MaxShardSizePolicy ShardByTaskPolicy ShardableTensor ShardingCallback"
            ),
            "runtime.trackable.python_state": "PythonState",
        },
    ),
    "saved_model.experimental": (
        "APIs of SavedModels that may change.",
        {
            "runtime.saved_model.fingerprinting": "Fingerprint read_fingerprint",
            "runtime.saved_model.options": "VariablePolicy",
            "runtime.trackable.resources": "TrackableResource",
        },
    ),
    "saved_model": (
        "SavedModels: functions and variables, saved to and loaded from files.",
        {
            "runtime.saved_model.constants": (
                "ASSETS_DIRECTORY ASSETS_KEY CLASSIFY_INPUTS "
                "CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES "
                "CLASSIFY_OUTPUT_SCORES DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB "
                "DEFAULT_SERVING_SIGNATURE_DEF_KEY GPU PREDICT_INPUTS "
                "PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS "
                "REGRESS_METHOD_NAME REGRESS_OUTPUTS SAVED_MODEL_FILENAME_PB "
                "SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION SERVING "
                "TPU TRAINING VARIABLES_DIRECTORY VARIABLES_FILENAME"
            ),
            "runtime.saved_model.loading": "load",
            "runtime.saved_model.model_files": "contains_saved_model",
            "runtime.saved_model.options": "LoadOptions SaveOptions",
            "runtime.saved_model.saving": "save",
            "runtime.trackable.assets": "Asset",
        },
    ),
    "audio": (
        "Encoding and decoding of WAV files.",
        {
            "runtime.namespaces.audio": "DecodeWav decode_wav encode_wav",
        },
    ),
    "image": (
        "Resizing, cropping, colors and measures of images.",
        {
            "runtime.image.adjusting": (
                "adjust_brightness adjust_contrast adjust_gamma adjust_hue "
                "adjust_saturation per_image_standardization random_brightness "
                "random_contrast random_hue random_saturation "
                "stateless_random_brightness stateless_random_contrast "
                "stateless_random_hue stateless_random_saturation"
            ),
            "runtime.image.boxes": (
                "combined_non_max_suppression draw_bounding_boxes extract_patches "
                "non_max_suppression non_max_suppression_overlaps "
                "non_max_suppression_padded non_max_suppression_with_scores"
            ),
            "runtime.image.codecs": (
                "adjust_jpeg_quality decode_and_crop_jpeg decode_bmp decode_gif "
                "decode_image decode_jpeg decode_jxl decode_png decode_webp "
                "encode_jpeg encode_png extract_jpeg_shape is_jpeg "
                "random_jpeg_quality stateless_random_jpeg_quality"
            ),
            "runtime.image.colors": (
                "convert_image_dtype grayscale_to_rgb hsv_to_rgb rgb_to_grayscale "
                "rgb_to_hsv rgb_to_yiq rgb_to_yuv yiq_to_rgb yuv_to_rgb"
            ),
            "runtime.image.cropping": (
                "central_crop crop_and_resize crop_to_bounding_box "
                "pad_to_bounding_box random_crop resize_with_crop_or_pad "
                "stateless_random_crop"
            ),
            "runtime.image.flipping": (
                "flip_left_right flip_up_down random_flip_left_right "
                "random_flip_up_down rot90 stateless_random_flip_left_right "
                "stateless_random_flip_up_down transpose"
            ),
            "runtime.image.glimpses": "extract_glimpse",
            "runtime.image.measures": (
                "image_gradients psnr sobel_edges ssim ssim_multiscale total_variation"
            ),
            "runtime.image.proposals": (
                "generate_bounding_box_proposals sample_distorted_bounding_box "
                "stateless_sample_distorted_bounding_box"
            ),
            "runtime.image.resizing": "ResizeMethod resize resize_with_pad",
        },
    ),
    "nn": (
        "Functions of neural networks: layers, activations, losses.",
        {
            "runtime.alias.keras": (
                "RNNCellDeviceWrapper RNNCellDropoutWrapper RNNCellResidualWrapper"
            ),
            "runtime.arrays.blocks": "depth_to_space space_to_batch space_to_depth",
            "runtime.math.approximation": "approx_max_k approx_min_k",
            "runtime.math.exponentials": "sigmoid",
            "runtime.math.ranking": "in_top_k top_k",
            "runtime.math.statistics": "zero_fraction",
            "runtime.math.trigonometry": "tanh",
            "runtime.nn.activations": (
                "crelu elu gelu leaky_relu log_sigmoid log_softmax relu relu6 selu "
                "silu softmax softplus softsign swish"
            ),
            "runtime.nn.biases": "bias_add",
            "runtime.nn.convolutions": (
                "atrous_conv2d atrous_conv2d_transpose conv1d conv1d_transpose conv2d "
                "conv2d_transpose conv3d conv3d_transpose conv_transpose convolution"
            ),
            "runtime.nn.ctc": (
                "collapse_repeated ctc_beam_search_decoder ctc_greedy_decoder "
                "ctc_loss ctc_unique_labels"
            ),
            "runtime.nn.depthwise": (
                "depthwise_conv2d depthwise_conv2d_backprop_filter "
                "depthwise_conv2d_backprop_input dilation2d erosion2d "
                "separable_conv2d"
            ),
            "runtime.nn.dilated_batches": "with_space_to_batch",
            "runtime.nn.dropout": "dropout",
            "runtime.nn.embeddings": (
                "embedding_lookup embedding_lookup_sparse safe_embedding_lookup_sparse"
            ),
            "runtime.nn.fractional_pools": "fractional_avg_pool fractional_max_pool",
            "runtime.nn.isotonic": "isotonic_regression",
            "runtime.nn.average_losses": (
                "compute_average_loss scale_regularization_loss"
            ),
            "runtime.nn.losses": (
                "l2_loss log_poisson_loss sigmoid_cross_entropy_with_logits "
                "softmax_cross_entropy_with_logits "
                "sparse_softmax_cross_entropy_with_logits "
                "weighted_cross_entropy_with_logits"
            ),
            "runtime.nn.normalization": (
                "batch_norm_with_global_normalization batch_normalization "
                "l2_normalize local_response_normalization lrn moments "
                "normalize_moments sufficient_statistics weighted_moments"
            ),
            "runtime.nn.pools": (
                "avg_pool avg_pool1d avg_pool2d avg_pool3d max_pool max_pool1d "
                "max_pool2d max_pool3d max_pool_with_argmax pool"
            ),
            "runtime.nn.sampled_losses": (
                "compute_accidental_hits nce_loss sampled_softmax_loss"
            ),
            "runtime.random.candidates": (
                "all_candidate_sampler fixed_unigram_candidate_sampler "
                "learned_unigram_candidate_sampler"
            ),
        },
    ),
    "nn.experimental": (
        "Dropout with other random number generators.",
        {
            "runtime.nn.dropout": "general_dropout stateless_dropout",
        },
    ),
}
