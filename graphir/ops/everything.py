"""Imports every module of ops; add a new one here. The registry imports this first."""

from __future__ import annotations

from graphir.ops import image_projections
from graphir.ops.arrays import (
    blocks,
    broadcasting,
    constants,
    copies,
    filling,
    gathering,
    joining,
    padding,
    partitioning,
    pinned_memory,
    rearranging,
    reshaping,
    scattering,
    searching,
    shape_queries,
    slicing,
)
from graphir.ops.datasets import (
    batching,
    buffering,
    composites,
    compression,
    indexed,
    interleaving,
    iterators,
    mapping,
    optionals,
    ordering,
    queries,
    selection,
    settings,
    shared_iterators,
    sources,
    variants,
)
from graphir.ops.datasets import files as dataset_files
from graphir.ops.datasets import statistics as dataset_statistics
from graphir.ops.images import boxes as image_boxes
from graphir.ops.images import colors as image_colors
from graphir.ops.images import cropping as image_cropping
from graphir.ops.images import distorted_boxes, glimpses, padded_convolutions
from graphir.ops.images import drawing as image_drawing
from graphir.ops.images import files as image_files
from graphir.ops.images import resizing as image_resizing
from graphir.ops.images import scaling as image_scaling
from graphir.ops.linalg import (
    decompositions,
    determinants,
    diagonals,
    earlier_arrays,
    earlier_decompositions,
    earlier_diagonals,
    einsum,
    linear_systems,
    matrices,
    matrix_functions,
    square_matrices,
    tridiagonal_systems,
    vectors,
)
from graphir.ops.math import (
    arithmetic,
    bessel,
    bitwise,
    bounds,
    casting,
    comparison,
    complex_numbers,
    debugging_copies,
    debugging_summaries,
    division,
    exponentials,
    fourier,
    fourier_axes,
    gamma_functions,
    hyperbolic,
    logic,
    neighbors,
    numeric_checks,
    rounding,
    selecting,
    special,
    trigonometry,
)
from graphir.ops.nn import (
    activations,
    argmax_pooling,
    batch_norm,
    batch_norm_gradients,
    biases,
    block_lstm,
    convolution,
    ctc,
    cudnn_networks,
    data_formats,
    depthwise,
    earlier_networks,
    fractional_pooling,
    fused,
    general_convolution,
    isotonic,
    morphology,
    patches,
    pooling,
    recurrent_cells,
    response_normalization,
    softmax,
)
from graphir.ops.quantization import (
    dequantization,
    fake_quantization,
    quantization,
    quantized_channels,
    quantized_images,
    quantized_joining,
    quantized_networks,
    uniform_networks,
    uniform_quantization,
)
from graphir.ops.random import (
    candidate_sampling,
    clusters,
    index_shuffles,
    philox,
    quasi_random,
    random,
    random_choices,
    random_variates,
    rejection,
    stateful_random,
    truncated_variates,
)
from graphir.ops.reductions import (
    counting,
    extremum_positions,
    order_statistics,
    reduction,
    scans,
    segments,
    unsorted_segments,
)
from graphir.ops.references import variables as reference_variables
from graphir.ops.sparse import (
    compressed_rows,
    crossed_features,
    edit_distance,
    ragged,
    ragged_rows,
    row_counts,
    serialized_sparse,
    sets,
    sparse_arithmetic,
    sparse_empty_rows,
    sparse_parts,
    sparse_products,
    sparse_reductions,
    sparse_segments,
    sparse_tensors,
)
from graphir.ops.state import (
    adaptive_training_steps,
    checkpoint_files,
    collectives,
    control_flow,
    earlier_lookup_tables,
    function_calls,
    list_accumulation,
    lookup_tables,
    lowered_control_flow,
    python_calls,
    queues,
    serialized_summaries,
    state,
    summaries,
    surroundings,
    tensor_arrays,
    tensor_list_batches,
    tensor_lists,
    training_steps,
    variable_updates,
    warm_starts,
)
from graphir.ops.stores import (
    accumulators,
    barriers,
    mutexes,
    readers,
    session_tensors,
    sparse_tensors_maps,
    stacks,
    staging_areas,
    tensor_maps,
)
from graphir.ops.strings import (
    earlier_example_parsing,
    earlier_sequence_parsing,
    encoded_messages,
    example_parsing,
    files,
    fingerprints,
    formatting,
    json_examples,
    regular_expressions,
    separated_values,
    sequence_example_parsing,
    serialized_tensors,
    shards,
    sound_features,
    sounds,
    string_segments,
    strings,
    text_numbers,
    unicode,
)


def declare() -> None:
    """Declares every op; importing this module has done it already."""
